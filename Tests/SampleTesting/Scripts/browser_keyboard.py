"""Complete tasks in the app by keyboard alone: a report, a place, and an alert on the map.

Arguments: a folder for screenshots or `-`, the address of the server, which knows the town Basel, the link at
which anna chooses a password, and the token of another account that reports. A failure ends the script with a
message.
"""

import json
import urllib.request

from browsing import folder, launched, play
from keyboard import Keyboard
from people import Person
from playwright.sync_api import expect


def report(visit):
    """Sends a report with only Tab, the arrows, Space and Enter."""
    page = visit.open("/report")
    page.wait_for_load_state("networkidle")
    keys = Keyboard(page)
    keys.go_round()
    keys.act("#symptoms [data-key=sneezing]", "Space")
    expect(page.locator("#symptoms [data-key=sneezing]")).to_have_attribute("aria-pressed", "true")
    # Without a position the map is open, and the button closes and opens it.
    keys.act("#where-map", "ArrowRight")
    expect(page.locator(".leaflet-pan-anim")).to_have_count(0)
    keys.press("Enter")
    expect(page.locator("#where-status")).to_contain_text("The pin is at")
    keys.to(".pin")
    before = page.locator("#where-status").inner_text()
    keys.press("ArrowDown")
    expect(page.locator("#where-status")).not_to_have_text(before)
    keys.act("#others > summary")
    keys.act("#allergens [data-key=tree]", "Space")
    expect(page.locator("#allergens [data-key=tree]").first).to_have_attribute("aria-pressed", "true")
    visit.picture("keyboard-report")
    keys.act("#send")
    expect(page.locator("#done-heading")).to_be_focused()
    keys.act("#done-map")
    page.wait_for_url("**/#12/**")


def draw_place(visit):
    """Adds a circle at a place found by name, with its own allergen and level."""
    page = visit.open("/places")
    expect(page.locator("#add")).to_be_visible()
    keys = Keyboard(page)
    keys.act("#add")
    expect(page.locator("#editor-heading")).to_be_focused()
    keys.go_round()
    keys.to("#search")
    keys.type("bas")
    expect(page.locator("#search-list [role=option]")).to_have_count(2)
    keys.press("ArrowDown")
    expect(page.locator("#search-list [aria-selected=true]")).to_contain_text("Basel")
    keys.press("Enter")
    expect(page.locator("#latitude")).to_have_value("47.55839")
    keys.to(".handle.rim")
    keys.press("Shift+ArrowRight")
    expect(page.locator("#radius")).not_to_have_value("5")
    keys.to("#radius")
    keys.press("Control+a")
    keys.type("7")
    keys.to("#name")
    expect(page.locator("#name")).to_have_value("Basel")
    keys.press("Control+a")
    keys.type("Home")
    keys.to("#watch-profile")
    keys.press("ArrowDown")
    expect(page.locator("#watch-list")).to_be_visible()
    keys.act("#watch-choice [data-key=grass]", "Space")
    keys.back_to("#watch-levels select")
    for level in ["low", "moderate", "high"]:
        keys.press("ArrowDown")
        expect(page.locator("#watch-levels select")).to_have_value(level)
    expect(page.locator("#preview-line")).to_contain_text("In the last 30 days")
    visit.picture("keyboard-place")
    keys.act("#save")
    expect(page.locator("#page-status")).to_contain_text("Home is saved")
    for words in ["7 km, near ", "Grass", "high"]:
        expect(page.locator(".fence-card")).to_contain_text(words)
    expect(page.locator("#overview-heading")).to_be_focused()


def change_place(visit):
    page = visit.page
    keys = Keyboard(page)
    keys.act(".fence-card a")
    expect(page.locator("#editor-heading")).to_be_focused()
    keys.to("#name")
    keys.press("Control+a")
    keys.type("At home")
    keys.act("#save")
    expect(page.locator("#page-status")).to_contain_text("At home is saved")
    expect(page.locator(".fence-card h3")).to_have_text(["At home"])
    expect(page.locator("#overview-heading")).to_be_focused()


