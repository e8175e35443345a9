"""Runs axe-core and some measurements on every page of a running server, signed out and signed in, and on
opened parts.

Arguments: the address of the server, the link with which the owner of an account chooses a password, the
account's name, a key of the station `basel` that the map shows today, the link of an expert, the visit with which
something was given to the service, and optionally the paths to check instead of all. The pages come from the server's
OpenAPI definition, so that none is forgotten. The account has everything that fills the pages: places, a person, a
channel, alerts, roles, and articles of the expert to review.
"""

import hashlib
import json
import urllib.request
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from multiprocessing import Manager, get_context

from accessibility import NARROW, WIDE, Audit, prove
from browsing import PATIENCE, check, launched, play
from playwright.sync_api import Error, expect

PASSWORD = "seven pollen grains"
LANGUAGES = ["de", "es", "fr", "it", "en"]
BASEL = {"latitude": 47.562, "longitude": 7.584}
MAP = "/#9/47.562/7.584/birch"
# One of each kind of page whose path has a part that is chosen. They are the same for everybody, so that only strangers see them.
EXAMPLES = ["/allergens/birch", "/articles/hay-fever", "/place/47.56,7.58", "/pollutants/ozone", "/station/basel"]
# A page is at rest when no request has ended while it was looked at so often, each time 50 milliseconds after the last: a clock would
# count the time in which a busy page did nothing.
REST = 7
# The most details that are opened on a page.
MOST_DETAILS = 12

AT_REST = """(rest) => new Promise((done) => {
    let [count, quiet] = [-1, 0];
    const look = () => {
        const now = performance.getEntriesByType("resource").length;
        const isBusy = document.querySelector("main[aria-busy=true]");
        [count, quiet] = [now, now === count && !isBusy ? quiet + 1 : 0];
        quiet > rest ? done(true) : setTimeout(look, 50);
    };
    look();
})"""


# What a page consists of, without the rail, which every page has.
CONTENT = """() => {
    const page = document.documentElement.cloneNode(true);
    page.querySelectorAll(".rail > *").forEach((part) => part.remove());
    return page.outerHTML;
}"""


LANDSCAPE = {"width": 740, "height": 360}


# Where the map begins and ends and the days begin, from the top of a window that nobody has scrolled.
MAP_AND_DAYS = """(() => {
    const [map, days] = ["map", "dates"].map((id) => document.getElementById(id).getBoundingClientRect());
    return [map.top, map.bottom, days.top];
})()"""


# Writes the words of the page's present language on the buttons of the days, and says whether they are in one row.
DAYS_IN_A_ROW = """async () => {
    const answer = await fetch("/", { cache: "no-store" });
    const other = new DOMParser().parseFromString(await answer.text(), "text/html");
    const buttons = (root) => [...root.querySelectorAll("#near-days button, #peak")];
    const shown = buttons(document);
    buttons(other).forEach((button, index) => {
        shown[index].hidden = false;
        shown[index].textContent = button.textContent;
    });
    const edges = shown.map((button) => button.getBoundingClientRect());
    const isRow = Math.max(...edges.map(({ top }) => top)) < Math.min(...edges.map(({ bottom }) => bottom));
    return [other.documentElement.lang, isRow];
}"""


def pages_of(address):
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    return sorted(
        path for path, item in paths.items()
        if "{" not in path and "text/html" in item.get("get", {}).get("responses", {}).get("200", {}).get("content", {}))


