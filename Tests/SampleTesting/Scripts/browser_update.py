"""A newer version of the site is offered, and loads completely when the reader agrees.

Arguments: a folder for screenshots or `-`, the address of the server, and the folder from which it serves the
site. A failure ends the script with a message.
"""

from pathlib import Path

from browsing import Visit, awaited, check, folder, launched, play
from people import ACTIVE
from playwright.sync_api import expect

NEWER = "main[data-newer]"
SCRIPT = "fetch('/assets/shell.js').then((answer) => answer.text()).then((text) => text.includes('isNewer'))"


def keep_site(visit):
    """The first version takes over by itself, and answers when the page is reloaded."""
    page = visit.open("/faq")
    page.evaluate(ACTIVE)
    page.reload()
    check(page.evaluate("navigator.serviceWorker.controller !== null"), "no worker answers for the server")
    expect(page.locator("#update-notice")).to_be_hidden()
    return page.evaluate("caches.keys()")


def renew(site):
    """Writes a page that needs a script of its own version."""
    page, script = site / "faq.html", site / "dom.js"
    page.write_text(page.read_text().replace("<main", "<main data-newer", 1))
    script.write_text(script.read_text() + "\nexport const isNewer = true;\n")


def stay(visit):
    """The reader stays with the old version of page and script, however often it is reloaded."""
    page = visit.page
    for _ in range(2):
        page.reload()
        expect(page.locator("#update-notice")).to_be_visible()
        expect(page.locator(NEWER)).to_have_count(0)
        check(not page.evaluate(SCRIPT), "a page of before has a script of now")
    visit.picture("update")
    page.click("#update-later")
    expect(page.locator("#update-notice")).to_be_hidden()


def change(visit, before):
    page = visit.page
    page.reload()
    page.click("#update-now")
    expect(page.locator(NEWER)).to_have_count(1)
    page.wait_for_load_state()
    check(page.evaluate(SCRIPT), "the page of now has a script of before")
    expect(page.locator("#update-notice")).to_be_hidden()
    former = {name for name in before if name.startswith("breathe-site-")}
    awaited(page, f"something of {former} is still kept", lambda: former.isdisjoint(page.evaluate("caches.keys()")))


def main(pictures, address, site):
    with launched() as browser:
        visit = Visit(browser, address, folder(pictures))
        before = keep_site(visit)
        renew(Path(site))
        stay(visit)
        change(visit, before)
        visit.end()


if __name__ == "__main__":
    play(main)
