"""Opens every page in Chromium, Firefox and WebKit, signed out and signed in: the same headings and controls are
there, nothing is wider than the window, no picture is missing, and the main heading is in view. On every page, axe-core
finds no more in Firefox and WebKit than in Chromium, where `browser_axe.py` runs it: nothing. In between, both walk the
main paths of `engine_paths.py`.

Arguments: the address of the server, the link with which the owner of an account chooses a password, the account's
name, and optionally the paths to compare instead of all. A difference ends the script with a list.
"""

import contextlib
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from accessibility import AXE_SCRIPT, EVERY_RULE, RUN_AXE
from browser_axe import EXAMPLES, PASSWORD, pages_of
from browsing import PATIENCE, check, play
from engine_paths import (
    add_place, choose_day, find_verdict, forget, report_sneezing, see_other_ways, see_sensors, sign_in, walk_all, write_day)
from engines import ENGINES

#: Headings and controls in the order in which they are read, and what is wrong with the page by itself. Engines
#: write dates with different commas, and labels in lines with different spaces, and minutes pass from one to the next.
LOOK = r"""(() => {
    const isShown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && node.getClientRects().length > 0;
    const text = (node) => (node.querySelector("select") ? [...node.childNodes].filter((child) => child.localName !== "select")
        .map((child) => child.textContent).join(" ") : node.innerText);
    const words = (node) => (node.getAttribute("aria-label") ?? text(node)).replace(/[\s,]+/g, " ").replace(/ :/g, ":")
        .replace(/\d+ minutes? ago/, "minutes ago").trim();
    const scrolls = (node) => node !== null
        && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
    const controls = [...document.querySelectorAll("h1, h2, h3, main button, main label, main a, main summary")].filter(isShown);
    const isBeyond = (node) => node.getBoundingClientRect().right > innerWidth + 1 && !scrolls(node.parentElement);
    const missing = [...document.images].filter((image) => isShown(image) && image.complete && image.naturalWidth === 0);
    // The heading begins in the first window of the page, and the bar of the site does not cover its middle.
    const isMisplaced = (node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return left < 0 || top + scrollY < 0 || top + scrollY >= innerHeight
            || Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".rail"));
    };
    return {
        path: location.pathname, outline: controls.map((node) => `${node.localName} ${words(node)}`),
        isBusy: document.querySelector("main[aria-busy=true]") !== null,
        isWide: document.documentElement.scrollWidth > innerWidth,
        beyond: controls.filter(isBeyond).map(words), missing: missing.map(({ src }) => src),
        misplaced: controls.filter((node) => node.localName === "h1" && isMisplaced(node)).map(words),
    };
})()"""

#: What may differ, page by page: what names the browser, and what WebKitGTK cannot do.
SESSIONS = r"^button Sign out (Chrome|Firefox|Safari) "
DIFFERS = {
    "/account": SESSIONS, "/sign-in": SESSIONS, "/channels": r"Turn notifications on",
    "/permissions": r"^summary (Chrome|Firefox|Safari)|Allow notifications|Other ways to get alerts",
}

#: How many seconds a page has to become what it is in the other engines.
LONGEST = max(30, PATIENCE / 4_000)


class Visitor:
    """Somebody with one engine, who opens pages one after the other."""

    def __init__(self, engine, page, address):
        self.engine, self.page, self.address = engine, page, address

    def open(self, path):
        # A change after the hash does not reload a page.
        self.page.open("about:blank")
        self.page.open(self.address + path)

    def look(self):
        return self.page.evaluate(LOOK)

    def audit(self):
        """What axe-core finds on the page."""
        self.page.evaluate(f"(() => {{ {AXE_SCRIPT}\nreturn true; }})()")
        return self.page.evaluate(f"({RUN_AXE})({json.dumps(['tag', EVERY_RULE])})")

    def ask(self, path, body):
        """Calls the service as the pages do, and expects success."""
        status = self.page.evaluate(
            f"fetch({json.dumps(path)}, {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }},"
            f" body: {json.dumps(json.dumps(body))} }}).then((answer) => answer.status)")
        check(status < 300, f"{self.engine}: {path} is answered with {status}")

    def sign_in(self, account):
        self.open("/about")
        self.ask("/v1/sessions", {"username": account, "password": PASSWORD, "kind": "cookie"})
        # Pages ask who is signed in only where somebody was.
        self.page.evaluate(f"localStorage.setItem('account', {json.dumps(account)})")


def same(lines, path):
    """What must not differ."""
    pattern = DIFFERS.get(path)
    return [line for line in lines if not (pattern and re.search(pattern, line))]


def faults(visitor, look, reference, path):
    """What is wrong with a page in an engine, beside the page in the first one."""
    here, there = same(look["outline"], path), same(reference["outline"], path)
    if look["path"] != reference["path"]:
        yield f"leads to {look['path']}, not to {reference['path']}"
    elif here != there:
        yield f"lacks {[line for line in there if line not in here]}, has {[line for line in here if line not in there]}"
    if not look["outline"]:
        yield "is empty"
    if look["isBusy"]:
        yield "is still busy"
    if look["isWide"]:
        yield "is wider than the window"
    yield from (f"{what}: {look[what]}" for what in ["beyond", "missing", "misplaced"] if look[what])


def violations(visitors, path):
    """What axe-core finds in some engines, at once: each has a process of its own."""
    with ThreadPoolExecutor() as pool:
        found = zip(visitors, pool.map(Visitor.audit, visitors))
    return [f"{visitor.engine}, {path}: {violation}" for visitor, audit in found for violation in audit]


def compare(visitors, path, who, seen):
    """Opens a page in all engines, waits until they agree, and audits it in all but the first.

    `seen` has what was audited: most pages of text are the same for everybody.
    """
    for visitor in visitors:
        visitor.open(path)
    end = time.monotonic() + LONGEST
    while True:
        try:
            looks = [visitor.look() for visitor in visitors]
        except Exception:  # A page that leads to another one cannot be read while it leaves.
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
            continue
        found = [f"{visitor.engine}, {path}, {who}: {fault}" for visitor, look in zip(visitors, looks)
                 for fault in faults(visitor, look, looks[0], path)]
        if not found and (content := json.dumps([looks[0]["path"], looks[0]["outline"]])) not in seen:
            found = violations(visitors[1:], path)
            if not found:
                seen.add(content)
        if not found or time.monotonic() > end:
            return found
        time.sleep(0.1)


def main(address, link, account, *only):
    paths = [path for path in pages_of(address) if not only or path in only]
    examples = [path for path in EXAMPLES if not only or path in only]
    seen = set()
    with contextlib.ExitStack() as stack:
        visitors = [Visitor(name, stack.enter_context(open_engine("light")), address) for name, open_engine in ENGINES.items()]
        first, *others = visitors
        found = [fault for path in [*paths, *examples] for fault in compare(visitors, path, "signed out", seen)]
        found += walk_all(others, find_verdict, choose_day, see_other_ways, write_day, forget)
        first.open("/about")
        first.ask("/v1/password-resets/completion", {"token": link.partition("#")[2], "password": PASSWORD})
        first.sign_in(account)
        found += walk_all(others, partial(sign_in, account=account, password=PASSWORD))
        found += [fault for path in paths for fault in compare(visitors, path, "signed in", seen)]
        found += walk_all(others, see_sensors, add_place, report_sneezing)
    check(not found, "\n".join(["the engines differ:"] + found))


if __name__ == "__main__":
    play(main)