class Tour:
    """A visitor, and the findings on the way."""

    def __init__(self, browser, address, audit, who, seen):
        self.address, self.audit, self.who, self.seen = address, audit, who, seen
        self.context = browser.new_context(
            viewport=NARROW, locale="en-GB", timezone_id="Europe/Zurich", bypass_csp=True,
            reduced_motion="reduce", geolocation=BASEL, permissions=["geolocation"], service_workers="block")
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.complaints = []
        self.under_way = set()
        self.page.on("request", self.begin)
        for kind in ["requestfinished", "requestfailed"]:
            self.page.on(kind, lambda request: self.under_way.discard(request))
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)

    def begin(self, request):
        # A stream of alerts never ends.
        if not request.url.endswith("/stream") and request.resource_type != "eventsource":
            self.under_way.add(request)

    def open(self, path):
        # A change after the hash does not reload a page.
        self.page.goto("about:blank")
        self.page.set_viewport_size(NARROW)
        self.complaints.clear()
        self.under_way.clear()
        self.page.goto(self.address + path)
        self.rest()
        self.audit.prepare(self.page)
        return self.page

    def rest(self):
        """Waits until the page requests nothing more; some pages first lead to another one."""
        is_at_rest = False
        # An answer may take longer than the rest period, and much may still be missing then.
        while self.under_way or not is_at_rest:
            try:
                is_at_rest = self.page.evaluate(AT_REST, REST)
            except Error as error:
                if "context was destroyed" not in str(error):
                    raise
                self.page.wait_for_load_state()

    def name(self, path, part=""):
        return ", ".join(words for words in [path, self.who, part] if words)

    def visit(self, path):
        """Checks a page as it opens, and with all its folded parts open."""
        page, name = self.open(path), self.name(path)
        for complaint in self.complaints:
            # The sign-in page asks the server whether its visitor is signed in,
            # because only the server knows.
            if not page.url.startswith(f"{self.address}/sign-in") or "401" not in complaint:
                self.audit.find(name, "console", complaint)
        if self.is_known(path):
            return
        self.audit.check_skip(page, name)
        self.audit.check_focus(page, name)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        self.audit.look_at_all(page, name)
        self.audit.check_frame(page, name, "en")
        self.audit.check_sizes(page, name)
        if page.locator("main details:not([open])").count() > 0:
            page.evaluate(
                "(most) => [...document.querySelectorAll('main details:not([open])')].slice(0, most)"
                ".forEach((part) => { part.open = true })", MOST_DETAILS)
            self.rest()
            self.audit.look_at_all(page, self.name(path, "unfolded"), [NARROW])

    def is_known(self, path):
        """Whether one of the visitors checks the same page elsewhere: most pages of text are the same for
        both."""
        content = hashlib.sha256(self.page.evaluate(CONTENT).encode()).hexdigest()
        return self.seen.setdefault(content, self.name(path)) != self.name(path)

    def part(self, path, part):
        """Checks the page with a part of it opened."""
        self.rest()
        self.audit.look_at_all(self.page, self.name(path, part))


def sign_in(tour, link, account):
    page = tour.open(link)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    expect(page.locator("#done-heading")).to_be_visible()
    tour.part("/reset-password", "password chosen")
    page = tour.open("/sign-in")
    page.fill("#name", account)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_url("**/today")


def read_the_bar(tour):
    """Checks that the bar has room for its labels in every language, even on the narrowest phones."""
    for language in LANGUAGES:
        tour.context.add_cookies([{"name": "language", "value": language, "url": tour.address}])
        page = tour.open("/about")
        tour.audit.check_frame(page, f"/about in {language}", language)
        for width, height in [(320, 740), (360, 740), (740, 360), (1280, 740)]:
            page.set_viewport_size({"width": width, "height": height})
            tour.audit.measure(page, f"/about in {language}, {width} × {height} px", "rail", "bar")
    read_the_days(tour)
    tour.context.clear_cookies(name="language")
    read_the_map_in_landscape(tour)


def read_the_days(tour):
    """Checks that the days under the map are in one row in every language on the narrowest phones."""
    page = tour.open(MAP)
    page.set_viewport_size({"width": 320, "height": 740})
    for language in LANGUAGES:
        tour.context.add_cookies([{"name": "language", "value": language, "url": tour.address}])
        found, is_row = page.evaluate(DAYS_IN_A_ROW)
        if found != language or not is_row:
            tour.audit.find(f"/ in {language}, 320 px", "days in one row", f"the page is in {found}")


def read_the_map_in_landscape(tour):
    """Checks that a phone in landscape shows most of its height as map, with the days below it."""
    page = tour.open(MAP)
    page.set_viewport_size(LANDSCAPE)
    page.wait_for_function("document.getElementById('summary-layer').textContent !== ''")
    top, bottom, days = page.evaluate(MAP_AND_DAYS)
    if not (bottom - top >= LANDSCAPE["height"] / 2 and bottom <= days < LANDSCAPE["height"]):
        tour.audit.find("/ in landscape", "map in view", f"it reaches from {top} to {bottom} px, the days begin at {days} px")


def arrive(tour):
    """Checks the question of where somebody is, which is put to those who have not allowed their position."""
    tour.context.clear_permissions()
    page = tour.open("/")
    expect(page.locator("#arrival")).to_be_visible()
    tour.audit.check_focus(page, tour.name("/", "on arrival"))
    tour.part("/", "on arrival")
    tour.context.grant_permissions(["geolocation"])


