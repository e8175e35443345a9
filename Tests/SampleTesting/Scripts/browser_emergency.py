"""What to do now: from every page with one tap, for the country where one is, without a network, and when a diary or a report
names a symptom that should not wait.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

from browser import fit
from browsing import Visit, check, folder, launched, play
from people import Person
from playwright.sync_api import expect


def call(page):
    return page.locator("#call a").get_attribute("href")


def read(visit):
    page = visit.open("/today")
    page.click("nav.tabs .sos")
    expect(page.locator("h1")).to_have_text("What to do now")
    expect(page.locator("#call a")).to_have_text("Call 144")
    check(call(page) == "tel:144", f"the link calls {call(page)}")
    expect(page.locator("#also a")).to_have_attribute("href", "tel:112")
    expect(page.locator(".signs li")).to_have_count(5)
    expect(page.locator(".steps-to-take li")).to_have_count(8)
    page.select_option("#country", label="France")
    expect(page.locator("#call a")).to_have_text("Call 15")
    page.reload()
    expect(page.locator("#call a")).to_have_text("Call 15")
    page.select_option("#country", "")
    expect(page.locator("#call a")).to_have_text("Call 112")
    expect(page.locator("#also")).to_contain_text("many other countries")
    page.select_option("#country", label="Switzerland")
    visit.picture("emergency")


def read_offline(visit):
    page = visit.page
    page.evaluate("navigator.serviceWorker.ready")
    visit.context.set_offline(True)
    page.goto(f"{visit.address}/emergency")
    expect(page.locator("#call a")).to_have_text("Call 144")
    expect(page.locator(".signs li")).to_have_count(5)
    visit.context.set_offline(False)


def note_a_symptom(anna):
    anna.done("PUT", "/v1/me/consents/health", {"version": 1})
    page = anna.open("/diary")
    page.locator("#more > summary").click()
    expect(page.locator("#attention")).to_be_hidden()
    page.evaluate("navigator.serviceWorker.ready")
    anna.context.set_offline(True)
    page.locator("#rest summary").first.click()
    page.click("#rest [data-key=ShortnessOfBreath]")
    expect(page.locator("#attention")).to_contain_text("Have you contacted your doctor?")
    expect(page.locator("#attention")).to_be_in_viewport(ratio=1)
    expect(page.locator("#attention a").first).to_have_attribute("href", "tel:144")
    anna.picture("diary-attention")
    anna.context.set_offline(False)


def report_a_symptom(anna):
    page = anna.open("/report")
    page.click("[data-key=sneezing]")
    expect(page.locator("#attention")).to_be_hidden()
    page.click("[data-key=wheezing]")
    expect(page.locator("#attention")).to_contain_text("Have you contacted your doctor?")
    expect(page.locator("#attention")).to_be_in_viewport(ratio=1)
    page.click("[data-key=wheezing]")
    expect(page.locator("#attention")).to_be_hidden()


def main(pictures, address, link):
    with launched() as browser:
        stranger = Visit(browser, address, folder(pictures), timezone_id="Europe/Zurich")
        read(stranger)
        read_offline(stranger)
        fit(stranger, "emergency")
        stranger.end()
        anna = Person(
            browser, address, folder(pictures), timezone_id="Europe/Zurich", geolocation={"longitude": 7.589, "latitude": 47.559},
            permissions=["geolocation"])
        anna.come(link, "anna", "/today")
        note_a_symptom(anna)
        report_a_symptom(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
