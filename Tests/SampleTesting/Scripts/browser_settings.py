"""The pages on which people choose their channels and allergens, write to the operators, and give.

Arguments: a folder for screenshots or `-`, the public address of the server, the host and port where it
listens, the link at which anna chooses a password, the push service's greeting (JSON) and its output file,
the mail server's output file, and the payment provider's. A failure ends the script with a message.
"""

import base64
import hashlib
import hmac
import json
import re
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from browsing import awaited, check, folder, launched, play
from people import Log, Mailbox, Person
from playwright.sync_api import expect

ADDRESS = "anna@example.org"
# The secret with which the payment provider signs its reports.
PAYMENT_SECRET = "whsec_8f2c"


class Hook:
    """A program of anna's that receives webhooks."""

    def __init__(self):
        self.arrived = []
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                hook.arrived.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    def has_signed(self, secret):
        """Whether the last request is signed with the secret shown on the page."""
        headers, body = self.arrived[-1]
        key = base64.b64decode(secret.removeprefix("whsec_"))
        words = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
        signature = base64.b64encode(hmac.new(key, words.encode(), hashlib.sha256).digest()).decode()
        return f"v1,{signature}" in headers["webhook-signature"].split()


def rows(page):
    return page.locator("#channels > li")


def send_test(row):
    row.get_by_text("Send a test").click()
    expect(row.locator(".status")).to_have_text(re.compile("on its way|has arrived"))


def answer_to(page, words):
    """Waits for the answer to a request that contains a text."""
    return page.expect_response(lambda answer: words in (answer.request.post_data or ""))


def turn_push_on(visit, greeting, log):
    visit.have_push(greeting)
    expect(visit.open("/channels").locator("#channels-none")).to_be_visible()
    page = visit.turn_push_on()
    expect(page.locator("#device-state")).to_have_text("Notifications are on")
    expect(page.locator("#device-state")).to_be_focused()
    row = rows(page)
    expect(row).to_contain_text("Notifications on this device")
    send_test(row)
    taken = Log(log).next(page, sentence="nothing was pushed")
    check(taken["status"] == 201, f"the push service refused {taken}")
    check(taken["payload"]["title"] in visit.deliver(taken["payload"]), "the test is not shown")


def add_webhook(visit, hook):
    """The secret is shown once, and signs the messages."""
    page = visit.page
    page.fill("#url", "nonsense")
    page.press("#url", "Enter")
    expect(page.locator("#url-error")).not_to_be_empty()
    page.fill("#url", hook.address)
    page.press("#url", "Enter")
    expect(page.locator("#secret")).to_be_focused()
    secret = page.locator("#secret").input_value()
    visit.picture("channels")
    page.click("#secret-done")
    expect(page.locator("#secret")).to_be_hidden()
    row = rows(page).filter(has_text=hook.address)
    send_test(row)
    awaited(page, "no test has arrived", lambda: hook.arrived)
    check(hook.has_signed(secret), "the test is not signed with the secret that was shown")
    with answer_to(page, "digest"):
        row.get_by_label("How often").select_option("digest")
    page.reload()
    expect(row.get_by_label("How often")).to_have_value("digest")


def add_mail(visit, mails):
    page = visit.page
    page.fill("#address", ADDRESS)
    page.press("#address", "Enter")
    row = rows(page).filter(has_text=ADDRESS)
    expect(row).to_contain_text("not confirmed yet")
    page.goto(mails.link(page, "/confirmation?"))
    page.locator("main button").click()
    expect(page.locator("h1")).to_contain_text("confirmed")
    visit.open("/channels")
    send_test(row)
    check(mails.next(page)["to"] == [ADDRESS], "the test was mailed to somebody else")


def let_go(visit):
    """Turns off this device, and removes another channel."""
    page = visit.page
    page.click("#device-off")
    expect(page.locator("#device-state")).to_have_text("Notifications are off")
    expect(rows(page)).to_have_count(2)
    rows(page).first.get_by_text("Remove").click()
    page.click("#question-yes")
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#channels-heading")).to_be_focused()


def change_profile(visit):
    """The choices are still there when the page is reloaded."""
    page = visit.open("/profile")
    expect(page.locator("#watches-none")).to_be_visible()
    page.fill("#chooser-search", "birch")
    page.locator("#chooser li:visible input").check()
    expect(page.locator("#watches li")).to_have_count(1)
    page.select_option("#sensitivity-birch", "severe")
    page.select_option("#level-birch", "veryHigh")
    page.locator("[data-member='crossReactions']").uncheck()
    zones = page.locator("#timeZone")
    expect(zones.locator("optgroup").first.locator("option")).to_have_text([re.compile(r"^Zurich \(GMT\+[12]\)$")])
    zones.scroll_into_view_if_needed()
    expect(zones.locator("optgroup[label=Asia] option", has_text="Tokyo (GMT+9)")).to_have_count(1)
    expect(zones.locator("option", has_text="Zurich")).to_have_count(1)
    with answer_to(page, "imperial"):
        page.select_option("#units", "imperial")
    expect(page.locator("#result-count")).to_have_text("1")
    page.reload()
    expect(page.locator("#sensitivity-birch")).to_have_value("severe")
    expect(page.locator("#level-birch")).to_have_value("veryHigh")
    expect(page.locator("[data-member='crossReactions']")).not_to_be_checked()
    expect(page.locator("#units")).to_have_value("imperial")
    expect(page.locator("#result-list")).to_contain_text("from very high")
    visit.picture("profile")
    with answer_to(page, '"allergens":[]'):
        page.locator("#watches li button").click()
    expect(page.locator("#watches li")).to_have_count(0)
    page.reload()
    expect(page.locator("#watches-none")).to_be_visible()


