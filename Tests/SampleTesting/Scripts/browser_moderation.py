"""A moderator decides about reports that people doubt: by keys and by buttons, and takes decisions back. An
administrator looks after accounts.

Arguments: a folder for screenshots or `-`, the address of the server, the link at which anna, who is both, chooses a
password, the token of an account that reports and does research, and the token of one that doubts.
"""

import json
import re
import urllib.request

from browser import fit
from browsing import Visit, check, choose_language, folder, launched, play
from people import Person
from playwright.sync_api import expect

#: What is reported, and where: too far apart to be one alert.
REPORTS = [("birch", 7.6, "buy now"), ("grass", 7.7, "the meadow smells"), ("ash", 7.8, "see my shop")]


def send(address, method, path, body, token):
    request = urllib.request.Request(
        address + path, None if body is None else json.dumps(body).encode(), method=method,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def happen(address, reporter, doubter):
    """Reports, and doubts about all but the last; returns the identifiers."""
    ids = []
    for token in [reporter, doubter]:
        send(address, "PUT", "/v1/me/consents/reports", {"version": 1}, token)
    for allergen, longitude, comment in REPORTS:
        report = {"area": {"type": "Point", "coordinates": [longitude, 47.5]}, "allergens": [allergen], "comment": comment}
        ids.append(send(address, "POST", "/v1/alerts", report, reporter)["id"])
    for alert in ids[:2]:
        send(address, "POST", f"/v1/alerts/{alert}/flags", {"reason": "spam"}, doubter)
    return ids


def is_over(visit, alert):
    # Asked outside of the browser, whose cache may keep an alert for a minute.
    with urllib.request.urlopen(f"{visit.address}/v1/alerts/{alert}") as answer:
        return "ended" in json.loads(answer.read())


def row(page, alert):
    return page.locator(f'#queue [data-alert="{alert}"]')


def decide_by_keys(visit, ids):
    page = visit.page
    expect(page.locator("#queue-count")).to_have_text("2 open")
    expect(row(page, ids[0])).to_have_attribute("aria-current", "true")
    expect(page.locator("#case-facts")).to_contain_text("“buy now”, from ben")
    expect(page.locator("#case-facts .badges")).to_contain_text("It is advertising or spam: 1")
    page.keyboard.press("j")
    expect(row(page, ids[1])).to_be_focused()
    expect(page.locator("#case-facts")).to_contain_text("the meadow smells")
    page.keyboard.press("ArrowUp")
    expect(row(page, ids[0])).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("#decided")).to_have_text("Hidden: Birch")
    check(is_over(visit, ids[0]), "a hidden report goes on")
    # The next one is there at once, and the hidden one moves to the end.
    expect(row(page, ids[1])).to_be_focused()
    expect(row(page, ids[0])).to_contain_text("Hidden")
    page.keyboard.press("u")
    expect(page.locator("#decided")).to_have_text("Taken back: Birch")
    expect(row(page, ids[0])).to_be_focused()
    expect(page.locator("#case-facts")).to_contain_text("Hidden by anna")
    expect(page.locator("#queue-count")).to_have_text("2 open")
    check(not is_over(visit, ids[0]), "a report that is shown again is over")


def leave_fields_alone(visit, ids):
    """Letters in a field, beside a modifier, or with keys switched off decide nothing."""
    page = visit.page
    page.locator(".more > summary").click()
    page.focus("#language")
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    page.locator("#keys").uncheck()
    page.keyboard.press("h")
    page.locator("#keys").check()
    page.keyboard.press("Alt+h")
    expect(page.locator("#queue-count")).to_have_text("2 open")
    check(not is_over(visit, ids[0]), "a key in a field decides")


def decide_by_buttons(visit, ids):
    page = visit.page
    row(page, ids[1]).click()
    expect(page.locator("#case-heading")).to_be_focused()
    page.click("#show")
    expect(page.locator("#decided")).to_have_text("Visible: Grasses")
    expect(row(page, ids[1])).to_have_count(0)
    page.locator(f'#decisions [data-decided="{ids[1]}"] button').click()
    expect(row(page, ids[1])).to_be_focused()
    visit.picture("moderation")


def see_news(visit, ids, address, doubter):
    """A report that is doubted meanwhile appears by itself."""
    send(address, "POST", f"/v1/alerts/{ids[2]}/flags", {"reason": "false"}, doubter)
    visit.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(row(visit.page, ids[2])).to_contain_text("It is not true: 1")
    expect(visit.page.locator("#decided")).to_have_text("1 new report to look at.")


def administer(visit):
    """Sees the service at a glance, gives a role, suspends an account, and reads what was done."""
    page = visit.open("/admin")
    expect(page.locator("#state")).to_contain_text("none yet")
    expect(page.locator("#jobs li")).to_have_count(3)
    expect(page.locator("#jobs [data-job=retention] .badge")).to_have_text("done")
    expect(page.locator("#accounts li")).to_have_count(0)
    page.fill("#name", "cl")
    page.press("#name", "Enter")
    clara = page.locator('#accounts [data-account="clara"]')
    clara.locator("summary").click()
    clara.get_by_role("button", name="Make: Expert").click()
    page.click("#question-yes")
    expect(clara.locator(".badges")).to_have_text("Expert")
    expect(clara.locator("summary")).to_be_focused()
    expect(page.locator("#acts li").first).to_contain_text("Role given: Expert, clara")
    clara.locator("summary").click()
    clara.get_by_role("button", name="Suspend").click()
    page.click("#question-yes")
    expect(clara.locator(".badges")).to_contain_text("suspended since")
    expert = page.locator("#roles [data-key=expert]")
    expect(expert.locator("summary")).to_contain_text("Expert 1 account")
    expert.locator("summary").click()
    expert.get_by_role("button", name="clara").click()
    expect(page.locator("#accounts-heading")).to_be_focused()
    expect(page.locator("#name")).to_have_value("clara")
    expect(page.locator("#accounts li")).to_have_count(1)
    page.locator("#studies-part > summary").click()
    expect(page.locator("#studies-none")).to_be_visible()
    open_and_delete(page)
    visit.picture("admin")


