"""Foods with the card for a restaurant, and the immunotherapy diary: a dose and a reaction with few taps, with and without a
network.

Arguments: a folder for screenshots or `-`, the address of the server, and the link at which anna chooses a password.
"""

import base64
import datetime
import re

from browser import fit
from browsing import check, choose_language, folder, kept_here, launched, play, today_in
from people import Person
from playwright.sync_api import expect

#: Taps that reached the page, counted by the page itself.
COUNT_TAPS = "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true); }"


#: Finds what a test says is to be seen: browsers on Linux have no detector. Like theirs, it takes pictures and films only.
DETECTOR = """window.BarcodeDetector = class {
    #formats;
    constructor({ formats }) { this.#formats = formats; }
    async detect(picture) {
        if (!(picture instanceof ImageBitmap || picture instanceof HTMLVideoElement)) throw new TypeError("no picture");
        return window.seen.filter(({ format }) => this.#formats.includes(format));
    }
};"""

#: A camera that films an empty canvas, or that nobody may use.
CAMERA = """(isAllowed) => {
    navigator.mediaDevices.getUserMedia = async ({ audio }) => {
        if (!isAllowed || audio) throw new DOMException("not allowed", "NotAllowedError");
        const canvas = document.createElement("canvas");
        canvas.getContext("2d").fillRect(0, 0, 10, 10);
        window.stream = canvas.captureStream();
        return window.stream;
    };
}"""

#: Another tab is looked at.
LEAVE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
}"""

#: A picture of one pixel.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def zone_of_another_day():
    """A time zone whose day is another one than that of UTC, which a profile has until somebody says otherwise."""
    return "Pacific/Kiritimati" if datetime.datetime.now(datetime.timezone.utc).hour >= 10 else "Etc/GMT+12"


def keep_foods(anna):
    page = anna.open("/foods")
    expect(page.locator("#card-none")).to_be_visible()
    page.click("#common [data-key=walnut]")
    expect(page.locator("#question-body")).to_contain_text("foods and doses")
    page.click("#question-yes")
    expect(page.locator("#kept li")).to_contain_text("Walnuts")
    page.click("#common [data-key=peanut]")
    expect(page.locator("#kept li")).to_have_count(2)
    page.fill("#name", "Kiwi")
    page.fill("#sign", "🥝")
    page.click("#another button[type=submit]")
    expect(page.locator("#kept li")).to_have_count(3)
    page.fill("#name", "kiwi")
    page.fill("#sign", "K")
    page.click("#another button[type=submit]")
    expect(page.locator("#another-status")).to_contain_text("Choose another name")
    row = page.locator("#kept li").first
    row.locator("summary").click()
    row.locator("input").fill("Traces are enough")
    row.locator("button[type=submit]").click()
    expect(row.locator(".hint")).to_have_text("Traces are enough")


def check_product(anna):
    """What a product says about one's own foods; what is not stated is never called free of it."""
    page = anna.page
    page.fill("#barcode", "3017620422004")
    page.press("#barcode", "Enter")
    expect(page.locator("#product-status")).to_contain_text("This number cannot be right")
    page.fill("#barcode", "3 017620 422003")
    page.press("#barcode", "Enter")
    expect(page.locator("#product-name")).to_have_text("Hazelnut spread, 400 g")
    expect(page.locator("#product-name")).to_be_focused()
    expect(page.locator("#verdicts li")).to_have_text(["Walnuts: its group is in there (Tree nuts)", re.compile("Kiwi: may be in there, as “kiwi fruit”"), "Peanuts: traces may be in there"])
    expect(page.locator("#product-result")).to_contain_text("do not mean that the product is free of it")
    expect(page.locator("#product-groups")).to_contain_text("Also named: kiwi fruit.")
    see_carbon(page)
    read_photos(page)
    use_camera(page)
    page.fill("#barcode", "036000291452")
    page.press("#barcode", "Enter")
    expect(page.locator("#codes")).to_be_hidden()
    expect(page.locator("#product-status")).to_contain_text("Nobody has entered this product")
    expect(page.locator("#product-status a")).to_have_attribute("href", re.compile("/product/036000291452$"))
    expect(page.locator("#product-result")).to_be_hidden()
    type_product(page)


