"""Drives a browser through the pages of a running server as an operator, a map reader and a programmer.

Arguments: a folder for screenshots or `-`, the address of the server, a key of the station `harbour`, today's
date, and the day of the map. A failure ends the script with a message; so does any error in a page's console
and any violation of the content security policy.
"""

import re

from browsing import Visit, awaited, check, choose_language, distance, drawn_anew, folder, launched, pixel, play, settled
from playwright.sync_api import expect

BROKEN_FILE = """station,allergen,day,value,unit
harbour,grass,{day},12,grains/m3
harbour,grass,2026-02-30,7,grains/m3
harbour,oak,{day},3,grains/m3
harbour,moonflower,{day},4,grains/m3
harbour,brich,{day},4,grains/m3
"""

DROP = """([text, name]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name, { type: "text/csv" }));
    for (const kind of ["dragenter", "dragover", "drop"]) {
        document.getElementById("drop").dispatchEvent(
            new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
    }
}"""


def sign_in(visit, key):
    page = visit.open("/operate")
    expect(page.locator("#entry-heading")).to_have_text("Your station")
    visit.picture("operate-entry")
    page.fill("#key", key)
    page.press("#key", "Enter")
    expect(page.locator("#station-name")).to_have_text("Harbour")
    return page


def answer_yes(page):
    page.locator("#question-yes").click()
    expect(page.locator("#question")).to_be_hidden()


def drop_file(visit, day):
    """Drops a file with three broken rows, and uploads its valid rows."""
    page = visit.page
    page.evaluate(DROP, [BROKEN_FILE.format(day=day), "week.csv"])
    # The test runs at every time of the year, so the plants need not be in flower.
    page.locator("#confirm").check()
    rows = page.locator("#upload-report tbody tr")
    expect(rows).to_have_count(3)
    for row, parts in enumerate([("3", "day", "2026-02-30"), ("5", "allergen", "moonflower"), ("6", "allergen", "brich")]):
        for cell, part in enumerate(parts):
            expect(rows.nth(row).locator("td").nth(cell)).to_have_text(part)
    expect(rows.nth(1)).not_to_contain_text("Did you mean")
    expect(rows.nth(2)).to_contain_text("No allergen has this name. Did you mean “birch”?")
    expect(page.locator("#upload-status")).to_contain_text("Nothing is saved yet")
    visit.picture("operate-checked")
    # The doubtful values are read again, and what was ticked before would be lost.
    with drawn_anew(page, "#doubts-summary"):
        page.locator("#send").click()
        expect(page.locator("#upload-status")).to_have_text("week.csv was saved.")
    expect(page.locator("#uploads .upload").first).to_contain_text("2 new · 3 rejected")


def see_season(visit, day):
    page = visit.page
    years = page.locator("#year option").all_inner_texts()
    check(years[0] == day[:4] and "2024" in years and set(years[1:]) <= {"2024", "2020", "2019"}, f"other years than those with values: {years}")
    page.select_option("#allergen", "grass")
    expect(page.locator("#season svg.season path.this-year")).not_to_have_count(0)
    month, number = int(day[5:7]), int(day[8:10])
    cell = page.locator("#coverage tbody tr").nth(month - 1).locator("td").nth(number - 1)
    expect(cell).to_have_class(re.compile("shade"))


def decide(visit):
    """Confirms one of two old suspect hours, and finds the change in the list."""
    page = visit.page
    expect(page.locator("#doubts-summary")).to_contain_text("2 doubtful values, from 8 April 2019")
    page.locator("#doubts tbody tr", has_text="8 Apr 2019").locator("input").check()
    page.locator("#doubts-confirm").click()
    answer_yes(page)
    expect(page.locator("#doubts-status")).to_have_text("Confirmed 1 value.")
    expect(page.locator("#doubts tbody tr")).to_have_count(1)
    change = page.locator("#revisions tbody tr").first
    expect(change).to_contain_text("confirmed")
    expect(change).to_contain_text("8 Apr 2019")
    expect(change).to_contain_text("bench key")
    visit.picture("operate-decided")


