"""What becomes of an expert's article: it gets a picture with its text, is published, corrected with a note to readers,
and taken away for good.

Arguments: a folder for screenshots or `-`, the address of the server, the links at which eva, an expert, and max, a
moderator, choose a password.
"""

from datetime import date, timedelta

from browsing import check, folder, launched, play
from people import Person
from playwright.sync_api import expect

TITLE = "Plane trees in town"
SHOWN = "A row of plane trees in bloom"
WRONG = "Plane trees bloom in June"
RIGHT = "Plane trees bloom in April and May"
NOTE = "Plane trees bloom in spring, not in June."


def manuscript():
    return {
        "texts": [{"language": "en", "title": TITLE, "summary": "When and where their pollen flies.", "body": f"{WRONG} [1].", "alternative": None}],
        "keywords": ["pollen"], "sources": [{"title": "Urban trees", "publisher": "Journal of Trees", "url": "https://doi.org/10.1000/2"}],
        "reviewAgain": str(date.today() + timedelta(days=365)), "byline": "Dr. Eva Weber", "keepsByline": False,
    }


def open_own(eva):
    eva.page.reload()
    eva.page.click("#list button")
    expect(eva.page.locator("#editor-heading")).to_have_text(TITLE)


def is_drawn(image):
    """Checks that a picture is there, and says what it shows."""
    expect(image).to_have_attribute("alt", SHOWN)
    image.evaluate("(node) => node.decode()")


def add_picture(eva):
    """A picture is handed in only with what it shows."""
    page = eva.page
    eva.done("POST", "/v1/me/articles", manuscript())
    open_own(eva)
    content = page.screenshot(clip={"x": 0, "y": 0, "width": 320, "height": 180})
    page.set_input_files("#picture-file", {"name": "trees.png", "mimeType": "image/png", "buffer": content})
    page.wait_for_function("() => document.getElementById('picture-own').naturalWidth === 320")
    page.click("#submit")
    expect(page.locator("#form-status")).to_contain_text("Say what the picture shows.")
    page.fill("#alternative", SHOWN)
    is_drawn(page.locator("#preview .article-picture img"))
    eva.picture("write-picture")
    hand_in(page)


def hand_in(page):
    page.click("#submit")
    expect(page.locator("#state")).to_have_text("In review")


def publish(reviewer, correction=None):
    page = reviewer.page
    page.reload()
    page.locator("#queue button", has_text=TITLE).click()
    is_drawn(page.locator("#reading .article-picture img"))
    if correction:
        expect(page.locator("#correction")).to_have_text(f"This version corrects: {correction}")
    page.click("#accept")
    expect(page.locator("#state")).to_have_text("Accepted")
    page.click("#publish")
    expect(page.locator("#decided")).to_have_text(f"Published: {TITLE}")


def find(reader):
    """The list has the article with its picture, its subject and the badge; returns the addresses of both."""
    page = reader.open("/articles?language=en")
    row = page.locator("#main li", has=page.locator(".article-title", has_text=TITLE))
    is_drawn(row.locator("img.article-small"))
    expect(row.locator(".article-subjects")).to_contain_text("pollen", ignore_case=True)
    expect(row.locator(".byline")).to_have_text("Dr. Eva Weber Expert")
    reader.picture("articles-picture")
    row.locator(".article-title").click()
    image = page.locator(".article-picture img")
    is_drawn(image)
    expect(page.locator(".article-body")).to_contain_text(WRONG)
    expect(page.locator("#history-heading")).to_have_count(0)
    return page.url, image.evaluate("(node) => node.src")


def correct(eva, reader, own):
    """Until the correction is published, readers have the version before."""
    page = eva.page
    open_own(eva)
    page.fill("#correction", NOTE)
    page.click("#correct-form button[type=submit]")
    expect(page.locator("#state")).to_have_text("Draft")
    page.fill("#body", f"{RIGHT} [1].")
    expect(page.locator("#preview")).to_contain_text(RIGHT)
    hand_in(page)
    reader.page.goto(own)
    expect(reader.page.locator(".article-body")).to_contain_text(WRONG)


def read_correction(reader, own):
    """Readers learn what was corrected, on the page and in the feed, and can read what was there before."""
    page = reader.page
    page.goto(own)
    expect(page.locator(".article-body")).to_contain_text(RIGHT)
    expect(page.locator(".article-history li")).to_have_count(1)
    expect(page.locator(".article-history li")).to_contain_text(NOTE)
    reader.picture("article-corrected")
    page.click(".article-history a")
    expect(page.locator("#former")).to_be_visible()
    expect(page.locator(".article-body")).to_contain_text(WRONG)
    page.click("#former a")
    expect(page.locator("#former")).to_have_count(0)
    expect(page.locator(".article-body")).to_contain_text(RIGHT)
    feed = reader.context.request.get(f"{reader.address}/articles/feed.json?language=en").json()
    item = next(item for item in feed["items"] if item["title"] == TITLE)
    check(NOTE in item["content_html"], f"the feed does not say what was corrected: {item}")


def retire(eva):
    page = eva.page
    open_own(eva)
    page.click("#retire")
    expect(page.locator("#question-title")).to_contain_text(TITLE)
    page.click("#question-yes")
    expect(page.locator("#state")).to_have_text("Retired")
    expect(page.locator("#retire")).to_be_hidden()


def miss(reader, own, picture):
    """Where the article was, the page says so and names others; nothing else leads there, and its picture has gone."""
    page = reader.page
    answer = page.goto(own)
    check(answer.status == 410, f"a retired article is answered with {answer.status}")
    expect(page.locator("h1")).to_have_text("This article is no longer shown")
    check(page.locator("#main ul a").count() > 0, "no other article is named")
    reader.picture("article-retired")
    page.goto(f"{reader.address}/articles?language=en")
    expect(page.locator(".article-title").first).to_be_visible()
    expect(page.locator(".article-title", has_text=TITLE)).to_have_count(0)
    status = reader.context.request.get(picture).status
    check(status == 404, f"the picture of a retired article is answered with {status}")


def main(pictures, address, eva_link, max_link):
    with launched() as browser:
        eva, reviewer, reader = (Person(browser, address, folder(pictures), locale="en-GB") for _ in range(3))
        eva.come(eva_link, "eva", "/write")
        reviewer.come(max_link, "max", "/review")
        add_picture(eva)
        publish(reviewer)
        own, picture = find(reader)
        correct(eva, reader, own)
        publish(reviewer, NOTE)
        read_correction(reader, own)
        retire(eva)
        miss(reader, own, picture)
        for person in [eva, reviewer, reader]:
            person.end()


play(main)