def type_product(page):
    """What nobody has entered can be typed by its label: nothing is sent, and nothing is called free of a food."""
    expect(page.locator("#product-status")).to_contain_text("Or type it in")
    page.click("#typed button[type=submit]")
    expect(page.locator("#typed-name")).to_be_focused()
    page.fill("#typed-name", "Muesli")
    page.fill("#typed-label", "oats, walnuts")
    page.fill("#typed-grams", "500")
    page.press("#typed-grams", "Enter")
    expect(page.locator("#product-name")).to_have_text("Muesli")
    expect(page.locator("#product-name")).to_be_focused()
    expect(page.locator("#verdicts li").first).to_contain_text("Walnuts: may be in there, as “walnuts”")
    expect(page.locator("#product-result")).to_contain_text("do not mean that the product is free of it")
    expect(page.locator("#product-source")).to_have_text("As you typed it in. It was not sent.")
    expect(page.locator("#product-carbon input")).to_have_value("500")
    kind = page.locator("#product-carbon select").first
    expect(kind).to_have_value("muesli")
    expect(page.locator("#product-carbon")).to_contain_text("We took it from the name")
    offered = kind.locator("optgroup").first
    expect(offered).to_have_attribute("label", "Most similar")
    expect(offered.locator("option")).to_have_count(5)
    expect(offered.locator("option").first).to_have_attribute("value", "muesli")
    kind.select_option("granola")
    expect(page.locator("#product-carbon")).not_to_contain_text("We took it from the name")
    offer_product(page)


def offer_product(page):
    """What somebody typed is published only after a yes to all that is sent, which is shown before."""
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" and "/v1/products/" in request.url else None)
    expect(page.locator("#offer")).to_have_text("Offer it to Open Food Facts")
    page.click("#offer")
    for words in ["Barcode: 036000291452", "Name of the product: Muesli", "Weight: 500 g", "on the label: oats, walnuts", "Language: English", "Account of this service: breathe"]:
        expect(page.locator("#question-body")).to_contain_text(words)
    expect(page.locator("#question-body a")).to_have_text("Licence: ODbL 1.0.")
    expect(page.locator("#question-body a")).to_have_attribute("href", re.compile("odbl"))
    page.click("#question-no")
    expect(page.locator("#question")).to_be_hidden()
    check(sent == [], f"sent without a yes: {sent}")
    page.click("#offer")
    page.click("#question-yes")
    expect(page.locator("#offer-status")).to_contain_text("Sent to Open Food Facts")
    expect(page.locator("#offer-line")).to_be_hidden()
    check(len(sent) == 1 and "muesli" in sent[0].lower(), f"sent: {sent}")
    page.press("#barcode", "Enter")
    expect(page.locator("#product-name")).to_have_text("Muesli, 500 g")
    expect(page.locator("#offer-line")).to_be_hidden()


def read_photo(page, content, *seen):
    """Chooses a photo in which the browser sees these codes."""
    page.evaluate("(seen) => { window.seen = seen; }", [{"format": format, "rawValue": number} for format, number in seen])
    page.set_input_files("#photo", {"name": "bars.png", "mimeType": "image/png", "buffer": content})


def read_photos(page):
    """A photo is read where the browser can; of several products in it each is offered, and codes of other kinds are not."""
    spread, unknown, link = ("ean_13", "3017620422003"), ("upc_a", "036000291452"), ("qr_code", "https://example.org")
    codes = page.locator("#codes-list button")
    for content, seen in [(PICTURE, []), (PICTURE, [link]), (b"no picture", [spread])]:
        page.fill("#barcode", "1")
        page.press("#barcode", "Enter")
        expect(page.locator("#product-status")).to_contain_text("This number cannot be right")
        read_photo(page, content, *seen)
        expect(page.locator("#product-status")).to_contain_text("We found no barcode in this photo")
        expect(page.locator("#codes")).to_be_hidden()
    read_photo(page, PICTURE, spread)
    expect(page.locator("#product-name")).to_have_text("Hazelnut spread, 400 g")
    expect(page.locator("#barcode")).to_have_value(spread[1])
    expect(page.locator("#codes")).to_be_hidden()
    read_photo(page, PICTURE, unknown, link, spread, unknown)
    expect(codes).to_have_text([unknown[1], spread[1]])
    expect(codes.first).to_be_focused()
    codes.first.click()
    expect(page.locator("#product-status")).to_contain_text("Nobody has entered this product")
    codes.last.click()
    expect(page.locator("#product-name")).to_be_focused()
    expect(codes).to_have_count(2)


