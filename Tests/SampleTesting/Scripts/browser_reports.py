"""Drives a browser through places, a report and alerts of a running server, for a person with a new account.

Arguments: a folder for screenshots or `-`, the address of the server, the link with which the owner of the
account `anna` chooses a password, the token of another account that reports, a key of the station `harbour`, and
today's date. A failure ends the script with a message; so does any error in a page's console, except for refused
answers, and any violation of the content security policy.
"""

import json
import re
import urllib.request

from browsing import awaited, check, folder, launched, play
from people import Person
from playwright.sync_api import expect

BASEL = {"latitude": 47.5596, "longitude": 7.5886}
WINDOW = {"width": 1000, "height": 800}
# From any page to a report that is sent, when the position is right.
MOST_TAPS = 3


def sign_in(visit, link):
    page = visit.come(link, "anna", "/places")
    expect(page.locator("#add")).to_be_visible()
    expect(page.locator("#places-count")).to_contain_text("no places yet")


def is_above(ring, sheet):
    """Whether the ring is shown whole between the controls at the top and the sheet. A part that is not drawn has no box."""
    ring, sheet = ring.bounding_box(), sheet.bounding_box()
    return bool(ring and sheet) and 130 <= ring["y"] and ring["y"] + ring["height"] <= sheet["y"]


def stand_on_the_map(visit):
    """On a phone, one's position is shown above the sheet, which has days of its own."""
    page = visit.page
    page.set_viewport_size({"width": 360, "height": 740})
    visit.open("/#3/46.1/10/birch")
    expect(page.locator("#status")).not_to_be_empty()
    page.click("#position")
    page.wait_for_function("() => location.hash.startsWith('#9/')")
    expect(page.locator(".leaflet-zoom-anim")).to_have_count(0)
    awaited(page, "the position is not above the sheet", lambda: is_above(page.locator("path.point"), page.locator("#sheet")))
    today = page.input_value("#date")
    page.click("#sheet-days [data-days='1']")
    expect(page.locator("#sheet-days [aria-pressed=true]")).to_have_attribute("data-days", "1")
    awaited(page, "the sheet does not lead to tomorrow", lambda: page.input_value("#date") > today)
    expect(page.locator("#sheet")).to_be_visible()
    play_season(page)
    compare_days(page)
    page.set_viewport_size(WINDOW)
    visit.open("/places")


def play_season(page):
    """Days pass by themselves until they are paused; then the map shows the day at which they stopped."""
    page.click("#sheet-close")
    page.click("#speed")
    expect(page.locator("#speed")).to_have_text("4×")
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    shown = set()
    awaited(page, "no day passes", lambda: shown.add(page.input_value("#date")) or len(shown) > 2)
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play the season")
    expect(page.locator("#map.playing")).to_have_count(0)
    awaited(page, "the map is not of the day at which days stopped",
            lambda: page.evaluate("location.hash").endswith(page.input_value("#date")))
    stopped = page.input_value("#date")
    page.wait_for_timeout(300)
    check(page.input_value("#date") == stopped, "days pass although they are paused")


def compare_days(page):
    """A line between two days is moved by keys; afterwards the map is as before."""
    page.click("#compare")
    expect(page.locator(".split-line")).to_be_visible()
    page.focus("#split")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".split-line")).to_have_attribute("style", "left: 51%;")
    for pane in ["field", "other"]:
        expect(page.locator(f".leaflet-{pane}-pane")).to_have_css("clip", re.compile(r"^rect\("))
    page.click("#compare")
    expect(page.locator(".split-line")).to_have_count(0)
    expect(page.locator("#play")).to_be_visible()


