"""A stranger comes on a phone: one tap leads to what is in the air where they are, and the next visit begins there.

Arguments: the folder for pictures or `-`, and the address of the server, which knows birch at Berlin of today.
"""

from playwright.sync_api import expect

from browsing import PATIENCE, check, folder, launched, play

BERLIN = {"latitude": 52.5203, "longitude": 13.4049}
PHONE = {"width": 360, "height": 740}


def opened(browser, address, **options):
    context = browser.new_context(viewport=PHONE, locale="en-GB", **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address + "/")
    return page


def arrive_by_position(browser, address, pictures):
    """Position, verdict, tomorrow and what to do, in one screen of a phone and after one tap."""
    page = opened(browser, address, geolocation=BERLIN, permissions=["geolocation"])
    expect(page.get_by_role("heading", name="What is in your air today?")).to_be_visible()
    page.get_by_role("button", name="Use my position").click()
    page.wait_for_url("**/place/**")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Birch: low")
    expect(verdict).to_contain_text("omorrow")
    expect(verdict).to_be_in_viewport(ratio=1)
    check(page.evaluate("scrollY") == 0, "the verdict is not in the first screen")
    if pictures:
        page.screenshot(path=pictures / "arrival.png")
    page.goto(address + "/")
    page.wait_for_function("() => location.hash.startsWith('#8/52.5')")
    expect(page.locator("#arrival")).to_be_hidden()


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
        arrive_by_town(browser, address)
        choose_the_map(browser, address)


if __name__ == "__main__":
    play(main)
