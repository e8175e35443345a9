"""A researcher writes a study, uploads its form, publishes and opens it, invites people, and looks after it.

Arguments: a folder for screenshots or `-`, the address of the server, the link at which otto, who does research, chooses
a password, the token of an account that takes part, and the folder with the workbooks.
"""

import hashlib
import json
import re
import urllib.request
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from accessibility import AXE_SCRIPT, EVERY_RULE, RUN_AXE
from browsing import check, folder, launched, play
from people import Person
from playwright.sync_api import expect

TITLE = "Pollen at work"


def send(address, method, path, body, token):
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), method=method,
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def agree(page):
    """Says yes to the question that is asked."""
    page.locator("#question-yes").click()


def choose_region(page):
    """Takes what the map shows, which is Europe at first, as the region; its frame is on the map."""
    page.fill("#region-name", "Europe")
    page.click("#region-map-part > summary")
    expect(page.locator("#region-map .region-frame")).to_have_count(0)
    page.click("#region-take")
    expect(page.locator("#region-map .region-frame")).to_have_count(1)
    west, south, east, north = (float(page.input_value(f"#region-{edge}")) for edge in ["west", "south", "east", "north"])
    check(-180 <= west < -10 and 30 < east <= 180 and -90 <= south < 40 and 60 < north <= 90, f"the box is {west, south, east, north}")


def write(page):
    page.click("#begin")
    page.click("#save")
    expect(page.locator("#words-status")).to_have_text("Please check: Title.")
    for part, words in [("title", TITLE), ("purpose", "To learn."), ("contact", "Dr. Weber"), ("consent", "I have read it.")]:
        page.fill(f"#{part}", words)
    page.click("#add-points")
    page.fill("#points textarea", "I agree.")
    page.click("#add-options")
    page.fill("#options textarea", "You may use my answers later.")
    page.fill("#target", "40")
    choose_region(page)
    page.select_option("#rhythm", "days")
    page.fill("#every", "7")
    expect(page.locator("#weekdays-part")).to_be_hidden()
    page.click("#save")
    expect(page.locator("#study-heading")).to_have_text(TITLE)
    expect(page.locator("#missing")).to_contain_text("Form")
    expect(page.locator("#step-publish")).to_be_disabled()


def upload(page, workbooks):
    page.set_input_files("#form-file", f"{workbooks}/mistakes.xlsx")
    rows = page.locator("#form-mistakes tbody tr")
    expect(rows).to_have_count(2)
    places = [row.locator("td").all_inner_texts()[:3] for row in rows.all()]
    check(places == [["survey", "3", "A"], ["survey", "4", "D"]], f"the mistakes are at {places}")
    with page.expect_download() as taken:
        page.click("#form-take")
    check(Path(taken.value.path()).read_bytes() == Path(workbooks, "hay-fever-day.xlsx").read_bytes(), "the workbook is another one")
    page.click("#form-start")
    expect(page.locator("#preview .questions > li").first).to_be_visible()
    expect(page.locator("#form-mistakes tr")).to_have_count(0)
    expect(page.locator("#form-status")).to_contain_text("hay-fever-day.xlsx is the form now")
    expect(page.locator("#form-start")).to_be_hidden()
    try_form(page)
    for step in ["publish", "open"]:
        page.click(f"#step-{step}")
        agree(page)
    expect(page.locator("#study-state")).to_have_text("Open")
    form = page.request.get(page.locator("#form-links a").evaluate("(link) => link.href"))
    check(form.ok and form.json()["resourceType"] == "Questionnaire", f"the form as FHIR is answered with {form.status}")


def try_form(page):
    """The form can be filled in before it is published: it holds mistakes back, and says what it would send."""
    page.get_by_role("button", name="Try it out").click()
    trial = page.locator("#preview .trial")
    expect(trial).to_contain_text("Nothing is sent or stored here")
    trial.locator("#form-next").click()
    expect(trial.locator(".field-error:not(:empty)")).to_have_count(4)
    for question in ["nose", "eyes", "throat", "ears"]:
        trial.locator(f"[name=answer-{question}]").nth(1).check()
    trial.locator("#form-next").click()
    expect(trial.locator(".study-answers dt")).to_have_count(4)
    expect(trial).to_contain_text("Nothing was sent or stored")