def draw_by_keys(visit):
    """Draws an area with corners without a pointer; the first mistake is reported at its field."""
    page = visit.page
    page.click("#add")
    page.click("#save")
    expect(page.locator("#name-error")).to_have_text("Please fill this in.")
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Home")
    page.fill("#search", "47.56, 7.59")
    expect(page.locator("#search-list [role=option]")).to_have_count(1)
    page.press("#search", "Enter")
    expect(page.locator("#latitude")).to_have_value("47.56000")
    page.check("input[value=corners]")
    page.focus("#area-map")
    for keys in [["Enter"], ["Shift+ArrowRight", "Enter"], ["Shift+ArrowDown", "Enter"]]:
        corners = page.locator(".handle.corner").count()
        for key in keys:
            before = page.locator("#area-map .leaflet-map-pane").get_attribute("style")
            page.keyboard.press(key)
            if key != "Enter":
                awaited(page, "the map does not move", lambda: page.locator(
                    "#area-map .leaflet-map-pane").get_attribute("style") != before)
                expect(page.locator(".leaflet-pan-anim")).to_have_count(0)
        expect(page.locator(".handle.corner")).to_have_count(corners + 1)
        page.focus("#area-map")
    page.keyboard.press("Enter")
    expect(page.locator("#area-status")).to_have_text("Area with 3 corners.")
    page.click("#watch-own + span")
    page.locator("#watch-choice [data-key=grass]").first.click()
    visit.picture("places-form")
    page.click("#save")
    expect(page.locator("#page-status")).to_contain_text("Home is saved")
    expect(page.locator(".fence-card h3")).to_have_text(["Home"])
    visit.picture("places")


def watch_what_was_asked_for(visit):
    """The form to which the page of an allergen leads watches that allergen."""
    page = visit.open("/places?allergen=birch#new")
    expect(page.locator("#editor-heading")).to_be_visible()
    expect(page.locator("#watch-own")).to_be_checked()
    expect(page.locator("#watch-choice [data-key=birch][aria-pressed=true]").first).to_be_visible()
    expect(page.locator("#watch-choice [aria-pressed=true]:not([data-key=birch])")).to_have_count(0)


def find_what_is_watched(visit):
    """Who watches the allergen already is led to the place that does, and can still add another."""
    page = visit.open("/places?allergen=grass#new")
    expect(page.locator("#editor-heading")).to_have_text("Work")
    expect(page.locator("#watch-choice [data-key=grass][aria-pressed=true]").first).to_be_visible()
    visit.open("/places?allergen=grass")
    page.click("#add")
    expect(page.locator("#name")).to_have_value("")


def add_circle(visit):
    page = visit.page
    page.click("#add")
    page.fill("#name", "Work")
    page.click(".coordinates > summary")
    for field, value in [("latitude", "47.55"), ("longitude", "7.6"), ("radius", "4")]:
        page.fill(f"#{field}", value)
        page.press(f"#{field}", "Tab")
    page.fill("#radius", "900")
    page.press("#radius", "Tab")
    expect(page.locator("#area-status")).to_contain_text("0.1 to 300 km")
    page.fill("#radius", "4")
    page.press("#radius", "Tab")
    page.click("#watch-own + span")
    page.locator("#watch-choice [data-key=grass]").first.click()
    page.click("#save")
    expect(page.locator(".fence-card h3")).to_have_text(["Home", "Work"])
    page.get_by_label("Remove: Home").click()
    page.click("#question-yes")
    expect(page.locator(".fence-card h3")).to_have_text(["Work"])
    # Nobody has said a time zone, so that the first place took the device's.
    zone = visit.done("GET", "/v1/me/profile")["timeZone"]
    check(zone == "Europe/Zurich", f"the time zone is {zone}")


