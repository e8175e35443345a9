"""Two people with the app, each in a browser of their own: one reports, the other is warned.

Arguments: the address of the server, the links at which anna and ben choose a password, the greeting of the push service
(JSON), and the file into which it writes what it was sent. What is wrong ends the script with a sentence.
"""

import json
import time

from browsing import awaited, check, launched, play
from people import Log, Person
from playwright.sync_api import expect

HERE = {"longitude": 7.6, "latitude": 47.55}
ALLERGENS = [{"allergen": "birch"}, {"allergen": "grass"}]
MOST_TAPS = 6
#: Seconds from the opening of the page until a report is sent.
LONGEST_REPORT = 20
#: Milliseconds from the last tap until the report is on the other's map.
LATEST = 1000

#: Notes when marks of alerts come to stand on the map.
WATCH_MARKS = """
    window.marked = {};
    new MutationObserver(() => {
        for (const { dataset } of document.querySelectorAll(".alert-mark[data-alert]")) {
            window.marked[dataset.alert] ??= Date.now();
        }
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-alert"] });
"""


def meet(browser, address, link, name):
    person = Person(browser, address, viewport={"width": 400, "height": 800}, geolocation=HERE,
                    permissions=["geolocation", "notifications"])
    person.come(link, name)
    person.done("PATCH", "/v1/me/profile", {"allergens": ALLERGENS})
    return person


def wait_to_be_told(ben, greeting):
    """Somebody has a place, and turns notifications on."""
    ben.done("POST", "/v1/me/fences", {
        "name": "Home", "area": {"type": "Point", "coordinates": list(HERE.values())}, "radius": 5000,
        "allergens": ALLERGENS})
    ben.have_push(greeting)
    page = ben.open("/channels")
    page.click("#device-on")
    expect(page.locator("#device-state")).to_have_attribute("data-state", "on")
    expect(page.locator("#channels li")).to_have_count(1)


def fill_report(page, allergen, symptom):
    """Does everything but the last tap; returns how many taps there are with it."""
    taps = ["#next", f"#allergens [data-key={allergen}]", "#next", f"#symptoms [data-key={symptom}]"]
    for place in taps:
        page.locator(place).first.click()
    return len(taps) + 1


def tell(anna, ben):
    """What one reports stands on the other's open map within a second."""
    ben.page.add_init_script(WATCH_MARKS)
    with ben.page.expect_response(lambda answer: answer.url.endswith("/v1/me/alerts/stream")):
        ben.open("/#11/47.55/7.6/birch")
    ben.page.wait_for_load_state("networkidle")
    began = time.monotonic()
    page = anna.open("/report")
    expect(page.locator("#where-status")).to_contain_text("47.550° N 7.600° E")
    taps = fill_report(page, "birch", "sneezing")
    tapped = time.time() * 1000
    page.click("#next")
    awaited(ben.page, "the report is not on the other's map", lambda: ben.page.evaluate("Object.keys(marked).length"))
    late = min(ben.page.evaluate("Object.values(marked)")) - tapped
    check(late <= LATEST, f"the report is on the other's map {late:.0f} ms after the last tap")
    page.wait_for_url("**/#12/47.555/7.605/**")
    seconds = time.monotonic() - began
    check(taps <= MOST_TAPS, f"a report takes {taps} taps")
    check(seconds <= LONGEST_REPORT, f"a report takes {seconds:.1f} seconds")


def be_pushed(ben, log):
    """What the service pushed is delivered as a push service does, and the browser shows it."""
    taken = log.next(ben.page, sentence="nothing was pushed")
    check(taken["status"] == 201, f"the push service refused {taken}")
    words = ben.deliver(taken["payload"])
    check("Birch" in words, f"the notification says {words}")


def read_inbox(ben):
    page = ben.open("/inbox")
    expect(page.locator(".alert .title")).to_have_text(["Birch: reported"])


def report_offline(anna, ben):
    """Without a network a report waits, and is sent by itself when there is one again."""
    page = anna.open("/report")
    expect(page.locator("#where-status")).to_contain_text("47.550° N 7.600° E")
    page.wait_for_load_state("networkidle")
    anna.context.set_offline(True)
    fill_report(page, "grass", "cough")
    page.click("#next")
    expect(page.locator("#report-status")).to_contain_text("send it as soon as you are back")
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
