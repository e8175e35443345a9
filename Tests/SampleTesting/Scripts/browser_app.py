"""Two people with the app, each in a browser of their own: one reports, the other is warned.

Arguments: the address of the service, the links at which anna and ben choose a password, the greeting of the push service
(JSON), and the file into which it writes what it was sent.
"""

import json
import re
import sys
import time
import urllib.request
from pathlib import Path

from browser import BROWSER, PATIENCE, Visit, awaited, check
from playwright.sync_api import Error, expect, sync_playwright

PASSWORD = "a long enough phrase"
HERE = {"longitude": 7.6, "latitude": 47.55}

#: Browsers register with a push service of their makers, which is not to be reached; ours takes its place.
SUBSCRIBE = """(subscription) => {
    PushManager.prototype.subscribe = async () => ({
        endpoint: subscription.endpoint, expirationTime: null, toJSON: () => subscription,
        unsubscribe: async () => true,
    });
}"""

#: Notes when marks of alerts come to stand on the map.
WATCH_MARKS = """() => {
    window.marked = [];
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) {
            const mark = node.matches?.("[data-alert]") ? node : node.querySelector?.("[data-alert]");
            if (mark) window.marked.push([mark.dataset.alert, Date.now()]);
        }
        for (const node of document.querySelectorAll("[data-alert]")) {
            if (!window.marked.some(([id]) => id === node.dataset.alert)) window.marked.push([node.dataset.alert, Date.now()]);
        }
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-alert"] });
}"""


class Person(Visit):
    """Somebody with a browser, who has chosen a password and signed in."""

    def __init__(self, browser, address, link, name):
        super().__init__(browser, address, None, viewport={"width": 400, "height": 800}, geolocation=HERE,
                         permissions=["geolocation", "notifications"])
        token = re.search(r"[#?&]token=([^&\s]+)", link)[1]
        completion = json.dumps({"token": token, "password": PASSWORD}).encode()
        urllib.request.urlopen(urllib.request.Request(
            f"{address}/v1/password-resets/completion", completion, {"Content-Type": "application/json"}))
        page = self.open("/sign-in?return=/today")
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        page.wait_for_url("**/today")

    def ask(self, method, path, body=None):
        """Asks the service as this person, as the pages do."""
        return self.page.evaluate("""async ([method, path, body]) => {
            const { csrfToken } = await (await fetch("/v1/me")).json();
            const answer = await fetch(path, { method, body: body && JSON.stringify(body),
                headers: { "Content-Type": "application/json", "X-CSRF-Token": csrfToken } });
            return [answer.status, await answer.json().catch(() => null)];
        }""", [method, path, body])


def watch_place(ben):
    status, _ = ben.ask("POST", "/v1/me/fences", {
        "name": "Home", "area": {"type": "Point", "coordinates": [7.6, 47.55]}, "radius": 5000,
        "allergens": [{"allergen": "birch"}, {"allergen": "grass"}]})
    check(status == 201, f"the place was answered {status}")


def turn_push_on(ben, subscription):
    ben.page.add_init_script(f"({SUBSCRIBE})({json.dumps(subscription)})")
    page = ben.open("/channels")
    page.click("#push-on")
    awaited(page, "no channel for push came to be", lambda: any(
        channel["kind"] == "push" for channel in ben.ask("GET", "/v1/me/channels")[1]["channels"]))


def report(anna, allergen):
    """Reports what is in the air where one is; counts the taps and answers the seconds that it takes."""
    page = anna.open("/report")
    expect(page.locator("#where-status")).not_to_be_empty()
    began = time.monotonic()
    taps = [page.locator("#next"), page.locator(f"#allergens [data-key={allergen}]").first, page.locator("#next"),
            page.locator("#symptoms [data-key=sneezing]"), page.locator("#next")]
    for place in taps:
        place.click()
    check(len(taps) <= 6, "a report takes more than six taps")
    return time.monotonic() - began


def tell(anna, ben):
    """A report is on the other's map as soon as the service has answered, and no later than in a second."""
    ben.page.add_init_script(f"({WATCH_MARKS})()")
    ben.open("/#11/47.55/7.6/birch")
    ben.page.wait_for_load_state("networkidle")
    with anna.page.expect_response(lambda answer: answer.url.endswith("/v1/alerts") and answer.request.method == "POST") as sent:
        seconds = report(anna, "birch")
    alert = sent.value.json()["id"]
    told = anna.page.evaluate("Date.now()")
    check(seconds <= 20, f"a report takes {seconds} seconds")
    awaited(ben.page, "the report is not on the other's map",
            lambda: any(name == alert for name, _ in ben.page.evaluate("window.marked")))
    shown = min(at for name, at in ben.page.evaluate("window.marked") if name == alert)
    check(shown - told <= 1000, f"the report is on the other's map {shown - told} ms later")
    anna.page.wait_for_url("**/#12/47.5*")
    return alert


def be_pushed(ben, log, alert):
    """What the service pushes is delivered as a push service does, and the browser shows it."""
    awaited(ben.page, "nothing was pushed", lambda: Path(log).is_file() and Path(log).read_text().strip())
    text = json.dumps(json.loads(Path(log).read_text().splitlines()[-1])["payload"])
    client = ben.context.new_cdp_session(ben.page)
    known = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    client.send("ServiceWorker.enable")
    awaited(ben.page, "there is no service worker", lambda: known)
    client.send("ServiceWorker.deliverPushMessage", {
        "origin": ben.address, "registrationId": known[0]["registrationId"], "data": text})
    shown = """() => navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
        .then((notes) => notes.map((note) => `${note.title} ${note.body}`))"""
    awaited(ben.page, "no notification is shown", lambda: ben.page.evaluate(shown))
    words = " ".join(ben.page.evaluate(shown))
    check("Birch" in words or "birch" in words, f"the notification says {words}")


def read_inbox(ben):
    page = ben.open("/inbox")
    expect(page.locator("main")).to_contain_text("irch")


def report_offline(anna, ben):
    """Without a network a report waits, and is sent by itself when there is one again."""
    page = anna.open("/report")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#where-status")).not_to_be_empty()
    anna.context.set_offline(True)
    for place in ["#next", "#allergens [data-key=grass]", "#next", "#symptoms [data-key=cough]", "#next"]:
        page.locator(place).first.click()
    expect(page.locator("main")).to_contain_text("will be sent")
    check(not told_of(ben, "grass"), "what was reported without a network was sent")
    anna.context.set_offline(False)
    awaited(ben.page, "the report was not sent", lambda: told_of(ben, "grass"))
    anna.complaints = [words for words in anna.complaints if "ERR_INTERNET_DISCONNECTED" not in words]


def told_of(person, allergen):
    alerts = person.ask("GET", "/v1/alerts")[1]["features"]
    return [alert for alert in alerts if allergen in json.dumps(alert["properties"])]


def main(address, anna_link, ben_link, greeting, log):
    if not Path(BROWSER).is_file():
        sys.exit(f"{BROWSER} is missing: `scripts/setup --test` installs it")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        anna = Person(browser, address, anna_link, "anna")
        ben = Person(browser, address, ben_link, "ben")
        watch_place(ben)
        keys = json.loads(greeting)
        turn_push_on(ben, {"endpoint": keys["address"] + "/push/ben", "expirationTime": None,
                           "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}})
        alert = tell(anna, ben)
        be_pushed(ben, log, alert)
        read_inbox(ben)
        report_offline(anna, ben)
        anna.end()
        ben.end()
        browser.close()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, Error) as failure:
        sys.exit(f"{type(failure).__name__}: {failure}")