def read_weather(visit):
    """The weather and distances follow the units of the profile; what was not measured does not stand there."""
    page = visit.open("/#9/47.560/7.590/birch")
    expect(page.locator("#status")).not_to_be_empty()
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    weather = page.locator("#sheet .weather")
    expect(weather).to_contain_text(re.compile(r"70\s°F"))
    expect(weather).to_contain_text(re.compile(r"wind 11\smph"))
    expect(weather).to_contain_text(re.compile(r"\d (ft|mi)\b"))
    expect(weather).not_to_contain_text("%")
    visit.picture("weather")


def see_permissions(visit):
    """The page shows the current permission, and follows changes in the browser's settings while it is open."""
    page = visit.open("/permissions")
    card = page.locator("#permissions section", has=page.locator("#permission-geolocation"))
    expect(card.locator(".badge")).to_have_text("not asked yet")
    expect(card.get_by_role("button")).to_be_visible()
    visit.context.grant_permissions(["geolocation"])
    expect(card.locator(".badge")).to_have_text("allowed")
    expect(card.get_by_role("button")).to_be_hidden()
    visit.deny("geolocation")
    expect(card.locator(".badge")).to_have_text("blocked")
    card.get_by_role("link").click()
    expect(page.locator("#change-heading")).to_be_in_viewport()
    expect(page.locator("#browsers details[open] summary")).to_contain_text("yours")
    visit.picture("permissions")


def write_to_us(visit):
    page = visit.open("/contact")
    page.click("#form button")
    expect(page.locator("#text-error")).to_have_text("Please fill this in.")
    expect(page.locator("#text")).to_be_focused()
    page.select_option("#topic", "correction")
    page.fill("#text", "The harbour lies farther north.")
    page.fill("#replyTo", "nonsense")
    page.click("#form button")
    expect(page.locator("#replyTo-error")).not_to_be_empty()
    page.fill("#replyTo", ADDRESS)
    page.click("#form button")
    expect(page.locator("#status")).to_contain_text("Your message has arrived")
    expect(page.locator("#text")).to_have_value("")
    visit.picture("contact")


def report_payment(listener, kind, paid):
    """Reports to the service as Stripe does, with a signature of the time and the bytes."""
    now = int(time.time())
    subject = {"currency": "eur", "payment_intent": "pi_1", **paid}
    body = json.dumps({"id": "evt_1", "object": "event", "type": kind, "data": {"object": subject}}).encode()
    code = hmac.new(PAYMENT_SECRET.encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    with urllib.request.urlopen(urllib.request.Request(
            f"http://{listener}/v1/support/reports", body, method="POST",
            headers={"Stripe-Signature": f"t={now},v1={code}", "Content-Type": "application/json"})) as answer:
        check(answer.status == 204, f"a report is answered with {answer.status}")


def give(visit, listener, payments):
    """A gift is paid on the provider's page, and brings thanks, a receipt, and a heart only if one wants it."""
    visit.context.route("https://checkout.stripe.com/**", lambda route: route.fulfill(content_type="text/html", body="<title>Pay</title>"))
    page = visit.open("/support")
    expect(page.locator("#link")).to_have_attribute("href", "https://giving.example/breathe")
    expect(page.locator("#thanks")).to_be_hidden()
    page.locator("#amounts button", has_text="€10").click()
    page.wait_for_url("https://checkout.stripe.com/**")
    wish = json.loads(Path(payments).read_text().splitlines()[-1])["form"]
    check(wish["line_items[0][price_data][unit_amount]"] == "1000", f"the provider is asked for {wish}")
    report_payment(listener, "checkout.session.completed", {"id": "cs_test_1", "amount_total": 1000, "payment_status": "paid"})
    report_payment(listener, "charge.succeeded", {"id": "ch_1", "receipt_url": "https://pay.stripe.com/receipts/1"})
    page.goto(wish["success_url"].replace("{CHECKOUT_SESSION_ID}", "cs_test_1"))
    expect(page.locator("#thanks-heading")).to_be_focused()
    expect(page.locator("#thanks-text")).to_contain_text("Thank you for €10.")
    expect(page.locator("#receipt")).to_have_attribute("href", "https://pay.stripe.com/receipts/1")
    heart = page.locator(".rail .brand .heart")
    expect(page.locator("#badge")).not_to_be_checked()
    expect(heart).to_have_count(0)
    page.check("#badge")
    expect(heart).to_have_count(1)
    visit.open("/about")
    expect(heart).to_have_count(1)


def main(pictures, address, listener, link, greeting, log, mails, payments):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800},
                      permissions=["notifications"])
        anna.come(link, "anna", "/channels")
        turn_push_on(anna, greeting, log)
        add_webhook(anna, Hook())
        add_mail(anna, Mailbox(mails))
        let_go(anna)
        change_profile(anna)
        read_weather(anna)
        write_to_us(anna)
        anna.end()
        stranger = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800})
        see_permissions(stranger)
        write_to_us(stranger)
        give(stranger, listener, payments)
        stranger.end()


if __name__ == "__main__":
    play(main)