def use_camera(page):
    """The camera runs until it has seen a barcode, or the page is left, and nobody needs it."""
    def expect_off():
        expect(page.locator("#camera")).to_be_hidden()
        check(page.evaluate("window.stream.getTracks().every(({ readyState }) => readyState === 'ended')"), "the camera is still on")

    page.evaluate("window.seen = []")
    page.evaluate(CAMERA, True)
    page.click("#camera-start")
    expect(page.locator("#camera-view")).to_be_visible()
    expect(page.locator("#camera-stop")).to_be_focused()
    page.click("#camera-stop")
    expect_off()
    expect(page.locator("#camera-start")).to_be_focused()
    page.click("#camera-start")
    expect(page.locator("#camera-view")).to_be_visible()
    page.evaluate(LEAVE)
    expect_off()
    page.fill("#barcode", "1")
    page.click("#camera-start")
    expect(page.locator("#camera-view")).to_be_visible()
    page.evaluate("window.seen = [{ format: 'ean_13', rawValue: '3017620422003' }]")
    expect(page.locator("#barcode")).to_have_value("3017620422003")
    expect(page.locator("#product-name")).to_have_text("Hazelnut spread, 400 g")
    expect_off()
    page.evaluate(CAMERA, False)
    page.click("#camera-start")
    expect(page.locator("#product-status")).to_contain_text("This page may not use the camera")
    expect(page.locator("#camera")).to_be_hidden()


def see_carbon(page):
    """The carbon of a product can be corrected, and what was eaten is listed on this device."""
    expect(page.locator("#product-carbon select").first).to_have_value("chocolateSpread")
    expect(page.locator("#product-carbon input")).to_have_value("400")
    expect(page.locator("#product-carbon")).to_contain_text("2 kg CO₂e. As much as")
    page.locator("#product-carbon select").nth(1).select_option("0.5")
    expect(page.locator("#product-carbon")).to_contain_text("998 g CO₂e.")
    page.click("#carbon-add")
    expect(page.locator("#eaten li")).to_contain_text("Hazelnut spread")
    expect(page.locator("#eaten-sum")).to_contain_text("Today: 998 g CO₂e.")
    expect(page.locator("#eaten-sum")).to_contain_text("18% of the average")
    expect(page.locator("#eaten-average")).to_contain_text("What one person’s food emits on average (United Kingdom): 5.7 kg CO₂e a day")
    expect(page.locator("#shares-table")).to_contain_text("Sweets and snacks")
    expect(page.locator("#pie path")).to_have_count(1)
    page.locator("#eaten summary").click()
    page.locator("#eaten input").fill("100")
    page.locator("#eaten input").press("Tab")
    expect(page.locator("#eaten-sum")).to_contain_text("Today: 250 g CO₂e.")
    page.click("#eaten-forget")
    page.click("#question-yes")
    expect(page.locator("#eaten-part")).to_be_hidden()


def show_card(anna):
    page = anna.page
    check(page.locator("#card-language option").count() == 20, "the card has not twenty languages")
    page.select_option("#card-language", "ar")
    expect(page.locator("#card")).to_have_attribute("dir", "rtl")
    for words in ["لديّ حساسية", "فول سوداني", "Kiwi", "This is a translation to show.", "هذه ترجمة للعرض"]:
        expect(page.locator("#card")).to_contain_text(words)
    page.select_option("#card-language", "ja")
    expect(page.locator("#card")).to_contain_text("くるみ")
    page.click("#show")
    expect(page.locator("#big-card .title")).to_have_text("食物アレルギーがあります。")
    anna.picture("restaurant")
    page.keyboard.press("Escape")
    expect(page.locator("#big")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("#card")).to_be_visible()
    expect(page.locator("#own-heading")).to_be_hidden()
    page.emulate_media(media="screen")
    fit(anna, "foods")
    choose_language(page, "en")


