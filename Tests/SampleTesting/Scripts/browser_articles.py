"""An expert writes an article, a reviewer sends it back and publishes it, and both it and one of the program are read
without a network. One is the article of the day, and one is shared and printed.

Arguments: a folder for screenshots or `-`, the address of the server, the links at which eva, an expert, and max, a
moderator, choose a password.
"""

import re
from datetime import date, timedelta

from browsing import check, folder, launched, play
from people import Person
from playwright.sync_api import expect

TITLE = "Birch and apples"


def narrow(visit, name):
    """Checks that what is open fits a very small phone; another language would close it."""
    page = visit.page
    visit.picture(name)
    page.set_viewport_size({"width": 320, "height": 700})
    width = page.evaluate("document.documentElement.scrollWidth")
    check(width <= 320, f"{name} is {width} pixels wide on a phone of 320")
    visit.picture(f"{name}-320")
    page.set_viewport_size({"width": 1440, "height": 900})


def write(eva):
    page = eva.page
    page.click("#begin")
    page.fill("#title", TITLE)
    page.fill("#summary", "Why an apple can itch in spring.")
    page.fill("#body", "## What happens\n\nThe proteins are alike [1].\n\n<script>document.title = 'x'</script>")
    expect(page.locator("#kept")).to_contain_text("Kept:")
    expect(page.locator("#preview .preview-title")).to_have_text(TITLE)
    expect(page.locator("#preview")).to_contain_text("The proteins are alike")
    check(page.locator("#preview script").count() == 0, "the preview has a script")
    page.click("#submit")
    expect(page.locator("#form-status")).to_contain_text("Name at least one source.")


def write_without_network(eva):
    """What is written without a network survives, and is sent later."""
    page = eva.page
    eva.context.set_offline(True)
    page.fill("#body", "## What happens\n\nThe proteins are alike [1].\n\nCooked apples itch less.")
    expect(page.locator("#kept")).to_contain_text("Kept on this device")
    eva.context.set_offline(False)
    page.reload()
    page.click("#list button")
    expect(page.locator("#body")).to_have_value(re.compile("Cooked apples"))
    expect(page.locator("#kept")).to_contain_text("Kept:")
    expect(page.locator("#preview")).to_contain_text("Cooked apples")


def hand_in(eva):
    page = eva.page
    page.locator("#keywords input[value=pollen]").check()
    page.click("#add-source")
    page.fill("#sources [name=title]", "Pollen-food allergy")
    page.fill("#sources [name=publisher]", "Journal of Allergy")
    page.fill("#sources [name=url]", "https://doi.org/10.1000/1")
    page.fill("#reviewAgain", str(date.today() + timedelta(days=365)))
    page.fill("#byline", "Dr. Eva Weber")
    narrow(eva, "write")
    page.click("#submit")
    expect(page.locator("#state")).to_have_text("In review")
    expect(page.locator("#body")).to_be_disabled()


def is_beside(page, place):
    """Checks that the remark is at the paragraph that it is about, and on a wide screen at its side."""
    page.set_viewport_size({"width": 1920, "height": 1000})
    remark = page.locator(f"{place} .beside")
    expect(remark).to_have_text("Which proteins?")
    about = remark.evaluate("(node) => node.previousElementSibling.textContent")
    check(about.startswith("The proteins are alike"), f"the remark is beside {about}")
    top, right = remark.evaluate("""(node) => {
        const [own, text] = [node, node.previousElementSibling].map((one) => one.getBoundingClientRect());
        return [Math.abs(own.top - text.top), own.left - text.right];
    }""")
    check(top < 24 and right >= 0, f"the remark is {top} pixels off its paragraph, and {right} to its right")
    page.set_viewport_size({"width": 1440, "height": 900})


def send_back(reviewer):
    page = reviewer.page
    page.locator("#queue button", has_text=TITLE).click()
    expect(page.locator("#case-heading")).to_be_focused()
    page.get_by_role("button", name="Remark on paragraph 2").click()
    expect(page.locator("#quote")).to_contain_text("The proteins are alike")
    page.fill("#remark", "Which proteins?")
    page.click("#remark-form button[type=submit]")
    expect(page.locator("#remarks")).to_contain_text("Which proteins?")
    is_beside(page, "#reading")
    narrow(reviewer, "review")
    page.click("#return")
    expect(page.locator("#decided")).to_have_text(f"Returned: {TITLE}")
    expect(page.locator("#queue-none")).to_be_visible()


def answer(eva):
    page = eva.page
    page.reload()
    page.click("#list button")
    expect(page.locator("#remarks")).to_contain_text("Which proteins?")
    is_beside(page, "#preview")
    page.fill("#body", "## What happens\n\nSome apples itch.\n\nThe proteins are alike [1].")
    expect(page.locator("#preview")).to_contain_text("Some apples itch.")
    is_beside(page, "#preview")
    page.fill("#body", "## What happens\n\nThe proteins Bet v 1 and Mal d 1 are alike [1].")
    expect(page.locator("#preview")).to_contain_text("Mal d 1")
    expect(page.locator("#preview .beside")).to_have_count(0)
    page.click("#submit")
    expect(page.locator("#state")).to_have_text("In review")


