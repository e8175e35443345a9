"""A place on paper, inside a page of another site, day by day on the page of the day, and tomorrow on the map.

Arguments: a folder for screenshots or `-`, and the address of the server, whose station at Basel has counted 60 grains of birch
on each of the last days.
"""

import contextlib
import datetime
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browsing import Visit, awaited, check, folder, launched, play
from playwright.sync_api import expect

BASEL = {"latitude": 47.5596, "longitude": 7.5886}
PLACE = "/place/47.56,7.59"
#: Answers that no page of another site may frame.
UNFRAMED = ["/", "/today", PLACE, "/sign-in", "/emergency", "/v1/stations"]
#: The days before today whose readings the course shows, and those after it that may be forecast.
BEFORE, AFTER = 14, 4


def print_out(visit):
    """On paper, a place is its verdict and its tables, without the ways to other pages."""
    page = visit.open(PLACE)
    others = [page.locator(part) for part in ["nav.tabs", ".more", ".place-acts", "#embedding"]]
    for part in others:
        expect(part).to_be_visible()
    page.emulate_media(media="print")
    for part in [*others, page.locator(".skip"), page.locator(".notices")]:
        expect(part).to_be_hidden()
    expect(page.locator("#verdict .verdict-level")).to_contain_text("Birch: moderate")
    for part in ["h1", "#verdict", "#air .day-table", "#stations", "#sources"]:
        expect(page.locator(part)).to_be_visible()
    ink, paper = (page.locator("body").evaluate(f"(node) => getComputedStyle(node).{name}") for name in ["color", "backgroundColor"])
    check((ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)"), f"{ink} on {paper} is no ink on paper")
    words = printed(page)
    for part in ["Birch: moderate", "60 grains/m³", "Information, not medical advice"]:
        check(part in words, f"{part} is not printed: {words}")
    for part in ["On your own site", "<iframe", "Print"]:
        check(part not in words, f"{part} is printed: {words}")
    visit.picture("place-printed")
    page.emulate_media(media="screen")
    expect(others[0]).to_be_visible()


def printed(page):
    """The words of a page as its reader prints it."""
    read = subprocess.run(["pdftotext", "-layout", "-", "-"], input=page.pdf(format="A4"), capture_output=True, check=True)
    return " ".join(read.stdout.decode().split())


@contextlib.contextmanager
def other_site(content):
    """The address of a page of another site."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = f"<!DOCTYPE html><html lang=en><title>A clinic</title><h1>A clinic</h1>{content}</html>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            # For browsers, another name is another site, wherever it leads.
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()


def be_framed(browser, visit):
    """The line that the page of a place offers shows the place on another site, which can frame nothing else."""
    page = visit.open(PLACE)
    page.locator("#embedding > summary").click()
    line = page.locator("#embedding code").inner_text()
    check(line.startswith("<iframe ") and f'src="{visit.address}/embed{PLACE}?language=en"' in line, f"the line is {line}")
    frames = "".join(f'<iframe src="{visit.address}{path}" title="{path}"></iframe>' for path in UNFRAMED)
    with other_site(line + frames) as clinic:
        guest = Visit(browser, clinic, visit.pictures)
        guest.open("/")
        widget = guest.page.frame_locator("iframe[src*='/embed/']")
        expect(widget.locator("h1")).to_be_visible()
        expect(widget.locator(".verdict-level")).to_contain_text("Birch: moderate")
        expect(widget.locator("li").first).to_contain_text("Birch")
        link = widget.locator("a")
        expect(link).to_have_attribute("href", f"{visit.address}{PLACE}")
        expect(link).to_have_attribute("target", "_blank")
        width = widget.locator("html").evaluate("(node) => node.scrollWidth")
        check(width <= 360, f"the widget is {width} pixels wide in a frame of 360")
        guest.picture("place-framed")
        framed = [frame for frame in guest.page.frames[1:] if "/embed/" not in frame.url]
        check(len(framed) == len(UNFRAMED), f"there are {len(framed)} other frames")
        awaited(guest.page, "other answers can be framed", lambda: all(
            frame.url not in ("", "about:blank") and not frame.url.startswith(visit.address) for frame in framed))
        refusals = ("frame-ancestors", "Failed to load resource")
        complaints = [text for text in guest.complaints if not any(words in text for words in refusals)]
        check(complaints == [], f"the page of the other site complained: {complaints}")
        guest.context.close()
    for path in [f"/embed{PLACE}", *UNFRAMED]:
        headers = page.request.get(visit.address + path).headers
        own = "frame-ancestors *" if path.startswith("/embed/") else "frame-ancestors 'none'"
        check(own in headers["content-security-policy"], f"{path} has the policy {headers['content-security-policy']}")
        check("x-frame-options" not in headers, f"{path} has a second rule for frames")


class Forecast:
    """Adds the days of a forecast to what the service answers about the air: no weather service forecasts for this one."""

    def __init__(self, page):
        self.date = None
        page.route(re.compile(r"/v1/air\?"), self.add)

    def add(self, route):
        answer = route.fetch()
        air = answer.json()
        self.date = datetime.date.fromisoformat(air["date"])
        coming = [{"basis": "forecast", "index": 5.5 + day / 4, "level": "high", "value": 100 + day} for day in range(1, AFTER + 1)]
        later = [{**value, "day": f"{self.date + datetime.timedelta(days=3 + place)}"} for place, value in enumerate(coming[2:])]
        for entry in air["allergens"]:
            entry |= {"tomorrow": coming[0], "dayAfterTomorrow": coming[1], "later": later}
        route.fulfill(response=answer, json=air)


class EarlierYears:
    """Adds what is usual, and an early beginning, to what the service answers about a season: its station is new."""

    def __init__(self, page):
        self.days = []
        page.route(re.compile(r"/v1/air/season\?"), self.add)

    def add(self, route):
        answer = route.fetch()
        season = answer.json()
        self.days = [one["day"] for one in season["values"]]
        season["season"] |= {"start": self.days[0], "delay": -12}
        normals = [{"day": day[5:], "p10": 10, "p25": 20, "median": 40, "p75": 80, "p90": 160} for day in self.days]
        route.fulfill(response=answer, json=season | {"years": 12, "normals": normals})


def read_today(browser, address, pictures):
    """Today has a column for each of five days, the course of the days before and after, and the whole season."""
    options = {"geolocation": BASEL, "permissions": ["geolocation"], "service_workers": "block"}
    visit = Visit(browser, address, pictures, viewport={"width": 1200, "height": 900}, **options)
    forecast = Forecast(visit.page)
    page = visit.open("/today")
    page.click("#position")
    table = page.locator("#places .day-table.of-5")
    expect(table).to_be_visible()
    names = [f"{forecast.date + datetime.timedelta(days=day):%A}" for day in range(2, AFTER + 1)]
    expect(table.locator("thead th")).to_have_text(["Allergen", "Today", "Tomorrow", *names])
    row = table.locator("tbody tr").first
    expect(row.locator("th")).to_contain_text("Birch")
    expect(row.locator("td")).to_have_count(AFTER + 1)
    told = [("moderate", 60)] + [("high", 100 + day) for day in range(1, AFTER + 1)]
    for day, (level, value) in enumerate(told):
        expect(row.locator("td").nth(day)).to_contain_text(level)
        expect(row.locator("td").nth(day)).to_contain_text(f"{value} grains/m³")
    follow_course(page, forecast.date)
    visit.picture("today-course")
    follow_season(page)
    visit.picture("today-season")
    visit.end()


def follow_course(page, today):
    page.get_by_text("Birch: last 14 days and forecast").click()
    expect(page.locator("#places rect.bar.expected")).to_have_count(AFTER)
    # The day may have changed since its readings came.
    bars = page.locator("#places rect.bar:not(.expected)").count()
    check(bars in (BEFORE, BEFORE + 1), f"the course has {bars} days")
    course = page.locator("#places .chart-box")
    course.press("End")
    last = today + datetime.timedelta(days=AFTER)
    said = course.get_attribute("aria-valuetext")
    check(said.startswith(f"{last.day} ") and "high, 104 grains/m³" in said and "forecast" in said, f"the last day is {said}")
    course.press("Home")
    said = course.get_attribute("aria-valuetext")
    check(said.startswith(f"{(today - datetime.timedelta(days=BEFORE)).day} ") and "60 grains/m³" in said, f"the first day is {said}")


def follow_season(page):
    """The season as it was counted, and, once there are earlier years, beside them: as the page of the place tells it."""
    part = page.locator("#places details", has_text="The season")
    part.locator("summary").click()
    expect(part.locator("svg.season .this-year")).not_to_have_count(0)
    expect(part.locator("svg.season .now")).to_have_count(1)
    expect(part.locator("svg.season .band")).to_have_count(0)
    expect(part).to_contain_text("Highest so far: 60 grains/m³")
    expect(part).to_contain_text("Too few earlier years to say what is usual.")
    years = EarlierYears(page)
    part.locator("summary").click()
    part.locator("summary").click()
    expect(part.locator("svg.season .band")).not_to_have_count(0)
    expect(part.locator("svg.season .mean")).not_to_have_count(0)
    expect(part).to_contain_text(", 12 days early.")
    expect(part).to_contain_text("Dashed: the middle of 12 earlier years.")
    expect(part.locator("svg.season")).to_have_attribute("aria-label", re.compile(r"^It began on \d.*, 12 days early\. Highest so far"))
    check(years.days, "the season has no days")


class StationForecast:
    """Gives stations without a value that of the day before as a forecast: no weather service forecasts for this one."""

    def __init__(self, page):
        self.reading = None
        page.route(re.compile(r"/v1/stations\?"), self.add)

    def add(self, route):
        answer = route.fetch()
        stations = answer.json()
        for feature in stations["features"]:
            known = feature["properties"].get("reading")
            self.reading = known or self.reading
            if not known and self.reading:
                feature["properties"]["reading"] = {**self.reading, "basis": "forecast"}
        route.fulfill(response=answer, json=stations)


def see_tomorrow(browser, address, pictures):
    """Of a day that nobody has measured, the map says for how many stations there is a forecast."""
    visit = Visit(browser, address, pictures, viewport={"width": 1200, "height": 900}, service_workers="block")
    StationForecast(visit.page)
    page = visit.open("/#9/47.560/7.590/birch")
    expect(page.locator("#status")).to_contain_text("1 of 1 station reports")
    page.click("#near-days [data-days='1']")
    expect(page.locator("#status")).to_have_text("Forecast for 1 station.")
    visit.end()


def main(pictures, address):
    with launched() as browser:
        visit = Visit(browser, address, folder(pictures))
        print_out(visit)
        be_framed(browser, visit)
        visit.end()
        read_today(browser, address, folder(pictures))
        see_tomorrow(browser, address, folder(pictures))


if __name__ == "__main__":
    play(main)