def open_map(tour):
    """Checks the menu, the search results, and the sheets of a station, an alert and a place."""
    page = tour.open(MAP)
    page.locator(".more > summary").click()
    tour.part("/", "menu open")
    page.keyboard.press("Escape")
    page.fill("#search-field", "47.562, 7.584")
    expect(page.locator("#search-field-list [role=option]")).to_have_count(1)
    tour.part("/", "search results")
    page.press("#search-field", "Enter")
    expect(page.locator("#sheet")).to_be_visible()
    tour.part("/", "sheet of a place")
    page.keyboard.press("Escape")
    page.set_viewport_size(NARROW)
    page.click("#panel-toggle")
    tour.part("/", "panel open")
    page.set_viewport_size(WIDE)
    for part in ["station", "alert"]:
        page.evaluate("(id) => { document.getElementById(id).open = true }", f"{part}s")
        page.locator(f"#{part}-list button").first.click()
        expect(page.locator("#sheet")).to_be_visible()
        tour.part("/", f"sheet of one {part}")
        page.keyboard.press("Escape")


def use_map_by_keys(tour):
    """Checks the way to the map, its keys, and its content in words and figures."""
    page = tour.open(MAP)
    page.set_viewport_size(WIDE)
    expect(page.locator(".station-figure", has_text="4")).to_have_count(1)
    expect(page.locator("#legend tbody tr:nth-child(5) th")).to_have_text("4very high")
    page.focus("#to-map")
    page.keyboard.press("Enter")
    expect(page.locator("#map")).to_be_focused()
    before = page.url
    page.keyboard.press("ArrowUp")
    page.wait_for_function("(before) => location.href !== before", arg=before)
    check(page.locator(".leaflet-pan-anim").count() == 0, "the map glides although nobody wants motion")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#map")).to_be_focused()
    page.focus("#to-words")
    page.keyboard.press("Enter")
    expect(page.locator("#words-about")).to_contain_text("1 very high")
    expect(page.locator("#words-list .value").first).to_contain_text("Basel")
    tour.part("/", "in words")
    stops = 0
    page.locator(".picker, #picker").first.locator("button[tabindex='0']").first.focus()
    while page.evaluate("Boolean(document.activeElement.closest('#picker'))"):
        first = page.evaluate("document.activeElement.textContent")
        page.keyboard.press("Tab")
        stops += 1
    check(stops <= 9, f"the choice of the layer has {stops} stops, the last at {first}")


def choose_own_colours(tour):
    """With the reader's system colours, controls that are on still differ from those that are off."""
    page = tour.open(MAP)
    page.emulate_media(forced_colors="active")
    page.set_viewport_size(WIDE)
    for on, off in [("#show-stations", "#regions"), ("#picker [aria-pressed=true]", "#picker [aria-pressed=false]"),
                    (".tabs [aria-current=page]", ".tabs a:not([aria-current])")]:
        looks = [page.locator(part).first.evaluate("(node) => getComputedStyle(node).backgroundColor") for part in [on, off]]
        check(looks[0] != looks[1], f"{on} looks like {off} in forced colours")
    page.emulate_media(forced_colors="none")


def open_report(tour):
    page = tour.open("/report")
    expect(page.locator("#place-name")).not_to_be_empty()
    if page.locator("#where").is_hidden():
        page.click("#place-change")
    page.evaluate("document.querySelectorAll('#report details').forEach((part) => { part.open = true })")
    page.click("[data-key=wheezing]")
    expect(page.locator("#attention")).to_be_visible()
    tour.part("/report", "all of it")


def open_places(tour):
    page = tour.open("/places")
    page.click("#add")
    expect(page.locator("#editor-heading")).to_be_visible()
    page.evaluate("document.querySelectorAll('#editor details').forEach((part) => { part.open = true })")
    page.click("#save")
    tour.part("/places", "form with a mistake")
    page = tour.open("/places")
    page.get_by_label("Remove: Home").click()
    expect(page.locator("#question")).to_be_visible()
    tour.part("/places", "question")


def open_inbox(tour):
    page = tour.open("/inbox")
    page.locator(".alert summary").first.click()
    tour.part("/inbox", "alert open")


def open_operate(tour, key):
    page = tour.open("/operate")
    page.fill("#key", key)
    page.press("#key", "Enter")
    expect(page.locator("#station-name")).to_be_visible()
    tour.rest()
    name = tour.name("/operate", "with a key")
    tour.audit.look_at_all(page, name)
    tour.audit.check_frame(page, name, "en")
    tour.audit.check_sizes(page, name)


def open_review(tour):
    """Checks an article that waits, with the remark that follows on a paragraph, and one that readers see."""
    page = tour.open("/review")
    page.locator("#queue button", has_text="Plane trees").click()
    expect(page.locator("#reading .beside")).to_have_text("Which proteins?")
    page.locator("#reading .mark").first.click()
    expect(page.locator("#quote")).to_contain_text("The proteins are alike")
    look_closely(tour, "/review", "an article that waits")
    page.locator("#published button", has_text="Birch and apples").click()
    expect(page.locator("#reading .article-picture img")).to_be_visible()
    expect(page.locator("#state")).to_have_text("Published")
    look_closely(tour, "/review", "a published article")


