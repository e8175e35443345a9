"""Pictures of the main pages in Firefox and WebKit, beside those that `pictures.py` draws in Chromium.

Each engine gets the pages through a relay, as somebody who is signed in: it runs a script before those of the page, which
sets the hour of the pictures, the position and what the browser remembers.
"""

import contextlib
import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from browsing import PATIENCE
from engines import SIZE, firefox, webkit
from picture_rest import BASEL, CALM, IS_DRAWN, UNDERSTOOD
from picture_scene import MOMENT

#: The sizes of the pictures by the names of the engines.
SIZES = {"firefox": SIZE, "webkit": SIZE}

PRELUDE_PATH = "/assets/prelude.js"
PRELUDE = """(() => {{
    const Known = Date;
    const ahead = Known.parse({moment}) - Known.now();
    globalThis.Date = class extends Known {{
        constructor(...parts) {{ super(...(parts.length > 0 ? parts : [Known.now() + ahead])); }}
        static now() {{ return Known.now() + ahead; }}
    }};
    if (navigator.geolocation) {{
        navigator.geolocation.getCurrentPosition = (found) => found({{ coords: {place}, timestamp: Date.now() }});
    }}
    if (navigator.permissions) {{
        navigator.permissions.query = async ({{ name }}) => ({{
            state: ["geolocation", "notifications"].includes(name) ? "granted" : "prompt", addEventListener() {{}}, removeEventListener() {{}},
        }});
    }}
    for (const {{ name, value }} of {kept}) localStorage.setItem(name, value);
}})();
"""
#: Headers that belong to one connection, or that the relay makes itself.
OWN_HEADERS = {"accept-encoding", "connection", "content-length", "cookie", "keep-alive", "transfer-encoding"}
#: Takes away what shows where the reader was last.
LEAVE = """(() => {
    document.activeElement?.blur();
    window.getSelection()?.empty();
    scrollTo(0, 0);
    return true;
})()"""
#: Nothing moves, and bars are always as wide as they are.
GTK_SETTINGS = """[Settings]
gtk-enable-animations=0
gtk-overlay-scrolling=0
"""
FIREFOX_SETTINGS = {"ui.prefersReducedMotion": 1, "widget.gtk.overlay-scrollbars.enabled": False}


class Relay(ThreadingHTTPServer):
    """The service as one reader meets it."""

    daemon_threads = True
    #: Engines ask for all parts of a page at once.
    request_queue_size = 64

    def __init__(self, address, state):
        super().__init__(("127.0.0.1", 0), Passage)
        self.service = urlsplit(address).netloc
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in state["cookies"])
        kept = [item for origin in state["origins"] for item in origin["localStorage"]]
        self.prelude = (PRELUDE.format(
            moment=json.dumps(f"{MOMENT}Z"), place=json.dumps({**BASEL, "accuracy": 20}), kept=json.dumps(kept)) + UNDERSTOOD).encode()
        self.lock = threading.Lock()
        self.under_way, self.changed = 0, time.monotonic()

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *arguments):
        self.shutdown()
        self.server_close()

    def note(self, more):
        with self.lock:
            self.under_way += more
            self.changed = time.monotonic()

    @contextlib.contextmanager
    def counted(self):
        """Notes when a request begins and ends."""
        self.note(1)
        try:
            yield
        finally:
            self.note(-1)

    @property
    def is_calm(self):
        return self.under_way == 0 and time.monotonic() - self.changed > CALM / 1000


class Passage(BaseHTTPRequestHandler):
    """A request on its way to the service."""

    protocol_version = "HTTP/1.1"

    def pass_on(self):
        if self.path == PRELUDE_PATH:
            return self.answer(200, self.server.prelude)
        # Pages come from the service itself, as in the pictures of Chromium.
        if self.path == "/service-worker.js":
            return self.answer(404, b"")
        # A stream of alerts never ends.
        is_endless = self.path.endswith("/stream") or self.headers.get("Accept") == "text/event-stream"
        # A page that leads to another one breaks off what it has asked for.
        with contextlib.suppress(ConnectionError), contextlib.nullcontext() if is_endless else self.server.counted():
            self.fetch()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def fetch(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OWN_HEADERS}
        connection = http.client.HTTPConnection(self.server.service)
        connection.request(self.command, self.path, body or None, {**headers, "Cookie": self.server.cookie})
        with contextlib.closing(connection), connection.getresponse() as answer:
            # The date is that of the service: pages say from when their values are.
            self.send_response_only(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in OWN_HEADERS:
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                self.wfile.write(answer.read().replace(b"<head>", f'<head><script src="{PRELUDE_PATH}"></script>'.encode(), 1))
                return
            while part := answer.read1(1 << 16):
                self.wfile.write(part)

    def log_message(self, *arguments):
        pass


class Easel:
    """One engine, in which pages are drawn one after the other."""

    def __init__(self, engine, page, relay):
        self.engine, self.page, self.relay = engine, page, relay

    def until(self, sentence, holds):
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"{self.engine}: {sentence}")
            time.sleep(0.1)

    def settle(self, path):
        """Waits until everything has loaded."""
        self.until(f"{path} does not come to rest", lambda: self.relay.is_calm and self.page.evaluate(f"({IS_DRAWN})()"))

    def draw(self, path):
        """The picture of a page, once two in a row are the same."""
        self.page.open("about:blank")
        self.page.open(self.relay.address + path)
        self.settle(path)
        self.page.evaluate(LEAVE)
        self.settle(path)
        taken = [b"", self.page.picture()]

        def is_same():
            taken.append(self.page.picture())
            return taken[-1] == taken[-2]

        self.until(f"{path} moves on", is_same)
        return taken[-1]


def opened(engine, fonts, folder):
    """An engine with the fonts and the time zone of the pictures, in which nothing moves."""
    environment = {"FONTCONFIG_FILE": str(fonts), "TZ": "Europe/Zurich"}
    if engine == "firefox":
        return firefox("light", FIREFOX_SETTINGS, environment)
    settings = Path(folder, "settings", "gtk-3.0", "settings.ini").resolve()
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(GTK_SETTINGS)
    return webkit("light", {**environment, "XDG_CONFIG_HOME": str(settings.parents[1])})


def draw_in_engine(engine, address, state, fonts, folder, pages):
    with Relay(address, state) as relay, opened(engine, fonts, folder) as page:
        easel = Easel(engine, page, relay)
        for name, path in pages:
            Path(folder, f"{name}-{engine}-light.png").write_bytes(easel.draw(path))


def draw_in_engines(address, state, fonts, folder, pages):
    """Draws pages, given by name and path, in both engines at once, for a reader whose browser is in this state."""
    draw = partial(draw_in_engine, address=address, state=state, fonts=fonts, folder=folder, pages=pages)
    with ThreadPoolExecutor() as pool:
        list(pool.map(draw, SIZES))