def show_card_offline(anna):
    page = anna.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.locator("#kept li")).to_have_count(3)
    kept_here(page, "/v1/me", "/v1/me/persons", "/v1/me/help/foods", "/v1/foods")
    anna.context.set_offline(True)
    page.reload()
    page.select_option("#card-language", "pl")
    expect(page.locator("#card")).to_contain_text("Orzechy włoskie")
    anna.context.set_offline(False)


def prescribe(page, name, amount, half=False):
    page.click("#dosage-new")
    check(page.locator("#dosage-allergen option").first.inner_text() == "Kiwi", "the kept foods are not offered first")
    page.select_option("#dosage-allergen", "food:peanut")
    page.fill("#dosage-name", name)
    page.fill("#dosage-amount", amount)
    page.set_checked("#dosage-half", half)
    page.click("#dosage button[type=submit]")


def set_up(anna):
    page = anna.page
    page.goto(f"{anna.address}/immunotherapy")
    expect(page.locator("#none")).to_be_visible()
    prescribe(page, "Step 4", "160")
    expect(page.locator("#dosages .badge")).to_have_count(1)
    prescribe(page, "Step 5", "300", half=True)
    expect(page.locator("[data-dosage='Step 5'] .badge")).to_be_visible()
    expect(page.locator("[data-dosage='Step 4'] .badge")).to_have_count(0)
    expect(page.locator("[data-dosage='Step 5'] .half")).to_contain_text("150 mg")
    expect(page.locator("[data-dosage='Step 4'] .half")).to_have_count(0)
    prescribe(page, "step 5", "1")
    expect(page.locator("#dosage-status")).to_contain_text("Choose another name")
    page.click("#dosage-cancel")


def copy_rules(anna):
    page = anna.page
    page.click("[data-allergen] [data-key=ill]")
    expect(page.locator(".treatment .rules")).to_have_text("Ask your clinic.")
    page.click("#rule-new")
    page.fill("#rule-afterSport", "2")
    page.fill("#rule-phone", "+41 61 000 00 00")
    page.fill("#rule-whenIll", "Call us first.")
    page.click("#rule button[type=submit]")
    expect(page.locator("#rules li")).to_contain_text("No sport for 2 hours after a dose.")
    expect(page.locator(".treatment .rules").first).to_contain_text("Call us first.")
    page.click("[data-allergen] [data-key=ill]")
    expect(page.locator(".treatment .rules").first).to_be_empty()


def note_dose_and_reaction(anna):
    """A dose and a reaction take a tap each."""
    page = anna.page
    page.evaluate(COUNT_TAPS)
    expect(page.locator(".note-dose")).not_to_contain_text("half")
    page.click(".note-dose")
    expect(page.locator(".taken")).to_contain_text("Step 5, 300 mg")
    # The card of the first dose is drawn anew when the server has counted it, and would swallow a tap.
    expect(page.locator("#status")).to_have_text("Saved.")
    dose_taps = page.evaluate("window.taps")
    page.click(".treatment [data-key=Itching]")
    expect(page.locator(".treatment [data-key=Itching]")).to_have_attribute("aria-pressed", "true")
    reaction_taps = page.evaluate("window.taps") - dose_taps
    check(dose_taps <= 2 and reaction_taps <= dose_taps, f"a dose takes {dose_taps} taps, a reaction {reaction_taps}")
    expect(page.locator(".treatment .attention")).to_be_hidden()
    page.click(".treatment [data-key=Wheezing]")
    expect(page.locator(".treatment .attention")).to_contain_text("Have you contacted your doctor?")
    expect(page.locator(".timers")).to_contain_text(re.compile(r"no sport until \d\d:\d\d \(2 hours\)"))
    expect(page.locator("#status")).to_have_text("Saved.")
    expect(page.locator(".month .today .reacted")).to_be_visible()
    expect(page.locator("#insights")).to_contain_text("Wheezing: after 1 dose")
    anna.picture("immunotherapy")
    page.locator(".dose-more > summary").click()
    page.fill(".dose-more input[type=time]", "06:30")
    page.fill(".dose-more input[type=number]", "20")
    page.fill(".dose-more textarea >> nth=-1", "with yoghurt")
    page.fill("[list=medicine-names]", "Zyrtec")
    page.fill("[list=medicine-strengths]", "10 mg")
    page.locator(".dose-more .line button", has_text="Add").click()
    expect(page.locator(".medicines li")).to_contain_text("Zyrtec 10 mg")
    expect(page.locator(".taken")).to_contain_text("06:30")
    expect(page.locator("#status")).to_have_text("Saved.")
    dose = anna.done("GET", f"/v1/me/help/days/{today_in(page)}/doses/food:peanut")
    said = (dose["time"], dose["notes"], dose["reaction"]["minutesAfter"], dose["medicines"], sorted(dose["reaction"]["symptoms"]))
    expected = ("06:30", "with yoghurt", 20, [{"name": "Zyrtec", "strength": "10 mg"}], ["Itching", "Wheezing"])
    check(said == expected, f"the dose is kept as {said}")


