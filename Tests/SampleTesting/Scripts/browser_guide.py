"""The guide: answers while somebody types, above all to signs of an emergency, also without a network or a script; and the
server finds the same.

Arguments: a folder for screenshots or `-`, and the address of the server.
"""

import json
from pathlib import Path

from browser import fit
from browsing import Visit, check, choose_language, folder, launched, play
from playwright.sync_api import expect

VECTORS = json.loads((Path(__file__).parent / "guide_vectors.json").read_text())
# Puts each question into the field, and reads which answer comes first.
ASK = """async (questions) => {
  const field = document.getElementById("search");
  const found = [];
  for (const question of questions) {
    field.value = question;
    field.dispatchEvent(new Event("input"));
    await new Promise((done) => setTimeout(done, 200));
    found.push(document.querySelector("#answers article")?.dataset.id ?? null);
  }
  return found;
}"""


def ask(page, question):
    page.fill("#search", question)
    return page.locator("#answers article").first


def read(visit):
    page = visit.open("/guide")
    check(page.locator("details.part").count() >= 40, "there are few questions")
    expect(ask(page, "notifcations do not arive")).to_have_attribute("data-id", "silent")
    expect(page.locator("#found")).to_contain_text("answer")
    expect(page.locator("#nothing")).to_be_hidden()
    expect(page.locator("#answers article").first.locator("a").first).to_have_attribute("href", "/channels")
    expect(ask(page, "her tongue is swolen")).to_have_attribute("data-id", "signs")
    expect(page.locator("#answers .call")).to_have_attribute("href", "tel:144")
    expect(page.locator("#answers article").first).to_contain_text("ASCIA")
    visit.picture("guide")
    expect(ask(page, "how much antihistamine should I take")).to_contain_text("We do not say doses")
    expect(page.locator("#answers .call")).to_have_count(0)
    page.fill("#search", "capital of France")
    expect(page.locator("#nothing")).to_be_visible()
    expect(page.locator("#found")).to_have_text("We have no answer to this.")
    expect(page.locator("#nothing a").first).to_have_attribute("href", "/contact")
    page.fill("#search", "")
    expect(page.locator("#nothing")).to_be_hidden()
    expect(page.locator("#answers")).to_be_hidden()


def open_by_link(visit):
    page = visit.open("/guide#altitude")
    expect(page.locator("#altitude p").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#altitude p").first).to_be_hidden()


def read_offline(visit):
    page = visit.open("/guide")
    page.evaluate("navigator.serviceWorker.ready")
    visit.context.set_offline(True)
    page.goto(f"{visit.address}/guide")
    expect(ask(page, "cannot breath")).to_have_attribute("data-id", "signs")
    expect(page.locator("#answers .call")).to_have_attribute("href", "tel:144")
    expect(ask(page, "what is altitude for")).to_have_attribute("data-id", "altitude")
    visit.context.set_offline(False)


def compare(visit):
    """What the page finds is what the server finds, for every question of the list."""
    sent = []
    visit.page.on("request", lambda request: sent.append(request.url))
    for language in ["en", "de", "fr", "it", "es"]:
        page = visit.open("/guide")
        choose_language(page, language)
        questions = [vector["question"] for vector in VECTORS if vector["language"] == language]
        here = page.evaluate(ASK, questions)
        for question, first in zip(questions, here):
            answer = visit.context.request.get(f"{visit.address}/v1/guide", params={"q": question, "language": language})
            check(answer.ok, f"{question}: {answer.status}")
            answers = answer.json()["answers"]
            there = answers[0]["id"] if answers else None
            check(first == there, f"{language}: {question}: {first} here, {there} there")
    check(not any("/v1/guide" in url for url in sent), "the page sends questions")


def read_without_script(browser, address):
    visit = Visit(browser, address, java_script_enabled=False)
    page = visit.open("/guide")
    page.locator("#signs summary").click()
    expect(page.locator("#signs p").first).to_contain_text("adrenaline injector")
    visit.end()


def main(pictures, address):
    with launched() as browser:
        visit = Visit(browser, address, folder(pictures), timezone_id="Europe/Zurich")
        read(visit)
        open_by_link(visit)
        read_offline(visit)
        fit(visit, "guide")
        compare(visit)
        visit.end()
        read_without_script(browser, address)


if __name__ == "__main__":
    play(main)