def publish(reviewer):
    page = reviewer.page
    page.reload()
    page.locator("#queue button", has_text=TITLE).click()
    page.click("#accept")
    expect(page.locator("#state")).to_have_text("Accepted")
    page.click("#publish")
    expect(page.locator("#decided")).to_have_text(f"Published: {TITLE}")


def read_without_network(reader):
    page = reader.open("/articles?q=Mal+d+1&language=en")
    page.locator(".article-title", has_text=TITLE).click()
    expect(page.locator(".byline")).to_have_text("Dr. Eva Weber Expert")
    narrow(reader, "expert-article")
    own = page.url
    page.goto(f"{reader.address}/articles/hay-fever")
    shipped = page.locator("h1").inner_text()
    drawing = page.locator(".article-picture img").evaluate("(image) => image.src")
    page.wait_for_function("""async (addresses) => {
        await navigator.serviceWorker.ready;
        const cache = await caches.open("breathe-articles");
        const kept = await Promise.all(addresses.map((address) => cache.match(address)));
        return kept.every((response) => response !== undefined);
    }""", arg=[own, page.url, drawing])
    reader.context.set_offline(True)
    page.goto(own)
    expect(page.locator(".article-body")).to_contain_text("Mal d 1")
    page.goto(f"{reader.address}/articles/hay-fever")
    expect(page.locator("h1")).to_have_text(shipped)
    reader.context.set_offline(False)


def find_on_today(reader):
    """Today leads to the article of the day."""
    page = reader.open("/today")
    expect(page.locator("#article")).to_be_visible()
    expect(page.locator("#article-summary")).not_to_be_empty()
    expect(page.locator("#article a[href='/articles']")).to_be_visible()
    title = page.locator("#article-link").inner_text()
    page.click("#article-link")
    page.wait_for_url("**/articles/*")
    expect(page.locator("h1")).to_have_text(title)


def hand_on(reader):
    """The address of an article goes to other programs, or where the browser has no way to them, is copied."""
    page = reader.open("/articles/anaphylaxis?language=en")
    expect(page.locator("#share")).to_be_visible()
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what; }; }")
    page.click("#share")
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    check(shared["url"].endswith("/articles/anaphylaxis?language=en"), f"{shared} is shared")
    check(shared["title"] == page.title(), f"{shared} is shared")
    page.evaluate("""() => {
        navigator.share = undefined;
        navigator.clipboard.writeText = async (words) => { window.copied = words; };
    }""")
    page.click("#share")
    expect(page.locator("#told")).to_have_text("The link is copied.")
    check(page.evaluate("window.copied") == shared["url"], "another address is copied than is shared")


def print_out(reader):
    """On paper, an article is its text, its drawing and its sources with their addresses, without the ways to other pages."""
    page = reader.open("/articles/anaphylaxis?language=en")
    page.wait_for_function("() => document.querySelector('.article-picture img').naturalWidth > 0")
    others = [page.locator(part) for part in ["nav.tabs", ".article-acts", ".article-way"]]
    for part in others:
        expect(part).to_be_visible()
    page.emulate_media(media="print")
    for part in [*others, page.locator(".skip"), page.locator(".notices")]:
        expect(part).to_be_hidden()
    for part in ["h1", "#disclaimer", ".article-picture img", ".article-body", ".article-sources"]:
        expect(page.locator(part)).to_be_visible()
    source = page.locator(".article-sources a").first
    written = source.evaluate("(node) => getComputedStyle(node, '::after').content")
    check(source.get_attribute("href") in written, f"a source is printed without its address: {written}")
    ink, paper = (page.locator("body").evaluate(f"(node) => getComputedStyle(node).{name}") for name in ["color", "backgroundColor"])
    check((ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)"), f"{ink} on {paper} is no ink on paper")
    reader.picture("article-printed")
    page.emulate_media(media="screen")
    expect(others[0]).to_be_visible()


def main(pictures, address, eva_link, max_link):
    with launched() as browser:
        eva, reviewer = (Person(browser, address, folder(pictures), locale="en-GB") for _ in range(2))
        eva.come(eva_link, "eva", "/write")
        reviewer.come(max_link, "max", "/review")
        write(eva)
        write_without_network(eva)
        hand_in(eva)
        reviewer.page.reload()
        send_back(reviewer)
        answer(eva)
        publish(reviewer)
        read_without_network(eva)
        find_on_today(eva)
        hand_on(eva)
        print_out(eva)
        eva.end()
        reviewer.end()


play(main)