def invite(page):
    """Makes three codes, and returns one."""
    page.fill("#code-count", "3")
    page.click("#codes-form button[type=submit]")
    expect(page.locator("#sheet .qr-code")).to_have_count(3)
    expect(page.locator("#people tbody tr")).to_have_count(3)
    page.evaluate("window.print = () => { window.printed = getComputedStyle(document.body).display; }")
    page.click("#print")
    check(page.evaluate("document.body.classList.contains('sheet-only')"), "the sheet is not printed alone")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    return page.locator("#sheet .code").first.inner_text()


def invite_by_mail(page):
    """Addresses that cannot be used are named by their lines; without a mail server, the page says so."""
    refused = [("", "Enter 1 to 200 addresses"), ("anna@example.org\n\nanna", "Line 3: anna is no address."),
               ("anna@example.org; ANNA@example.org", "Line 1: ANNA@example.org stands here twice.")]
    for addresses, words in refused:
        page.fill("#mail-addresses", addresses)
        page.click("#mail-form button[type=submit]")
        expect(page.locator("#mail-part")).to_contain_text(words)
    page.locator("#mail-file").set_input_files({"name": "list.csv", "mimeType": "text/csv", "buffer": b"anna@example.org,\nben@example.org\n"})
    expect(page.locator("#mail-addresses")).to_have_value("anna@example.org,\nben@example.org\n")
    page.click("#mail-form button[type=submit]")
    expect(page.locator("#mail-status")).to_contain_text("cannot send")
    expect(page.locator("#mail-mistakes")).to_be_hidden()


def take_part(address, token, code):
    joining = {"code": code, "version": 1, "language": "en", "agreed": [True]}
    study = send(address, "POST", "/v1/me/studies", joining, token)["study"]["id"]
    # The study begins today, which is the day of the page's time zone.
    answer = {"version": 1, "at": datetime.now(ZoneInfo("Europe/Zurich")).isoformat(timespec="seconds"),
              "place": {"longitude": 7.58, "latitude": 47.56}, "answers": {"nose": "2", "eyes": "1", "throat": "0", "ears": "0"}}
    send(address, "POST", f"/v1/me/studies/{study}/answers", answer, token)


def release(page):
    """Has results published week by week, and finds that kept with the schedule."""
    page.select_option("#results", "weekly")
    page.click("#results-form button")
    expect(page.locator("#results-status")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("#results")).to_have_value("weekly")
    check(page.input_value("#region-name") == "Europe" and page.input_value("#region-north") != "", "the region is not kept")
    check(page.input_value("#rhythm") == "days" and page.input_value("#every") == "7", "the schedule is not kept")


def find_people(page):
    """Looks for participants by status and by label; the counts stay those of all."""
    found = page.locator("#people tbody tr")
    page.select_option("#people-wanted", "restricted")
    page.press("#people-label", "Enter")
    expect(found).to_have_count(1)
    expect(page.locator("#people-counts")).to_have_text("Invited1Participating1Restricted1Withdrawn0")
    page.fill("#people-label", "called on monday")
    page.press("#people-label", "Enter")
    expect(page.locator("#people-none")).to_have_text("Nobody has this status and this label.")
    expect(found).to_have_count(0)
    page.select_option("#people-wanted", "")
    page.press("#people-label", "Enter")
    expect(found).to_contain_text("Called on Monday")
    page.fill("#people-label", "")
    page.click("#people-form button")
    expect(found).to_have_count(3)


def write_to_one(page):
    """A message to one person stands in the list with the pseudonym; an empty one is not sent."""
    button = page.locator("#people tbody tr").first.locator("button", has_text="Message")
    button.click()
    agree(page)
    expect(page.locator("#people-status")).to_contain_text("Write a message in at least one language")
    button.click()
    page.locator("#question-body textarea").first.fill("Please call us.")
    agree(page)
    expect(page.locator("#people-status")).to_contain_text("Your message is sent")
    expect(button).to_be_focused()
    expect(page.locator("#messages li")).to_have_count(1)
    pseudonym = page.locator("#people tbody tr").first.locator("code").inner_text()
    expect(page.locator("#messages li")).to_contain_text(f"to {pseudonym} alone")
    expect(page.locator("#messages li")).to_contain_text("Please call us.")


