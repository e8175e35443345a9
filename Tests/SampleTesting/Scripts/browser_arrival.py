"""A stranger comes on a phone: one tap leads to what is in the air where they are, and later visits begin there.

Arguments: the folder for pictures or `-`, and the address of the server, which knows birch at Berlin of today.
"""

from playwright.sync_api import expect

from browsing import PATIENCE, check, folder, launched, play

BERLIN = {"latitude": 52.5203, "longitude": 13.4049}
ZURICH = {"latitude": 47.3712, "longitude": 8.5423}
# A position that is only found when the test says so.
LATE = """
navigator.geolocation.getCurrentPosition = (take) => {
  window.tell = () => take({ coords: { latitude: 47.3712, longitude: 8.5423 } });
};"""
PHONE = {"width": 360, "height": 740}


def opened(browser, address, **options):
    context = browser.new_context(viewport=PHONE, locale="en-GB", **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address + "/")
    return page


def arrived(browser, address):
    """A stranger in Berlin has tapped, and let the browser tell the position."""
    page = opened(browser, address, geolocation=BERLIN)
    expect(page.get_by_role("heading", name="What is in your air today?")).to_be_visible()
    page.context.grant_permissions(["geolocation"])
    page.get_by_role("button", name="Use my position").click()
    page.wait_for_url("**/place/**")
    return page


def arrive_by_position(browser, address, pictures):
    """Position, verdict, tomorrow and what to do, in one screen of a phone and after one tap."""
    page = arrived(browser, address)
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Birch: low")
    expect(verdict).to_contain_text("omorrow")
    expect(verdict).to_be_in_viewport(ratio=1)
    check(page.evaluate("scrollY") == 0, "the verdict is not in the first screen")
    if pictures:
        page.screenshot(path=pictures / "arrival.png")
    come_again(page, address, "#8/52.5")


def come_again(page, address, place):
    """Another visit begins at a place, and asks nothing."""
    page.goto("about:blank")
    page.goto(address + "/")
    page.wait_for_function("(place) => location.hash.startsWith(place)", arg=place)
    expect(page.locator("#arrival")).to_be_hidden()


def open_where_they_are(browser, address):
    """Later visits begin at the position if the browser tells it without asking, and else at the last place."""
    page = arrived(browser, address)
    page.context.set_geolocation(ZURICH)
    come_again(page, address, "#8/47.3")
    check("8.542" not in page.url, f"the address has the exact position: {page.url}")
    page.goto("about:blank")
    page.goto(address + "/#7/46.000/11.000/birch")
    page.wait_for_function("() => location.hash.split('/').length > 4")
    expect(page.locator("#status")).not_to_be_empty()
    check("#7/46.0" in page.url, f"the address names a place, and the map is elsewhere: {page.url}")
    page.context.clear_permissions()
    come_again(page, address, "#8/52.5")


def begin_where_they_are(browser, address):
    """On the first visit, too, who has allowed the position before is not asked for it."""
    page = opened(browser, address, geolocation=BERLIN, permissions=["geolocation"])
    page.wait_for_function("() => location.hash.startsWith('#8/52.5')")
    expect(page.locator("#arrival")).to_be_hidden()


def move_before_the_position_is_found(browser, address):
    """The map stays where readers have moved it in the meantime."""
    page = arrived(browser, address)
    page.add_init_script(LATE)
    come_again(page, address, "#8/52.5")
    page.wait_for_function("() => window.tell")
    start = page.url
    page.locator("#map").press("ArrowRight")
    page.wait_for_function("(start) => location.href !== start", arg=start)
    page.evaluate("async () => { tell(); await new Promise((done) => { setTimeout(done, 500); }); }")
    check("#8/52.5" in page.url, f"the map has left what the reader chose: {page.url}")


def arrive_by_town(browser, address):
    """Whoever keeps their position to themselves types where it is; keys suffice."""
    page = opened(browser, address)
    page.get_by_role("button", name="Use my position").click()
    expect(page.locator("#arrival-status")).to_contain_text("Enter a town instead")
    expect(page.locator("#town")).to_be_focused()
    page.keyboard.type("52.4, 13.06")
    expect(page.locator("#town-list [role=option]")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/place/52.40,13.06")
    expect(page.locator("h1")).to_have_text("52.40° N 13.06° E")
    expect(page.locator("#stations")).to_contain_text("Harbour")


def begin_with_today(browser, address):
    """Without a place, the page of the day asks for one in the first screen of a phone, instead of an empty verdict."""
    page = opened(browser, address)
    page.goto(address + "/today")
    expect(page.locator("#where-heading")).to_be_in_viewport(ratio=1)
    expect(page.locator("#search-field")).to_be_in_viewport(ratio=1)
    expect(page.locator("#risk")).to_be_hidden()


def choose_the_map(browser, address):
    """Who wants the map is not asked again."""
    page = opened(browser, address)
    page.get_by_role("button", name="Go to the map").click()
    expect(page.locator("#arrival")).to_be_hidden()
    page.goto(address + "/about")
    page.goto(address + "/")
    expect(page.locator("#status")).not_to_be_empty()
    expect(page.locator("#arrival")).to_be_hidden()


def main(pictures, address):
    with launched() as browser:
        arrive_by_position(browser, address, folder(pictures))
        open_where_they_are(browser, address)
        begin_where_they_are(browser, address)
        move_before_the_position_is_found(browser, address)
        arrive_by_town(browser, address)
        begin_with_today(browser, address)
        choose_the_map(browser, address)


if __name__ == "__main__":
    play(main)
