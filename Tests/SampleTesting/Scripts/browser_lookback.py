"""A person looks back on a diary: a calendar, a chart beside the air, insights, and what goes together.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password. A station beside her has measured birch
for two months; her days follow it.
"""

import datetime
import math
import re

from browsing import awaited, check, folder, launched, loaded, play
from people import Person
from playwright.sync_api import expect

TODAY = datetime.datetime.now(datetime.timezone.utc).date()
DAYS = 60
#: The day of the only symptom beside the faces.
HIVES = 9


def ago(days):
    return (TODAY - datetime.timedelta(days=days)).isoformat()


def keep_a_diary(anna):
    """Bad days when there was much birch over three days, and good ones otherwise."""
    anna.done("PUT", "/v1/me/consents/health", {"version": 1})
    anna.done("POST", "/v1/me/fences", {"name": "Home", "area": {"type": "Point", "coordinates": [7.58, 47.56]}, "radius": 2000,
                                        "allergens": [{"allergen": "birch"}]})
    [birch] = anna.done("GET", f"/v1/me/diary/air?from={ago(DAYS + 2)}&to={ago(0)}")["series"]
    for day in range(1, DAYS + 1):
        last = len(birch["values"]) - 1 - day
        mean = sum(math.log1p(value) for value in birch["values"][last - 2:last + 1]) / 3
        feeling = 3 if mean > 4 else 2 if mean > 2.5 else 0
        entry = {"said": f"{ago(day)}T20:00:00Z", "answers": {"feeling": feeling},
                 "medicines": {"antihistamineTablet": feeling == 3, "none": feeling < 3}}
        if day == HIVES:
            entry["symptoms"] = {"Hives": "mild"}
        status, answer = anna.ask("PATCH", f"/v1/me/diary/{ago(day)}", entry, "application/merge-patch+json")
        check(status == 200, f"the entry was answered {status} {answer}")


def look(page):
    expect(page.locator("#calendar a.today")).to_have_count(1)
    check(page.locator("#calendar a").count() <= 31, "the calendar has days to come")
    expect(page.locator("#insights")).to_contain_text(f"It’s been {HIVES} days since your last reaction.")
    expect(page.locator("#insights")).to_contain_text("Hives")
    # The table says the same as the picture.
    expect(page.locator("#table tbody tr")).to_have_count(DAYS + 3)
    expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile(f"{DAYS} days with an entry$"))
    page.select_option("#period", "30")
    expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile(r"\b29 days with an entry$"))
    expect(page.locator("#allergen")).to_have_value("birch")
    loaded(page)
    width = page.locator("#chart").evaluate("(chart) => chart.clientWidth")
    page.locator("#chart").hover(position={"x": width - 12, "y": 60})
    expect(page.locator("#read")).to_contain_text("no entry")
    check(has_ink(page), "the chart is empty")


def has_ink(page):
    """Whether more than two colours were painted."""
    return page.evaluate("""() => {
        const chart = document.getElementById("chart");
        const bytes = chart.getContext("2d").getImageData(0, 0, chart.width, chart.height).data;
        const colours = new Set();
        for (let place = 0; place < bytes.length; place += 4) if (bytes[place + 3] > 0) colours.add(bytes.slice(place, place + 3).join());
        return colours.size > 2;
    }""")


def save(page):
    with page.expect_download() as download:
        page.click("#save")
    name = download.value.suggested_filename
    check(name.startswith("breathe-easy-") and name.endswith(".png"), f"the picture is called {name}")
    with open(download.value.path(), "rb") as file:
        check(file.read(8) == b"\x89PNG\r\n\x1a\n", "the picture is no PNG")


def hand_over(page):
    with page.expect_download() as download:
        page.click("#as-table")
    check(download.value.suggested_filename.endswith(".csv"), "the table is no CSV")
    with open(download.value.path(), encoding="utf-8") as file:
        check(file.readline().startswith("day,feeling,"), "the table has no head")


def measure(anna):
    """A pulse with a span on two days, and puffs on one."""
    values = [{"kind": "heartRate", "value": value, "time": f"{ago(day)}T{hour}:00:00Z"} for day in (3, 5) for hour, value in (("09", 58), ("15", 74))]
    values.append({"kind": "inhalerUses", "value": 2, "time": f"{ago(4)}T12:00:00Z"})
    answer = anna.done("POST", "/v1/me/metrics", {"values": values})
    check(answer["kept"] == 5, f"not all values were kept: {answer}")


def see_values(page):
    page.select_option("#measure", "heartRate")
    expect(page.locator("#legend")).to_contain_text("Heart rate (/min)")
    expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile("^Heart rate .*: 2 days"))
    rows = page.locator("#table tbody tr", has_text="66")
    expect(rows.first).to_contain_text("66\u00a0/min (58\u00a0/min – 74\u00a0/min)")
    check(has_ink(page), "the chart of values is empty")
    page.select_option("#measure", "inhalerUses")
    expect(page.locator("#chart")).to_have_attribute("aria-label", re.compile("1 day"))
    expect(page.locator("#measure optgroup")).to_have_attribute("label", "Health values")


def see_what_goes_together(page):
    found = page.locator("#together .association").first
    expect(found).to_contain_text("Birch: Goes together")
    expect(found).to_contain_text(f"{DAYS} days, correlation")
    expect(found.locator("svg.interval")).to_be_visible()


def turn_pages(page):
    month = page.locator("#month").text_content()
    expect(page.locator("#later")).to_be_disabled()
    page.click("#earlier")
    awaited(page, "the month did not change", lambda: page.locator("#month").text_content() != month)
    page.click("#later")
    expect(page.locator("#month")).to_have_text(month)


def main(pictures, address, link):
    with launched() as browser:
        # Days are those of UTC everywhere: elsewhere it may be tomorrow already.
        anna = Person(browser, address, folder(pictures), timezone_id="UTC")
        page = anna.come(link, "anna", "/look-back")
        expect(page.locator("#insights")).to_contain_text("There is not much here yet.")
        expect(page.locator("#no-place")).to_be_visible()
        keep_a_diary(anna)
        page = anna.open("/look-back")
        look(page)
        save(page)
        measure(anna)
        page = anna.open("/look-back")
        see_values(page)
        page.select_option("#measure", "heartRate")
        anna.picture("lookback-values")
        hand_over(page)
        see_what_goes_together(page)
        turn_pages(page)
        anna.end()


if __name__ == "__main__":
    play(main)
