"""The site as an app: its manifest, the button that installs it, and the number of unread alerts on its icon.

Arguments: a folder for screenshots or `-`, the address of the server, the link at which anna chooses a password, and the token
of an account that reports.
"""

import json
import urllib.request

from browsing import Visit, awaited, check, folder, launched, play
from people import Person
from playwright.sync_api import expect

#: What browsers need in order to offer an app, and what they then show and open.
FIELDS = {
    "id": "/", "name": "Breathe Easy", "short_name": "Breathe Easy", "lang": "en", "start_url": "/today", "scope": "/",
    "display": "standalone", "theme_color": "#1d6b5c", "background_color": "#ffffff",
}
#: The pixels of a picture of the site, and the type that the server names.
PICTURE = """async (path) => {
    const picture = new Image();
    picture.src = path;
    await picture.decode();
    const answer = await fetch(path);
    return [`${picture.naturalWidth}x${picture.naturalHeight}`, answer.headers.get("Content-Type")];
}"""
#: Offers the installation as a browser does; tells whether the page keeps the browser from showing its own banner.
OFFER = """() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = async () => { window.prompted = (window.prompted ?? 0) + 1; };
    dispatchEvent(offer);
    return offer.defaultPrevented;
}"""
#: Tells each number that is put on the app's icon; 0 when it is taken away.
BADGES = """
navigator.setAppBadge = async (count) => { await noteBadge(count); };
navigator.clearAppBadge = async () => { await noteBadge(0); };
"""


def read_manifest(page):
    path = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (path) => (await fetch(path)).json()", path)
    for field, value in FIELDS.items():
        check(manifest.get(field) == value, f"{field} of the manifest is {manifest.get(field)}")
    check(manifest["description"] != "", "the manifest describes nothing")
    for icon in manifest["icons"]:
        size, kind = page.evaluate(PICTURE, icon["src"])
        check(icon["sizes"] in ("any", size), f"{icon['src']} has {size} pixels")
        check(kind.split(";")[0] == icon["type"], f"{icon['src']} is of the type {kind}")
    needed = {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    there = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"] if icon["type"] == "image/png"}
    check(needed <= there, f"these icons are missing: {needed - there}")
    for address in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        status = page.evaluate("async (path) => (await fetch(path)).status", address)
        check(status == 200, f"{address} is answered with {status}")


def be_offered(page):
    """The button is there while the browser would ask, asks once, and goes with the offer."""
    button = page.locator("#install")
    page.locator(".more > summary").click()
    expect(page.locator(".more nav")).to_be_visible()
    expect(button).to_be_hidden()
    check(page.evaluate(OFFER), "the browser's own banner covers the page")
    expect(button).to_be_visible()
    expect(button).to_have_text("Install the app")
    button.click()
    page.wait_for_function("() => window.prompted === 1")
    expect(button).to_be_hidden()
    page.evaluate(OFFER)
    expect(button).to_be_visible()
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(button).to_be_hidden()
    check(page.evaluate("window.prompted") == 1, "the browser asks without a tap")


def watch_badges(visit):
    badges = []
    visit.page.expose_function("noteBadge", lambda count: badges.append(count))
    visit.page.add_init_script(BADGES)
    return badges


def count_unread(anna, badges, token):
    """An alert puts a number on the icon, which goes once everything is read."""
    grass = {"type": "Point", "coordinates": [7.6, 47.55]}
    anna.done("POST", "/v1/me/fences", {"name": "Home", "area": grass, "radius": 5000, "allergens": [{"allergen": "grass"}]})
    page = anna.open("/inbox")
    expect(page.locator("#days")).to_contain_text("You have no alerts")
    awaited(page, "the icon has a number without alerts", lambda: badges and badges[-1] == 0)
    # More than 3 km apart, because otherwise they would be the same alert.
    for count, longitude in enumerate([7.57, 7.63], start=1):
        report(anna.address, longitude, token)
        expect(page.locator(".tabs .unread")).to_contain_text(f"{count} unread")
        awaited(page, f"the icon has {badges[-1]}, not {count}", lambda count=count: badges[-1] == count)
    anna.open("/places")
    expect(page.locator(".tabs .unread")).to_contain_text("2 unread")
    awaited(page, "another page takes the number away", lambda: badges[-1] == 2)
    anna.open("/inbox")
    page.click("#all-read")
    expect(page.locator(".tabs .unread")).to_have_count(0)
    awaited(page, "the number stays on the icon", lambda: badges[-1] == 0)


def report(address, longitude, token):
    body = {"area": {"type": "Point", "coordinates": [longitude, 47.55]}, "allergens": ["grass"], "symptoms": ["sneezing"]}
    urllib.request.urlopen(urllib.request.Request(
        f"{address}/v1/alerts", json.dumps(body).encode(), method="POST",
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})).close()


def main(pictures, address, link, token):
    with launched() as browser:
        stranger = Visit(browser, address, folder(pictures))
        badges = watch_badges(stranger)
        page = stranger.open("/today")
        read_manifest(page)
        be_offered(page)
        check(badges == [], f"the icon has numbers for nobody: {badges}")
        stranger.end()
        anna = Person(browser, address, folder(pictures))
        badges = watch_badges(anna)
        anna.come(link, "anna")
        count_unread(anna, badges, token)
        anna.end()


if __name__ == "__main__":
    play(main)
