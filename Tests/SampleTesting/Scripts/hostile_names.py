"""Opens the pages of a server whose station has markup as its name, and checks that it stays plain text.

Arguments: the address of the server, a key of the station, its name, the day of the map, and the cookie of a
session whose account has the same name, and so have its person, place, token and medicine.
"""

from browsing import Visit, check, launched, play
from playwright.sync_api import expect


def is_text(page, name):
    """Checks that the name is shown as text, and that its markup had no effect."""
    check(page.evaluate("window.hacked === undefined"), "the name ran as a script")
    check(page.locator("img[src=x], svg[onload], [onerror], [onload]").count() == 0, "the name became an element")
    check(name in page.locator("body").inner_text(), f"the name is not shown as it is on {page.url}")


def operate(browser, address, key, name):
    visit = Visit(browser, address, None)
    page = visit.open("/operate")
    page.fill("#key", key)
    page.press("#key", "Enter")
    expect(page.locator("#station-name")).to_have_text(name)
    is_text(page, name)
    visit.end()


def read_map(browser, address, name, day):
    visit = Visit(browser, address, None, viewport={"width": 1200, "height": 800})
    page = visit.open(f"/#8/52.500/13.400/birch/{day}")
    expect(page.locator("#status")).to_contain_text("1 of 1 station reports")
    page.mouse.click(600, 450)
    expect(page.locator("#sheet")).to_contain_text(name)
    is_text(page, name)
    visit.end()


def see_account(browser, address, name, cookie):
    visit = Visit(browser, address, None)
    visit.context.add_cookies([{"name": "session", "value": cookie, "url": address, "httpOnly": True}])
    page = visit.open("/account")
    expect(page.locator("#persons")).to_contain_text(name)
    expect(page.locator("#username")).to_have_value(name)
    expect(page.locator("#tokens")).to_contain_text(name)
    # The page is shown when all of it is there.
    expect(page.locator("#tokens")).to_be_visible()
    is_text(page, name)
    page.locator("#persons button").last.click()
    expect(page.locator("dialog[open]")).to_contain_text(name)
    is_text(page, name)
    for path, list_of_names in (("/places", "#fences"), ("/medicines", "#medicines")):
        page = visit.open(path)
        expect(page.locator(list_of_names)).to_contain_text(name)
        expect(page.locator(list_of_names)).to_be_visible()
        is_text(page, name)
    visit.end()


def follow_link(browser, address):
    visit = Visit(browser, address, None)
    for kind, secret in (("confirmation", "code"), ("unsubscription", "token")):
        page = visit.open(f"/v1/channels/%3Cscript%3Ewindow.hacked=1%3C%2Fscript%3E/{kind}?{secret}=%22%3E%3Cimg%20src%3Dx%3E")
        expect(page.locator("h1")).not_to_be_empty()
        check(page.evaluate("window.hacked === undefined"), "the link ran as a script")
        check(page.locator("img").count() == 0, "the link became an element")
        check(
            page.locator("main").evaluate("(main) => getComputedStyle(main).maxWidth") != "none",
            "the page has no style")
    # The answer to an invalid link is not a failure of the page.
    visit.complaints = [text for text in visit.complaints if "status of 404" not in text]
    visit.end()


def main(address, key, name, day, cookie):
    with launched() as browser:
        operate(browser, address, key, name)
        read_map(browser, address, name, day)
        see_account(browser, address, name, cookie)
        follow_link(browser, address)


if __name__ == "__main__":
    play(main)
