"""How pages load in Chromium on a slow processor. Prints JSON: for each path the median of what was measured.

Arguments: the address of a service, how many times slower the processor is, how many loads, and the paths. Runs in the
Python of the tests' tools, which has Playwright.
"""

import json
import statistics
import sys

from playwright.sync_api import sync_playwright

#: Milliseconds in which a page has to come to rest.
patience = 120_000
#: Web Vitals: https://web.dev/articles/lcp and https://web.dev/articles/cls. A shift soon after a touch does not count.
OBSERVE = """() => {
    window.vitals = { paint: 0, shift: 0 };
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.vitals.paint = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.vitals.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""

BLOCKING = """() => performance.getEntriesByType("resource")
    .filter((entry) => entry.renderBlockingStatus === "blocking").map((entry) => entry.name)"""


def load(browser, address, slowness, path):
    """Loads a page with nothing kept from before, on a telephone's screen."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75,
                                  locale="en-GB", service_workers="block")
    context.set_default_timeout(patience)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    addresses, sizes = {}, {}
    client.on("Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]}))
    client.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    vitals = page.evaluate("window.vitals")
    blocking = page.evaluate(BLOCKING)
    context.close()
    tiles = {key for key, url in addresses.items() if "/tiles/" in url and ".png" in url}
    return {"paint": vitals["paint"], "shift": vitals["shift"], "blocking": len(blocking),
            "kilobytes": sum(size for key, size in sizes.items() if key not in tiles) / 1000}


def main(address, slowness, loads, *paths):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        measured = {}
        for path in paths:
            runs = [load(browser, address, float(slowness), path) for _ in range(int(loads))]
            measured[path] = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
        browser.close()
    print(json.dumps(measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
