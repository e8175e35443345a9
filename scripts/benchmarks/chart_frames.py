"""How smoothly `/look-back` shows three years of days on a phone in Chromium: the frames a second while a finger reads the chart,
and while the page is scrolled.

Arguments: the URL of a service, the path of a link at which the owner of a diary chooses a password, their name, the slowdown of
the processor, and the seconds of each motion. Runs in the Python environment of the test tools, which has Playwright.
"""

import sys

from playwright.sync_api import sync_playwright

PASSWORD = "seven pollen grains"
COUNT = """() => {
    window.shown = 0;
    const count = () => { window.shown += 1; window.counting = requestAnimationFrame(count); };
    window.counting = requestAnimationFrame(count);
    window.started = performance.now();
}"""
RATE = """() => {
    cancelAnimationFrame(window.counting);
    return 1000 * window.shown / (performance.now() - window.started);
}"""
#: Reads the chart from one edge to the other and back, an event each frame, as a finger does.
SWEEP = """(seconds) => new Promise((done) => {
    const chart = document.querySelector("#chart canvas") ?? document.getElementById("chart");
    const { left, top, width, height } = chart.getBoundingClientRect();
    const end = performance.now() + 1000 * seconds;
    const move = (now) => {
        const share = Math.abs(((now / 1500) % 2) - 1);
        const at = { clientX: left + share * width, clientY: top + height / 2, bubbles: true, pointerType: "touch" };
        chart.dispatchEvent(new PointerEvent("pointermove", at));
        now < end ? requestAnimationFrame(move) : done();
    };
    requestAnimationFrame(move);
})"""
SCROLL = """(seconds) => new Promise((done) => {
    const most = document.documentElement.scrollHeight - innerHeight;
    const end = performance.now() + 1000 * seconds;
    const move = (now) => {
        scrollTo(0, most * Math.abs(((now / 1500) % 2) - 1));
        now < end ? requestAnimationFrame(move) : done();
    };
    requestAnimationFrame(move);
})"""


def main(address, link, name, slowness, seconds):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, locale="en-GB")
        page = context.new_page()
        sign_in(page, address, link, name)
        page.goto(f"{address}/look-back")
        page.select_option("#period", "1096")
        page.wait_for_function("() => document.querySelectorAll('#table tbody tr').length > 1000")
        page.locator("#chart").scroll_into_view_if_needed()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(slowness)})
        print(*(rate(page, motion, float(seconds)) for motion in [SWEEP, SCROLL]))
        browser.close()


def sign_in(page, address, link, name):
    chosen = {"token": link.partition("#")[2], "password": PASSWORD}
    session = {"username": name, "password": PASSWORD, "kind": "cookie"}
    for path, body in [("/v1/password-resets/completion", chosen), ("/v1/sessions", session)]:
        answer = page.request.post(address + path, data=body)
        if not answer.ok:
            sys.exit(f"{path} was answered with {answer.status}")
    page.goto(f"{address}/about")
    page.evaluate("(name) => localStorage.setItem('account', name)", name)


def rate(page, motion, seconds):
    page.evaluate(COUNT)
    page.evaluate(motion, seconds)
    return page.evaluate(RATE)


if __name__ == "__main__":
    main(*sys.argv[1:])
