"""A person keeps a diary: one tap a day, more if wanted, without a network, and deleted again.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
A failure ends the script with a message.
"""

import datetime

from browsing import awaited, check, folder, launched, loaded, play
from keyboard import Keyboard
from people import Person
from playwright.sync_api import expect


def kept(anna, home="/v1/me"):
    """The entries of the last month, as the service has them; a day begins in Zurich before it does in UTC."""
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    status, answer = anna.ask("GET", f"{home}/diary?to={tomorrow}")
    check(status == 200, f"the diary answered {status}")
    return answer["entries"]


def expect_pressed(page, selector, is_pressed=True):
    expect(page.locator(selector).first).to_have_attribute("aria-pressed", str(is_pressed).lower())


def tap_a_face(page, anna):
    """The first tap asks for the consent once, and is kept."""
    page.click("[data-feeling='1']")
    expect(page.locator("#question")).to_be_visible()
    check(kept(anna) == [], "something was kept without consent")
    page.click("#question-yes")
    expect(page.locator("#diary-status")).to_have_text("Saved.")
    expect_pressed(page, "[data-feeling='1']")
    expect(page.locator("#offer")).to_be_hidden()
    check([entry["answers"] for entry in kept(anna)] == [{"feeling": 1}], "the tap was not kept")
    # Another tap corrects it, and the same again takes it back.
    page.click("[data-feeling='3']")
    expect_pressed(page, "[data-feeling='1']", False)
    expect(page.locator("#offer")).to_be_visible()
    page.click("[data-feeling='3']")
    expect_pressed(page, "[data-feeling='3']", False)
    awaited(page, "what was taken back is still there", lambda: kept(anna) == [])


def say_more(page, anna):
    """Grades, medicines, symptoms and a note, by keyboard alone."""
    keys = Keyboard(page)
    keys.act("#more > summary")
    keys.act("#quiz [data-key='2']", "Space")
    keys.act("#quiz [data-key=nasalSteroid]", "Space")
    expect_pressed(page, "#quiz [data-key=nasalSteroid]")
    keys.act("#quiz [data-key=none]", "Space")
    expect_pressed(page, "#quiz [data-key=nasalSteroid]", False)
    keys.act("#rest summary")
    keys.act("#rest [data-key=Headache]", "Space")
    page.locator("#rest select").select_option("severe")
    keys.to("#note")
    keys.type("windy")
    keys.press("Tab")

    def is_kept():
        entries = kept(anna)
        return entries and entries[0]["answers"] == {"nose": 2} and entries[0]["medicines"] == {"none": True} \
            and entries[0]["symptoms"] == {"Headache": "severe"} and entries[0].get("note") == "windy"

    awaited(page, "what was said by keyboard was not kept", is_kept)
    page.reload()
    expect_pressed(page, "#quiz [data-key='2']")
    expect(page.locator("#note")).to_have_value("windy")


def say_without_network(page, anna):
    """What is said without a network waits, and is sent when it is back, with the time at which it was said."""
    anna.context.set_offline(True)
    page.click("[data-feeling='2']")
    expect(page.locator("#diary-status")).to_contain_text("Saved on this device")
    expect_pressed(page, "[data-feeling='2']")
    anna.context.set_offline(False)
    expect(page.locator("#diary-status")).to_have_text("Saved.")
    check(kept(anna)[0]["answers"] == {"feeling": 2, "nose": 2}, "what was said without a network was not sent")


def delete(page, anna):
    page.click("#more > summary")
    page.click("#delete")
    page.click("#question-yes")
    expect(page.locator("#diary-status")).to_have_text("Deleted.")
    expect_pressed(page, "[data-feeling='2']", False)
    check(kept(anna) == [], "the deleted day is still there")


def be_asked(page, anna):
    """Who keeps a diary is asked once a day, and answers with one tap."""
    yesterday = page.locator("#week button").nth(5).get_attribute("data-day")
    page.goto(f"{anna.address}/today")
    expect(page.locator("#risk")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#diary")).to_be_hidden()
    status, _ = anna.ask("PATCH", f"/v1/me/diary/{yesterday}", {"answers": {"feeling": 1}})
    check(status == 200, f"{status}")
    be_asked_anywhere(page, anna)
    page.goto(f"{anna.address}/today")
    page.click("[data-feeling='2']")
    expect(page.locator("#diary-status")).to_have_text("Saved.")
    check([entry["answers"]["feeling"] for entry in kept(anna)] == [1, 2], "the answer was not kept")
    page.reload()
    expect(page.locator("#risk")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#diary")).to_be_hidden()
    page.goto(f"{anna.address}/diary")


def be_asked_anywhere(page, anna):
    """The first visit of a day asks on any page, and only once."""
    question = page.locator("#daily")
    page.goto(f"{anna.address}/places")
    expect(question).to_be_visible()
    anna.picture("daily")
    page.set_viewport_size({"width": 360, "height": 740})
    check(page.evaluate("document.documentElement.scrollWidth") <= 360, "the question is wider than a phone")
    anna.picture("daily-phone")
    page.set_viewport_size({"width": 1000, "height": 800})
    question.locator(".quiet").click()
    expect(question).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    asked = page.evaluate("localStorage.getItem('asked')")
    page.reload()
    loaded(page)
    check(page.evaluate("localStorage.getItem('asked')") == asked and asked, "the question is not remembered")
    expect(question).to_have_count(0)
    page.evaluate("localStorage.removeItem('asked')")
    page.goto(f"{anna.address}/")
    question.locator("[data-feeling='3']").click()
    expect(question).to_have_count(0)
    check([entry["answers"]["feeling"] for entry in kept(anna)] == [1, 3], "the answer was not kept")
    status, _ = anna.ask("DELETE", f"/v1/me/diary/{kept(anna)[-1]['day']}")
    check(status == 204, f"{status}")


def care(page, anna):
    """A child's diary is another's."""
    status, mia = anna.ask("POST", "/v1/me/persons", {"name": "Mia"})
    check(status == 201, f"{status}")
    page.reload()
    page.get_by_label("Mia").check()
    page.click("[data-feeling='4']")
    expect(page.locator("#diary-status")).to_have_text("Saved.")
    check(kept(anna) == [], "what concerns the child is in the parent's diary")
    check(len(kept(anna, f"/v1/me/persons/{mia['id']}")) == 1, "the child's diary is empty")
    page.click("#offer-link")
    page.wait_for_url("**/report")


def look_back(page):
    """A day long ago takes symptoms, and no answers; there is no tomorrow."""
    page.fill("#day", "2026-01-15")
    expect(page.locator("#day-hint")).to_contain_text("two days")
    expect(page.locator("#faces")).to_be_hidden()
    expect(page.locator("#rest")).to_be_visible()
    last = page.locator("#day").get_attribute("max")
    check(last == page.locator("#week button").last.get_attribute("data-day"), "the week does not end today")


def main(pictures, address, link):
    with launched() as browser:
        anna = Person(browser, address, folder(pictures))
        page = anna.come(link, "anna", "/diary")
        tap_a_face(page, anna)
        say_more(page, anna)
        say_without_network(page, anna)
        delete(page, anna)
        look_back(page)
        care(page, anna)
        page = anna.open("/diary")
        be_asked(page, anna)
        anna.end()


if __name__ == "__main__":
    play(main)