def see_study(visit, address, researcher):
    """Sees who does research in a study, ends an invitation from its list, and lets it work again."""
    words = {"title": {"en": "Hay fever"}, "mode": "linked", "begin": "2020-01-01", "end": "2100-01-01"}
    study = send(address, "POST", "/v1/research/studies", words, researcher)["study"]["id"]
    one = f"/v1/research/studies/{study}"
    send(address, "POST", f"{one}/invitations", {"count": 2}, researcher)
    first = send(address, "GET", f"{one}/participants", None, researcher)["participants"][0]["number"]
    send(address, "PUT", f"{one}/participants/{first}/label", {"label": "Called twice"}, researcher)
    page = visit.open("/admin")
    page.locator("#studies-part > summary").click()
    page.locator("#studies a").click()
    page.wait_for_url(f"**/admin/study?study={study}")
    expect(page.locator("#title")).to_contain_text("Draft of")
    expect(page.locator("#roles [data-role=owner]")).to_contain_text("ben")
    expect(page.locator("#people > li > details > summary")).to_contain_text(
        ["Invited 2", "Participating 0", "Restricted 0", "Withdrawn 0", "Called twice Label 1"])
    page.locator("#people [data-key=invited] > summary").click()
    invited = page.locator(f"#people [data-key=invited] [data-number='{first}']")
    expect(invited).to_contain_text("Called twice")
    invited.get_by_role("button", name=f"End invitation no. {first}").click()
    page.click("#question-yes")
    expect(page.locator("#people-heading")).to_be_focused()
    expect(page.locator("#people [data-key=invited] [data-number]")).to_have_count(1)
    page.locator("#people [data-key=restricted] > summary").click()
    page.get_by_role("button", name=f"Let invitation no. {first} work again").click()
    page.click("#question-yes")
    expect(page.locator("#people [data-key=invited] [data-number]")).to_have_count(2)
    visit.picture("admin-study")


def open_and_delete(page):
    """Opens an account for somebody, renames it, and deletes it by its name."""
    page.locator("#open-part > summary").click()
    page.fill("#username", "a b")
    page.press("#username", "Enter")
    expect(page.locator("#username-error")).to_contain_text("4 to 8")
    page.fill("#username", "zora1")
    page.press("#username", "Enter")
    expect(page.locator("#opened-link")).to_have_value(re.compile(r"/reset-password#bel_"))
    expect(page.locator("#opened-link")).to_be_focused()
    expect(page.locator("#acts li").nth(1)).to_contain_text("Account opened: zora1")
    page.fill("#name", "zora")
    page.press("#name", "Enter")
    page.locator('#accounts [data-account="zora1"] summary').click()
    page.get_by_role("button", name="Rename").click()
    page.fill("#renamed", "zora2")
    page.click("#question-yes")
    zora = page.locator('#accounts [data-account="zora2"]')
    expect(zora.locator("summary")).to_be_focused()
    expect(page.locator("#acts li").first).to_contain_text("Renamed: zora1, zora2")
    zora.locator("summary").click()
    zora.get_by_role("button", name="Delete the account").click()
    page.fill("#confirmed", "zora2")
    page.click("#question-yes")
    expect(page.locator("#accounts li")).to_have_count(0)
    expect(page.locator("#acts li").first).to_contain_text("Account deleted by: anna")
    page.fill("#name", "clara")
    page.press("#name", "Enter")
    expect(page.locator("#accounts li")).to_have_count(1)


def main(pictures, address, link, reporter, doubter):
    ids = happen(address, reporter, doubter)
    with launched() as browser:
        stranger = Visit(browser, address)
        expect(stranger.open("/moderation").locator("#guest")).to_be_visible()
        expect(stranger.page.locator('.more [data-role="moderator"]')).to_be_hidden()
        stranger.end()
        anna = Person(browser, address, folder(pictures), timezone_id="Europe/Zurich")
        page = anna.come(link, "anna", "/moderation")
        decide_by_keys(anna, ids)
        leave_fields_alone(anna, ids)
        decide_by_buttons(anna, ids)
        see_news(anna, ids, address, doubter)
        page.locator(".more > summary").click()
        expect(page.locator('.more [data-role="moderator"]')).to_be_visible()
        page.locator(".more > summary").click()
        fit(anna, "moderation")
        page.set_viewport_size({"width": 1200, "height": 800})
        choose_language(page, "en")
        administer(anna)
        fit(anna, "admin")
        page.set_viewport_size({"width": 1200, "height": 800})
        choose_language(page, "en")
        see_study(anna, address, reporter)
        fit(anna, "admin-study")
        anna.end()


if __name__ == "__main__":
    play(main)