def look_after_keys(visit):
    page = visit.page
    page.fill("#label", "logger")
    page.press("#label", "Enter")
    check(page.locator("#new-key input").input_value().startswith("bes_"), "no new key was shown")
    row = page.locator("#keys tbody tr", has_text="logger")
    expect(row).to_have_count(1)
    row.locator("button").first.click()
    page.select_option("#question-body select", "0")
    answer_yes(page)
    expect(page.locator("#keys tr.over", has_text="logger")).to_have_count(1)
    in_force = page.locator("#keys tbody tr:not(.over)", has_text="logger")
    expect(in_force).to_have_count(1)
    in_force.locator("button").last.click()
    answer_yes(page)
    expect(page.locator("#keys-status")).to_contain_text("no longer valid")
    expect(page.locator("#keys tr.over", has_text="logger")).to_have_count(2)


def go_by_keyboard(visit):
    """Checks that the Tab key reaches every control of the page."""
    page = visit.page
    page.locator("#station-name").focus()
    wanted = {"feed", "file", "doubts-confirm", "doubts-dismiss", "year", "allergen", "label"}
    seen = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id"))
        if wanted <= seen:
            return
    raise AssertionError(f"Tab does not come to {wanted - seen}")


def speak_german(visit):
    page = visit.page
    choose_language(page, "de")
    expect(page.locator("#doubts-heading")).to_have_text("Zweifelhafte Werte")
    expect(page.locator("#station-name")).to_have_text("Harbour")
    check(page.evaluate("document.documentElement.lang") == "de", "the page does not say that it is German")
    visit.picture("operate-german")


def fit(visit, name):
    """Checks that the page fits a narrow phone, in every language, in light and dark mode."""
    page = visit.page
    page.set_viewport_size({"width": 360, "height": 740})
    for language in ["fr", "it", "es", "en", "de"]:
        choose_language(page, language)
        width = page.evaluate("document.documentElement.scrollWidth")
        check(width <= 360, f"{name} is {width} pixels wide on a phone of 360 in {language}")
    shades = []
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        shades.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        visit.picture(f"{name}-360-{scheme}")
    check(shades[0] != shades[1], "the page is the same in the dark")


def operate(browser, address, pictures, key, today):
    visit = Visit(browser, address, pictures, viewport={"width": 1200, "height": 900})
    sign_in(visit, key)
    drop_file(visit, today)
    see_season(visit, today)
    decide(visit)
    look_after_keys(visit)
    go_by_keyboard(visit)
    speak_german(visit)
    fit(visit, "operate")
    visit.end()


def read_map(browser, address, pictures, day):
    visit = Visit(browser, address, pictures, viewport={"width": 1200, "height": 800})
    page = visit.open("/#8/52.500/13.400/birch/2010-04-08")
    expect(page.locator("#status")).to_contain_text("No data")
    # The station is in the middle of the map, which begins beside the rail.
    beside, south = (646, 450), (646, 620)
    ground = settled(page, *beside)
    page.evaluate("(day) => { location.hash = `#8/52.500/13.400/birch/${day}` }", day)
    expect(page.locator("#status")).to_contain_text("1 of 1 station reports")
    awaited(page, "the map is not coloured beside the station", lambda: distance(pixel(page, *beside), ground) > 60)
    visit.picture("map")
    see_regions(visit, south)
    choose_traffic_lights(visit, beside)
    page.mouse.click(*beside)
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Birch")
    expect(sheet).to_contain_text("US Air Quality Index101")
    expect(sheet).to_contain_text("Main pollutant: fine particles (PM2.5)")
    expect(sheet).to_contain_text("European Air Quality Index: not rated.")
    visit.picture("map-sheet")
    link = sheet.get_by_role("link", name="More about this place")
    expect(link).to_have_attribute("href", re.compile(rf"^/place/\d+\.\d\d,\d+\.\d\d\?date={day}$"))
    path = link.get_attribute("href")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    fit(visit, "map")
    share_day(visit, path, day)
    visit.end()


def share_day(visit, path, day):
    """The page to which the map's sheet leads is of the day on the map, and so is the address that is shared."""
    page = visit.open(path)
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    page.click("#share")
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared.url")
    check("/place/" in shared and shared.endswith(f"&date={day}"), f"{shared} is shared")


