"""All pages that are opened by an address in Firefox and WebKit, beside those that `pictures.py` draws in Chromium: light
on a desk, and dark on a telephone.

The layouts of all are noted, and the main ones are drawn: pictures of all would double what is kept, and change with each
version of an engine.

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
from engines import firefox, webkit
from picture_layout import CONTROL, LAYOUT, broken
from picture_rest import BASEL, CALM, COMPARED, IS_DRAWN, LEAVE, SIZES, UNDERSTOOD
from picture_scene import MOMENT

ENGINES = ["firefox", "webkit"]

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
    Object.defineProperty(navigator, "languages", {{ value: ["en-GB", "en"] }});
    // As in Chromium, and on a telephone, bars for scrolling take no room.
    const bare = new CSSStyleSheet();
    bare.replaceSync("* {{ scrollbar-width: none !important; }}");
    document.adoptedStyleSheets.push(bare);
}})();
"""
#: Headers that belong to one connection, or that the relay makes itself.
OWN_HEADERS = {"accept-encoding", "connection", "content-length", "cookie", "keep-alive", "transfer-encoding"}
#: Nothing moves in WebKit, and its small browser becomes as narrow as a telephone.
GTK_SETTINGS = """[Settings]
gtk-enable-animations=0
"""
GTK_STYLE = """window > box > box * {
    min-width: 0; min-height: 0; padding: 0; margin: 0; border: none; font-size: 1px; -gtk-icon-source: none;
}
"""
#: Nothing moves in Firefox, and there are no more processes than are used.
FIREFOX_SETTINGS = {
    "ui.prefersReducedMotion": 1, "dom.ipc.processCount": 1, "dom.ipc.processPrelaunch.enabled": False,
    "browser.sessionhistory.max_total_viewers": 0, "browser.startup.page": 0,
}
#: Resolves once what has changed is painted.
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


class Relay(ThreadingHTTPServer):
    """The service as one reader meets it."""

    daemon_threads = True
    #: Engines ask for all parts of a page at once.
    request_queue_size = 64

    def __init__(self, address, state):
        super().__init__(("127.0.0.1", 0), Passage)
        self.service = urlsplit(address).netloc
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in (state or {}).get("cookies", []))
        kept = [item for origin in (state or {}).get("origins", []) for item in origin["localStorage"]]
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
    """One engine, in which pages are drawn one after the other, for several readers."""

    def __init__(self, engine, page, relays):
        self.engine, self.page, self.relays = engine, page, relays

    def until(self, sentence, holds):
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"{self.engine}: {sentence}")
            time.sleep(0.1)

    def open(self, reader, path):
        """Opens a page, and waits until everything has loaded."""
        relay = self.relays[reader]
        if "#" in path:
            # A change after the hash does not reload a page.
            self.page.open("about:blank")
        self.page.open(relay.address + path)
        self.until(f"{path} does not come to rest", lambda: relay.is_calm and self.page.evaluate(f"({IS_DRAWN})()"))
        self.page.evaluate(LEAVE)
        self.page.evaluate(PAINTED)

    def picture(self, path):
        """The picture of a page, once two in a row are the same."""
        taken = [b"", self.page.picture()]

        def is_same():
            taken.append(self.page.picture())
            return taken[-1] == taken[-2]

        self.until(f"{path} moves on", is_same)
        return taken[-1]


def opened(engine, theme, fonts, folder):
    """An engine with the fonts and the time zone of the pictures, in which nothing moves."""
    environment = {"FONTCONFIG_FILE": str(fonts), "TZ": "Europe/Zurich"}
    if engine == "firefox":
        return firefox(theme, FIREFOX_SETTINGS, environment)
    settings = Path(folder, "settings", "gtk-3.0").resolve()
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "settings.ini").write_text(GTK_SETTINGS)
    (settings / "gtk.css").write_text(GTK_STYLE)
    return webkit(theme, {**environment, "XDG_CONFIG_HOME": str(settings.parent)})


def draw_in_engine(engine, address, states, fonts, folder, pages, main):
    for size, theme in COMPARED.items():
        with contextlib.ExitStack() as stack:
            relays = {reader: stack.enter_context(Relay(address, states.get(reader))) for reader, _ in pages.values()}
            page = stack.enter_context(opened(engine, theme, fonts, folder))
            page.resize(*SIZES[size])
            easel = Easel(engine, page, relays)
            for name, (reader, path) in pages.items():
                easel.open(reader, path)
                Path(folder, f"{name}-{engine}-{theme}.json").write_text(json.dumps(page.evaluate(LAYOUT)))
                if name == CONTROL:
                    Path(folder, f"broken-{engine}-{theme}.json").write_text(json.dumps(broken(page.evaluate)))
                if name in main:
                    Path(folder, f"{name}-{engine}-{theme}.png").write_bytes(easel.picture(path))


def draw_in_engines(address, states, fonts, folder, pages, main):
    """Draws the main pages in both engines at once, and notes the layouts of all: each has a name, its reader, and an address."""
    draw = partial(draw_in_engine, address=address, states=states, fonts=fonts, folder=folder, pages=pages, main=main)
    with ThreadPoolExecutor() as pool:
        list(pool.map(draw, ENGINES))
