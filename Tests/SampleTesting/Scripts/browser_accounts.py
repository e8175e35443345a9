"""Drives a browser through the account pages of a running server, with a mail server and an identity
provider.

Arguments: a folder for screenshots or `-`, the public address of the server, the host and port where it
listens, the mail server's output file, and the link at which clara chooses a password. A failure ends the
script with a message; so does any error in a page's console, except for the error answers that a step expects,
and any violation of the content security policy.
"""

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from browsing import Visit, awaited, check, choose_language, folder, launched, play
from people import PASSWORD, Mailbox
from playwright.sync_api import expect

ADDRESS = "anna@example.org"
OTHER_PASSWORD = "eight pollen grains"

#: What an invitation says to somebody who is signed in as berta8.
SIGNED_OUT = {
    "de": "Sobald Sie das Passwort speichern, wird berta8 in diesem Browser abgemeldet.",
    "fr": "Dès que vous enregistrez le mot de passe, la session de berta8 se ferme dans ce navigateur.",
    "it": "Appena salvi la password, la sessione di berta8 in questo browser si chiude.",
    "es": "En cuanto guarde la contraseña, se cerrará la sesión de berta8 en este navegador.",
}

#: Whether the page holds forms already, which it does a moment after its fields are there.
IS_HELD = """() => {
    const form = document.body.appendChild(document.createElement("form"));
    form.dataset.early = "";
    const isSent = form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    form.remove();
    return !isSent;
}"""


class Guest(Visit):
    """A visit in which the server may answer with errors, because the visit is about them.

    Without TLS the browser does not clear the site's stored data, and says so.
    """

    def note(self, kind, text):
        if not text.startswith(("Failed to load resource", "Clear-Site-Data header")):
            super().note(kind, text)

    def look(self, name):
        """Checks that the page fits a narrow phone, in light and dark mode."""
        page = self.page
        wide = page.viewport_size
        self.picture(f"{name}-wide")
        page.set_viewport_size({"width": 360, "height": 740})
        width = page.evaluate("document.documentElement.scrollWidth")
        check(width <= 360, f"{name} is {width} pixels wide on a phone of 360")
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            self.picture(f"{name}-360-{scheme}")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(wide)


def field(page, name, words):
    page.fill(f"#{name}", words)


def arrive(page, path):
    """Waits for the page behind a link; the address of another one may name it as the page to return to."""
    page.wait_for_url(lambda url: urlsplit(url).path == path)


def hurry(visit):
    """A form submitted before the page's script has loaded is sent once it has."""
    page = visit.page
    held = []
    page.route("**/assets/sign-in.js", lambda route: held.append(route))
    page.goto(visit.address + "/sign-in", wait_until="commit")
    field(page, "name", "nobody")
    field(page, "password", PASSWORD)
    awaited(page, "the page does not hold forms", lambda: page.evaluate(IS_HELD))
    page.press("#password", "Enter")
    awaited(page, "the page has no script", lambda: held)
    expect(page.locator("#status")).to_be_empty()
    held[0].continue_()
    expect(page.locator("#status")).to_contain_text("do not match")
    page.unroute("**/assets/sign-in.js")


def sign_up(visit, mails):
    page = visit.open("/sign-up")
    expect(page.locator("#heading")).to_have_text("Create an account")
    expect(page.locator("#providers a")).to_have_text(["CContinue with City Clinic"])
    field(page, "username", "anna 1")
    page.press("#username", "Enter")
    expect(page.locator("#username-error")).to_contain_text("4 to 8")
    expect(page.locator("#password-error")).to_have_text("Please fill this in.")
    expect(page.locator("#username")).to_be_focused()
    visit.look("sign-up")
    field(page, "username", "anna12")
    field(page, "email", ADDRESS)
    field(page, "password", "password1")
    page.press("#password", "Enter")
    expect(page.locator("#password-error")).to_contain_text("too common")
    boxes = page.locator("#purposes input")
    expect(boxes).to_have_count(2)
    check(page.locator("#purposes input:checked").count() == 0, "something is agreed to that nobody has ticked")
    expect(page.locator("#purposes label").nth(1)).to_contain_text("you cannot report")
    boxes.first.check()
    field(page, "password", PASSWORD)
    page.press("#password", "Enter")
    expect(page.locator("#sent-text")).to_contain_text(ADDRESS)
    page.goto(mails.link(page, "/verify#"))
    visit.look("verify")
    page.click("#form button")
    expect(page.locator("#done-heading")).to_have_text("Welcome, anna12")
    check("#" not in page.url, "the secret of the link stays in the address")
    page.click("#next")
    know_name(page, "anna12")


