"""Emergency contacts and SOS on the pages: a contact is added, asked, and agrees by the link in a mail; two taps tell
them, by finger and by key; and calling and texting work without a network.

Arguments: a folder for screenshots or `-`, the address of the server, the host and port at which it listens, the
link at which anna chooses a password, and the file of the mail server.
"""

import json
import re
from pathlib import Path

from browser import fit
from browsing import awaited, check, choose_language, folder, kept_here, launched, play
from people import Person
from playwright.sync_api import expect


def mails(path, subject):
    file = Path(path)
    # The last line may only be half written.
    lines = [json.loads(line) for line in file.read_text().split("\n")[:-1]] if file.exists() else []
    return [mail for mail in lines if mail["headers"]["subject"].startswith(subject)]


def add(anna):
    page = anna.open("/contacts")
    expect(page.locator("#list-none")).to_be_visible()
    page.fill("#name", "Nora")
    page.fill("#relation", "my sister")
    page.fill("#phone", "call me")
    page.fill("#email", "nora@example.org")
    page.click("#edit button[type=submit]")
    expect(page.locator("#question-body")).to_contain_text("helps in an emergency")
    page.click("#question-yes")
    expect(page.locator("#phone-error")).to_contain_text("digits")
    page.fill("#phone", "+41 79 000 00 00")
    page.click("#edit button[type=submit]")
    expect(page.locator("#question-title")).to_have_text("Ask Nora now?")
    page.click("#question-yes")
    expect(page.locator("#list .state")).to_contain_text("asked, no answer yet")


def agree(anna, box):
    page = anna.page
    awaited(page, "the contact was not asked", lambda: mails(box, "anna would like"))
    path = re.search(r"/v1/contacts/\S+", mails(box, "anna would like")[0]["text"]).group()
    page.goto(anna.address + path)
    expect(page.locator("h1")).to_have_text("Emergency contact of anna")
    page.click("button[value=agree]")
    expect(page.locator("p").first).to_contain_text("You have agreed")
    page.goto(f"{anna.address}/contacts")
    expect(page.locator("#list .state")).to_contain_text("Has agreed")
    page.fill("#known", "Anna K.")
    page.click("text=Send a test")
    awaited(page, "no test came", lambda: mails(box, "Test message from anna"))
    expect(page.locator("#log")).to_contain_text("Test message to Nora")
    expect(page.locator("#known")).to_have_value("Anna K.")
    with page.expect_response(lambda answer: answer.url.endswith("/sos-settings") and answer.request.method == "PUT"):
        page.click("#settings button[type=submit]")
    page.fill("#name", "Dr. Weber")
    page.select_option("#kind", "doctor")
    page.fill("#phone", "061 000 00 00")
    page.fill("#order", "5")
    page.click("#edit button[type=submit]")
    expect(page.locator("#list li")).to_have_count(2)
    expect(page.locator("#list li").nth(1).locator("a")).to_have_attribute("href", "tel:0610000000")
    page.reload()
    expect(page.locator("#log")).to_contain_text("Test message to Nora")
    anna.picture("contacts")
    fit(anna, "contacts")
    choose_language(page, "en")


#: A press that is too short, timed by the page itself: on a busy machine, a mouse may rise seconds later.
PRESS_SHORTLY = """(button) => new Promise((done) => {
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    setTimeout(() => {
        button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
        setTimeout(done, 1200);
    }, 300);
})"""


def hold(page):
    """Presses the button until the page says that it was long enough."""
    page.locator("#sos-hold").hover()
    page.mouse.down()
    expect(page.locator("#sos-status")).not_to_be_empty()
    page.mouse.up()


def press(anna, box):
    page = anna.open("/emergency")
    expect(page.locator("#sos-contacts li")).to_have_count(2)
    page.click("#sos-press")
    expect(page.locator("#sos-hold")).to_be_focused()
    page.locator("#sos-hold").evaluate(PRESS_SHORTLY)
    expect(page.locator("#sos-status")).to_be_empty()
    check(not mails(box, "SOS"), "a short press sent an SOS")
    hold(page)
    expect(page.locator("#sos-status")).to_contain_text("Your contacts are being told")
    nora = page.locator("#sos-contacts li").first
    expect(nora.locator("[data-state]")).to_have_text("Sent")
    expect(page.locator("#sos-contacts li").nth(1)).to_contain_text("no e-mail address")
    expect(nora.locator("a").nth(1)).to_have_attribute("href", re.compile(r"^sms:\+41790000000\?body=.*47\.56000"))
    awaited(page, "no SOS came", lambda: mails(box, "SOS from Anna K."))
    mail = mails(box, "SOS from Anna K.")[0]
    check("47.56000, 7.58000" in mail["text"], mail["text"])
    anna.picture("emergency-sos")


def press_by_key(anna, box):
    page = anna.page
    page.focus("#sos-press")
    page.keyboard.press("Enter")
    expect(page.locator("#sos-hold")).to_be_focused()
    expect(page.locator("#sos-status")).to_be_empty()
    page.keyboard.down("Space")
    expect(page.locator("#sos-status")).not_to_be_empty()
    page.keyboard.up("Space")
    awaited(page, "no second SOS came", lambda: len(mails(box, "SOS")) == 2)


def offline(anna):
    page = anna.page
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator("#sos-contacts li")).to_have_count(2)
    kept_here(page, "/v1/me", "/v1/me/persons", "/v1/me/help/contacts")
    anna.context.set_offline(True)
    page.goto(f"{anna.address}/emergency")
    expect(page.locator("#sos-contacts a").first).to_have_attribute("href", "tel:+41790000000")
    expect(page.locator("#sos-write")).to_have_attribute("href", re.compile("^sms:"))
    page.click("#sos-press")
    hold(page)
    expect(page.locator("#sos-status")).to_contain_text("was not sent")
    anna.context.set_offline(False)


def main(pictures, address, listener, link, box):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800},
                      geolocation={"longitude": 7.58, "latitude": 47.56}, permissions=["geolocation"])
        anna.come(link, "anna")
        add(anna)
        agree(anna, box)
        press(anna, box)
        press_by_key(anna, box)
        offline(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