def report(visit):
    """From the map, a report takes three taps, one of which opens its page; then the page says what can help."""
    taps = 0
    page = visit.open("/")
    page.wait_for_load_state("networkidle")

    def tap(selector):
        nonlocal taps
        taps += 1
        page.locator(selector).first.click()

    tap("nav.tabs a[href='/report']")
    page.wait_for_url("**/report")
    tap("[data-key=sneezing]")
    expect(page.locator("#place-name")).to_have_text("47.560° N 7.589° E")
    expect(page.locator("#likely [data-key=unsure]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#send")).to_have_text("Send report")
    visit.picture("report")
    tap("#send")
    expect(page.locator("#done-about")).to_contain_text("on the map")
    check(taps <= MOST_TAPS, f"a report takes {taps} taps")
    expect(page.locator("#helps li")).to_have_count(4)
    expect(page.locator("#done a[href^='https://www.nhs.uk/']")).to_have_text("NHS")
    expect(page.locator("#done-heading")).to_be_focused()
    expect(page.locator("#done-place")).to_have_attribute("href", "/place/47.56,7.59")
    visit.picture("report-done")
    page.click("#done-map")
    page.wait_for_url("**/#12/47.555/7.585/**")
    for days, count in [("0", 1), ("-1", 0), ("0", 1)]:
        page.click(f"#near-days [data-days='{days}']")
        expect(page.locator(".alert-mark")).to_have_count(count)
    visit.open("/today")
    expect(page.locator("#alert-list .badge.own")).to_have_text("your report")


def report_without_network(visit):
    """What is chosen stays on the way back; without a network, the report waits."""
    page = visit.open("/report")
    page.click("#send")
    expect(page.locator("#report-status")).to_have_text("Tap a symptom first.")
    expect(page.locator("#strength")).to_be_hidden()
    page.click("[data-key=itchyEyes]")
    for strength in ["strong", "mild"]:
        page.click(f"#strengths [data-key={strength}]")
    expect(page.locator("#strengths [aria-pressed=true]")).to_have_text("Mild")
    page.click("#others > summary")
    page.locator("#allergens [data-key=tree]").first.click()
    expect(page.locator("#likely [data-key=unsure]")).to_have_attribute("aria-pressed", "false")
    visit.open("/today")
    page.go_back()
    expect(page.locator("[data-key=itchyEyes]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#strengths [aria-pressed=true]")).to_have_text("Mild")
    expect(page.locator("#allergens [data-key=tree]").first).to_have_attribute("aria-pressed", "true")
    page.click("#likely [data-key=unsure]")
    expect(page.locator("#allergens [data-key=tree]").first).to_have_attribute("aria-pressed", "false")
    page.click("#place-change")
    expect(page.locator("#where-status")).to_contain_text("47.560° N")
    expect(page.locator("#told")).to_contain_text("without a name")
    page.check("#shows-name")
    expect(page.locator("#told")).to_contain_text("anna")
    page.uncheck("#shows-name")
    visit.context.set_offline(True)
    page.click("#send")
    expect(page.locator("#done-about")).to_contain_text("send it once you are online")
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    visit.context.set_offline(False)
    expect(page.locator(".notice:has(button):visible")).to_contain_text("has been sent")
    check(len(sent) == 1 and sent[0].headers.get("idempotency-key"), f"the report was sent {len(sent)} times")