def know_name(page, name):
    """The page for signing in knows the name that was chosen just before, and asks for the password alone."""
    arrive(page, "/sign-in")
    expect(page.locator("#name")).to_have_value(name)
    expect(page.locator("#password")).to_be_focused()


def sign_in(page, password, name="anna12"):
    arrive(page, "/sign-in")
    field(page, "name", name)
    field(page, "password", password)
    page.press("#password", "Enter")


def fail_and_reset(visit, mails):
    page = visit.page
    for attempt in range(3):
        expect(page.locator("#suggestion")).to_be_hidden()
        sign_in(page, "not the password")
        expect(page.locator("#status")).not_to_be_empty()
        for name in ["name", "password"]:
            expect(page.locator(f"#{name}")).to_have_value("")
    expect(page.locator("#suggestion")).to_be_visible()
    visit.look("sign-in")
    page.click("#suggestion a")
    arrive(page, "/reset-password")
    field(page, "email", ADDRESS)
    visit.look("reset")
    page.press("#email", "Enter")
    expect(page.locator("#sent-text")).to_contain_text(ADDRESS)
    page.goto(mails.link(page, "/reset-password#"))
    expect(page.locator("#choose-heading")).to_be_visible()
    expect(page.locator("#choose-here")).to_be_hidden()
    field(page, "password", OTHER_PASSWORD)
    page.press("#password", "Enter")
    expect(page.locator("#done-heading")).to_be_visible()
    page.click("#done a")
    sign_in(page, OTHER_PASSWORD)
    arrive(page, "/welcome")
    page.goto(visit.address + "/account")
    expect(page.locator("#person-name")).to_have_text("anna12")
    expect(page.locator("#person-email")).to_have_text(ADDRESS)
    expect(page.locator("#devices li")).to_have_count(1)
    expect(page.locator("#devices li")).to_contain_text("this device")


def agree(page, subject):
    """Gives a name on the provider's page."""
    page.locator(f"button[value='{subject}']").click()


def link(visit):
    page = visit.page
    row = page.locator("#identities li")
    expect(row).to_contain_text("not linked")
    row.locator("button").click()
    agree(page, "anna-at-clinic")
    expect(page.locator("#notice")).to_contain_text("linked")
    expect(row).to_contain_text("linked since")
    visit.look("account")


def agree_and_take_back(visit):
    """Consent ticked at sign-up is in force; the rest is given here, and all of it is withdrawn as easily."""
    page = visit.page
    row = page.locator("#consents li")
    expect(row).to_have_count(6)
    expect(row.nth(0)).to_contain_text("You agreed on")
    expect(row.nth(1)).to_contain_text("Without it")
    row.nth(1).locator("button").click()
    expect(row.nth(1)).to_contain_text("You agreed on")
    expect(page.locator("#consents [data-purpose=reports] button")).to_be_focused()
    row.nth(1).locator("button").click()
    expect(page.locator("#question-body")).to_contain_text("withdrawn")
    page.click("#question-no")
    expect(row.nth(1)).to_contain_text("You agreed on")
    row.nth(1).locator("button").click()
    visit.look("consent-question")
    page.click("#question-yes")
    expect(row.nth(1)).to_contain_text("Without it")


def care_for_somebody(visit):
    page = visit.page
    persons = page.locator("#persons li")
    page.locator("#person-new summary").focus()
    page.keyboard.press("Enter")
    for name, is_new in [("Mia", True), ("Mia", False), ("Ben", True)]:
        field(page, "name", name)
        field(page, "born", "2018-05-04")
        page.press("#name", "Enter")
        if not is_new:
            expect(page.locator("#person-status")).to_contain_text("already")
            continue
        expect(persons.last).to_contain_text(f"{name}born 4 May 2018")
        expect(page.locator("#person-form")).to_be_hidden()
        page.locator("#person-new summary").click()
    expect(persons).to_have_count(2)
    persons.nth(0).locator("button").first.click()
    page.locator("#question-body input").first.fill("Mia Lou")
    page.click("#question-yes")
    expect(persons.nth(0)).to_contain_text("Mia Lou")
    visit.look("persons")
    persons.nth(1).locator("button").last.click()
    page.locator("#question-body input").fill("Ben")
    page.click("#question-yes")
    expect(persons).to_have_count(1)


