"""The main paths through the site, walked with the pointer and the keys in Firefox and WebKit; Chromium walks them, and
many others, in scripts of its own.

A stranger finds what is in the air of a town, opens the map and chooses another day; somebody signs in, adds a place,
and reports sneezing. Where an engine has no push, no calendar or no sensors, its pages say what works instead.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor

from browsing import check

#: How many seconds something may take to appear.
LONGEST = 60
#: A town, and what is in its air.
TOWN, ALLERGEN = "Basel", "Birch"
#: Where each engine reports from: two reports of an account at one place would be the same, and far away is refused.
PLACES = {"Firefox": "47.56, 7.59", "WebKit": "47.45, 7.80"}
#: The words of an element that is shown, or nothing.
WORDS = """(() => {{
    const node = document.querySelector({selector});
    return node?.checkVisibility() ? (node.localName === "input" ? node.value : node.innerText) : null;
}})()"""


class Walk:
    """A way through pages in one engine."""

    def __init__(self, visitor):
        self.engine, self.page, self.address = visitor.engine, visitor.page, visitor.address
        self.open = visitor.open

    def until(self, sentence, holds):
        """Waits for a condition, and returns what it found; without it, a sentence is made of what is there then."""
        end = time.monotonic() + LONGEST
        while True:
            found = holds()
            if found:
                return found
            check(time.monotonic() < end, sentence() if callable(sentence) else sentence)
            time.sleep(0.1)

    def words(self, selector):
        try:
            return self.page.evaluate(WORDS.format(selector=json.dumps(selector)))
        except Exception:  # A page that leads to another one cannot be read while it leaves.
            return None

    def see(self, selector, words=""):
        """Waits until an element is shown, with some words, and returns all that it says."""
        def shown():
            found = self.words(selector)
            return [found] if found is not None and words in found else None
        return self.until(lambda: f"{selector} does not show “{words}” but “{self.words(selector)}”", shown)[0]

    def click(self, selector):
        self.see(selector)
        self.page.click(selector)

    def fill(self, selector, text):
        self.click(selector)
        self.page.type(text)

    def arrive(self, path):
        """Waits until the page is another one."""
        self.until(f"the way does not lead to {path}", lambda: self.page.evaluate("location.pathname").startswith(path))


def find_verdict(walk):
    """A stranger names a town, and reads what is in its air today."""
    walk.open("/")
    walk.fill("#town", TOWN)
    walk.see("#town-list [role=option]", TOWN)
    walk.page.type("\n")
    walk.arrive("/place/")
    walk.see("h1", TOWN)
    walk.see("#verdict", ALLERGEN)


def choose_day(walk):
    """The map opens around the place, and shows the field and the stations of the day before."""
    walk.open("/#9/47.562/7.584/birch")
    walk.see("#status", "station")
    today = walk.see("#date")
    walk.click("#day-before")
    before = walk.until("the day does not change", lambda: next((day for day in [walk.see("#date")] if day < today), None))
    walk.until("no tile of the day before is shown", lambda: walk.page.evaluate(
        f"[...document.querySelectorAll('.leaflet-tile')].some(({{ complete, naturalWidth, src }}) => complete && naturalWidth > 0 && src.includes('date={before}'))"))
    walk.see("#status", "station")
    check(walk.page.evaluate("location.hash").endswith(before), f"the address does not name {before}")


def see_other_ways(walk):
    """Where nobody can be sent notifications, the page does not ask for them, and says how alerts come instead."""
    walk.open("/permissions")
    card = "section[aria-labelledby=permission-notifications]"
    if walk.page.evaluate("'PushManager' in window"):
        walk.see(f"{card} button", "Allow notifications")
        return
    walk.see(card, "Use e-mail, or another browser.")
    check(walk.words(f"{card} button") is None, "notifications are asked for, although none can come")
    walk.click(f"{card} a[href='/channels']")
    walk.arrive("/channels")


def write_day(walk):
    """Without a calendar, a field for a day says how it is written, and what was understood."""
    walk.open("/sign-up")
    if walk.page.evaluate("Object.assign(document.createElement('input'), { type: 'date' }).type") == "date":
        check(walk.words(".written-hint") is None, "a field with a calendar says how a day is written")
        return
    walk.see("#dateOfBirth + .written-hint", "Write the date as")
    walk.fill("#dateOfBirth", "5.3.1990")
    walk.click("h1")
    walk.see("#dateOfBirth", "1990-03-05")
    walk.see("#dateOfBirth + .written-hint", "March 1990")


def see_sensors(walk):
    """Without Web Bluetooth, the page of health values offers no sensor, and says what works instead."""
    walk.open("/values")
    if walk.page.evaluate("Boolean(navigator.bluetooth)"):
        walk.see("#sensor")
        return
    walk.see("#sensor-none", "Enter the values above by hand, or take them from a file.")
    check(walk.words("#sensor") is None, "a sensor is offered, although none can be read")


def forget(walk):
    """Leaves the browser without a place, as Chromium is, in which no path was walked."""
    walk.page.evaluate("localStorage.clear()")


def sign_in(walk, account, password):
    """Signs in on the page for it, and goes on to one's places."""
    walk.open("/sign-in?return=/places")
    walk.fill("#name", account)
    walk.fill("#password", password)
    walk.page.type("\n")
    walk.arrive("/places")


def add_place(walk):
    """A place is found by its town and kept with a name of its own."""
    name = f"By {walk.engine}"
    walk.open("/places")
    walk.click("#add")
    walk.fill("#name", name)
    walk.fill("#search", TOWN)
    walk.see("#search-list [role=option]", TOWN)
    walk.page.type("\n")
    walk.see("#area-status", "centre")
    walk.click("#save")
    walk.see("#page-status", name)
    walk.until("the place is not listed", lambda: name in walk.page.evaluate(
        "[...document.querySelectorAll('.fence-card h3')].map(({ innerText }) => innerText)"))


def open_map(walk):
    """Opens the map of a report. The page does so itself where it knows no place, maybe just before the button is pressed."""
    def is_open():
        if walk.words("#search") is None:
            walk.page.click("#place-change")
        return walk.words("#search") is not None
    walk.see("#place-change")
    walk.until("the map of the report does not open", is_open)


def report_sneezing(walk):
    """A report takes a symptom and a button; before that, it gets a place of its own."""
    walk.open("/report")
    walk.click("[data-key=sneezing]")
    open_map(walk)
    walk.fill("#search", PLACES[walk.engine])
    walk.see("#search-list [role=option]")
    walk.page.type("\n")
    walk.see("#where-status", PLACES[walk.engine].split(",", maxsplit=1)[0])
    walk.click("#send")
    # The first report asks for the consent to keep it.
    if walk.until(
            lambda: f"nothing follows the report but “{walk.words('#report-status')}”",
            lambda: [one for one in ("#question-yes", "#done-about") if walk.words(one)]) == ["#question-yes"]:
        walk.click("#question-yes")
    walk.see("#done-about", "on the map")


def walk_all(visitors, *paths):
    """Walks paths in all engines at once, and returns what went wrong."""
    def walk(visitor):
        try:
            for path in paths:
                path(Walk(visitor))
        except Exception as failure:  # Each engine has errors of its own.
            return [f"{visitor.engine}, on a main path: {failure}"]
        return []
    with ThreadPoolExecutor() as pool:
        return [fault for faults in pool.map(walk, visitors) for fault in faults]
