"""Draws the pictures of all pages, and compares them with those in `Tests/Pictures`; what is opened by its address has the
same layout in all engines.

Arguments: the address of a running service with the demonstration, the file with its time, a folder for the
drawings, a folder with one file for each secret (`anna.token` and so on, `anna.invitation` and so on, `basel.key`), and
`compare`, `accept` or `draw`; then optionally names of pages, such as `map today`. Differences end the script
with a list.
"""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import engine_pictures
from browsing import PATIENCE, check, launched, play
from people import Person
from picture_changes import accept, complaints
from picture_layout import LAYOUT, layout_complaints
from picture_rest import BASEL, CALM, COMPARED, IS_DRAWN, LEAVE, SIZES, THEMES, UNDERSTOOD
from picture_scene import DAY, EVE, MOMENT, Service, happen
from playwright.sync_api import expect


def open_place(page):
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    page.locator("#sheet").wait_for()


def choose_symptoms(page):
    page.click("#likely [data-key=birch]")
    for symptom in ["sneezing", "itchyEyes"]:
        page.click(f"[data-key={symptom}]")


def look_back(page):
    """Waits until all parts of the page are there."""
    for part in ["#calendar table", "#table table", "#insights section", "#together > *"]:
        page.locator(part).first.wait_for(state="attached")


def say_more(page):
    page.locator("#offer").wait_for()
    page.click("#more > summary")


def draw_place(page):
    page.click("#add")
    page.fill("#name", "Garden")
    page.click(".coordinates > summary")
    for field, value in [("latitude", "47.485"), ("longitude", "7.735"), ("radius", "4")]:
        page.fill(f"#{field}", value)
        page.press(f"#{field}", "Tab")


def enter_station(page, key):
    page.fill("#key", key)
    page.press("#key", "Enter")
    page.locator("#season svg").wait_for()


def ask_guide(page):
    page.fill("#search", "why does no notification arrive")
    page.locator("#answers article").first.wait_for()


def look_at_invitation(page, code):
    """Enters a code, and comes to what its study says of itself."""
    page.fill("#code", code)
    page.click("#code-form button")
    page.locator("#step-heading").wait_for()


def administer_study(page):
    """Opens the page of the one study, with the people who take part and what they are called."""
    page.click("#studies-part > summary")
    page.click("#studies a")
    page.wait_for_url("**/admin/study?study=*")
    page.locator("#people [data-key=participating] > summary").click()
    page.locator("#people [data-key=participating] [data-number]").first.wait_for()


def lead_study(page):
    """Opens the one study, and hides the pseudonyms and codes, which are made by chance."""
    page.click("#list button")
    page.locator("#progress .bar").first.wait_for()
    page.locator("#people tbody tr").first.wait_for()
    page.evaluate("document.querySelectorAll('#people code').forEach((words) => { words.textContent = '–' })")


def write_on(page):
    """Opens the article that came back."""
    page.locator("#list li", has_text="Birch and apples").get_by_role("button").click()
    page.locator("#preview .preview-title").wait_for()


def remark(page):
    """Opens the article that waits, and begins a remark on its third paragraph."""
    page.click("#queue button")
    page.get_by_role("button", name="Remark on paragraph 3").click()
    page.fill("#remark", "Is “far more” known in figures?")


def find_accounts(page):
    """Finds accounts, and hides what depends on the computer: the sizes, and times of its own clock."""
    page.fill("#name", "a")
    page.press("#name", "Enter")
    page.locator("#accounts li").first.wait_for()
    page.evaluate("document.querySelectorAll('#state dd').forEach((words) => { words.textContent = '–' })")


def see_charts(page):
    """Shows the carbon of the kept trips, with a meal that is on the list of this device."""
    page.click("#intro-done")
    eaten = {"name": "Mince", "type": "beef", "grams": 60, "share": 1, "isGuessed": False, "day": EVE}
    page.evaluate("(eaten) => localStorage.setItem('food-carbon', JSON.stringify([eaten]))", eaten)
    page.reload()
    page.locator("#bars .bar").first.wait_for()
    page.select_option("#measure", "carbon")
    page.locator("#pie path").first.wait_for()