def remove_place(visit):
    """The question traps the focus while it is open, and Escape means no."""
    page = visit.page
    keys = Keyboard(page)
    keys.act(".fence-card button")
    expect(page.locator("#question-no")).to_be_focused()
    keys.press("Escape")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator(".fence-card button")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#question-no")).to_be_focused()
    keys.back_to("#question-yes")
    keys.press("Enter")
    expect(page.locator("#page-status")).to_be_focused()
    expect(page.locator(".fence-card")).to_have_count(0)
    keys.go_round()


def tell(address, token):
    """Another account sends a report."""
    body = {"area": {"type": "Point", "coordinates": [7.64, 47.535]}, "allergens": ["grass"], "comment": "by the river"}
    urllib.request.urlopen(urllib.request.Request(
        f"{address}/v1/alerts", json.dumps(body).encode(), method="POST",
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"}))


def read_alert(visit, token):
    """The alert is opened from the list, confirmed, and closed; the focus returns to where it was."""
    tell(visit.address, token)
    page = visit.open("/#11/47.535/7.64/grass")
    page.wait_for_load_state("networkidle")
    keys = Keyboard(page)
    keys.act("#alerts > summary")
    keys.to("#alert-list button")
    opener = page.locator("#alert-list button:focus").get_attribute("data-alert")
    keys.press("Enter")
    expect(page.locator("#sheet")).to_be_focused()
    expect(page.locator("#sheet")).to_contain_text("by the river")
    keys.act("#sheet .alert-acts > button")
    expect(page.locator("#sheet .alert-acts [role=status]").first).not_to_be_empty()
    expect(page.locator("#sheet .alert-acts > button")).to_be_focused()
    expect(page.locator("#sheet .alert-counts")).to_contain_text("1 confirmation")
    visit.picture("keyboard-alert")
    keys.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(f'#alert-list button[data-alert="{opener}"]')).to_be_focused()
    fetch_alerts(page)
    expect(page.locator(f'#alert-list button[data-alert="{opener}"]')).to_be_focused()
    keys.act(".alert-mark")
    expect(page.locator("#sheet")).to_be_focused()
    expect(page.locator("#sheet .alert-acts > button")).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(page.locator(".alert-mark:focus")).to_have_count(1)
    shrink_panel(visit)
    grow_list(visit)
    keys.go_round()


def fetch_alerts(page):
    """The page asks for the alerts again and redraws them, as it does each minute."""
    page.evaluate("""() => {
        window.redrawn = new Promise((resolve) => {
            const list = document.querySelector("#alert-list");
            new MutationObserver(resolve).observe(list, { childList: true });
        });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.evaluate("window.redrawn.then(() => true)")


def shrink_panel(visit):
    """A long message below the panel's content takes room from it; the focused control stays in sight."""
    keys = Keyboard(visit.page)
    keys.to("#air-here")
    visit.page.evaluate("document.querySelector('#status').textContent = 'Values are being fetched. '.repeat(40)")
    keys.see()


def grow_list(visit):
    """A list above grows just as the keyboard comes to a control that was out of sight; the control comes into sight."""
    keys = Keyboard(visit.page)
    keys.back_to("#stations > summary")
    visit.page.evaluate("""() => {
        document.querySelector("#panel-body").scrollTop = 0;
        document.querySelector("#air-here").addEventListener("focusin", () => {
            const rows = Array.from({ length: 40 }, (_, place) => Object.assign(document.createElement("li"), { textContent: place }));
            document.querySelector("#alert-list").append(...rows);
        }, { once: true });
    }""")
    keys.to("#air-here")


def main(pictures, address, link, token):
    with launched() as browser:
        visit = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800})
        visit.come(link, "anna", "/places")
        report(visit)
        draw_place(visit)
        change_place(visit)
        remove_place(visit)
        read_alert(visit, token)
        visit.end()


if __name__ == "__main__":
    play(main)
