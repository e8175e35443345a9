"""The three browser engines, driven through one small interface; Firefox and WebKit have a pointer and keys, too.

Chromium is driven by Playwright and Firefox by WebDriver BiDi. WebKit, the engine of Safari and of every
browser on an iPhone, is Debian's WebKitGTK, driven by WebDriver on a screen of its own.
"""

import base64
import contextlib
import glob
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from browsing import PATIENCE, launched

try:
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service
    from websockets.sync.client import connect
except ImportError as missing:
    sys.exit(f"{missing.name} is missing: `scripts/setup --test` installs it")

# Tests start programs with SIGTERM blocked; browsers would inherit that, and ignore a request to end.
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

SIZE = (1200, 900)
SECONDS = PATIENCE / 1000
PREFERENCES = """user_pref("layout.css.prefers-color-scheme.content-override", {scheme});
user_pref("intl.accept_languages", "en-GB");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
"""

#: The middle of an element in the window, once it is in sight, in whole pixels.
MIDDLE = """(() => {{
    const node = document.querySelector({selector});
    node.scrollIntoView({{ block: "center", behavior: "instant" }});
    const {{ left, top, width, height }} = node.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
}})()"""
#: The Enter key of WebDriver, 17.4.2.
ENTER = "\ue007"


class Chromium:
    """A page in Chromium."""

    def __init__(self, browser, scheme):
        width, height = SIZE
        context = browser.new_context(
            locale="en-GB", color_scheme=scheme, viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()

    def open(self, address):
        self.page.goto(address)

    def evaluate(self, expression):
        """The value of a JavaScript expression, or the result of its promise."""
        return self.page.evaluate(expression)

    def picture(self):
        return self.page.screenshot()


class Firefox:
    """A page in Firefox, at the other end of a socket."""

    def __init__(self, socket):
        self.socket = socket
        self.numbers = itertools.count(1)
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(*SIZE)

    def resize(self, width, height):
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def ask(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=SECONDS))
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise AssertionError(f"Firefox: {method}: {answer['message']}")
        return answer["result"]

    def open(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        answer = self.ask(
            "script.evaluate", expression=f"Promise.resolve({expression}).then((value) => JSON.stringify([value]))",
            target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(f"Firefox: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])[0]

    def click(self, selector):
        """Moves the pointer to the first of these elements, and presses its button there."""
        x, y = self.evaluate(MIDDLE.format(selector=json.dumps(selector)))
        self.act("pointer", [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def type(self, text):
        """Types into what has the focus; a new line is the Enter key."""
        keys = text.replace("\n", ENTER)
        self.act("key", [{"type": kind, "value": key} for key in keys for kind in ["keyDown", "keyUp"]])

    def act(self, device, actions):
        self.ask("input.performActions", context=self.context, actions=[{"type": device, "id": device, "actions": actions}])

    def picture(self):
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])


class WebKit:
    """A page in WebKitGTK's own small browser."""

    def __init__(self, driver):
        self.driver = driver
        driver.set_script_timeout(SECONDS)
        driver.set_page_load_timeout(SECONDS)
        driver.set_window_size(*SIZE)

    def resize(self, width, height):
        """Makes the page so large; the bar above it takes room of the window."""
        bar = 0
        for _ in range(50):
            self.driver.set_window_size(width, height + bar)
            shown = self.evaluate("[innerWidth, innerHeight]")
            if shown == [width, height]:
                return
            bar += height - shown[1] if shown[0] == width else 0
            time.sleep(0.1)
        raise AssertionError(f"WebKit: the page is {shown} instead of {[width, height]}")

    def open(self, address):
        self.driver.get(address)

    def evaluate(self, expression):
        answer = self.driver.execute_async_script(
            f"""const done = arguments[0];
            Promise.resolve().then(() => {expression}).then((value) => done([value]), (error) => done(String(error)));""")
        if isinstance(answer, str):
            raise AssertionError(f"WebKit: {answer}")
        return answer[0]

    def click(self, selector):
        self.driver.find_element("css selector", selector).click()

    def type(self, text):
        self.driver.switch_to.active_element.send_keys(text.replace("\n", ENTER))

    def picture(self):
        return self.driver.get_screenshot_as_png()


@contextlib.contextmanager
def chromium(scheme):
    with launched() as browser:
        yield Chromium(browser, scheme)


@contextlib.contextmanager
def started(command, **options):
    """A process that ends with its context."""
    if shutil.which(command[0]) is None:
        raise AssertionError(f"{command[0]} is missing: `scripts/setup --test` installs it")
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextlib.contextmanager
def firefox(scheme, preferences=None, environment=None):
    """Firefox in a colour scheme, with some preferences and variables of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in (preferences or {}).items()]
        Path(profile, "user.js").write_text(PREFERENCES.format(scheme=0 if scheme == "dark" else 1) + "".join(lines))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with started(command, env={**os.environ, **(environment or {}), "HOME": profile}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            address = next((line.split()[-1] for line in process.stderr if "BiDi listening on" in line), None)
            if address is None:
                raise AssertionError("Firefox ended before it could be led")
            # Later output would fill the pipe and block the process.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)


@contextlib.contextmanager
def webkit(scheme, environment=None):
    """WebKit in a colour scheme, with some variables of its own."""
    browsers = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
    if not browsers:
        raise AssertionError("WebKitGTK is missing: `scripts/setup --test` installs it")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
        options = Options()
        options.binary_location = browsers[0]
        options.add_argument("--automation")
        options.set_capability("browserName", "MiniBrowser")
        variables = {
            **os.environ, **(environment or {}), "DISPLAY": f":{screen.stdout.readline().strip()}", "LANG": "en_GB.UTF-8",
            "GTK_THEME": "Adwaita:dark" if scheme == "dark" else "Adwaita"}
        driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=variables))
        try:
            yield WebKit(driver)
        finally:
            driver.quit()


ENGINES = {"Chromium": chromium, "Firefox": firefox, "WebKit": webkit}
SCHEMES = ["light", "dark"]