# For each picture: its name, its page, its description, and the steps before it is taken.
PAGES = [
    ("map", f"/#7/47.000/8.200/birch/{DAY}", "The map, with stations and what people report", None),
    ("map-far", f"/#5/47.000/8.200/birch/{DAY}", "The map far out: no mark covers the name of a country", None),
    ("map-place", f"/#9/47.450/7.750/birch/{DAY}", "What is in the air at a place", open_place),
    ("today", "/today", "The day at one's places", None),
    ("report", "/report", "A report: how it feels", None),
    ("report-symptoms", "/report", "A report: symptoms and a cause are chosen", choose_symptoms),
    ("diary", "/diary", "The diary: five faces", None),
    ("diary-more", "/diary", "The diary: what more there is to say", say_more),
    ("lookback", "/look-back", "Looking back on a diary", look_back),
    ("reminders", "/reminders", "When one is reminded of the diary", None),
    ("medicines", "/medicines", "Medicines of the day, the plan and appointments", None),
    ("values", "/values", "Health values", None),
    ("trips", "/trips", "Trips, and what was in the air on the way", None),
    ("studies", "/studies", "Studies of researchers, and how one joins", None),
    ("studies-join", "/studies/join", "Joining a study by a code: what it is about", look_at_invitation),
    ("foods", "/foods", "Food allergies, and a card for restaurants", None),
    ("immunotherapy", "/immunotherapy", "The immunotherapy diary", None),
    ("contacts", "/contacts", "Whom to reach in an emergency", None),
    ("sharing", "/sharing", "A diary shared by a link", None),
    ("shared", "/shared", "Where a shared link is opened", None),
    ("places", "/places", "Places of a household", None),
    ("places-form", "/places", "A new place, and how often it would have warned", draw_place),
    ("inbox", "/inbox", "Alerts", None),
    ("account", "/account", "The account", None),
    ("profile", "/profile", "What somebody reacts to", None),
    ("welcome", "/welcome", "Questions of the beginning", None),
    ("channels", "/channels", "How alerts come", None),
    ("permissions", "/permissions", "What the browser allows", None),
    ("moderation", "/moderation", "Reports that people doubt, for moderators", None),
    ("review", "/review", "Articles that wait for a reviewer, and a remark", remark),
    ("admin", "/admin", "The service at a glance, for administrators", find_accounts),
    ("admin-study", "/admin", "A study and its people, for administrators", administer_study),
    ("operate", "/operate", "A station, for who operates it", enter_station),
    ("docs", "/docs/api", "The programming interface", None),
    ("about", "/about", "About the data", None),
    ("emergency", "/emergency", "What to do now", None),
    ("help", "/help", "Help at hand", None),
    ("plan", "/plan", "The action plan that a doctor wrote", None),
    ("injectors", "/injectors", "Adrenaline injectors, and until when they are good", None),
    ("documents", "/documents", "Photographs and PDFs of plans and letters", None),
    ("handover", "/handover", "What helps, handed over by a link", None),
    ("handed", "/handed", "Where a link for who looks after somebody is opened", None),
    ("purpose", "/purpose", "What the service is for, and what not", None),
    ("faq", "/faq", "Questions and answers", None),
    ("guide", "/guide", "Answers to a question in plain words", ask_guide),
    ("contact", "/contact", "A message to those who run the service", None),
    ("privacy", "/privacy", "What is kept, and why", None),
    ("support", "/support", "How to support the service", None),
    ("allergen", "/allergens/birch", "An allergen: when it flies, and what goes with it", None),
    ("station", "/station/basel", "A station, and what is in the air there", None),
    ("nowhere", "/nowhere", "An address without a page", None),
    ("offline", "/offline", "Without a network", None),
]
# The pictures for ben, an expert who keeps his trips.
DESK = [
    ("write", "/write", "An article that an expert writes, with a reviewer's remark", write_on),
    ("trips-charts", "/trips", "The carbon of trips and of a meal, as bars and as a pie", see_charts),
]
# The pictures for clara, who leads a study.
LABORATORY = [
    ("research", "/research", "The studies of a researcher", None),
    ("research-study", "/research", "A study: its next steps, its words and its settings", lead_study),
    ("research-people", "/research", "The people of a study with their statuses", lead_study),
    ("research-progress", "/research", "How answers come in, and the files to take away", lead_study),
]
# The pictures for david, who takes part in the study and has answered it the day before.
PARTICIPATION = [
    ("studies-answer", "/studies/answer", "The form of a study", None),
    ("studies-summary", "/studies/answer", "The latest answer, with its place and the air there", None),
]
# The pictures for readers who have not signed in.
ENTRANCES = [
    ("today-stranger", "/today", "The day without an account", None),
    ("inbox-stranger", "/inbox", "Alerts without an account", None),
    ("operate-entry", "/operate", "The way to a station", None),
    ("sign-in", "/sign-in", "Signing in", None),
    ("sign-up", "/sign-up", "A new account", None),
    ("reset-password", "/reset-password", "A forgotten password", None),
    ("verify", "/verify", "A link that is not valid any more", None),
    ("article", "/articles/hay-fever", "An article, with its drawing and its sources", None),
    ("articles", "/articles", "The list of articles", None),
    ("pollutant", "/pollutants/ozone", "A pollutant: what it is, and its limits", None),
]
# All pages, by who reads them.
READERS = [("anna", PAGES), ("ben", DESK), ("clara", LABORATORY), ("david", PARTICIPATION), (None, ENTRANCES)]
# The pages as they are opened, by the name of the first picture of each: all engines show them.
COMPARED_PAGES = {
    name: (reader, path) for (reader, path), name in
    {(reader, path): name for reader, pages in READERS for name, path, _, _ in reversed(pages)}.items()
}
# Pages that are drawn in some sizes and themes only; all others are drawn in each.
FEW = {
    "article": {"phone": ["light"], "desk": ["dark"]},
    "articles": {"phone": ["light"]},
    "pollutant": {"phone": ["light"]},
    "trips-charts": {"phone": ["light"], "desk": ["dark"]},
    "research-people": {"phone": ["light"], "desk": ["dark"]},
    "research-progress": {"phone": ["light"], "desk": ["dark"]},
    "studies-summary": {"phone": ["light"], "desk": ["dark"]},
}
# The main pages, which are drawn in Firefox and WebKit, too.
MAIN = ["map", "today", "report", "diary", "places", "inbox", "station", "emergency"]
# What pictures begin with that do not show the top of a page.
BEGINNINGS = {
    "trips-charts": "#measure", "research-people": "#people-part", "research-progress": "#progress-part", "studies-summary": "#summary",
}
# What steps are told, by its name.
TOLD = {enter_station: "key", look_at_invitation: "code"}

