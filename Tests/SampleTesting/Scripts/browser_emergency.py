"""What to do now: from every page with one tap, for the country where one is, without a network, and when a diary or a report
names a symptom that should not wait.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

from browser import fit
from browsing import Visit, check, folder, launched, play
from people import Person
from playwright.sync_api import expect

#: A plan in which nothing is written.
PLAN = {"doctor": "", "written": None, "review": None, "text": "", "zones": {"green": "", "yellow": "", "red": ""}, "call": ""}


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
    expect(page.locator("#place-name")).to_contain_text("47.559° N")
    page.click("#send")
    expect(page.locator("#done-heading")).to_be_focused()
    expect(page.locator("#helps li")).to_have_count(4)
    for part in ["attention", "done-signs", "own"]:
        expect(page.locator(f"#{part}")).to_be_hidden()


def report_breathlessness(anna):
    """After it was sent, whom to call, the signs and one's own plan stand beside what can help, also without a network."""
    anna.done("PUT", "/v1/me/consents/help", {"version": 1})
    anna.done("PUT", "/v1/me/help/plan", {**PLAN, "zones": {**PLAN["zones"], "red": "Two puffs, then call."}, "call": "079 123 45 67"})
    mia = anna.done("POST", "/v1/me/persons", {"name": "Mia"})["id"]
    anna.done("PUT", f"/v1/me/persons/{mia}/help/plan", {**PLAN, "zones": {**PLAN["zones"], "red": "Mia sits up."}})
    send_breathlessness(anna, "Two puffs", "Mia sits up")
    expect(anna.page.locator("#done-about")).to_contain_text("on the map")
    check(anna.page.locator("#own a").get_attribute("href") == "tel:0791234567", "the plan's number cannot be called")
    anna.picture("report-attention")
    anna.open("/report")
    anna.page.click("#whom-choices label:has-text('Mia')")
    anna.context.set_offline(True)
    send_breathlessness(anna, "Mia sits up", "Two puffs", is_open=True)
    expect(anna.page.locator("#done-about")).to_contain_text("once you are online")
    anna.context.set_offline(False)


def send_breathlessness(anna, plan, other, is_open=False):
    page = anna.page if is_open else anna.open("/report")
    expect(page.locator("#place-name")).to_contain_text("47.559° N")
    page.click("[data-key=breathlessness]")
    page.click("#send")
    expect(page.locator("#done-heading")).to_be_focused()
    expect(page.locator("#helps")).to_be_visible()
    expect(page.locator("#attention")).to_be_in_viewport(ratio=1)
    expect(page.locator("#attention a").first).to_have_attribute("href", "tel:144")
    expect(page.locator("#done-signs")).to_contain_text("Breathing hard or noisy")
    expect(page.locator("#done-signs a[href='/emergency']")).to_be_visible()
    expect(page.locator("#own")).to_contain_text(plan)
    expect(page.locator("#own")).not_to_contain_text(other)


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
        report_breathlessness(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
