"""Lets the page's own modules read tracks and tell exposures in Chromium on a slow processor, and prints the milliseconds.

Arguments: the URL of a service, the path of a tile of values, the slowdown of the processor, and the files. Only a page can be
slowed down, so the modules run in it and not in their worker. The service sends them joined to one file, which gives them to
nobody else: here they come from the sources, one by one. Runs in the Python environment of the test tools, which has
Playwright.
"""

import json
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

#: Milliseconds within which a file must be read.
patience = 300_000
rounds = 5
modules = Path(__file__).resolve().parents[2] / "Sources/Web/Site/Pages"

READ = """async () => {
  const { readTrack } = await import("/assets/trip-reading.js");
  const [file] = document.getElementById("measured").files;
  const begun = performance.now();
  const { fixes } = await readTrack(file);
  return { milliseconds: performance.now() - begun, fixes: fixes.length };
}"""

#: A day with a fix every ten seconds through the tile, an hour on foot and an hour by car in turn.
EXPOSE = """async ([path, count, kinds]) => {
  const { exposuresDuring } = await import("/assets/trip-exposure.js");
  const { airIn } = await import("/assets/trip-tiles.js");
  const { tripSettings } = await import("/assets/trip-settings.js");
  const tile = await (await fetch(path)).json();
  const [wide, high] = [tile.step * tile.columns, tile.step * tile.rows];
  const fixes = Array.from({ length: count }, (_, index) => ({
    longitude: tile.origin.longitude + (wide * (index % 997)) / 1000, latitude: tile.origin.latitude + (high * (index % 499)) / 500,
    time: tile.start + index * 10_000, altitude: 260, accuracy: 8,
  }));
  const ways = Array.from({ length: 24 }, (_, hour) => ({
    mode: hour % 2 ? "car" : "onFoot", start: tile.start + hour * 3_600_000, end: tile.start + hour * 3_600_000 + 3_590_000,
  }));
  const begun = performance.now();
  const exposures = Array.from({ length: kinds }, () => exposuresDuring(ways, fixes, tripSettings({}), airIn([tile])));
  const milliseconds = performance.now() - begun;
  return { milliseconds, known: exposures.every((each) => each.some(({ known }) => known > 0)) };
}"""


def opened(browser, address, slowness):
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(patience)
    page = context.new_page()
    page.goto(f"{address}/trips")
    page.wait_for_load_state("networkidle")
    page.route("**/assets/*.js", lambda route: route.fulfill(path=modules / route.request.url.rsplit("/", maxsplit=1)[-1]))
    page.evaluate("""() => {
        document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "measured" }));
    }""")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(slowness)})
    return page


def reading(page, file):
    page.set_input_files("#measured", file)
    return [page.evaluate(READ) for _ in range(rounds)]


def main(address, tile, slowness, *files):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        page = opened(browser, address, slowness)
        exposures = [page.evaluate(EXPOSE, [tile, 8_640, 20]) for _ in range(rounds)]
        files = {file: reading(page, file) for file in files}
        browser.close()
    if not all(each["known"] for each in exposures):
        sys.exit("the tile has no value on the way")
    print(json.dumps({
        "exposure": statistics.median(each["milliseconds"] for each in exposures),
        "files": {
            file: {"milliseconds": statistics.median(each["milliseconds"] for each in read), "fixes": read[0]["fixes"]}
            for file, read in files.items()
        },
    }))


main(*sys.argv[1:])