# The one font family on every computer with this project, so that letters are equally wide everywhere.
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>{folder}</cachedir>
<alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<alias binding="same"><family>ui-monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match></fontconfig>"""


def fonts_in(folder):
    """The file that names the fonts of the pictures."""
    fonts = (folder / "fonts.conf").resolve()
    if not fonts.exists():
        fonts.write_text(FONTS.format(folder=fonts.with_suffix("")))
    return fonts


def launched_in(folder):
    """A browser with the fonts of the pictures."""
    return launched(env={**os.environ, "FONTCONFIG_FILE": str(fonts_in(folder))})


class Studio:
    """Pages at one width, drawn for one reader after the other."""

    def __init__(self, browser, address, size, state=None):
        width, height = SIZES[size]
        self.size, self.address = size, address
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", timezone_id="Europe/Zurich",
            reduced_motion="reduce", service_workers="block", storage_state=state, geolocation=BASEL,
            permissions=["geolocation", "notifications"], has_touch=size == "phone")
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(UNDERSTOOD)
        self.context.clock.install(time=MOMENT + "Z")
        self.page = self.context.new_page()
        self.under_way = set()
        self.page.on("request", self.begin)
        for kind in ["requestfinished", "requestfailed"]:
            self.page.on(kind, lambda request: self.under_way.discard(request))

    def begin(self, request):
        # A stream of alerts never ends.
        if not request.url.endswith("/stream") and request.resource_type != "eventsource":
            self.under_way.add(request)

    def settle(self):
        """Waits until everything has loaded, and nothing moves any more."""
        calm = 0
        for _ in range(PATIENCE // 100):
            is_calm = not self.under_way and self.page.evaluate(IS_DRAWN)
            calm = calm + 100 if is_calm else 0
            if calm > CALM:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{self.page.url} does not come to rest: {[r.url for r in self.under_way]}")

    def note_layout(self, name, theme, folder):
        """Notes the layout with which those in other engines are compared."""
        (folder / f"{name}-{self.size}-{theme}.json").write_text(json.dumps(self.page.evaluate(LAYOUT)))

    def turn(self, theme):
        self.page.emulate_media(color_scheme=theme)
        self.settle()

    def draw(self, name, path, prepare, folder, themes):
        """Opens a page, takes its picture in some themes, and notes its layout as it was opened."""
        page = self.page
        self.under_way.clear()
        page.goto("about:blank")
        page.emulate_media(color_scheme="light")
        self.context.clock.set_system_time(MOMENT + "Z")
        page.goto(self.address + path)
        self.settle()
        compared = COMPARED.get(self.size) if name in COMPARED_PAGES else None
        if compared and (prepare or compared not in themes):
            self.turn(compared)
            self.note_layout(name, compared, folder)
            compared = None
            self.turn("light")
        if prepare:
            prepare(page)
            self.settle()
        page.evaluate(LEAVE)
        if name in BEGINNINGS:
            page.locator(BEGINNINGS[name]).evaluate("(first) => first.scrollIntoView()")
        for theme in themes:
            self.turn(theme)
            page.screenshot(
                path=folder / f"{name}-{self.size}-{theme}.png", animations="disabled", caret="hide")
            if theme == compared:
                self.note_layout(name, theme, folder)

    def end(self):
        self.context.close()


def signed_in(browser, address, invitation, name, path, sight):
    """The browser state of a person who chose a password and signed in, once something on a page is there."""
    person = Person(browser, address, service_workers="block")
    page = person.come(invitation, name, path)
    expect(page.locator(sight).first).to_be_visible()
    state = person.context.storage_state()
    person.end()
    return state


def draw_in_size(size, address, states, told, folder, names):
    """Draws the pages at one width, in a browser of its own."""
    with launched_in(folder) as browser:
        for reader, pages in READERS:
            studio = Studio(browser, address, size, states.get(reader))
            for name, path, _, prepare in pages:
                themes = FEW[name].get(size, []) if name in FEW else THEMES
                is_compared = name in COMPARED_PAGES and size in COMPARED
                if not (themes or is_compared) or (names and name not in names):
                    continue
                step = partial(prepare, **{TOLD[prepare]: told[TOLD[prepare]]}) if prepare in TOLD else prepare
                studio.draw(name, path, step, folder, themes)
            studio.end()


def draw_all(address, states, told, folder, names):
    """Draws all pages, at all widths at once: a browser spends most of the time waiting for pages to come to
    rest. The other engines then open them, and draw the main ones."""
    draw = partial(draw_in_size, address=address, states=states, told=told, folder=folder, names=names)
    with ProcessPoolExecutor(len(SIZES), get_context("spawn")) as pool:
        list(pool.map(draw, SIZES))
    pages = {name: page for name, page in COMPARED_PAGES.items() if not names or name in names}
    if pages:
        engine_pictures.draw_in_engines(address, states, fonts_in(folder), folder, pages, MAIN)


def all_complaints(folder):
    """What differs from the accepted pictures, and between the engines."""
    return {**complaints(folder), **layout_complaints(folder, engine_pictures.ENGINES)}


def page_of(picture):
    """The name of the page of a picture, from that of its file."""
    return picture.rsplit("-", 2)[0]


def main(address, clock, folder, secrets, act, *names):
    check(act == "draw" or not names, "pictures are compared and accepted all together")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    secrets = {file.name: file.read_text().strip() for file in Path(secrets).iterdir()}
    service = Service(address, clock)
    tokens = {name.removesuffix(".token"): word for name, word in secrets.items() if name.endswith(".token")}
    key = secrets["basel.key"]
    told = {"key": key, "code": happen(service, tokens, key)}
    with launched_in(folder) as browser:
        # An invitation works once.
        states = {
            "anna": signed_in(browser, address, secrets["anna.invitation"], "anna", "/inbox", ".tabs .unread"),
            "ben": signed_in(browser, address, secrets["ben.invitation"], "ben", "/write", "#list button"),
            "clara": signed_in(browser, address, secrets["clara.invitation"], "clara", "/research", "#list button"),
            "david": signed_in(browser, address, secrets["david.invitation"], "david", "/studies/answer", "#summary-answers dt"),
        }
    draw_all(address, states, told, folder, names)
    if act == "accept":
        accept(folder, [(name, caption) for _, pages in READERS for name, _, caption, _ in pages], [*SIZES, *engine_pictures.ENGINES], THEMES)
    elif act == "compare":
        found = all_complaints(folder)
        if found:
            # On a busy computer something may come after a page has been at rest: what differs is drawn once
            # more, now that nothing else is. A real change differs again.
            draw_all(address, states, told, folder, {page_of(picture) for picture in found})
            found = all_complaints(folder)
        check(not found, "\n".join(found.values()))


if __name__ == "__main__":
    play(main)
