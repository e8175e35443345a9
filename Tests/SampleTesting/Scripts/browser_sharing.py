"""A person shares a diary by a link with a passcode; somebody else opens it; the link is closed.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import datetime
import io

import zxingcpp
from browsing import Visit, check, folder, launched, play
from people import Person
from PIL import Image
from playwright.sync_api import expect

YESTERDAY = (datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)).isoformat()
PASSCODE = "birch tree"


class Stranger(Visit):
    """Somebody without an account; a wrong passcode is answered with an error."""

    def note(self, kind, text):
        if not text.startswith("Failed to load resource"):
            super().note(kind, text)


def keep_a_day(anna):
    anna.done("PUT", "/v1/me/consents/health", {"version": 1})
    entry = {"answers": {"feeling": 3}, "medicines": {"nasalSteroid": True}, "symptoms": {"Hives": "mild"}, "note": "Mown the lawn"}
    status, answer = anna.ask("PATCH", f"/v1/me/diary/{YESTERDAY}", entry, "application/merge-patch+json")
    check(status == 200, f"the entry was answered {status} {answer}")
    values = [{"kind": kind, "value": value, "time": f"{YESTERDAY}T12:00:00Z"} for kind, value in (("peakFlow", 430), ("systolicPressure", 118), ("diastolicPressure", 76))]
    anna.done("POST", "/v1/me/metrics", {"values": values})
    anna.done("PUT", "/v1/me/consents/help", {"version": 1})
    medicine = {"name": "Cetirizine", "form": "tablet", "strength": "10 mg", "times": [{"time": "08:00", "amount": "1"}, {"time": "20:00"}]}
    taken = anna.done("POST", "/v1/me/help/medicines", medicine)["id"]
    intakes = [{"medicine": taken, "time": "08:00", "state": "taken", "at": f"{YESTERDAY}T08:05:00Z"}, {"medicine": taken, "time": "20:00", "state": "skipped"}]
    anna.done("PATCH", f"/v1/me/help/days/{YESTERDAY}/intakes", {"intakes": intakes})
    dose = {"time": "18:05", "dosage": "Step 2", "amount": 0.3, "unit": "ml", "route": "oral", "half": False, "medicines": [], "cofactors": {}, "notes": "",
            "reaction": {"symptoms": ["Itching"], "minutesAfter": 15, "notes": ""}}
    anna.done("PUT", f"/v1/me/help/days/{YESTERDAY}/doses/food:peanut", dose)


def decoded(picture):
    """What another program reads from a picture of a QR code."""
    [found] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    return found.text


def share(anna):
    page = anna.open("/sharing")
    expect(page.locator("#links-none")).to_be_visible()
    page.fill("#label", "My spring")
    page.select_option("#period", "30")
    page.fill("#passcode", "abc")
    page.click("#new button[type=submit]")
    check(page.locator("#made").is_hidden(), "a passcode of three characters was taken")
    page.fill("#passcode", PASSCODE)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.url.endswith("/v1/me/links") else None)
    page.click("#new button[type=submit]")
    expect(page.locator("#made-heading")).to_be_focused()
    expect(page.locator("#links > li")).to_contain_text("Not opened yet.")
    link = page.locator("#link").input_value()
    check(decoded(page.locator("#code-picture svg").screenshot()) == link, "the QR code says something else than the link")
    anna.picture("sharing-made")
    posts = [body for body in sent if body]
    check(len(posts) == 1 and "Hives" not in posts[0], "the service was sent what it could read")
    return link


def read(stranger, link):
    page = stranger.open(link.removeprefix(stranger.address))
    page.fill("#recipient", "Dr. Weber")
    page.fill("#passcode", "oak tree")
    page.click("#open button[type=submit]")
    expect(page.locator("#open-status")).to_have_text("Wrong passcode. 4 more tries, then the link closes.")
    page.fill("#passcode", PASSCODE)
    page.click("#open button[type=submit]")
    expect(page.locator("#days-heading")).to_be_focused()
    expect(page.locator("h1")).to_have_text("My spring")
    for words in ["Bad", "Hives: mild", "Cortisone nasal spray", "Mown the lawn", "dMS 2", "Peak flow: 430 L/min", "Blood pressure: 118 / 76 mmHg"]:
        expect(page.locator("#days tbody tr")).to_contain_text(words)
    for words in ["Cetirizine 10 mg", "Cetirizine 10 mg: Skipped", "Immunotherapy: Peanuts: Step 2, 0.3 ml", "Itching (15 minutes after the dose)"]:
        expect(page.locator("#days tbody tr")).to_contain_text(words)
    expect(page.locator("#plan tbody tr")).to_contain_text("Cetirizine 10 mg, tablet")
    expect(page.locator("#plan tbody tr")).to_contain_text("1 at 08:00")
    stranger.picture("shared-opened")


def main(pictures, address, link, *_):
    with launched() as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 900})
        anna.come(link, "anna", "/today")
        keep_a_day(anna)
        shared = share(anna)
        stranger = Stranger(browser, address, folder(pictures), viewport={"width": 800, "height": 900})
        read(stranger, shared)
        page = anna.open("/sharing")
        expect(page.locator("#links li ol li")).to_have_count(2)
        expect(page.locator("#links li ol li").first).to_contain_text("opened by “Dr. Weber”")
        page.click("#links button")
        page.click("#question-yes")
        expect(page.locator("#links > li")).to_contain_text("Closed.")
        page = stranger.open("/shared")
        expect(page.locator("#no-link")).to_be_visible()
        stranger.open(shared.removeprefix(address))
        page.fill("#recipient", "Dr. Weber")
        page.fill("#passcode", PASSCODE)
        page.click("#open button[type=submit]")
        expect(page.locator("#open-status")).to_contain_text("no longer works")
        stranger.end()
        anna.end()


if __name__ == "__main__":
    play(main)
