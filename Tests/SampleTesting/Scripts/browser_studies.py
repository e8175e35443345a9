"""A person reads about a study, joins it by a code, answers with and without a network, and leaves; the researcher sees it.

The row of an answer in the researcher's workbook has the air of its hour.

Arguments: a folder for screenshots or `-`, the address of the server, the link at which anna chooses a password, the token of a
researcher, those of five people who take part without a browser, with commas between them, and the day of their answers: yesterday.
"""

import base64
import json
import urllib.request
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path

from accessibility import Audit
from browsing import check, folder, launched, play
from openpyxl import load_workbook
from people import Person
from playwright.sync_api import expect

FORM = Path(__file__).parents[2] / "Workbooks" / "hay-fever-day.xlsx"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
QUESTIONS = ["nose", "eyes", "throat", "ears"]
#: A picture of one point.
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
BASEL = {"latitude": 47.56213, "longitude": 7.58449}
STUDY = {
    "title": {"en": "Hay fever <and> the day", "de": "Heuschnupfen und der Tag"},
    "purpose": {"en": "To learn how pollen disturbs a day.", "de": "Um zu lernen, wie Pollen den Tag stören."},
    "contact": {"en": "Dr. Weber", "de": "Dr. Weber"}, "consent": {"en": "I have read it.", "de": "Ich habe es gelesen."},
    "points": [{"en": "My answers are kept.", "de": "Meine Antworten werden behalten."}], "ethics": "2026-00123", "mode": "linked",
    "begin": str(date.today() - timedelta(days=9)), "end": str(date.today() + timedelta(days=90)),
}