def choose_for_somebody(visit):
    """The page of a child's allergens speaks of the child, not to the child."""
    page = visit.page
    page.goto(visit.address + "/profile")
    page.locator("#people button", has_text="Mia Lou").click()
    expect(page.locator("h1")).to_have_text("Mia Lou’s allergens")
    page.fill("#chooser-search", "birch")
    page.locator("#chooser li:visible input").check()
    # The first choice asks for the consent to keep it, unless it was given.
    watch = page.locator("#watches li")
    expect(watch.or_(page.locator("#question-yes:visible")).first).to_be_visible()
    if page.locator("#question-yes").is_visible():
        page.click("#question-yes")
    expect(watch).to_contain_text("Mia Lou reacts")
    expect(page.locator("#levels-about")).to_contain_text("If Mia Lou reacts severely")
    expect(page.locator("#member")).not_to_contain_text(re.compile(r"\byou(r)?\b (react|allergens)|in my profile", re.IGNORECASE))
    page.locator("#people button").first.click()
    expect(page.locator("h1")).to_have_text("Your allergens")
    page.goto(visit.address + "/account")
    expect(page.locator("#person-name")).to_have_text("anna12")


def read_in_german(page):
    """Messages follow the language in which somebody reads the site, as long as they were in it."""
    for language in ["de", "en"]:
        choose_language(page, language)
        found = page.evaluate("fetch('/v1/me/profile').then((answer) => answer.json()).then((profile) => profile.language)")
        check(found == language, f"messages are in {found}, the site in {language}")


def take_everything(visit):
    page = visit.page
    with page.expect_download() as download:
        page.click("a[href='/v1/me/export']")
    check(Path(download.value.path()).read_bytes().startswith(b"PK"), "the export is no zip file")


def sign_out(page):
    page.click("#sign-out")
    expect(page.locator("#heading")).to_have_text("Sign in")


def come_by_provider(visit):
    """The linked identity signs in to the account, and returns to the requested page."""
    page = visit.page
    page.goto(visit.address + "/sign-in?return=/account%23devices")
    page.click("#providers a")
    agree(page, "anna-at-clinic")
    arrive(page, "/account")
    expect(page.locator("#person-name")).to_have_text("anna12")
    check(page.url.endswith("/account#devices"), f"the browser was sent to {page.url}")
    sign_out(page)


def be_turned_away(visit):
    """A refusal is reported, and an identity cannot take over the account of its address."""
    page = visit.page
    page.click("#providers a")
    page.click("button[value=deny]")
    expect(page.locator("#notice")).to_contain_text("cancelled")
    page.click("#providers a")
    agree(page, "twin-of-anna")
    expect(page.locator("#notice")).to_contain_text("Sign in to it first")
    check(page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 401, "somebody is signed in")


def register(visit):
    page = visit.page
    page.click("#providers a")
    agree(page, "berta-at-clinic")
    arrive(page, "/sign-up")
    expect(page.locator("#heading")).to_have_text("Choose a username")
    expect(page.locator("#about")).to_contain_text("berta@example.org")
    expect(page.locator("#username")).to_have_value("berta7")
    field(page, "username", "anna12")
    page.press("#username", "Enter")
    expect(page.locator("#status")).to_contain_text("Someone else has this username")
    visit.look("registration")
    field(page, "username", "berta7")
    page.press("#username", "Enter")
    # New people are asked a few questions first.
    expect(page.locator("#question-heading")).to_be_visible()
    visit.look("welcome")
    page.click("#skip-all")
    expect(page.locator("#finish-heading")).to_be_focused()
    page.goto(visit.address + "/account")
    expect(page.locator("#person-name")).to_have_text("berta7")
    expect(page.locator("#person-email")).to_have_text("berta@example.org")
    # It is the only way to sign in, so it stays.
    page.locator("#identities button").click()
    expect(page.locator("#identities-status")).to_contain_text("only way to sign in")
    expect(page.locator("#identities li")).to_contain_text("linked since")