def note_offline(anna):
    """What is noted without a network is there at once, and sent once when there is one."""
    page = anna.page
    page.reload()
    expect(page.locator(".taken")).to_be_visible()
    day = (today_in(page) - datetime.timedelta(days=1)).isoformat()
    page.fill("#day", day)
    expect(page.locator("#day-heading")).to_be_focused()
    expect(page.locator(".note-half")).to_be_visible()
    anna.context.set_offline(True)
    page.click(".note-half")
    expect(page.locator(".taken")).to_contain_text("150 mg (half)")
    expect(page.locator("#status")).to_contain_text("as soon as you are online")
    anna.context.set_offline(False)
    expect(page.locator("#status")).to_have_text("Saved.")
    dose = anna.done("GET", f"/v1/me/help/days/{day}/doses/food:peanut")
    check(dose["half"] and dose["amount"] == 150, f"the half is kept as {dose}")
    page.locator(".dose-more > summary").click()
    page.locator(".delete-dose").click()
    expect(page.locator("#status")).to_have_text("Saved.")
    expect(page.locator(".note-half")).to_be_visible()
    status, _ = anna.ask("GET", f"/v1/me/help/days/{day}/doses/food:peanut")
    check(status == 404, f"a deleted dose is answered with {status}")


def call_the_clinic(anna):
    """After two days without a recorded dose the one sentence stands there, and after its own number the clinic's rule."""
    page = anna.page
    today = today_in(page)
    dose = {"time": "18:00", "dosage": "Step 5", "amount": 300, "unit": "mg", "route": "oral", "half": False, "medicines": [],
            "cofactors": {}, "notes": "", "reaction": None}
    # The service counts by the day of the profile, which may be the one before: there are three days without a dose on both.
    anna.done("PUT", f"/v1/me/help/days/{today - datetime.timedelta(days=5)}/doses/food:peanut", dose)
    anna.ask("DELETE", f"/v1/me/help/days/{today}/doses/food:peanut")
    page.goto(f"{anna.address}/immunotherapy")
    expect(page.locator(".call")).to_contain_text("Call your clinic before the next dose.")
    expect(page.locator(".day-of")).to_have_text("Day 6 of treatment")
    rules = anna.done("GET", "/v1/me/help/rules")["rules"][0]
    change = {key: rules[key] for key in ["clinic", "phone", "whenIll", "notes"]}
    anna.done("PUT", f"/v1/me/help/rules/{rules['id']}", {**change, "callAfter": 3})
    page.reload()
    expect(page.locator(".call")).to_contain_text(re.compile("Your clinic’s rule: call after 3 days"))
    fit(anna, "immunotherapy")


def main(pictures, address, link, *_):
    with launched() as browser:
        anna = Person(
            browser, address, folder(pictures), viewport={"width": 1000, "height": 900}, timezone_id=zone_of_another_day())
        anna.context.add_init_script(DETECTOR)
        anna.come(link, "anna", "/today")
        keep_foods(anna)
        check_product(anna)
        show_card(anna)
        show_card_offline(anna)
        set_up(anna)
        copy_rules(anna)
        note_dose_and_reaction(anna)
        note_offline(anna)
        call_the_clinic(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