def legend_colours(page):
    """Red, green and blue of the legend's lowest and highest levels."""
    rows = [page.locator("#legend tr", has_text=re.compile(rf"^\d?{level}")) for level in ["low", "very high"]]
    texts = [row.locator(".swatch").evaluate("(node) => getComputedStyle(node).backgroundColor") for row in rows]
    return [tuple(int(part) for part in re.findall(r"\d+", text)[:3]) for text in texts]


def switch_colours(page, choice, is_chosen):
    """Switches between the colours; the tiles that load afterwards are of those that are chosen."""
    drawn = []

    def note(request):
        if request.is_navigation_request():
            drawn.clear()
        elif "/tiles/birch/" in request.url and ".png?" in request.url:
            drawn.append(request.url)

    page.on("request", note)
    with page.expect_navigation():
        choice.click()
    expect(choice).to_be_checked(checked=is_chosen)
    expect(page.locator("#legend .swatch")).not_to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", note)
    check(drawn and all(("&ramp=traffic-light" in url) == is_chosen for url in drawn), f"the tiles are of other colours: {drawn}")


def choose_traffic_lights(visit, place):
    """Another choice of colours draws the tiles and the legend anew, lasts, and can be taken back."""
    page = visit.page
    choice = page.get_by_role("switch", name="Colours from green to red")
    expect(choice).not_to_be_checked()
    plain, ground = legend_colours(page), settled(page, *place)
    switch_colours(page, choice, True)
    low, high = legend_colours(page)
    check(low[1] > max(low[0], low[2]), f"the lowest level is not green: {low}")
    check(high[0] > max(high[1], high[2]), f"the highest level is not red: {high}")
    awaited(page, "the map keeps its colours", lambda: distance(ground, settled(page, *place)) > 60)
    visit.picture("map-traffic-light")
    page.reload()
    expect(choice).to_be_checked()
    page.wait_for_load_state("networkidle")
    switch_colours(page, choice, False)
    check(legend_colours(page) == plain, "the legend does not return to its colours")
    awaited(page, "the map does not return to its colours", lambda: distance(ground, settled(page, *place)) < 20)


def see_regions(visit, place):
    """Switches the regions on: their area, scale and source appear, and a click shows the class."""
    page = visit.page
    before = settled(page, *place)
    page.locator("#regions").check()
    expect(page.locator(".leaflet-regions-pane path.region:not(.without)")).not_to_have_count(0)
    about = page.locator("#regions-about")
    expect(about).to_contain_text("German weather service")
    expect(about).to_contain_text("Deutscher Wetterdienst")
    expect(page.locator(".leaflet-control-attribution")).to_contain_text("Deutscher Wetterdienst")
    page.wait_for_function("() => location.hash.endsWith('/regions')")
    awaited(page, "the area of the region is not coloured", lambda: distance(before, pixel(page, *place)) > 60)
    visit.picture("map-regions")
    page.mouse.click(*place)
    stated = page.locator("#sheet .stated")
    expect(stated).to_contain_text("Brandenburg und Berlin")
    expect(stated).to_contain_text("class 1")
    expect(stated).to_contain_text("Scale: Pollen index")
    page.locator("#sheet-close").click()


def read_definition(browser, address, pictures):
    """Searches for an operation, opens it, and reads its parameters and answers."""
    visit = Visit(browser, address, pictures, viewport={"width": 1200, "height": 900})
    page = visit.open("/docs/api")
    expect(page.locator("#count")).to_contain_text("operations")
    page.locator("#search").fill("fence idempotency")
    # One operation adds a fence for the caller, the other for a person in the caller's care.
    expect(page.locator("#contents a:visible")).to_have_count(2)
    page.locator("#contents a[href='#createFence']").click()
    operation = page.locator("#createFence")
    expect(operation).to_contain_text("This needs a token of an account with write.")
    expect(operation).to_contain_text("--json '{")
    expect(operation.locator(".members").first).to_contain_text("quietHours")
    operation.locator(".answer", has_text="201").locator("summary").first.click()
    expect(operation).to_contain_text("Headers: ")
    visit.picture("definition")
    fit(visit, "definition")
    visit.end()


def main(pictures, address, key, today, day):
    pictures = folder(pictures)
    with launched() as browser:
        operate(browser, address, pictures, key, today)
        read_map(browser, address, pictures, day)
        read_definition(browser, address, pictures)


if __name__ == "__main__":
    play(main)