def open_written(expert):
    """Checks an article of each state as its author sees it, and the page that readers see."""
    for title, state, part in [("Hazel", "Draft", "#preview .article-picture"), ("Mugwort", "Returned with remarks", "#remarks li"),
                               ("Plane trees", "In review", "#withdraw"), ("Birch", "Published", "#correct-part")]:
        page = expert.open("/write")
        page.locator("#list li", has_text=title).get_by_role("button").click()
        expect(page.locator("#state")).to_have_text(state)
        expect(page.locator("#preview .preview-title")).to_contain_text(title)
        expect(page.locator(part).first).to_be_visible()
        look_closely(expert, "/write", f"{state} article")
    page = expert.open("/write")
    published = page.locator("#list a").get_attribute("href")
    page = expert.open(published)
    expect(page.locator(".article-history li")).to_have_count(1)
    look_closely(expert, "/articles", "of an expert, corrected")


def open_support(tour, gift):
    """Checks the thanks for what somebody has given, with the amounts to give again below."""
    page = tour.open(f"/support?visit={gift}")
    expect(page.locator("#thanks-text")).to_contain_text("€10")
    expect(page.locator("#receipt-line")).to_be_visible()
    expect(page.locator("#amounts button").first).to_be_visible()
    look_closely(tour, "/support", "something was given")


def look_closely(tour, path, part):
    """Checks a part of a page as a whole page is checked."""
    tour.part(path, part)
    name = tour.name(path, part)
    tour.audit.check_frame(tour.page, name, "en")
    tour.audit.check_sizes(tour.page, name)


def answer_below(tour):
    """Checks a page with the question of a day below it, which nobody has answered yet."""
    tour.context.clock.set_system_time(datetime.now() + timedelta(days=1))
    page, name = tour.open("/channels"), tour.name("/channels", "with the question of the day")
    expect(page.locator("#daily")).to_be_visible()
    tour.audit.check_focus(page, name)
    tour.audit.look_at_all(page, name)
    tour.audit.check_sizes(page, name)


PARTS = {"/": lambda tour: (open_map(tour), use_map_by_keys(tour), choose_own_colours(tour)), "/report": open_report, "/places": open_places, "/inbox": open_inbox,
         "/review": open_review}


def go_as_stranger(browser, address, audit, paths, seen, key, examples, gift):
    broken = browser.new_page()
    broken.set_default_timeout(PATIENCE)
    prove(broken)
    stranger = Tour(browser, address, audit, "signed out", seen)
    if "/" in paths:
        arrive(stranger)
    for path in [*paths, *examples]:
        stranger.visit(path)
    read_the_bar(stranger)
    if "/operate" in paths:
        open_operate(stranger, key)
    if "/support" in paths:
        open_support(stranger, gift)


def go_as_member(browser, address, audit, paths, seen, link, account, expert_link):
    member = Tour(browser, address, audit, "signed in", seen)
    sign_in(member, link, account)
    for path in reversed(paths):
        member.visit(path)
        if path in PARTS:
            PARTS[path](member)
    answer_below(member)
    if "/write" in paths:
        expert = Tour(browser, address, audit, "as an expert", seen)
        sign_in(expert, expert_link, "eva")
        expert.visit("/write")
        open_written(expert)


def findings_of(go_round, address, paths, seen):
    """The findings of one visitor with their own browser; `seen` has the pages that one of them checks."""
    audit = Audit()
    with launched() as browser:
        try:
            go_round(browser, address, audit, paths, seen)
        except (AssertionError, Error) as failure:
            audit.find("the way there", type(failure).__name__, failure)
    return audit.findings


def main(address, link, account, key, expert_link, gift, *only):
    paths = [path for path in pages_of(address) if not only or path in only]
    examples = [path for path in EXAMPLES if not only or path in only]
    rounds = [partial(go_as_stranger, key=key, examples=examples, gift=gift),
              partial(go_as_member, link=link, account=account, expert_link=expert_link)]
    audit = Audit()
    with Manager() as manager, ProcessPoolExecutor(len(rounds), get_context("spawn")) as pool:
        visit = partial(findings_of, address=address, paths=paths, seen=manager.dict())
        for findings in pool.map(visit, rounds):
            audit.findings += findings
    audit.report()


if __name__ == "__main__":
    play(main)
