"""Health values on the page: typed, from a table, with bounds and zones, day by day, and deleted.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import datetime
import re

from browser import fit
from browsing import check, choose_language, folder, launched, loaded, play
from people import Person
from playwright.sync_api import expect

NOW = datetime.datetime.now(datetime.timezone.utc)


def ago(**span):
    return (NOW - datetime.timedelta(**span)).strftime("%Y-%m-%dT%H:%M:%SZ")


def note(page, kind, *numbers):
    page.select_option("#kind", kind)
    for index, number in enumerate(numbers):
        page.fill(f"#number-{index}", str(number))
    page.click("#note button[type=submit]")


def measure(anna):
    page = anna.open("/values")
    expect(page.locator("#now-none")).to_be_visible()
    expect(page.locator("#course-none")).to_be_visible()
    loaded(page)
    note(page, "heartRate", 66)
    expect(page.locator("#question-body")).to_contain_text("how you are")
    page.click("#question-yes")
    expect(page.locator("#now li")).to_contain_text("66")
    note(page, "peakFlow", 400, 430, 420)
    expect(page.locator("#now li").first).to_contain_text("430 L/min")
    note(page, "systolicPressure", 121, 79)
    expect(page.locator("#now")).to_contain_text("121 / 79 mmHg")
    note(page, "weight", 9000)
    expect(page.locator("#note-status")).to_contain_text("is not possible")
    expect(page.locator("#now li")).to_have_count(3)


def plan(anna):
    page = anna.page
    page.select_option("#bounds-kind", "oxygenSaturation")
    page.click("#bounds-add")
    bounds = page.locator("[data-kind=oxygenSaturation]")
    bounds.locator("[data-part=low]").fill("99")
    bounds.locator("[data-part=high]").fill("92")
    page.fill("#zones-best", "480")
    page.fill("#zones-upper", "80")
    page.fill("#zones-lower", "50")
    page.click("#plan button[type=submit]")
    expect(page.locator("#plan-status")).to_contain_text("the low one below the high one")
    bounds.locator("[data-part=low]").fill("92")
    bounds.locator("[data-part=high]").fill("")
    bounds.locator("[data-part=words]").fill("Sit down, and measure again.")
    page.click("#plan button[type=submit]")
    expect(page.locator("#now li").first).to_contain_text("90% of your best")
    expect(page.locator("#plan-status")).to_be_empty()
    page.reload()
    expect(page.locator("[data-kind=oxygenSaturation] [data-part=words]")).to_have_value("Sit down, and measure again.")


def send_file(anna):
    page = anna.page
    lines = ["time,kind,value,unit", f"{ago(days=1)},heartRate,61,", f"{ago(days=1)},heartRate,62,", f"{ago(days=2)},heartRate,1.1,Hz"]
    page.set_input_files("#file", {"name": "values.csv", "mimeType": "text/csv", "buffer": "\r\n".join(lines).encode()})
    expect(page.locator("#file-status")).to_contain_text("2 values were saved.")
    expect(page.locator("#file-status li")).to_have_text("Line 3: There is already a value for that time.")
    page.select_option("#course-kind", "heartRate")
    page.select_option("#period", "30")
    expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile(r"\b3\b"))
    page.locator("#course details summary").click()
    expect(page.locator("#table tbody tr")).to_have_count(3)
    anna.picture("values")
    fit(anna, "values")
    choose_language(page, "en")


def delete(anna):
    page = anna.page
    page.select_option("#course-kind", "heartRate")
    page.locator("#course details summary").click()
    expect(page.locator("#table tbody tr")).to_have_count(3)
    page.locator("#table tbody tr").last.locator("button").click()
    page.click("#question-yes")
    expect(page.locator("#table tbody tr")).to_have_count(2)
    days = anna.done("GET", "/v1/me/metrics")["days"]
    check(len(days) == 2, f"after one was deleted there are {len(days)} days")


def main(pictures, address, link, *_):
    with launched() as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 900})
        anna.come(link, "anna", "/today")
        measure(anna)
        plan(anna)
        send_file(anna)
        delete(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
