"""Help at hand: an action plan, a photograph of it and an injector are kept, shown without a network, handed over by a link
that is ended, and forgotten at sign-out.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import base64
import io
import re

from browser import fit
from browsing import Visit, awaited, check, choose_language, folder, launched, play
from people import Person
from PIL import Image
from playwright.sync_api import expect

#: When the plan is on the page, in milliseconds since the reader asked for the page.
WATCH = """new MutationObserver((_, watch) => {
    if (!document.querySelector("#own:not([hidden]) .own-text")) return;
    window.shownAfter = performance.now();
    watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });"""
CONTENT = """async (path) => {
    const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def photograph():
    """A photograph as a phone makes it: on its side, with place and device."""
    picture = Image.new("RGB", (4000, 3000), "white")
    picture.paste((200, 30, 40), (0, 0, 1000, 3000))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretPhone"
    exif.get_ifd(0x8825).update({1: "N", 2: (47.0, 33.0, 34.5), 3: "E", 4: (7.0, 35.0, 19.0)})
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    return {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def write_plan(anna):
    page = anna.open("/help")
    expect(page.locator("h1")).to_have_text("Help at hand")
    anna.picture("help")
    page.locator(".hub a[href='/plan']").click()
    page.fill("#doctor", "Dr. Weber")
    page.fill("#written", "2020-03-02")
    page.fill("#review", "2021-09-02")
    page.locator("#zones summary").click()
    page.fill("#red", "Use the injector.\nThen call.")
    page.fill("#call", "Mum 079 123 45 67")
    page.click("#plan button[type=submit]")
    expect(page.locator("#question-body")).to_contain_text("contacts, plan")
    page.click("#question-yes")
    expect(page.locator("#delete")).to_be_visible()
    page.reload()
    expect(page.locator("#red")).to_have_value("Use the injector.\nThen call.")
    anna.picture("plan")
    fit(anna, "plan")
    choose_language(page, "en")


def keep_injector(anna):
    page = anna.open("/injectors")
    expect(page.locator("#list-none")).to_be_visible()
    page.fill("#name", "Adrenaline 0.3 mg")
    page.fill("#place", "School bag")
    page.fill("#year", "2099")
    page.select_option("#month", "05")
    page.click("#form button[type=submit]")
    expect(page.locator("#list li")).to_contain_text("Until the end of May 2099")
    page.locator("#list").get_by_text("Edit").click()
    expect(page.locator("#form-heading")).to_have_text("Edit injector")
    page.fill("#place", "Kitchen, upper drawer")
    page.click("#form button[type=submit]")
    expect(page.locator("#list li")).to_contain_text("Kitchen, upper drawer")
    expect(page.locator("#list li")).to_have_count(1)
    fit(anna, "injectors")
    choose_language(page, "en")


def keep_document(anna):
    page = anna.open("/documents")
    # The page listens once it is shown.
    page.locator("#member").wait_for()
    page.set_input_files("#file", {"name": "page.html", "mimeType": "text/html", "buffer": b"<script>alert(1)</script>"})
    expect(page.locator("#new-status")).to_contain_text("We cannot save this file.")
    page.set_input_files("#photograph", photograph())
    expect(page.locator("#details")).to_be_visible()
    page.fill("#title", "Plan of Dr. Weber")
    page.select_option("#kind", "plan")
    expect(page.locator("#offline")).to_be_checked()
    page.click("#form button[type=submit]")
    expect(page.locator("#list li")).to_contain_text("On this device")
    [document] = anna.done("GET", "/v1/me/help/documents")["documents"]
    content = base64.b64decode(page.evaluate(CONTENT, f"/v1/me/help/documents/{document['id']}/content"))
    check(b"Secret" not in content and b"Exif" not in content, "the photograph still says where it was taken")
    picture = Image.open(io.BytesIO(content))
    wide, high = picture.size
    check((wide, high) == (2625, 3500), f"the photograph is {wide} by {high}")
    check(picture.getpixel((wide // 2, 20))[1] < 100, "the photograph lies on its side")
    anna.picture("documents")
    fit(anna, "documents")
    choose_language(page, "en")


def read_plan(page):
    own = page.locator("#own")
    expect(own).to_contain_text("Use the injector.")
    expect(own.locator("a[href='tel:0791234567']")).to_have_text("079 123 45 67")
    expect(own).to_contain_text("Adrenaline 0.3 mg: Kitchen, upper drawer")
    expect(own).to_contain_text("Review was due on 2 September 2021.")
    expect(own.locator("img")).to_have_attribute("alt", "Photo of the plan: Plan of Dr. Weber")
    awaited(page, "the photograph is not shown", lambda: own.locator("img").evaluate("(image) => image.naturalWidth") > 0)
    check(own.evaluate("(own) => Boolean(own.compareDocumentPosition(document.querySelector('.signs')) & 4)"), "the signs come first")


def read_offline(anna):
    page = anna.open("/emergency")
    read_plan(page)
    fit(anna, "emergency-own")
    choose_language(page, "en")
    page.evaluate("navigator.serviceWorker.ready")
    anna.context.set_offline(True)
    page.add_init_script(WATCH)
    slowly = anna.context.new_cdp_session(page)
    slowly.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(f"{anna.address}/emergency")
    read_plan(page)
    expect(page.locator("#own")).to_contain_text("As saved on this device on")
    print(f"At a quarter of the processor, the plan was shown {page.evaluate('window.shownAfter'):.0f} ms after the page was asked for.")
    slowly.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    anna.picture("emergency-own")
    page.goto(f"{anna.address}/documents")
    expect(page.locator("#only-here")).to_be_visible()
    expect(page.locator("#list li")).to_contain_text("Plan of Dr. Weber")
    with page.expect_popup() as opened:
        page.locator("#list button").click()
    check(re.match("blob:", opened.value.url), f"the document is opened from {opened.value.url}")
    opened.value.close()
    anna.context.set_offline(False)


class Sitter(Visit):
    """Somebody without an account, also without a network."""

    def note(self, kind, text):
        if not text.startswith("Failed to load resource"):
            super().note(kind, text)


def hand_over(anna):
    page = anna.open("/handover")
    expect(page.locator("#parts input")).to_have_count(3)
    page.fill("#label", "Babysitter")
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.url.endswith("/v1/me/help/links") else None)
    page.click("#new button[type=submit]")
    expect(page.locator("#made-heading")).to_be_focused()
    expect(page.locator("#links > li")).to_contain_text("Not opened yet.")
    check(not any("injector" in body for body in sent), "the service was sent what it could read")
    anna.picture("handover")
    link = page.locator("#link").input_value()
    fit(anna, "handover")
    choose_language(page, "en")
    return link


def read_handed(sitter, link):
    page = sitter.open(link.removeprefix(sitter.address))
    page.fill("#recipient", "Nora")
    page.click("#open button[type=submit]")
    expect(page.locator("h1")).to_have_text("Babysitter")
    for words in ["Use the injector.", "Adrenaline 0.3 mg: Kitchen, upper drawer"]:
        expect(page.locator("#parts")).to_contain_text(words)
    expect(page.locator("#parts a[href='tel:0791234567']")).to_be_visible()
    awaited(page, "the photograph is not shown", lambda: page.locator("#parts img").evaluate("(image) => image.naturalWidth") > 0)
    sitter.picture("handed")
    page.evaluate("navigator.serviceWorker.ready")
    sitter.context.set_offline(True)
    page.reload()
    expect(page.locator("#recipient")).to_have_value("Nora")
    page.click("#open button[type=submit]")
    expect(page.locator("#parts")).to_contain_text("Use the injector.")
    sitter.context.set_offline(False)


def end_link(anna, sitter):
    page = anna.open("/handover")
    expect(page.locator("#links li ol li")).to_have_count(1)
    expect(page.locator("#links li ol li")).to_contain_text("opened by “Nora”")
    page.click("#links button")
    page.click("#question-yes")
    expect(page.locator("#links > li")).to_contain_text("Closed.")
    sitter.page.reload()
    sitter.page.click("#open button[type=submit]")
    expect(sitter.page.locator("#open-status")).to_contain_text("no longer works")
    sitter.context.set_offline(True)
    sitter.page.reload()
    sitter.page.click("#open button[type=submit]")
    expect(sitter.page.locator("#open-status")).not_to_be_empty()
    check(sitter.page.locator("#content").is_hidden(), "an ended link is still shown")
    sitter.context.set_offline(False)


def sign_out(anna):
    page = anna.open("/emergency")
    check("breathe-help" in page.evaluate("caches.keys()"), "there was no copy")
    anna.done("DELETE", "/v1/sessions")
    check("breathe-help" not in page.evaluate("caches.keys()"), "the copy is still there")
    page.reload()
    expect(page.locator(".signs li")).to_have_count(5)
    expect(page.locator("#own")).to_be_hidden()


def main(pictures, address, link):
    with launched() as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 900, "height": 900})
        anna.come(link, "anna", "/today")
        write_plan(anna)
        keep_injector(anna)
        keep_document(anna)
        read_offline(anna)
        sitter = Sitter(browser, address, folder(pictures), viewport={"width": 600, "height": 900})
        link = hand_over(anna)
        read_handed(sitter, link)
        end_link(anna, sitter)
        sitter.end()
        sign_out(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