class Lab:
    """What a researcher does over the API."""

    def __init__(self, address, token):
        self.address, self.token = address, token

    def send(self, method, path, body=None, media="application/json"):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/v1/research/studies{path}", data, method=method, headers={
            "Authorization": f"Bearer {self.token}", "Content-Type": media})
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")

    def open(self, words=STUDY):
        """Opens a study; returns its identifier and a code."""
        study = self.send("POST", "", words)["study"]["id"]
        self.send("PUT", f"/{study}/form", FORM.read_bytes(), WORKBOOK)
        for act in ["publish", "open"]:
            self.send("POST", f"/{study}/acts", {"act": act})
        return study, self.send("POST", f"/{study}/invitations", {"count": 1})["codes"][0]

    def answers(self, study):
        return self.send("GET", f"/{study}/answers")["answers"]

    def workbook(self, study):
        """The answers as a workbook, with the air."""
        request = urllib.request.Request(f"{self.address}/v1/research/studies/{study}/export.xlsx", headers={
            "Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request) as answer:
            return load_workbook(BytesIO(answer.read()))


#: This browser hands nothing to other programs; a page keeps what it would hand on.
HAND_ON = """
    navigator.canShare = ({ files }) => files.every(({ type }) => type === "application/pdf");
    navigator.share = async ({ files: [file], title }) => {
        window.handed = [file.name, file.type, await file.slice(0, 5).text(), title];
    };
"""


def look(audit, page, where):
    """Notes what axe finds on the page as it is shown."""
    audit.prepare(page)
    audit.look(page, where)


def answer_as(address, token, code, moment):
    """Joins a study by a code, and answers as of a moment."""
    def send(path, body):
        request = urllib.request.Request(address + path, json.dumps(body).encode(), method="POST", headers={
            "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    study = send("/v1/me/studies", {"code": code, "version": 1, "language": "en", "agreed": [True]})["study"]["id"]
    send(f"/v1/me/studies/{study}/answers", {
        "version": 1, "at": moment, "place": BASEL, "answers": {"nose": "1", "eyes": "0", "throat": "0", "ears": "0"}})


def rows_of(workbook, sheet):
    """The rows of a sheet, each by the names of its columns."""
    names, *rows = workbook[sheet].values
    return [dict(zip(names, row, strict=True)) for row in rows]


def agree(page):
    """Goes through what a study says and asks, and agrees to it."""
    for number in [1, 2]:
        step(page, number)
        page.click("#step-next")
    step(page, 3)
    page.check("#agree")
    page.click("#step-next")
    step(page, 4)
    page.click("#step-next")


def take_part_at(anna, code, moment):
    """Anna joins by her code, agrees, and answers in the browser, by a clock that shows a moment."""
    page = anna.open(f"/studies/join#code={code}")
    expect(page.locator("#code")).to_have_value(code)
    page.click("#code-form button")
    agree(page)
    expect(page.locator("#joined-about")).to_contain_text("Your code in this study")
    anna.context.clock.set_fixed_time(moment)
    page.click("#joined-answer")
    page.wait_for_url("**/studies/answer**")
    for place, question in enumerate(QUESTIONS):
        page.locator(f"[name=answer-{question}]").nth(place).check()
    page.click("#place-here")
    expect(page.locator("#place-remove")).to_be_visible()
    page.click("#form-next")
    expect(page.locator("#status")).to_contain_text("Your answer has arrived")


def follow_to_export(anna, lab, tokens, day):
    """Anna answers in the browser, and five others in her place and hour; the row of her answer has the air of that day and hour."""
    moment = f"{day}T10:30:00Z"
    study, code = lab.open()
    take_part_at(anna, code, moment)
    codes = lab.send("POST", f"/{study}/invitations", {"count": len(tokens)})["codes"]
    for token, other in zip(tokens, codes, strict=True):
        answer_as(lab.address, token, other, moment)
    workbook = lab.workbook(study)
    [own] = [row for row in rows_of(workbook, "Reported Symptoms") if [row[question] for question in QUESTIONS] == [0, 1, 2, 3]]
    check(str(own["day"].date()) == day, f"Anna's answer is of {own['day']}")
    air = {row["response"]: row for row in rows_of(workbook, "Pollen Count Data")}
    told = {name: air[own["response"]][f"birch{name}"] for name in ["", "_hour", "_station", "_km", "_hours", "_basis", "_unknown"]}
    # The kilometres are those from the middle of the cell, and the hours those from the end of the day.
    check(told == {"": 80, "_hour": 44, "_station": "basel", "_km": 2.9, "_hours": 0, "_basis": "measured", "_unknown": 0},
          f"the air of Anna's answer is {told}")
    all_told = [(row["birch"], row["birch_hour"], row["birch_unknown"]) for row in air.values()]
    check(all_told == [(80, 44, 0)] * (len(tokens) + 1), f"the air of the answers is {all_told}")
    areas = {row["response"]: (row["area"], row["latitude"], row["longitude"]) for row in rows_of(workbook, "Responses Summary")}
    check(areas == dict.fromkeys(air, ("cell", 47.55, 7.55)), f"the places are {areas}")
    bundle = lab.send("GET", f"/{study}/export.json")
    given = [[item["answer"][0]["valueCoding"]["code"] for item in entry["resource"]["item"]] for entry in bundle["entry"]]
    check(len(given) == len(air) and given.count(["0", "1", "2", "3"]) == 1, f"the answers as FHIR are {given}")
    [part] = [part for part in anna.done("GET", "/v1/me/studies")["studies"] if part["study"]["id"] == study]
    check([look["kind"] for look in part["looks"]] == ["exported", "exported"], f"the page shows Anna {part['looks']}")
    see_label_and_end(anna, lab, study, part["pseudonym"])


def see_label_and_end(anna, lab, study, pseudonym):
    """Anna sees in her account what researchers noted, and on the page of the form that they have ended her part."""
    people = lab.send("GET", f"/{study}/participants")["participants"]
    [number] = [one["number"] for one in people if one.get("pseudonym") == pseudonym]
    lab.send("PUT", f"/{study}/participants/{number}/label", {"label": "Called on Monday"})
    page = anna.open("/account")
    expect(page.locator("#studies")).to_contain_text("Your status for the researchers: Called on Monday")
    lab.send("PUT", f"/{study}/participants/{number}/restriction")
    page = anna.open("/studies/answer")
    expect(page.locator("#note-words")).to_have_text("The researchers have ended your part.")
    expect(page.locator("#none")).to_be_hidden()


def read_about(anna, audit, study):
    page = anna.open("/studies")
    page.get_by_role("link", name=STUDY["title"]["en"]).click()
    expect(page.locator("h1")).to_have_text(STUDY["title"]["en"])
    for words in ["Dr. Weber", "2026-00123", "Fewer than 5 people", "instead of your name", "How much did your nose"]:
        expect(page.locator("main")).to_contain_text(words)
    check(page.url.endswith(f"/studies/{study}"), f"{page.url} is not the page of the study")
    expect(page.locator("#own-consent")).to_be_hidden()
    anna.picture("study")
    look(audit, page, "the page of a study")


def come_as_guest(browser, address, code):
    """The links of the guests' card lead back to the invitation, also after a registration."""
    page = browser.new_page()
    page.goto(f"{address}/studies/join#code={code}")
    for way in ["sign-in", "sign-up"]:
        expect(page.locator(f"#guest a[href^='/{way}']")).to_have_attribute("href", f"/{way}?return=%2Fstudies%2Fjoin")
    page.close()


def step(page, number):
    expect(page.locator("#step-count")).to_have_text(f"Step {number} of 4")
    expect(page.locator("#step-heading")).to_be_focused()


def sign(page):
    sheet = page.locator("#signature svg").bounding_box()
    page.mouse.move(sheet["x"] + 20, sheet["y"] + 20)
    page.mouse.down()
    page.mouse.move(sheet["x"] + 90, sheet["y"] + 60, steps=4)
    page.mouse.up()
    page.fill("#signer", "Anna Meier")


def join(anna, audit, code):
    page = anna.open("/studies/join?code=22222-22222")
    page.wait_for_url(f"{anna.address}/studies/join")
    page.click("#code-form button")
    expect(page.locator("#code-status")).to_contain_text("No study has this code")
    page = anna.open(f"/studies/join#code={code}")
    expect(page.locator("#code")).to_have_value(code)
    check(page.url.endswith("/studies/join"), f"{page.url} shows the code")
    page.click("#code-form button")
    for number in [1, 2]:
        step(page, number)
        look(audit, page, f"joining, step {number}")
        page.click("#step-next")
    step(page, 3)
    page.click("#step-next")
    expect(page.locator("#step-status")).to_contain_text("you need to agree")
    look(audit, page, "joining, step 3")
    page.check("#agree")
    page.click("#step-next")
    step(page, 4)
    sign(page)
    anna.picture("study-sign")
    look(audit, page, "joining, step 4")
    page.click("#step-next")
    expect(page.locator("#joined-about")).to_contain_text("Your code in this study")
    with page.expect_download() as saved:
        page.click("#joined-consent")
    check(Path(saved.value.path()).read_bytes().startswith(b"%PDF-"), "the consent is no PDF")
    page.click("#joined-send")
    page.wait_for_function("() => window.handed?.length > 0")
    check(page.evaluate("window.handed") == ["consent.pdf", "application/pdf", "%PDF-", STUDY["title"]["en"]], f"other programs get {page.evaluate('window.handed')}")
    part = anna.done("GET", "/v1/me/studies")["studies"][0]["consents"][0]
    check(part["name"] == "Anna Meier" and part["signature"].count("L") >= 2, f"the consent is {part}")


def keep_consent(anna, audit, study):
    """The page of a study has the consent of those who gave one."""
    page = anna.context.new_page()
    page.goto(f"{anna.address}/studies/{study}")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Consent as PDF").click()
    check(Path(saved.value.path()).read_bytes().startswith(b"%PDF-"), "the consent on the page of the study is no PDF")
    look(audit, page, "the page of a study of one's own")
    page.close()


def waiting(page, entries=None):
    """The answers that wait in the browser, after others have taken their place."""
    if entries is not None:
        page.evaluate("(entries) => localStorage.setItem('studies-waiting', JSON.stringify(entries))", entries)
    return page.evaluate("JSON.parse(localStorage.getItem('studies-waiting') ?? '[]')")


def see_notice(anna, study):
    """A licensed form shows its notice on each of its pages; here, each question has a page."""
    def with_notice(route):
        response = route.fetch()
        found = response.json()
        form = found["form"]
        form["licence"], form["notice"] = "© 2026 Somebody", {"en": "Used with permission."}
        form["items"] = [{"kind": "group", "name": f"page_{item['name']}", "items": [item]} for item in form["items"]]
        route.fulfill(response=response, json=found)

    page = anna.page
    address, notice = f"**/v1/studies/{study}", page.locator("#form .study-notice")
    page.route(address, with_notice)
    page.reload()
    for place, question in enumerate(["nose", "eyes", "throat"], 1):
        expect(page.locator("#form-step")).to_have_text(f"Step {place} of 4")
        expect(notice).to_have_text("Used with permission. © 2026 Somebody")
        page.locator(f"[name=answer-{question}]").first.check()
        page.click("#form-next")
    expect(page.locator("[name=answer-ears]").first).to_be_visible()
    expect(notice).to_have_text("Used with permission. © 2026 Somebody")
    page.unroute(address)
    page.reload()
    expect(page.locator("[name=answer-nose]").first).to_be_visible()
    expect(notice).to_have_count(0)


def with_ground(page):
    """Has the service tell of a ground of its own; returns the tiles of it that are asked for."""
    asked, template = [], "/tiles/basemap/{z}/{x}/{y}.png"
    ground = {"light": template, "dark": template, "maxzoom": 9, "attribution": "The ground of a test", "retina": True}

    def draw(route):
        asked.append(route.request.url)
        route.fulfill(body=PIXEL, content_type="image/png")

    page.route("**/tiles", lambda route: route.fulfill(json={"layers": [], "background": ground}))
    page.route("**/tiles/basemap/**", draw)
    return asked


def see_map(page, asked):
    """The place of an answer is a pin on a map of tiles that are far coarser than its cell."""
    whole = page.locator("#summary-map")
    expect(whole.get_by_role("img", name="Map with a pin at")).to_be_visible()
    expect(whole.locator(".pin path")).to_have_count(1)
    expect(whole).to_contain_text("The ground of a test")
    whole.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.querySelectorAll('#summary-map img')].every((image) => image.complete && image.naturalWidth > 0)")
    expect(whole.locator("img")).to_have_count(6)
    check(len(set(asked)) == 6 and all("/tiles/basemap/9/" in url for url in asked), f"the map asks for {asked}")


def answer(anna, audit, lab, study):
    """Mistakes hold an answer back; without a network it waits, and is sent once.

    Returns what waited.
    """
    page = anna.page
    page.click("#joined-answer")
    page.wait_for_url("**/studies/answer**")
    see_notice(anna, study)
    page.click("#form-next")
    expect(page.locator("#form .field-error:not(:empty)")).to_have_count(4)
    for place, question in enumerate(QUESTIONS):
        page.locator(f"[name=answer-{question}]").nth(place).check()
    expect(page.locator("#form .field-error:not(:empty)")).to_have_count(0)
    page.click("#place-here")
    expect(page.locator("#place-remove")).to_be_visible()
    anna.picture("study-answer")
    look(audit, page, "the form")
    asked = with_ground(page)
    anna.context.set_offline(True)
    page.click("#form-next")
    expect(page.locator("#status")).to_contain_text("We send it as soon as you are online")
    check(lab.answers(study) == [], "an answer arrived without a network")
    waited = waiting(page)
    anna.context.set_offline(False)
    expect(page.locator("#status")).to_contain_text("Your answer has arrived")
    expect(page.locator("#summary-answers")).to_contain_text("A lot: I could not do what I wanted")
    expect(page.locator("#summary-air")).to_contain_text("Birch")
    way = page.locator("#summary-place a").get_attribute("href")
    check(way.startswith("/#11/47.56"), f"the place of the answer leads to {way}")
    see_map(page, asked)
    look(audit, page, "the summary")
    [found] = lab.answers(study)
    check(found["answers"] == {"nose": "0", "eyes": "1", "throat": "2", "ears": "3"}, f"the answer is {found}")
    check(not {"place", "given", "name"} & found.keys(), f"researchers see {found}")
    page.reload()
    expect(page.locator("#summary-when")).to_contain_text("all your answers below")
    page.click("#history > summary")
    expect(page.locator("#history-answers li")).to_have_count(1)
    expect(page.locator("#history-answers")).to_contain_text("A lot: I could not do what I wanted")
    look(audit, page, "all answers")
    return waited


def lose_response(anna, waited):
    """An answer whose response was lost waits on, and another page learns that it has arrived."""
    waiting(anna.page, waited)
    page = anna.open("/account")
    expect(page.locator("#notices")).to_contain_text("Your answer has arrived")
    check(waiting(page) == [], f"{waiting(page)} still waits")


def another_form():
    """The same questions under another identifier."""
    book, made = load_workbook(FORM), BytesIO()
    for cell in (cell for sheet in book for row in sheet.iter_rows() for cell in row):
        if cell.value == "hay-fever-day":
            cell.value = "hay-fever-week"
    book.save(made)
    return made.getvalue()


def answer_another(anna, audit, lab, study):
    """A further form is offered beside the one that is answered today, and takes an answer of its own."""
    page = anna.open("/studies/answer")
    forms = page.locator("[name=which-form]")
    expect(forms).to_have_count(2)
    expect(page.locator("[name=which-form]:checked")).to_have_value("weekly")
    expect(page.locator("#which-form-choices label").first).to_contain_text("Answered")
    for question in QUESTIONS:
        page.locator(f"[name=answer-{question}]").first.check()
    look(audit, page, "a further form")
    page.click("#form-next")
    expect(page.locator("#status")).to_contain_text("Your answer has arrived")
    told = sorted(found["form"] for found in lab.answers(study))
    check(told == ["main", "weekly"], f"the forms of the answers are {told}")
    forms.first.check()
    expect(page.locator("#summary-answers")).to_contain_text("A lot: I could not do what I wanted")


def agree_again(anna, lab, study, waited):
    """A newer text asks again before the next answer, and one that was given meanwhile stays until then.

    It also has a further form.
    """
    lab.send("PUT", f"/{study}", {**STUDY, "consent": {"en": "I have read more.", "de": "Ich habe mehr gelesen."}})
    lab.send("PUT", f"/{study}/forms/weekly", another_form(), WORKBOOK)
    lab.send("POST", f"/{study}/acts", {"act": "publish"})
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    waiting(anna.page, [{**entry, "answer": {**entry["answer"], "at": now}} for entry in waited])
    page = anna.open("/studies/answer")
    expect(page.locator("#status")).to_contain_text("still on this device")
    check(len(waiting(page)) == 1, "an answer is lost")
    waiting(page, [])
    expect(page.locator("#note-words")).to_contain_text("has a new text")
    page.click("#note-link")
    agree(page)
    expect(page.locator("#joined")).to_be_visible()
    versions = [consent["version"] for consent in anna.done("GET", "/v1/me/studies")["studies"][0]["consents"]]
    check(versions == [1, 2], f"agreed to {versions}")


def leave(anna, lab, study):
    page = anna.open("/account")
    expect(page.locator("#studies li")).to_contain_text("Researchers looked at your answers")
    page.get_by_role("button", name="Leave the study").click()
    page.check("[name=past][value=erase]")
    page.click("#question-yes")
    expect(page.locator("#studies li")).to_contain_text("You left on")
    check(lab.answers(study) == [], "erased answers are still there")
    page = anna.open("/studies/answer")
    expect(page.locator("#none")).to_be_visible()


def main(pictures, address, link, token, tokens, day):
    lab = Lab(address, token)
    study, code = lab.open()
    with launched() as browser:
        come_as_guest(browser, address, code)
        # What was measured today is of the day in UTC.
        anna = Person(
            browser, address, folder(pictures), timezone_id="UTC", service_workers="block", permissions=["geolocation"], geolocation=BASEL)
        anna.context.add_init_script(HAND_ON)
        anna.come(link, "anna")
        audit = Audit()
        read_about(anna, audit, study)
        join(anna, audit, code)
        keep_consent(anna, audit, study)
        waited = answer(anna, audit, lab, study)
        lose_response(anna, waited)
        agree_again(anna, lab, study, waited)
        answer_another(anna, audit, lab, study)
        audit.report()
        leave(anna, lab, study)
        follow_to_export(anna, lab, tokens.split(","), day)
        anna.end()


if __name__ == "__main__":
    play(main)
