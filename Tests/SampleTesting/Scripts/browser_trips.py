"""A person reads a track from a file and records one, sees what was in the air, and keeps a trip; no place on the way leaves the browser.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from accessibility import NARROW, Audit
from browsing import awaited, check, folder, launched, play
from people import Person
from playwright.sync_api import expect

WALK = Path(__file__).parents[2] / "TripFiles" / "Vectors" / "walk.gpx"
START = {"latitude": 47.37312, "longitude": 8.53187}
# Degrees of latitude in 60 metres, and seconds for them on foot.
STEP, SECONDS = 0.00054, 40
# Positions of the file, and of what is played: as degrees, as text or as whole numbers of smaller units.
PLACES = re.compile(r"48[.,]?1[34]\d|11[.,]?5[67]\d|47[.,]?37\d|8[.,]53\d")
# The same in memory, where other numbers begin alike: with all digits of a position.
PLACES_IN_MEMORY = re.compile(r"48\.1[34]\d{3}|11\.5[67]\d{3}|47\.37\d{3}|8\.5318\d")
# When saved trips begin and end; thousandths of a second may look like a place.
TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
# Milliseconds.
DAY = 86_400_000
# Counts the positions that the page was told while it records.
COUNT_POSITIONS = """window.positions = 0;
const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
navigator.geolocation.watchPosition = (take, ...rest) => watch((position) => { take(position); window.positions += 1; }, ...rest);"""
# Tells the page that it is hidden, or visible again.
HIDE = """(state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# Notifications are allowed, and what they say is collected.
COLLECT_NOTIFICATIONS = """window.notes = [];
Object.defineProperty(Notification, "permission", { configurable: true, get: () => "granted" });
navigator.serviceWorker.getRegistration = async () => ({
    showNotification: async (title, { body }) => { window.notes.push(`${title}: ${body}`); },
    getNotifications: async () => window.notes.map((_, index) => ({ close: () => { delete window.notes[index]; } })),
    pushManager: { getSubscription: async () => null },
});"""
# Everything that the browser keeps of the site, as text; of its caches the addresses.
KEPT = """async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject; });
    for (const { name } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name));
        for (const store of database.objectStoreNames) kept.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
        database.close();
    }
    for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return kept.join("\\n");
}"""


def understand(page):
    """What the page is for is told once."""
    page.click("#intro-done")
    page.reload()
    expect(page.locator("#kept-none")).to_be_visible()
    expect(page.locator("#intro")).to_be_hidden()


def read_file(page):
    page.set_input_files("#file", {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no track"})
    expect(page.locator("#read-status")).to_contain_text("none of the formats")
    expect(page.locator("#result")).to_be_hidden()
    page.set_input_files("#file", WALK)
    expect(page.locator("#read-status")).to_have_text("97 positions read.")
    expect(page.locator("#ways li")).to_have_count(1)
    # 7:00 UTC, as the clocks of Zürich show it.
    expect(page.locator("#ways")).to_contain_text("Mon, 4 May 2026, 09:00 – 09:23")
    expect(page.locator("#ways select")).to_have_value("onFoot")
    expect(page.locator("#main-one")).to_contain_text("Birch (average level: moderate)")
    expect(page.locator("#later")).to_contain_text("an hour later, Birch")
    # The forecast has no hours of a day in May.
    expect(page.locator("#later")).to_contain_text("those of an average day")
    expect(page.locator("#inhaled")).to_have_text(re.compile("^Birch: about [0-9,]+ pollen grains? breathed in.$"))
    expect(page.locator("#inhaled-times")).to_contain_text("about 5 times as much as sitting")
    expect(page.locator("#inhaled-about")).to_contain_text("half or twice as much")
    expect(page.locator("#others")).to_contain_text("What you walked, by bicycle")
    expect(page.locator("#exposures tbody tr").last).to_contain_text("All of these together")
    # Pollutants are of everybody, and have a table of their own.
    expect(page.locator("#pollutants-table tbody tr")).to_have_count(1)
    expect(page.locator("#pollutants-table tbody tr")).to_contain_text("Ozone")


def correct(page):
    """In a vehicle it is a range, of which the outside is the most."""
    outside = page.locator("#exposures tbody tr").first.locator("td").nth(1).text_content()
    expect(page.locator("#people-line")).to_be_hidden()
    page.select_option("#ways select", "car")
    expect(page.locator("#exposures tbody tr").first).to_contain_text(f"0 – {outside}")
    expect(page.locator("#inhaled")).to_contain_text("Birch: at most about")
    expect(page.locator("#others")).to_be_empty()
    page.select_option("#country", "other")
    expect(page.locator("#carbon-note")).to_contain_text("Used instead: United Kingdom.")
    expect(page.locator("#carbon")).to_contain_text("by car (figure: United Kingdom).")
    expect(page.locator("#carbon-source")).to_contain_text("By car (United Kingdom): 175 g")
    page.select_option("#country", "CH")
    expect(page.locator("#carbon-note")).to_have_text("Switzerland: we have no figures for this way of travelling. Used instead: United Kingdom.")
    page.select_option("#country", "GB")
    expect(page.locator("#carbon-note")).to_have_text("")
    expect(page.locator("#carbon")).to_contain_text("CO₂e in all. As much as 2")
    # Two share the car; the next track has it for one again.
    page.select_option("#people", "2")
    expect(page.locator("#carbon")).to_have_text("175 g CO₂e in all. As much as 998 m by car.")
    spare_the_lungs_today(page)


def give_today(page, date):
    """Today, the air is as it was on that day, or without one is not known; returns the list of what is asked for."""
    asked = []
    today = page.evaluate("new Date().toLocaleDateString('sv')")

    def answer(route):
        asked.append(route.request.url)
        if date is None:
            route.fulfill(status=404)
            return
        days = (datetime.fromisoformat(today) - datetime.fromisoformat(date)).days
        response = route.fetch(url=route.request.url.replace(today, date))
        if response.status != 200:
            route.fulfill(response=response)
            return
        tile = response.json()
        route.fulfill(response=response, json={**tile, "start": tile["start"] + days * DAY})

    page.unroute_all()
    page.route(re.compile(rf"/v1/grid/.*date={today}"), answer)
    return asked


def spare_the_lungs_today(page):
    """A tip for the next way is given only if the air is fine today as well; on 3 May there was little pollen and much ozone."""
    for date, words in [("2026-05-04", "on foot or by bicycle"), ("2026-05-05", "high here today"), ("2026-05-03", ""), (None, "")]:
        asked = give_today(page, date)
        page.select_option("#ways select", "onFoot")
        expect(page.locator("#tip")).to_have_text("")
        page.select_option("#ways select", "car")
        expect(page.locator("#keep")).to_be_enabled()
        expect(page.locator("#tip")).to_have_text(re.compile(words or "^$"))
        expect(page.locator("#tip-sources")).to_be_visible(visible=words != "")
        for kind in ["birch", "ozone"]:
            check(any(f"/v1/grid/{kind}/" in url for url in asked), f"the {kind} of today is not asked for")
    page.unroute_all()


def spare_the_lungs(page):
    """On a heavy day no tip says to walk."""
    another = WALK.read_bytes().replace(b"2026-05-04", b"2026-05-05")
    page.set_input_files("#file", {"name": "walk.gpx", "mimeType": "application/gpx+xml", "buffer": another})
    expect(page.locator("#main-one")).to_contain_text("Birch (average level: very high)")
    # The trip of the day before, as it was corrected, is a range.
    expect(page.locator("#before-about")).to_contain_text("The one before: Mon, 4 May 2026, 09:00 – 09:23, 2")
    expect(page.locator("#before")).to_contain_text("Saved trips have no places")
    expect(page.locator("#before-table tbody tr").first).to_have_text(re.compile("^Birch[1-9].*h/m³.*0 – "))
    page.select_option("#ways select", "car")
    expect(page.locator("#tip")).to_contain_text("Your lungs come first")
    expect(page.locator("#people")).to_have_value("1")
    expect(page.locator("#carbon")).to_contain_text("As much as 2")


def keep(page):
    page.click("#keep")
    expect(page.locator("#keep-status")).to_contain_text("switch on the consent")
    expect(page.locator("#consent-given")).to_be_focused()
    page.check("#consent-given")
    page.click("#keep")
    expect(page.locator("#keep-status")).to_contain_text("1 trip saved.")
    expect(page.locator("#trips li")).to_have_count(1)
    expect(page.locator("#trips li")).to_contain_text("CO₂e (figure: United Kingdom, 2019)")
    page.focus(".bar")
    page.keyboard.press("Enter")
    expect(page.locator("#bar-words")).to_contain_text("By car: 2 km")
    page.select_option("#measure", "birch")
    expect(page.locator(".bar .figure")).to_contain_text("0 – ")


def see_carbon(page):
    """Carbon is shown beside the average of the country, as bars, as a pie and in words."""
    page.select_option("#measure", "carbon")
    expect(page.locator("#average")).to_contain_text("Average (United Kingdom)")
    expect(page.locator(".bar .limit")).to_have_count(1)
    page.focus(".bar")
    page.keyboard.press("Enter")
    expect(page.locator("#bar-words")).to_contain_text("% of the average. As much as 2")
    expect(page.locator("#table")).to_contain_text("Average")
    expect(page.locator("#pie path")).to_have_count(1)
    expect(page.locator("#shares-about")).to_have_text("Of all that is saved, since 5 May 2026.")
    expect(page.locator("#shares-table tbody tr")).to_have_text(re.compile("By car.*100%"))
    page.locator("#pie path").click()
    expect(page.locator("#share-words")).to_contain_text("By car: ")
    page.select_option("#period", "slot")
    expect(page.locator(".bar")).to_have_count(12)
    expect(page.locator(".bar:not(.empty)")).to_contain_text("08:00 – 10:00")
    expect(page.locator(".bar.empty").first).to_contain_text("Nothing saved")
    expect(page.locator("#average")).to_contain_text("two hours at a time")
    expect(page.locator("#average")).to_contain_text("The whole day: ")
    expect(page.locator("#bars-earlier")).to_be_hidden()
    page.select_option("#period", "year")
    expect(page.locator(".bar").last).to_contain_text("2026")
    expect(page.locator("#kind-line")).to_be_hidden()


def walk(anna, page, steps):
    for step in range(1, steps + 1):
        page.clock.fast_forward(SECONDS * 1_000)
        anna.context.set_geolocation({**START, "latitude": START["latitude"] + step * STEP, "accuracy": 5})
        expect(page.locator("#record-figures")).to_contain_text(f"{60 * step} m")


def record(anna, audit, page):
    page.click("#record")
    expect(page.locator("#record-state")).to_have_text("Recording")
    expect(page.locator("#record-figures")).to_contain_text("0 m")
    awaited(page, "no position came", lambda: page.evaluate("window.positions"))
    walk(anna, page, 4)
    look(audit, page, "while it records")
    page.click("#pause")
    expect(page.locator("#record-state")).to_have_text("Paused")
    page.click("#pause")
    page.click("#finish")
    expect(page.locator("#recording")).to_be_hidden()
    expect(page.locator("#ways li")).to_have_count(1)
    expect(page.locator("#ways")).to_contain_text("240 m")
    expect(page.locator("#ways select")).to_have_value("onFoot")
    # It stays saved, so that the database that is searched for places has it.
    page.click("#keep")
    expect(page.locator("#keep-status")).to_contain_text("1 trip saved.")
    expect(page.locator("#trips li")).to_have_count(1)
    expect(page.locator("#trips li")).to_contain_text("240 m")
    # While the page is hidden, a recording pauses, and goes on by itself: how long is said. Somebody who does not move is not recorded
    # for hours, and may go on.
    page.click("#record")
    expect(page.locator("#record-state")).to_have_text("Recording")
    page.evaluate(HIDE, "hidden")
    expect(page.locator("#record-state")).to_have_text("Paused")
    page.clock.fast_forward("05:00")
    page.evaluate(HIDE, "visible")
    expect(page.locator("#record-state")).to_have_text("Recording")
    expect(page.locator("#record-missed")).to_contain_text("hidden for 5 min")
    page.clock.fast_forward("20:10")
    expect(page.locator("#record-status")).to_contain_text("did not move for 20 minutes")
    expect(page.locator("#record-state")).to_have_text("Paused")
    page.click("#pause")
    expect(page.locator("#record-state")).to_have_text("Recording")
    page.click("#finish")
    expect(page.locator("#recording")).to_be_hidden()


def search(page, sent):
    found = [line for line in sent if PLACES.search(TIMES.sub("", line))]
    check(not found, f"a place was sent: {found}")
    kept = page.evaluate(KEPT)
    check(not PLACES.search(kept), f"a place is kept: {PLACES.search(kept)}")
    check(any(re.search(r"/v1/grid/birch/7/136/29\?date=2026-05-04$", line) for line in sent), "no tile of the air was asked for")


def expect_no_cookie(requests):
    """Nobody can tell who asked for the air or the stops of a region; other requests have the cookie of the session."""
    def some(part):
        found = [request for request in requests if part in request.url][-2:]
        check(found, f"nothing was asked for with {part}")
        return [request.all_headers() for request in found]

    for part in ["/v1/grid/birch/7/136/29?date=2026-05-0", "/v1/stops/7/"]:
        for headers in some(part):
            check("cookie" not in headers and "authorization" not in headers, f"{part} is asked for with {headers}")
    check(all("cookie" in headers for headers in some("/v1/me/trips")), "the headers of a session are not seen")


def memory(page):
    """The strings and numbers in the memory of the page that something still refers to."""
    session = page.context.new_cdp_session(page)
    pieces = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: pieces.append(event["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False, "captureNumericValue": True})
    session.detach()
    return json.loads("".join(pieces))["strings"]


def search_memory(page):
    """Once a track is forgotten, no place of it is left in the memory of the page."""
    found = [text[:200] for text in memory(page) if PLACES_IN_MEMORY.search(text)]
    check(not found, f"a place is in memory: {found[:5]}")
    # The searches find what is there.
    page.evaluate("localStorage.setItem('planted', '[48.140121,11.5605]'); globalThis.planted = { latitude: 47.373 + 0.00066 }")
    check(PLACES.search(page.evaluate(KEPT)), "the search finds nothing at all")
    check(any(text.startswith("47.3736") for text in memory(page)), "the search of memory finds nothing at all")
    page.evaluate("localStorage.removeItem('planted'); delete globalThis.planted")


def delete(page):
    page.click("#delete-all")
    page.click("#question-yes")
    expect(page.locator("#kept-none")).to_be_visible()


def forget(page):
    page.click("#forget")
    expect(page.locator("#result")).to_be_hidden()
    # Nothing is left to compare the next one with.
    page.set_input_files("#file", WALK)
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#keep")).to_be_enabled()
    expect(page.locator("#before")).to_be_hidden()
    page.click("#forget")


def instant(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def see_older(anna):
    """Trips are listed in portions, and years without one are not the end."""
    days = [{"start": f"2023-05-04T{hour:02}:00:00Z", "end": f"2023-05-04T{hour:02}:30:00Z", "mode": "train", "distance": 4000} for hour in range(24)]
    anna.done("POST", "/v1/me/trips", {"trips": days})
    # The trip that was recorded is within the last hour.
    now = datetime.now(UTC) - timedelta(hours=1)
    train = {"start": instant(now - timedelta(hours=1)), "end": instant(now), "mode": "train", "distance": 120_000, "carbon": {"grams": 3_600, "country": "GB", "year": 2019}}
    flight = {"start": instant(now - timedelta(hours=2)), "end": instant(now - timedelta(hours=1)), "mode": "plane", "distance": 100_000, "carbon": {"grams": 20_000, "country": "GB", "year": 2019}}
    anna.done("POST", "/v1/me/trips", {"trips": [flight, train]})
    noons = [now.replace(hour=12, minute=0, second=0) - timedelta(days=days) for days in range(1, 6)]
    walks = [{"start": instant(noon), "end": instant(noon + timedelta(minutes=20)), "mode": "onFoot", "distance": 1000} for noon in noons]
    anna.done("POST", "/v1/me/trips", {"trips": walks})
    page = anna.open("/trips")
    # The latest day is told beside five usual ones, each with a walk. Shortly after midnight, the flight may be of another day.
    midnight = page.evaluate("new Date().setHours(0, 0, 0, 0)") / 1000
    days = "5" if (now - timedelta(hours=2)).timestamp() >= midnight else "[56]"
    expect(page.locator("#usual-kept-table tbody tr").first).to_contain_text(re.compile(rf"1 km \({days} days\)"))
    expect(page.locator("#trips li")).to_have_count(20)
    page.click("#older")
    expect(page.locator("#trips li")).to_have_count(32)
    expect(page.locator("#older")).to_be_hidden()
    return page


def plant(anna, page):
    """Points are off until somebody wants them, stay on this device, and are spent in the garden."""
    expect(page.locator("#points")).to_be_hidden()
    check("trip-points" not in page.evaluate(KEPT), "points are kept although they are off")
    page.check("#points-on")
    expect(page.locator("#points-count")).to_have_text("840 points")
    expect(page.locator("#me-name")).to_have_text("anna")
    expect(page.locator("#me-points")).to_have_text("840 points")
    expect(page.locator("#smog")).to_contain_text("Average of: United Kingdom, 2018.")
    # Shortly after midnight, these are trips of yesterday.
    if page.evaluate("new Date().getHours()") >= 3:
        expect(page.locator("#highlight")).to_contain_text(re.compile("as much as the average|Much carbon"))
        expect(page.locator("#highlight-average")).to_have_text(re.compile("times the average. Average of: United Kingdom, 2018.$"))
        if "as much as the average" in page.locator("#highlight-words").inner_text():
            expect(page.locator("#highlight-based a").first).to_have_text("European Environment Agency")
    page.locator("#garden button").nth(2).click()
    expect(page.locator("#garden-status")).to_have_text("Choose a tree first.")
    page.get_by_role("button", name="Apple tree").click()
    page.locator("#garden button").nth(2).click()
    expect(page.locator("#points-count")).to_have_text("340 points")
    expect(page.get_by_role("button", name="Place 3: Apple tree")).to_be_focused()
    expect(page.locator("#shop button").first).to_be_disabled()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page = anna.open("/trips")
    expect(page.get_by_role("button", name="Place 4: Apple tree")).to_be_visible()
    expect(page.locator("#points-count")).to_have_text("340 points")
    with page.expect_download() as download:
        page.click("#device-file")
    [points] = json.loads(Path(download.value.path()).read_text())["points"]
    check((points["balance"], points["garden"]) == (340, [{"plant": "apple", "place": 4}]), f"the file has {points}")
    move_about(page)
    return page


def move_about(page):
    """Once the garden is edited, a tree is dragged to a free place, and nowhere else; keys lead to the row below; and it is seen from closer."""
    plots = page.locator("#garden button")

    def expect_tree(number):
        expect(page.locator(".plot.planted")).to_have_count(1)
        expect(page.get_by_role("button", name=f"Place {number}: Apple tree")).to_be_visible()

    plots.nth(3).drag_to(plots.nth(11))
    expect_tree(4)
    page.click("#garden-edit")
    expect(page.locator("#garden-edit")).to_have_attribute("aria-pressed", "true")
    plots.nth(3).drag_to(plots.nth(11))
    expect_tree(12)
    plots.nth(11).drag_to(page.locator("#garden-heading"))
    expect_tree(12)
    expect(page.locator("#garden-status")).to_contain_text("That place is not free")
    page.get_by_role("button", name="Rounded tree").click()
    plots.nth(0).click()
    expect(page.locator(".plot.planted")).to_have_count(2)
    plots.nth(0).drag_to(plots.nth(11))
    expect(page.locator("#garden-status")).to_contain_text("That place is not free")
    expect(page.get_by_role("button", name="Place 1: Rounded tree")).to_be_visible()
    # By keys: taken and let go, and then taken and put a row below.
    plots.nth(0).focus()
    for key in ["Enter", "ArrowDown", "Escape"]:
        page.keyboard.press(key)
    expect(plots.nth(0)).to_be_focused()
    expect(page.locator("#garden [aria-pressed=true]")).to_have_count(0)
    for key in ["Enter", "ArrowDown", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Place 7: Rounded tree")).to_be_focused()
    page.click("#garden-edit")
    width = "(id) => document.getElementById(id).getBoundingClientRect().width"
    expect(page.locator("#garden-wider")).to_have_attribute("aria-disabled", "true")
    page.click("#garden-closer")
    ratio = page.evaluate(width, "garden") / page.evaluate(width, "garden-view")
    check(1.4 < ratio < 1.6, f"the garden is {ratio} times as large")
    page.click("#garden-wider")
    expect(page.locator("#garden-wider")).to_have_attribute("aria-disabled", "true")


def look(audit, page, where):
    """Looks for what axe finds, on a phone and a wide screen, in light and dark."""
    audit.prepare(page)
    audit.look_at_all(page, f"/trips {where}")


def see_on_phone(anna, audit, page):
    """With a result, while it records, and with carbon and points, the page has no finding of axe; and it fits a narrow phone."""
    look(audit, page, "with points")
    audit.report()
    page.set_viewport_size({"width": 320, "height": NARROW["height"]})
    check(page.evaluate("document.documentElement.scrollWidth") <= 320, "the page is wider than 320 pixels")
    anna.picture("trips-points")


def forget_points(page):
    page.click("#points-forget")
    page.click("#question-yes")
    expect(page.locator("#points")).to_be_hidden()
    expect(page.locator("#me-points")).to_have_text("")
    check("apple" not in page.evaluate(KEPT), "the garden is still there")


def grams_of(words):
    amount, unit = re.match(r"([\d.,]+) (k?g)\b", words.replace("\u00a0", " ")).groups()
    return float(amount.replace(",", "")) * (1_000 if unit == "kg" else 1)


def see_food(anna, page):
    """What was eaten joins the bars and the pie of carbon, and is compared with what people eat on average."""
    eaten = {"name": "Mince", "type": "beef", "grams": 100, "share": 1, "isGuessed": False, "day": "2023-05-06"}
    page.evaluate("(eaten) => localStorage.setItem('food-carbon', JSON.stringify([eaten]))", eaten)
    page = anna.open("/trips")
    page.select_option("#measure", "carbon")
    expect(page.locator("#shares-table")).to_contain_text("Food")
    # The flight of today is above the average, which is told by red stripes and in words; by itself, a kind has no average.
    expect(page.locator(".bar.over").first).to_contain_text("above the average")
    page.select_option("#kind", "train")
    # Shortly after midnight, the ride is one of two days.
    figures = page.locator(".bar:not(.empty) .figure").all_inner_texts()
    check(abs(sum(grams_of(words) for words in figures) - 3_600) < 100, f"the bars of trains are {figures}")
    expect(page.locator(".bar.over")).to_have_count(0)
    page.select_option("#kind", "")
    # Earlier days begin with the latest that has something.
    page.click("#bars-earlier")
    expect(page.locator(".bar").first).to_be_focused()
    expect(page.locator("#bars-earlier")).to_be_hidden()
    expect(page.locator("#bars-latest")).to_be_visible()
    page.get_by_role("button", name=re.compile("Food: 7 kg")).click()
    expect(page.locator("#bar-words")).to_contain_text("Food: 7.044 kg")
    # 100 g of beef are more than all that people eat on a day, which has no trip.
    expect(page.locator("#bar-words")).to_contain_text("times the average")
    expect(page.locator("#average")).to_contain_text("Freight is part of it")
    expect(page.locator("#average")).to_contain_text("On days with food on your list")
    page.select_option("#measure", "distance")
    expect(page.locator("#legend")).not_to_contain_text("Food")


def be_reminded(anna):
    """A pause is told by a notification, and a page that is left reminds of its recording after two hours and then daily."""
    anna.page.add_init_script(COLLECT_NOTIFICATIONS)
    page = anna.open("/trips")
    expect(page.locator("#still-hint")).to_contain_text("only while the page is open")

    def shown():
        return page.evaluate("window.notes.filter((note) => note)")

    def await_notes(count):
        awaited(page, f"there are not {count} notifications", lambda: len(shown()) == count)

    page.click("#record")
    expect(page.locator("#record-figures")).to_contain_text("0 m")
    page.clock.fast_forward("20:10")
    expect(page.locator("#record-status")).to_contain_text("did not move for 20 minutes")
    await_notes(1)
    check("did not move for 20 minutes" in shown()[0], f"the pause is told otherwise: {shown()}")
    page.evaluate(HIDE, "hidden")
    page.clock.fast_forward("01:59:00")
    check(len(shown()) == 1, f"a reminder comes too early: {shown()}")
    for number, later in enumerate(["00:01:10", "24:00:00"], start=2):
        page.clock.fast_forward(later)
        await_notes(number)
    check("You left the page" in shown()[-1], f"the reminder is another: {shown()}")
    page.evaluate(HIDE, "visible")
    await_notes(0)
    page.click("#finish")
    expect(page.locator("#recording")).to_be_hidden()


def main(pictures, address, link):
    with launched() as browser:
        # Without the service worker, the browser shows every request.
        anna = Person(browser, address, folder(pictures), service_workers="block", permissions=["geolocation"], geolocation=START | {"accuracy": 5})
        sent, requests = [], []
        anna.context.on("request", lambda request: sent.append(f"{request.post_data or ''} {request.headers} {request.url}"))
        anna.context.on("request", lambda request: requests.append(request))
        page = anna.come(link, "anna", "/today")
        anna.done("PUT", "/v1/me/consents/warnings", {"version": 1})
        anna.done("PATCH", "/v1/me/profile", {"allergens": [{"allergen": "birch"}, {"allergen": "ash"}]})
        # Forward by 28 minutes in all, it stays behind the service: near midnight, a trip of just now is one of its day.
        page.clock.install(time=datetime.now(UTC) - timedelta(minutes=40))
        page.add_init_script(COUNT_POSITIONS)
        page = anna.open("/trips")
        expect(page.locator("#kept-none")).to_be_visible()
        understand(page)
        read_file(page)
        correct(page)
        spare_the_lungs(page)
        audit = Audit()
        look(audit, page, "with a result")
        keep(page)
        see_carbon(page)
        anna.picture("trips")
        delete(page)
        record(anna, audit, page)
        search(page, sent)
        expect_no_cookie(requests)
        forget(page)
        awaited(page, "the worker is still there", lambda: len(page.workers) == 0)
        search_memory(page)
        page = plant(anna, see_older(anna))
        see_on_phone(anna, audit, page)
        forget_points(page)
        see_food(anna, page)
        be_reminded(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
