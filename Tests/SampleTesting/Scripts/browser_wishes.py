"""What a newcomer is asked for after the first questions, one wish at a time, where browsers trust the site.

Arguments: a folder for screenshots or `-`, the public address of the server, which browsers trust, the host and port
where it listens, the link at which anna chooses a password, and the push service's greeting (JSON).
"""

from datetime import date, timedelta

from browsing import awaited, check, folder, launched, play
from people import ACTIVE, Person
from playwright.sync_api import expect

BASEL = {"longitude": 7.58, "latitude": 47.56}
# Each wish, and what is lost without it.
WISHES = {
    "Location": "Without your position, the map cannot open where you are. You set the place of a report yourself.",
    "Notifications": "Without notifications this device stays silent. You see an alert only when you look.",
    "Your allergens": "Without them, we do not know what to warn you about. You see everything alike.",
    "Health data": "Without them, your look back knows only what you note yourself.",
}
# What works where a permission is refused.
INSTEAD = {
    "Location": "You can search for a place or tap on the map. Alerts for your places still work.",
    "Notifications": "Alerts are still in your inbox and can reach you by e-mail.",
}


def skip_questions(visit):
    page = visit.open("/welcome")
    page.click("#skip-all")
    expect(page.locator("#finish-about")).to_contain_text("We stored nothing.")
    return page


def expect_wish(page, heading):
    """One wish is asked for, and says what is lost without it."""
    expect(page.locator("#wish-heading")).to_have_text(heading)
    expect(page.locator("#wish .hint")).to_have_text(WISHES[heading])
    expect(page.locator("#wish .main")).to_have_count(1)


def decline_all(visit):
    """The wishes come one after the other; none has to be granted."""
    page = skip_questions(visit)
    for number, heading in enumerate(WISHES):
        expect_wish(page, heading)
        if number > 0:
            expect(page.locator("#wish-heading")).to_be_focused()
        visit.picture(f"wish-{number + 1}")
        page.get_by_role("button", name="Not now").click()
    expect(page.locator("#wish")).to_be_hidden()
    expect(page.locator("#finish-heading")).to_be_focused()


def refuse(visit):
    """What the browser refuses is said with what is lost and what works instead, before anything else is asked for."""
    page = skip_questions(visit)
    for heading, button in [("Location", "Allow my location"), ("Notifications", "Allow notifications")]:
        expect_wish(page, heading)
        page.get_by_role("button", name=button).click()
        expect(page.locator("#wish-status")).to_have_text(f"{WISHES[heading]} {INSTEAD[heading]}")
        expect(page.locator("#wish-heading")).to_have_text(heading)
        expect(page.locator("#wish .hint")).to_be_hidden()
        expect(page.locator("#wish a[href='/permissions']")).to_have_text("How to allow it again")
        expect(page.locator("#wish .main")).to_be_focused()
        page.keyboard.press("Enter")
    expect_wish(page, "Your allergens")


def be_blocked(visit):
    """What is blocked already is said with what is lost, and leads to how it is allowed."""
    visit.deny("geolocation")
    page = skip_questions(visit)
    expect(page.locator("#wish-heading")).to_have_text("Location")
    expect(page.locator("#wish .badge")).to_have_text("blocked")
    expect(page.locator("#wish .hint")).to_have_text(f"{WISHES['Location']} {INSTEAD['Location']}")
    page.get_by_role("link", name="How to allow it again").click()
    page.wait_for_url("**/permissions")


def grant(visit, greeting):
    """What the browser allows leads on to the next wish, and the device has its notifications."""
    visit.have_push(greeting)
    page = skip_questions(visit)
    page.evaluate(ACTIVE)
    expect_wish(page, "Location")
    visit.context.grant_permissions(["geolocation", "notifications"])
    page.get_by_role("button", name="Allow my location").click()
    expect_wish(page, "Notifications")
    page.get_by_role("button", name="Allow notifications").click()
    expect_wish(page, "Your allergens")
    channels = visit.done("GET", "/v1/me/channels")["channels"]
    check([channel["kind"] for channel in channels] == ["push"], f"the channels are {channels}")


def choose_allergens(visit):
    """What is granted is not asked for again, and neither are allergens that are known."""
    page = skip_questions(visit)
    expect_wish(page, "Your allergens")
    page.get_by_role("link", name="Choose allergens").click()
    page.wait_for_url("**/profile")
    page.fill("#chooser-search", "birch")
    page.locator("#chooser li:visible input").check()
    expect(page.locator("#watches li")).to_have_count(1)
    awaited(page, "the choice is not saved", lambda: visit.done("GET", "/v1/me/profile")["allergens"])
    page = skip_questions(visit)
    expect_wish(page, "Health data")
    page.get_by_role("link", name="Add health data").click()
    page.wait_for_url("**/values")


def know_health_data(visit):
    """Who has health values here is not asked for them; nothing is left to wish for."""
    yesterday = date.today() - timedelta(days=1)
    visit.done("PUT", "/v1/me/consents/health", {"version": 1})
    value = {"kind": "peakFlow", "value": 430, "time": f"{yesterday}T12:00:00Z"}
    visit.done("POST", "/v1/me/metrics", {"values": [value]})
    with visit.page.expect_response(lambda response: response.url.endswith("/v1/me/metrics")) as asked:
        page = skip_questions(visit)
    check(len(asked.value.json()["days"]) == 1, "the value is not known")
    # What the page makes of the answer is done before the browser has nothing to do.
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    expect(page.locator("#finish-heading")).to_be_visible()
    expect(page.locator("#wish")).to_be_hidden()


def main(pictures, address, listener, link, greeting):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        phone = {"viewport": {"width": 400, "height": 800}, "geolocation": BASEL}
        anna = Person(browser, address, folder(pictures), **phone)
        anna.come(link, "anna", "/welcome")
        decline_all(anna)
        # A browser remembers what it refused, so that this one is another of hers.
        another = Person(browser, address, folder(pictures), storage_state=anna.context.storage_state(), **phone)
        refuse(another)
        be_blocked(another)
        another.end()
        grant(anna, greeting)
        choose_allergens(anna)
        know_health_data(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