def read_alerts(visit, token):
    """Another person's report arrives while the page is open, and counts until it is read."""
    page = visit.open("/inbox")
    expect(page.locator("#days")).to_contain_text("You have no alerts")
    # More than 3 km from the earlier report, because otherwise it would be the same alert.
    body = {"area": {"type": "Point", "coordinates": [7.64, 47.535]}, "allergens": ["grass"], "comment": "by the river"}
    urllib.request.urlopen(urllib.request.Request(
        f"{visit.address}/v1/alerts", json.dumps(body).encode(), method="POST",
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"}))
    expect(page.locator(".alert")).to_have_count(1)
    expect(page.locator(".tabs .unread")).to_contain_text("1 unread")
    page.focus(".alert summary")
    page.keyboard.press("Enter")
    expect(page.locator(".alert dl")).to_contain_text("by the river")
    expect(page.locator(".tabs .unread")).to_have_count(0)
    expect(page.locator("#inbox-count")).to_have_text("You have read everything.")
    visit.picture("inbox")
    page.select_option("#place", "Work")
    expect(page.locator(".alert")).to_have_count(1)
    page.get_by_text("Mark as unread").click()
    expect(page.locator(".tabs .unread")).to_contain_text("1 unread")
    page.click("#all-read")
    expect(page.locator(".tabs .unread")).to_have_count(0)


def read_today(visit, key, day):
    """Low values are folded, that reports contradict them is said, and of several places one can be chosen."""
    rows = [f"{allergen},{day},{value},confirmed" for allergen, value in [("birch", 8), ("hazel", 8), ("alder", 8), ("oak", 0)]]
    urllib.request.urlopen(urllib.request.Request(
        f"{visit.address}/v1/stations/harbour/readings", "\n".join(["allergen,day,value,quality", *rows, ""]).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "text/csv"}))
    garden = {"type": "Point", "coordinates": [7.61, 47.56]}
    visit.done("POST", "/v1/me/fences", {"name": "Garden", "area": garden, "radius": 4000})
    page = visit.open("/today")
    expect(page.locator("#risk .note")).to_contain_text("Values are low, yet")
    folded = page.locator("#places > [aria-label=Garden] .quiet-rows")
    expect(folded.locator("summary")).to_have_text("All 4: low or none")
    expect(folded.locator("table")).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("tbody th")).to_have_count(3)
    expect(folded.locator("p")).to_contain_text(re.compile("oak", re.IGNORECASE))
    choose_place(page)


def choose_place(page):
    """The choice stays on the device."""
    places = page.locator("#places > section")
    expect(places).to_have_count(2)
    page.click("#switch [data-place$=Garden]")
    expect(places).to_have_count(1)
    page.reload()
    expect(places).to_have_count(1)
    expect(places).to_have_attribute("aria-label", "Garden")
    page.click("#switch [data-place='']")
    expect(places).to_have_count(2)


def answer_alerts(visit):
    """What one has said of an alert is known after a reload, and a report of one's own can be withdrawn."""
    page = visit.open("/#14/47.535/7.64/grass")
    mark, sheet = page.locator(".alert-mark:not([inert])"), page.locator("#sheet")
    mark.click()
    expect(sheet).to_contain_text("by the river")
    sheet.locator(".alert-acts > button").click()
    expect(sheet.locator(".alert-counts")).to_contain_text("1 confirmation")
    sheet.locator(".flag > summary").click()
    sheet.get_by_role("button", name="It is not true").click()
    expect(sheet.locator(".flag [role=status]")).to_contain_text("A moderator will look at it")
    page.reload()
    mark.click()
    expect(sheet.locator(".alert-acts > button")).to_have_attribute("aria-pressed", "true")
    expect(sheet.locator(".flagged")).to_contain_text("A moderator will look at it")
    expect(sheet.locator(".flag")).to_have_count(0)
    visit.open("/inbox")
    visit.open("/#14/47.555/7.585/grass")
    mark.click()
    expect(sheet.locator(".alert-acts > button")).to_have_text("Withdraw my report")
    sheet.locator(".alert-acts > button").click()
    expect(sheet.locator(".alert-acts [role=status]")).to_have_text("Your report is withdrawn.")


def main(pictures, address, link, token, key, today):
    with launched() as browser:
        visit = Person(
            browser, address, folder(pictures), viewport=WINDOW,
            geolocation=BASEL, permissions=["geolocation"])
        sign_in(visit, link)
        stand_on_the_map(visit)
        draw_by_keys(visit)
        add_circle(visit)
        watch_what_was_asked_for(visit)
        find_what_is_watched(visit)
        report(visit)
        report_without_network(visit)
        read_alerts(visit, token)
        read_today(visit, key, today)
        answer_alerts(visit)
        visit.end()


if __name__ == "__main__":
    play(main)