def look_after(page):
    release(page)
    expect(page.locator("#people tbody tr")).to_have_count(3)
    first = page.locator("#people tbody tr").first
    expect(first).to_contain_text("Participating")
    expect(page.locator("#progress .bar")).to_have_count(1)
    expect(page.locator("#looks-none")).to_be_visible()
    page.click("#cells-part > summary")
    expect(page.locator("#cells tbody tr")).to_have_text("47.55, 7.55< 5")
    expect(page.locator("#looks li")).to_have_count(1)
    expect(page.locator("#cells-map .cell.few")).to_have_count(1)
    expect(page.locator("#cells-map .cell-count")).to_have_text("< 5")
    fill = page.locator("#cells-map .cell.few").evaluate("(square) => getComputedStyle(square).fill")
    check("few-hatch" in fill, f"the square is filled with {fill}")
    first.locator("button", has_text="Label").click()
    page.fill("#label", "Called on Monday")
    agree(page)
    expect(page.locator("#people tbody tr").first).to_contain_text("Called on Monday")
    write_to_one(page)
    page.locator("#people tbody tr").last.locator("button", has_text="End").click()
    agree(page)
    expect(page.locator("#people tbody tr").last).to_contain_text("Restricted")
    find_people(page)
    page.click("#answers-more")
    expect(page.locator("#answers tbody tr")).to_contain_text("nose: 2")
    page.click("#answers tbody summary")
    expect(page.locator("#answers tbody tr")).to_contain_text("Clearly: it bothered me, and I could go on")
    expect(page.locator("#looks li")).to_have_count(2)
    expect(page.locator("#looks li").first).to_contain_text("otto looked at answers")
    page.select_option("#lags", "2")
    page.check("#own-words")
    with page.expect_download() as taken:
        page.click("#files [data-file='export.zip']")
    check(taken.value.suggested_filename.startswith("study-"), f"the file is named {taken.value.suggested_filename}")
    expect(page.locator("#looks li").first).to_contain_text("otto exported answers")
    expect(page.locator("#looks li").first).to_contain_text("export.zip, answers: 0, k = 5")
    digest = hashlib.sha256(Path(taken.value.path()).read_bytes()).hexdigest()
    expect(page.locator("#looks li").first.locator("code")).to_have_text(digest)
    page.click("#leave")
    agree(page)
    expect(page.locator("#team-status")).not_to_be_empty()


def show(otto):
    """Checks the page with all that it has, for everybody and on a very small phone."""
    page = otto.page
    page.click("#codes-form button[type=submit]")
    expect(page.locator("#sheet .qr-code")).to_have_count(20)
    page.locator("#weeks-part > summary").click()
    expect(page.locator("#weeks .days-chart .staying").last).to_be_visible()
    expect(page.locator("#weeks .days-chart")).to_have_attribute("aria-label", re.compile(r"Participating 1, Answering \d$"))
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN_AXE, ["tag", EVERY_RULE])
    check(not found, f"axe finds {found}")
    otto.picture("research")
    page.set_viewport_size({"width": 320, "height": 700})
    width = page.evaluate("document.documentElement.scrollWidth")
    check(width <= 320, f"the page is {width} pixels wide on a phone of 320")
    otto.picture("research-320")


def delete_draft(page):
    page.click("#leave-page")
    page.click("#begin")
    page.fill("#title", "A mistake")
    page.click("#save")
    expect(page.locator("#study-heading")).to_have_text("A mistake")
    page.click("#delete")
    agree(page)
    expect(page.locator("#list li")).to_have_count(1)
    expect(page.locator("#list li")).to_contain_text(TITLE)


def main(pictures, address, link, token, workbooks):
    with launched() as browser:
        otto = Person(browser, address, folder(pictures), locale="en-GB")
        page = otto.come(link, "otto", "/research")
        write(page)
        upload(page, workbooks)
        take_part(address, token, invite(page))
        invite_by_mail(page)
        look_after(page)
        show(otto)
        delete_draft(page)
        otto.end()


play(main)
