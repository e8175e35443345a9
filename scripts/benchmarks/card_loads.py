"""How long `/emergency` takes in Chromium without a network: the milliseconds until it is painted, and until it shows the number
of the country where one is. Of each the median.

Arguments: the URL of a service, the slowdown of the processor, and the number of loads. Runs in the Python environment of the
test tools, which has Playwright.
"""

import statistics
import sys

from playwright.sync_api import sync_playwright

#: Notes when the number of Switzerland is in the page, which a browser paints at the next frame.
WATCH = """
const seen = () => document.querySelector("#call a[href='tel:144']");
const watcher = new MutationObserver(() => {
    if (!seen()) return;
    watcher.disconnect();
    requestAnimationFrame(() => { window.numberSeen = performance.now(); });
});
watcher.observe(document, { childList: true, subtree: true, attributes: true });
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main(address, slowness, loads):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, locale="en-GB",
                                      timezone_id="Europe/Zurich")
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(f"{address}/emergency")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_load_state("networkidle")
        context.set_offline(True)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(slowness)})
        figures = [opened(page, address) for _ in range(int(loads))]
        browser.close()
    print(*map(statistics.median, zip(*figures)))


def opened(page, address):
    page.goto("about:blank")
    page.goto(f"{address}/emergency")
    page.wait_for_function(f"() => window.numberSeen && {PAINTED}")
    return page.evaluate(f"[{PAINTED}, window.numberSeen]")


if __name__ == "__main__":
    main(*sys.argv[1:])
