"""What all scripts share that drive a browser through the pages of a running server."""

import contextlib
import datetime
import os
import struct
import sys
import zlib
from pathlib import Path

try:
    from playwright.sync_api import Error, expect, sync_playwright
except ImportError:
    sys.exit("playwright is missing: `scripts/setup --test` installs it")

BROWSER = "/usr/bin/chromium"
# The timeout in milliseconds, as long as the other tests wait before something counts as hanging.
PATIENCE = int(os.environ.get("BREATHE_PATIENCE", "240")) * 1_000


class Visit:
    """A page and its complaints."""

    def __init__(self, browser, address, pictures=None, **options):
        self.address = address
        self.pictures = pictures
        self.complaints = []
        self.context = browser.new_context(**{"locale": "en-GB", "timezone_id": "Europe/Zurich", **options})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.note("error", str(error)))
        self.page.expose_function("noteViolation", lambda text: self.note("error", text))
        self.page.add_init_script(
            "document.addEventListener('securitypolicyviolation', (event) => "
            "noteViolation(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
        )

    def note(self, kind, text):
        if kind == "error":
            self.complaints.append(text)

    def open(self, path):
        self.page.goto(self.address + path)
        return self.page

    def deny(self, permission):
        """Blocks a permission, as people do in the browser's settings."""
        context = self.context.new_cdp_session(self.page).send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        self.context.browser.new_browser_cdp_session().send("Browser.setPermission", {
            "permission": {"name": permission}, "setting": "denied", "browserContextId": context})

    def picture(self, name):
        if self.pictures:
            self.page.screenshot(path=self.pictures / f"{name}.png", full_page=True)

    def end(self):
        self.context.close()
        check(not self.complaints, f"the page complained: {self.complaints}")


def check(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


def awaited(page, sentence, holds):
    """Waits for a condition that no element of the page shows."""
    for _ in range(PATIENCE // 100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError(sentence)


@contextlib.contextmanager
def drawn_anew(page, selector):
    """Waits after an action until another element stands in the place of the one that stands there now."""
    page.locator(selector).first.evaluate("(node) => { node.dataset.former = ''; }")
    yield
    expect(page.locator(f"{selector}[data-former]")).to_have_count(0)


def loaded(page):
    """Waits until a page for signed-in readers has everything that it shows."""
    expect(page.locator("#main")).not_to_have_attribute("aria-busy", "true")


def kept_here(page, *paths):
    """Waits until the service worker has answers for a visit without a network; it keeps them after the page has them."""
    awaited(page, f"not all of {paths} are kept", lambda: page.evaluate(
        "(paths) => Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true }))).then((all) => all.every(Boolean))",
        list(paths)))


def today_in(page):
    """The day where the browser is."""
    return datetime.date.fromisoformat(page.evaluate("new Intl.DateTimeFormat('sv').format(new Date())"))


def pixel(page, x, y):
    """The colour at a point of the window: a PNG of one pixel has one chunk of data."""
    png = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    place, data = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place:place + 4])
        if png[place + 4:place + 8] == b"IDAT":
            data += png[place + 8:place + 8 + length]
        place += 12 + length
    return tuple(zlib.decompress(data)[1:4])


def settled(page, x, y):
    """The colour at a point of the map, once its tiles are there and have stopped fading."""
    expect(page.locator(".leaflet-tile:not(.leaflet-tile-loaded)")).to_have_count(0)
    seen = [None, pixel(page, x, y)]
    while seen[-1] != seen[-2]:
        page.wait_for_timeout(300)
        seen.append(pixel(page, x, y))
    return seen[-1]


def distance(one, other):
    return sum(abs(a - b) for a, b in zip(one, other))


def choose_language(page, tag):
    """Chooses the language behind "More", which reloads the page."""
    if page.evaluate("document.documentElement.lang") == tag:
        return
    page.locator(".more > summary").click()
    page.select_option("#language", tag)
    # When the network is slow, the service worker shows the page that it has, in the former language; readers load it again.
    for _ in range(4):
        with contextlib.suppress(Error):
            page.wait_for_function("(tag) => document.documentElement?.lang === tag", arg=tag, timeout=PATIENCE / 4)
            break
        page.reload()
    check(page.evaluate("document.documentElement.lang") == tag, f"the language does not become {tag}")
    page.wait_for_load_state("networkidle")


def folder(name):
    """The folder for screenshots that an argument names; `-` means none."""
    return None if name == "-" else Path(name)


@contextlib.contextmanager
def launched(*arguments, **options):
    """A browser that closes with its context; the options are those of Playwright."""
    if not Path(BROWSER).is_file():
        sys.exit(f"{BROWSER} is missing: `scripts/setup --test` installs it")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # Containers often have neither a separate user nor room in /dev/shm.
        browser = playwright.chromium.launch(
            executable_path=BROWSER,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", *arguments], **options)
        try:
            yield browser
        finally:
            browser.close()


def play(main):
    """Runs a script with its arguments; a failure ends it with a message."""
    try:
        main(*sys.argv[1:])
    except (AssertionError, Error) as failure:
        sys.exit(f"{type(failure).__name__}: {failure}")
