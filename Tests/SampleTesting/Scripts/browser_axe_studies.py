"""Runs axe-core and some measurements on the pages of a study in five languages, for who leads it, takes part, and administers it.

Arguments: the address of the server, the link at which anna, who is a researcher and an administrator, chooses a password, her
token, and that of another person who takes part.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from accessibility import NARROW, WIDE, Audit
from browser_axe import LANGUAGES
from browser_studies import BASEL, QUESTIONS, STUDY, Lab, answer_as, sign
from browsing import launched, play
from people import Person
from playwright.sync_api import expect

WORDED = {
    **STUDY, "options": [{"en": "My answers may be used later.", "de": "Meine Antworten dürfen später verwendet werden."}], "target": 40,
    "region": {"name": "Basel and around", "west": 7.4, "south": 47.45, "east": 7.8, "north": 47.65},
    "reminders": {"after": 2, "most": 5, "time": "18:00"},
}
#: Steps of joining: what the study is about, its consent, its point, its option, and the name.
POINT, NAME = 3, 5
MISTAKES = "mistakes.xlsx"


class Reader:
    """Anna, who reads pages in one language after the other, and what is found on them."""

    def __init__(self, browser, address, link):
        self.audit = Audit()
        self.language = LANGUAGES[-1]
        self.person = Person(
            browser, address, service_workers="block", bypass_csp=True, viewport=NARROW, reduced_motion="reduce",
            permissions=["geolocation"], geolocation=BASEL)
        self.person.come(link, "anna", "/research")

    def open(self, path):
        """Opens a page anew in the present language."""
        page = self.person.page
        # A change after the hash does not reload a page.
        page.goto("about:blank")
        page.set_viewport_size(NARROW)
        return self.person.open(path)

    def in_each_language(self):
        """Goes through the languages; the last is English."""
        for language in LANGUAGES:
            self.language = language
            self.person.context.add_cookies([{"name": "language", "value": language, "url": self.person.address}])
            yield

    def look(self, part, closely=True):
        """Checks the page as it is shown; in English, in all sizes and themes, unless it is much like another one."""
        page, where = self.person.page, f"{part}, {self.language}"
        self.audit.prepare(page)
        self.audit.check_frame(page, where, self.language)
        self.audit.check_reflow(page, where)
        if closely and self.language == LANGUAGES[-1]:
            self.audit.look_at_all(page, where)
            self.audit.check_sizes(page, where)
        else:
            page.set_viewport_size(NARROW)
            self.audit.look(page, where)
        page.set_viewport_size(NARROW)


def begin(lab):
    """Opens a study with a label and an invitation that has ended; returns its identifier and two codes."""
    study, first = lab.open(WORDED)
    second = lab.send("POST", f"/{study}/invitations", {"count": 4})["codes"][0]
    people = lab.send("GET", f"/{study}/participants")["participants"]
    lab.send("PUT", f"/{study}/participants/{people[0]['number']}/label", {"label": "Called on Monday"})
    lab.send("PUT", f"/{study}/participants/{people[-1]['number']}/restriction", {})
    return study, first, second


def join(reader, code):
    """Sees all steps of joining in each language, and takes the last one in English."""
    for _ in reader.in_each_language():
        page = reader.open("/studies/join")
        expect(page.locator("#code")).to_be_visible()
        reader.look("joining: the code")
        page.fill("#code", code)
        page.click("#code-form button")
        expect(page.locator("#step")).to_be_visible()
        for number in range(1, NAME):
            if number == POINT:
                page.click("#step-next")
                expect(page.locator("#step-status")).not_to_be_empty()
            reader.look(f"joining, step {number}", closely=number == POINT)
            if number == POINT:
                page.check("#agree")
            page.click("#step-next")
        expect(page.locator("#sign")).to_be_visible()
        reader.look(f"joining, step {NAME}")
    # On a phone, the bar of the site could lie over the sheet.
    page.set_viewport_size(WIDE)
    page.locator("#signature").scroll_into_view_if_needed()
    sign(page)
    page.click("#step-next")
    expect(page.locator("#joined")).to_be_visible()
    reader.look("joining: joined", closely=False)


def answer(reader):
    """Sees the form with mistakes in each language, answers it, and sees what was answered in each."""
    for _ in reader.in_each_language():
        page = reader.open("/studies/answer")
        page.locator(f"[name=answer-{QUESTIONS[0]}]").first.wait_for()
        page.click("#place-here")
        expect(page.locator("#place-remove")).to_be_visible()
        page.click("#form-next")
        expect(page.locator("#form .field-error:not(:empty)")).to_have_count(len(QUESTIONS))
        reader.look("the form with mistakes")
    for question in QUESTIONS:
        page.locator(f"[name=answer-{question}]").first.check()
    page.click("#form-next")
    expect(page.locator("#status")).to_contain_text("Your answer has arrived")
    for _ in reader.in_each_language():
        page = reader.open("/studies/answer")
        expect(page.locator("#summary-air li").first).to_be_visible()
        page.click("#history > summary")
        expect(page.locator("#history-answers li")).to_have_count(1)
        reader.look("the answer of the day")


def lead(reader, study, workbooks):
    """Sees the list of studies, one with all that it has, and the form for a new one with a mistake."""
    for _ in reader.in_each_language():
        page = reader.open("/research")
        expect(page.locator("#list li")).to_have_count(1)
        reader.look("the list of studies", closely=False)
        page = reader.open(f"/research#{study}")
        expect(page.locator("#progress .bar").first).to_be_visible()
        page.set_input_files("#form-file", f"{workbooks}/{MISTAKES}")
        expect(page.locator("#form-mistakes tbody tr")).to_have_count(2)
        for part, shown in [("weeks", "#weeks tbody tr"), ("cells", "#cells tbody tr"), ("days", "#days tbody tr")]:
            page.click(f"#{part}-part > summary")
            expect(page.locator(shown).first).to_be_visible()
        page.click("#region-map-part > summary")
        expect(page.locator("#region-map .region-frame")).to_have_count(1)
        page.click("#wanted-air > summary")
        expect(page.locator("#wanted-search")).to_be_visible()
        page.locator("#preview button").first.click()
        expect(page.locator("#preview .trial .study-question").first).to_be_visible()
        page.click("#open-codes")
        expect(page.locator("#sheet .qr-code")).to_have_count(2)
        page.click("#answers-more")
        expect(page.locator("#answers tbody tr")).to_have_count(2)
        page.locator("#answers tbody summary").first.click()
        expect(page.locator("#answers .answer-words dt").first).to_be_visible()
        expect(page.locator("#looks li").first).to_be_visible()
        reader.look("a study")
        page.locator("#people tbody button").first.click()
        expect(page.locator("#question")).to_be_visible()
        reader.look("a question about a study", closely=False)
        page = reader.open("/research")
        page.click("#begin")
        page.click("#save")
        expect(page.locator("#words-status")).not_to_be_empty()
        reader.look("a new study with a mistake")


def administer(reader, study):
    """Sees the study as administrators do, with all of its lists open."""
    for _ in reader.in_each_language():
        page = reader.open(f"/admin/study?study={study}")
        lists = page.locator("#people > li > details")
        # The four statuses, and a label.
        expect(lists).to_have_count(5)
        for place in range(5):
            lists.nth(place).locator("summary").click()
            expect(lists.nth(place).locator("ul > li").first).to_be_visible()
        reader.look("a study, for administrators")


def main(address, link, token, other, workbooks):
    lab = Lab(address, token)
    study, code, second = begin(lab)
    answer_as(address, other, second, datetime.now(ZoneInfo("Europe/Zurich")).isoformat(timespec="seconds"))
    lab.send("POST", f"/{study}/messages", {"words": {"en": "Thank you.", "de": "Danke."}})
    with launched() as browser:
        reader = Reader(browser, address, link)
        join(reader, code)
        answer(reader)
        lead(reader, study, workbooks)
        administer(reader, study)
        reader.person.end()
    reader.audit.report()


if __name__ == "__main__":
    play(main)
