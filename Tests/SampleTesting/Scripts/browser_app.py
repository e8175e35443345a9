"""Two people use the app, each in their own browser: one reports, and the other gets the alert.

Arguments: the address of the server, the links at which anna and ben choose a password, the push service's
greeting (JSON), and its output file. A failure ends the script with a message.
"""

import json
import re
import time

from browsing import awaited, check, launched, play
from people import Log, Person
from playwright.sync_api import expect

HERE = {"longitude": 7.6, "latitude": 47.55}
ALLERGENS = [{"allergen": "birch"}, {"allergen": "grass"}]
MOST_TAPS = 4
#: The longest time in seconds from opening the page to sending a report.
LONGEST_REPORT = 20
#: The longest time in milliseconds from the last tap to the report on the other person's map.
LATEST = 1000
#: Where people report until a report was fast, as a busy machine may stand still: all on the other's map, and all but the
#: first farther away than the other person's alerts reach.
PLACES = [HERE, {**HERE, "latitude": 47.65}, {**HERE, "latitude": 47.45}]

#: Records when alert markers appear on the map.
WATCH_MARKS = """
    window.marked = {};
    new MutationObserver(() => {
        for (const { dataset } of document.querySelectorAll(".alert-mark[data-alert]")) {
            window.marked[dataset.alert] ??= Date.now();
        }
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-alert"] });
"""

#: Records when the report is sent off, as the page notices it.
WATCH_TAP = "document.addEventListener('click', ({ target }) => { if (target.closest('#send')) window.tapped = Date.now(); }, true);"


def meet(browser, address, link, name):
    person = Person(browser, address, viewport={"width": 400, "height": 800}, geolocation=HERE,
                    permissions=["geolocation", "notifications"])
    person.come(link, name)
    person.done("PATCH", "/v1/me/profile", {"allergens": ALLERGENS})
    return person


def wait_to_be_told(ben, greeting):
    """Adds a place, and turns notifications on."""
    ben.done("POST", "/v1/me/fences", {
        "name": "Home", "area": {"type": "Point", "coordinates": list(HERE.values())}, "radius": 5000,
        "allergens": ALLERGENS})
    ben.have_push(greeting)
    page = ben.turn_push_on()
    expect(page.locator("#channels li")).to_have_count(1)


def fill_report(page, allergen, symptom):
    """Does everything except the last tap, and returns the number of taps including it."""
    taps = [f"#symptoms [data-key={symptom}]", f"#likely [data-key={allergen}]"]
    for place in taps:
        page.locator(place).first.click()
    return len(taps) + 1


def tell(anna, ben):
    """One person's report appears on the other's open map within a second."""
    ben.page.add_init_script(WATCH_MARKS)
    anna.page.add_init_script(WATCH_TAP)
    with ben.page.expect_response(lambda answer: answer.url.endswith("/v1/me/alerts/stream")):
        ben.open("/#11/47.55/7.6/birch")
    ben.page.wait_for_load_state("networkidle")
    lags, spans = [], []
    for place in PLACES:
        lag, seconds = report(anna, ben, place)
        lags.append(lag)
        spans.append(seconds)
        if place == HERE:
            expect(anna.page.locator("#done-map")).to_have_attribute("href", re.compile(r"^/#12/47\.555/7\.605/birch/"))
        if min(lags) <= LATEST and min(spans) <= LONGEST_REPORT:
            break
    anna.context.set_geolocation(HERE)
    check(min(lags) <= LATEST, f"the reports are on the other's map {lags} ms after the last tap")
    check(min(spans) <= LONGEST_REPORT, f"the reports take {spans} seconds")


def report(anna, ben, place):
    """How late a report is on the other's map, in milliseconds, and how long it takes, in seconds."""
    anna.context.set_geolocation(place)
    before = ben.page.evaluate("Object.keys(marked)")
    began = time.monotonic()
    page = anna.open("/report")
    expect(page.locator("#place-name")).to_contain_text(f"{place['latitude']:.3f}° N 7.600° E")
    taps = fill_report(page, "birch", "sneezing")
    check(taps <= MOST_TAPS, f"a report takes {taps} taps")
    page.click("#send")
    expect(page.locator("#done-heading")).to_be_focused()
    seconds = time.monotonic() - began
    marks = "(before) => Object.entries(marked).filter(([alert]) => !before.includes(alert)).map(([, time]) => time)"
    awaited(ben.page, "the report is not on the other's map", lambda: ben.page.evaluate(marks, before))
    return min(ben.page.evaluate(marks, before)) - page.evaluate("window.tapped"), seconds


def be_pushed(ben, log):
    """Delivers the service's message like a push service, and checks that the browser shows it."""
    taken = log.next(ben.page, sentence="nothing was pushed")
    check(taken["status"] == 201, f"the push service refused {taken}")
    words = ben.deliver(taken["payload"])
    check("Birch" in words, f"the notification says {words}")


def read_inbox(ben):
    page = ben.open("/inbox")
    expect(page.locator(".alert .title")).to_have_text(["Birch: reported"])


def report_offline(anna, ben):
    """A report waits while the network is down, and is sent automatically when it is back."""
    page = anna.open("/report")
    expect(page.locator("#place-name")).to_contain_text("47.550° N 7.600° E")
    page.wait_for_load_state("networkidle")
    anna.context.set_offline(True)
    fill_report(page, "grass", "cough")
    page.click("#send")
    expect(page.locator("#done-about")).to_contain_text("send it once you are online")
    check(not told_of(ben, "grass"), "what was reported without a network was sent")
    anna.context.set_offline(False)
    awaited(ben.page, "the report was not sent", lambda: told_of(ben, "grass"))
    expect(page.locator(".notice:has(button):visible")).to_contain_text("has been sent")


def told_of(person, allergen):
    alerts = person.done("GET", "/v1/me/alerts")["alerts"]
    return [alert for alert in alerts if allergen in json.dumps(alert)]


def main(address, anna_link, ben_link, greeting, log):
    with launched() as browser:
        anna = meet(browser, address, anna_link, "anna")
        ben = meet(browser, address, ben_link, "ben")
        wait_to_be_told(ben, greeting)
        tell(anna, ben)
        be_pushed(ben, Log(log))
        read_inbox(ben)
        report_offline(anna, ben)
        anna.end()
        ben.end()


if __name__ == "__main__":
    play(main)
