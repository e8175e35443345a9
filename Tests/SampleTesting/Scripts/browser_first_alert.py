"""From sign-up to the first alert: a stranger becomes a subscriber who gets alerts.

Arguments: a folder for screenshots or `-`, the public address of the server, the host and port where it
listens, the mail server's output file, a key of the station `harbour`, and today's date. A failure ends the
script with a message.
"""

import urllib.request

from browsing import awaited, check, folder, launched, play
from people import PASSWORD, Mailbox, Person
from playwright.sync_api import expect

ADDRESS = "carla@example.org"
HARBOUR = "52.5, 13.4"


def sign_up(visit, mails):
    page = visit.open("/sign-up")
    # A name that is too long is not cut in silence.
    page.fill("#username", "carlamaria")
    page.press("#username", "Enter")
    expect(page.locator("#username-error")).to_contain_text("4 to 8 letters")
    expect(page.locator("#username")).to_have_value("carlamaria")
    for field, words in [("username", "carla1"), ("email", ADDRESS), ("password", PASSWORD)]:
        page.fill(f"#{field}", words)
    # Without this consent the person may not be alerted.
    page.locator("#purposes input").first.check()
    page.press("#password", "Enter")
    expect(page.locator("#sent-text")).to_contain_text(ADDRESS)
    page.goto(mails.link(page, "/verify#"))
    expect(page.locator("#about")).to_contain_text(ADDRESS)
    page.click("#form button")
    page.click("#next")
    page.wait_for_url("**/sign-in?return=/welcome#name=carla1")
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_url(visit.address + "/welcome")
    zone = visit.done("GET", "/v1/me/profile")["timeZone"]
    check(zone == "Europe/Zurich", f"the time zone is {zone}, not the device's")


def answer_questions(visit):
    page = visit.page
    expect(page.locator("#question-heading")).to_have_text("What do you react to, and how strongly?")
    page.fill("#quiz-chooser-search", "birch")
    page.locator("#quiz-chooser li:visible input").check()
    page.locator(".reaction").get_by_label("Severely").check()
    visit.picture("first-welcome")
    page.click("#next")
    page.get_by_label("Less than once a year").check()
    page.click("#next")
    for heading in ["Who found the allergy?", "What do you take for it?", "Which other conditions do you have?"]:
        expect(page.locator("#question-heading")).to_have_text(heading)
        expect(page.locator("#question-heading")).to_be_focused()
        page.click("#skip")
    expect(page.locator("#finish-about")).to_contain_text("Your answers are saved")


def grant_mail_alone(visit):
    """One wish after the other says what is lost without it; none has to be granted. Alerts go to the confirmed address
    after one click."""
    page = visit.page
    heading, seen = page.locator("#wish-heading"), []
    expect(heading).to_be_visible()
    while page.locator("#wish").is_visible():
        check(heading.text_content() not in seen, f"{seen} are asked for again")
        seen.append(heading.text_content())
        check(len(page.locator("#wish .hint").text_content()) > 20, f"{seen[-1]} does not say what is lost")
        wish = "Send alerts to this address" if seen[-1] == "Alerts by e-mail" else "Not now"
        page.get_by_role("button", name=wish).click()
        expect(heading.filter(has_text=seen[-1])).to_have_count(0)
    expect(page.locator("#finish-heading")).to_be_focused()
    check("Alerts by e-mail" in seen and seen[-1] == "Health data", f"the wishes are {seen}")


def draw_place(visit):
    page = visit.page
    page.click("#finish a[href='/places']")
    page.wait_for_url("**/places")
    page.click("#add")
    page.fill("#name", "Quay")
    page.fill("#search", HARBOUR)
    expect(page.locator("#search-list [role=option]")).to_have_count(1)
    page.press("#search", "Enter")
    expect(page.locator("#area-status")).to_contain_text("52.500° N 13.400° E")
    page.click("#save")
    expect(page.locator("#page-status")).to_contain_text("Quay is saved")
    visit.picture("first-place")
    # The browser knows neither a position nor a last place, so the map begins at the account's own.
    visit.open("/")
    page.wait_for_function("() => location.hash.startsWith('#8/52.5')")


def be_told_by_mail(visit):
    """The address that was confirmed at sign-up is not typed and confirmed again, neither in the welcome nor later."""
    page = visit.open("/channels")
    row = page.locator("#channels li")
    expect(row).to_contain_text(ADDRESS)
    expect(row.locator(".badge")).to_have_text("on")
    expect(page.locator("#address")).to_have_value("")
    visit.done("DELETE", f"/v1/me/channels/{visit.done('GET', '/v1/me/channels')['channels'][0]['id']}")
    page.reload()
    expect(page.locator("#address")).to_have_value(ADDRESS)
    page.press("#address", "Enter")
    expect(row.locator(".badge")).to_have_text("on")
    visit.picture("first-confirmed")


def measure(listener, key, day):
    """The station uploads its counts, as its programs do."""
    body = f"allergen,day,value,quality\nbirch,{day},900,confirmed\n".encode()
    request = urllib.request.Request(
        f"http://{listener}/v1/stations/harbour/readings", body,
        {"Authorization": f"Bearer {key}", "Content-Type": "text/csv"})
    with urllib.request.urlopen(request) as answer:
        check(answer.status == 200, f"the reading is answered with {answer.status}")


def be_warned(visit, mails, listener, key, day):
    """While the page of the day is open, its badge counts the alert within a minute; the inbox and the mail
    have it too."""
    visit.page.clock.install()
    page = visit.open("/today")
    page.wait_for_load_state("networkidle")
    badge = page.locator(".tabs .unread")
    expect(badge).to_have_count(0)
    measure(listener, key, day)
    mail = mails.next(page, lambda mail: "Birch" in mail["headers"]["subject"], "no mail tells of birch")
    check(mail["to"] == [ADDRESS], f"the mail is for {mail['to']}")
    for words in ["very high", "Harbour", "Quay"]:
        check(words in mail["text"], f"the mail does not say {words}: {mail['text']}")
    page.clock.fast_forward("01:00")
    expect(badge).to_contain_text("1 unread")
    page.click(".tabs a[href='/inbox']")
    page.wait_for_url("**/inbox")
    expect(page.locator(".alert .title")).to_have_text(["Birch: very high"])
    expect(badge).to_contain_text("1 unread")
    visit.picture("first-alert")
    page.locator(".alert summary").click()
    for words in ["Harbour", "Quay", "900"]:
        expect(page.locator(".alert")).to_contain_text(words)
    expect(page.locator(".alert .advice")).to_contain_text("Spend as little time outside as you can.")
    expect(page.locator(".alert .advice .source-links a").first).to_be_visible()
    expect(badge).to_have_count(0)
    turn_dark(page)


def turn_dark(page):
    """In the evening the page turns dark, and the level's colour with it; the alert stays open."""
    colour = "getComputedStyle(document.querySelector('.alert .swatch')).backgroundColor"
    by_day = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    awaited(page, "the level keeps its colour of the day", lambda: page.evaluate(colour) != by_day)
    expect(page.locator(".alert")).to_have_attribute("open", "")


def main(pictures, address, listener, file, key, today):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        visit = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800})
        mails = Mailbox(file)
        sign_up(visit, mails)
        answer_questions(visit)
        grant_mail_alone(visit)
        draw_place(visit)
        be_told_by_mail(visit)
        be_warned(visit, mails, listener, key, today)
        visit.end()


if __name__ == "__main__":
    play(main)