def change_oneself(visit):
    """A name, a picture and a token are made by keyboard; in German, nothing remains in English."""
    page = visit.page
    field(page, "username", "berta8")
    page.press("#username", "Enter")
    expect(page.locator("#person-name")).to_have_text("berta8")
    page.locator("#pictures button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#portrait")).to_be_visible()
    page.locator("#tokens-heading ~ details summary").focus()
    page.keyboard.press("Enter")
    field(page, "label", "window sensor")
    page.press("#label", "Enter")
    check(page.locator("#new-token input").input_value().startswith("bea_"), "no token was shown")
    expect(page.locator("#tokens li")).to_contain_text("window sensor")
    choose_language(page, "de")
    expect(page.locator("#devices-heading")).to_have_text("Ihre Geräte")
    choose_language(page, "en")
    expect(page.locator("#devices-heading")).to_have_text("Your devices")


def come_back(page):
    """berta8 signs in through the provider, and sees her account."""
    page.goto(urljoin(page.url, "/sign-in?return=/account"))
    page.click("#providers a")
    agree(page, "berta-at-clinic")
    arrive(page, "/account")
    expect(page.locator("#person-name")).to_have_text("berta8")


def open_another(visit, mails):
    """Where somebody is signed in, the link of a new account leads to the new one, and says whose session ends on the way."""
    page = visit.open("/sign-up")
    for name, words in [("username", "dora5"), ("email", "dora@example.org"), ("password", PASSWORD)]:
        field(page, name, words)
    page.press("#password", "Enter")
    expect(page.locator("#sent-text")).to_contain_text("dora@example.org")
    page.goto(mails.link(page, "/verify#"))
    page.click("#form button")
    expect(page.locator("#done-heading")).to_have_text("Welcome, dora5")
    expect(page.locator("#done-here")).to_have_text("When you go on, berta8 is signed out in this browser.")
    check(page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 200, "berta8 is signed out already")
    visit.look("verified")
    page.click("#next")
    know_name(page, "dora5")
    sign_in(page, PASSWORD, "dora5")
    arrive(page, "/welcome")
    page.goto(visit.address + "/account")
    expect(page.locator("#person-name")).to_have_text("dora5")
    sign_out(page)
    come_back(page)


def be_invited(visit, link):
    """An invitation says that it ends the session of another account in this browser, and ends it when it is accepted."""
    page = visit.open(link)
    told = page.locator("#choose-here")
    expect(told).to_have_text("Once you save the password, berta8 is signed out in this browser.")
    for language, words in SIGNED_OUT.items():
        choose_language(page, language)
        expect(told).to_have_text(words)
    choose_language(page, "en")
    visit.look("invitation")
    field(page, "password", PASSWORD)
    page.press("#password", "Enter")
    expect(page.locator("#done-heading")).to_be_visible()
    check(page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 401, "somebody is still signed in")
    page.click("#done a")
    sign_in(page, PASSWORD, "clara")
    arrive(page, "/welcome")
    page.goto(visit.address + "/account")
    expect(page.locator("#person-name")).to_have_text("clara")
    sign_out(page)
    come_back(page)


def delete(visit):
    page = visit.page
    page.click("#delete")
    field_of_question = page.locator("#question-body input")
    field_of_question.fill("somebody")
    page.click("#question-yes")
    expect(page.locator("#data-status")).to_contain_text("Nothing has been deleted")
    page.click("#delete")
    field_of_question.fill("berta8")
    page.click("#question-yes")
    page.wait_for_url(re.compile(f"^{re.escape(visit.address)}/(#.*)?$"))
    check(page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 401, "the account is still there")


def main(pictures, address, listener, file, invitation):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        visit = Guest(browser, address, folder(pictures), viewport={"width": 1000, "height": 800})
        # The provider's pages load a style sheet from elsewhere.
        visit.context.route(re.compile("^https://"), lambda route: route.fulfill(body="", content_type="text/css"))
        mails = Mailbox(file)
        hurry(visit)
        sign_up(visit, mails)
        fail_and_reset(visit, mails)
        link(visit)
        agree_and_take_back(visit)
        care_for_somebody(visit)
        choose_for_somebody(visit)
        read_in_german(visit.page)
        take_everything(visit)
        sign_out(visit.page)
        come_by_provider(visit)
        be_turned_away(visit)
        register(visit)
        change_oneself(visit)
        open_another(visit, mails)
        be_invited(visit, invitation)
        delete(visit)
        visit.end()


if __name__ == "__main__":
    play(main)
