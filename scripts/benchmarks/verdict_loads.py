"""How long a first visit to a place waits for its verdict in Chromium: the milliseconds until what is in the air is painted.

Arguments: the URL of a page of a place, the slowdown of the processor, and the number of loads, of which the median is printed.
A page without a verdict ends it with a message. Runs in the Python environment of the test tools, which has Playwright.
"""

import re
import statistics
import sys

from playwright.sync_api import expect, sync_playwright

#: The line with a level in it; where nothing is known, it has no square of a level's colour.
VERDICT = "#verdict .verdict-level:has(> .swatch:not(.absent))"
#: Notes when the verdict has been painted: a task that begins in a frame runs after its paint.
WATCH = """
const isShown = () => document.querySelector("%s")?.checkVisibility() === true;
const look = () => requestAnimationFrame(() => {
    if (isShown()) setTimeout(() => { window.verdictSeen = performance.now(); });
    else look();
});
look();
""" % VERDICT


def main(address, slowness, loads):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        figures = [opened(browser, address, float(slowness)) for _ in range(int(loads))]
        browser.close()
    print(statistics.median(figures))


def opened(browser, address, slowness):
    """Opens the page with empty caches on a phone's screen."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, locale="en-GB", service_workers="block")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    page.add_init_script(WATCH)
    page.goto(address)
    expect(page.locator(VERDICT), f"{address} has no verdict").to_be_in_viewport()
    expect(page.locator(VERDICT)).to_have_text(re.compile(r"\w"))
    page.wait_for_function("() => window.verdictSeen")
    seen = page.evaluate("window.verdictSeen")
    context.close()
    return seen


if __name__ == "__main__":
    main(*sys.argv[1:])
