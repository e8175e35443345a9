"""An operator's upload soon appears on a map that another person has open; an operator with an account needs no key.

Arguments: a folder for screenshots or `-`, the address of the server, a key of the station `harbour`, which
has reported a little birch today, today's date, and the link with which olga, who operates the station, chooses a
password. A failure ends the script with a message.
"""

from browsing import Visit, awaited, check, distance, folder, launched, pixel, play, settled
from people import Person
from playwright.sync_api import expect

#: Beside the station's marker, which is in the middle of the map; the map begins beside the rail.
BESIDE = (646, 450)
#: Farther away, where there is only the field.
FIELD = (560, 400)


def see_little(reader, day):
    page = reader.open("/#8/52.500/13.400/birch/2010-04-08")
    expect(page.locator("#status")).to_contain_text("No data")
    ground = settled(page, *FIELD)
    page.evaluate("(day) => { location.hash = `#8/52.500/13.400/birch/${day}` }", day)
    expect(page.locator("#status")).to_contain_text("1 of 1 station reports")
    awaited(page, "the map is not coloured", lambda: distance(pixel(page, *FIELD), ground) > 60)
    page.mouse.click(*BESIDE)
    expect(page.locator("#sheet")).to_contain_text("Birch")
    expect(page.locator("#sheet .value-level").first).to_have_text("low")
    # The sheet stays open, and the focus is elsewhere.
    page.locator("#slider").focus()
    # A reload would remove this.
    page.evaluate("window.sameMap = true")
    return settled(page, *FIELD)


def upload(operator, key, day):
    page = operator.open("/operate")
    expect(page.locator("#own")).to_be_hidden()
    page.fill("#key", key)
    page.press("#key", "Enter")
    expect(page.locator("#station-name")).to_have_text("Harbour")
    send(page, f"birch,{day},900")


def send(page, row):
    page.set_input_files("#file", {
        "name": "today.csv", "mimeType": "text/csv",
        "buffer": f"station,allergen,day,value,unit\nharbour,{row},grains/m3\n".encode()})
    # The test runs at every time of the year, so birches need not be in flower.
    page.locator("#confirm").check()
    expect(page.locator("#upload-status")).to_contain_text("Nothing is saved yet")
    page.locator("#send").click()
    expect(page.locator("#upload-status")).to_have_text("today.csv was saved.")


def operate_with_account(olga, link, day):
    page = olga.come(link, "olga", "/operate")
    olga.picture("operate-account")
    page.get_by_role("button", name="Harbour").click()
    expect(page.locator("#station-name")).to_have_text("Harbour")
    send(page, f"ash,{day},12")
    expect(page.locator("#uploads")).not_to_be_empty()
    page.get_by_role("button", name="Leave this station").click()
    expect(page.locator("#station")).to_be_hidden()
    expect(page.get_by_role("button", name="Harbour")).to_be_visible()


def see_much(reader, little):
    """The field changes by itself, without moving the focus."""
    page = reader.page
    awaited(page, "the map stays as it was", lambda: distance(pixel(page, *FIELD), little) > 100)
    reader.picture("map-renewed")
    expect(page.locator("#news")).to_have_text("New readings are on the map.")
    check(page.evaluate("window.sameMap"), "the page was loaded again")
    expect(page.locator("#sheet .value-level").first).to_have_text("very high")
    expect(page.locator("#slider")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    page.mouse.click(*BESIDE)
    expect(page.locator("#sheet .value-level").first).to_have_text("very high")


def main(pictures, address, key, today, link):
    with launched() as browser:
        reader = Visit(browser, address, folder(pictures), viewport={"width": 1200, "height": 800})
        operator = Visit(browser, address, viewport={"width": 1200, "height": 900})
        little = see_little(reader, today)
        upload(operator, key, today)
        see_much(reader, little)
        reader.end()
        operator.end()
        olga = Person(browser, address, folder(pictures), viewport={"width": 1200, "height": 900})
        operate_with_account(olga, link, today)
        olga.end()


if __name__ == "__main__":
    play(main)
