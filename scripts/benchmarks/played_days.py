"""How smoothly the map plays a season in Chromium on a phone: the days shown a second, of a map that no cache holds.

Arguments: the URL of a demonstration, a layer, the day to begin with, the slowdown of the processor, and the seconds to play. Runs in
the Python environment of the test tools, which has Playwright.
"""

import sys

from playwright.sync_api import sync_playwright

#: Counts the days that the date control names.
COUNT = """() => {
    window.passed = 0;
    new MutationObserver(() => { window.passed += 1; }).observe(document.getElementById("day"), { childList: true });
    window.started = performance.now();
}"""
RATE = "() => 1000 * window.passed / (performance.now() - window.started)"


def main(address, layer, day, slowness, seconds):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, locale="en-GB")
        page = context.new_page()
        page.goto(f"{address}/#5/47.5/8/{layer}/{day}")
        page.wait_for_load_state("networkidle")
        while page.inner_text("#speed") != "4×":
            page.click("#speed")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(slowness)})
        page.click("#play")
        page.wait_for_selector("#play.running")
        page.evaluate(COUNT)
        page.wait_for_timeout(1000 * float(seconds))
        print(page.evaluate(RATE))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
