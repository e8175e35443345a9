"""Keeps a medicine on the page, takes it with one tap, and answers its reminder from the notification.

Arguments: a folder for screenshots or `-`, the address of the server, the host and port at which it listens, the
link at which anna chooses a password, the push service's greeting (JSON) and its output file.
"""

import datetime

from browser import fit
from browser_reminders import CLICK
from browsing import awaited, check, choose_language, folder, kept_here, launched, play, today_in
from people import Log, Person
from playwright.sync_api import expect

#: A browser without fields for dates and times takes these for lines of text.
WITHOUT_FIELDS = """(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "type");
    const missing = ["date", "time", "datetime-local"];
    const known = (type) => (missing.includes(type) ? "text" : type);
    Object.defineProperty(HTMLInputElement.prototype, "type", { configurable: true, set, get() { return known(get.call(this)); } });
})()"""


def add_medicine(visit):
    """Adds a medicine, which asks for consent first; the antihistamines of CL-12 are offered as names."""
    page = visit.page
    page.goto(f"{visit.address}/medicines")
    expect(page.locator("#plan-none")).to_be_visible()
    page.click("#medicine-form-heading")
    page.locator("#medicine button[type=submit]").click()
    expect(page.locator("#name-error")).to_be_visible()
    page.fill("#name", "Zyrtec")
    check("10 mg" in page.locator("#strengths option").all_inner_texts(), "the strengths are not offered")
    page.fill("#strength", "10 mg")
    page.fill("#reason", "Hay fever in April")
    page.locator("#times input[type=time]").fill("00:00")
    page.locator("#times .amount").fill("1 tablet")
    page.fill("#left", "6")
    page.fill("#per-intake", "1")
    page.fill("#warn-at", "5")
    page.locator("#medicine button[type=submit]").click()
    expect(page.locator("#question-body")).to_contain_text("helps in an emergency")
    page.click("#question-yes")
    expect(page.locator("#medicines li")).to_have_count(1)
    expect(page.locator("#medicines li")).to_contain_text("Why: Hay fever in April")
    expect(page.locator("#medicines li")).to_contain_text("6 left")


def take(visit):
    """One tap notes it and takes it out of the stock; undoing puts it back."""
    page = visit.page
    row = page.locator("#intakes li")
    expect(row).to_contain_text("00:00 · Zyrtec 10 mg")
    page.get_by_role("button", name="Taken: Zyrtec 10 mg, 00:00").click()
    expect(row).to_contain_text("Taken, recorded")
    expect(page.locator("#medicines li")).to_contain_text("5 left: you wanted to know")
    page.get_by_role("button", name="Undo: Zyrtec 10 mg, 00:00").click()
    expect(row).to_have_attribute("data-state", "open")
    expect(page.locator("#medicines li")).to_contain_text("6 left")
    page.get_by_role("button", name="Skip: Zyrtec 10 mg, 00:00").click()
    expect(row).to_contain_text("Skipped, recorded")


def add_appointment(visit):
    page = visit.page
    page.click("#appointment-form-heading")
    page.fill("#title", "Allergist")
    page.fill("#appointment-day", f"{today_in(page) + datetime.timedelta(days=30)}")
    page.fill("#appointment-time", "10:15")
    page.locator("#appointment button[type=submit]").click()
    expect(page.locator("#appointments li")).to_contain_text("Allergist")
    page.click("#calendar-make")
    address = page.locator("#calendar code").inner_text()
    calendar = page.evaluate("(path) => fetch(path).then((answer) => answer.text())", address.replace(visit.address, ""))
    check("SUMMARY:Allergist" in calendar and "RRULE:FREQ=WEEKLY" in calendar, f"the calendar holds {calendar}")
    visit.picture("medicines")
    fit(visit, "medicines")
    choose_language(page, "en")
    page.click("#calendar-end")
    expect(page.locator("#calendar code")).to_have_count(0)


def take_offline(visit):
    """Without a network the plan is there, and what is tapped is kept, shown, and sent once when there is one."""
    page = visit.page
    row = page.locator("#intakes li")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(row).to_contain_text("Skipped, recorded")
    day = today_in(page)
    kept_here(page, "/v1/me", "/v1/me/persons", "/v1/me/help/medicines", "/v1/me/help/appointments", "/v1/me/help/calendar",
              "/v1/me/help/reminders", "/v1/me/help/doseReminders", f"/v1/me/help/days/{day}/intakes")
    visit.context.set_offline(True)
    page.reload()
    expect(page.locator("#medicines li")).to_contain_text("Zyrtec 10 mg")
    expect(page.locator("#appointments li")).to_contain_text("Allergist")
    page.get_by_role("button", name="Undo: Zyrtec 10 mg, 00:00").click()
    page.get_by_role("button", name="Taken: Zyrtec 10 mg, 00:00").click()
    expect(row).to_contain_text("Taken, recorded")
    expect(page.locator("#status")).to_have_text("Saved on this device. We send it as soon as you are online.")
    page.reload()
    expect(row).to_contain_text("Taken, recorded")
    visit.context.set_offline(False)
    expect(page.locator("#status")).to_have_text("Recorded.")
    expect(page.locator("#medicines li")).to_contain_text("5 left: you wanted to know")
    page.reload()
    expect(row).to_contain_text("Taken, recorded")
    [intake] = visit.done("GET", f"/v1/me/help/days/{day}/intakes")["intakes"]
    check(intake["state"] == "taken" and intake["source"] == "page", f"the server has {intake}")
    expect(page.locator("#medicines li")).to_contain_text("5 left: you wanted to know")


def be_reminded(visit, greeting, log):
    """Waits for the reminder of the next minute, which says nothing of what it is, and takes it from there."""
    page = visit.page
    visit.have_push(greeting)
    visit.turn_push_on()
    now = datetime.datetime.now(datetime.timezone.utc)
    # What is due before it was said is not reminded of.
    due = now + datetime.timedelta(minutes=1 if now.second < 30 else 2)
    visit.done("POST", "/v1/me/help/medicines", {"name": "Quendelhonig", "form": "drops", "times": [{"time": f"{due:%H:%M}"}]})
    payload = Log(log).next(
        page, lambda line: "answers" in (line.get("payload") or {}), "no reminder was pushed")["payload"]
    check(payload["title"] == "Time for what you planned", f"the reminder says {payload['title']}")
    check("Quendelhonig" not in str(payload), "the reminder names the medicine")
    check([answer["action"] for answer in payload["answers"]] == ["taken", "later", "skipped"], "answers are missing")
    check(payload["title"] in visit.deliver(payload), "the reminder is not shown")
    visit.context.service_workers[0].evaluate(CLICK, "taken")
    awaited(page, "the answer is not kept", lambda: any(
        intake.get("source") == "notification" and intake["state"] == "taken"
        for intake in visit.done("GET", f"/v1/me/help/days/{due:%Y-%m-%d}/intakes")["intakes"]))


def write_times(visit):
    """Where the browser has no field for times, the page says in which form one is written, and reads it."""
    visit.page.add_init_script(WITHOUT_FIELDS)
    page = visit.open("/medicines")
    expect(page.locator("#medicines li").first).to_be_visible()
    page.click("#medicine-form-heading")
    hint = page.locator("#times .written-hint")
    expect(hint).to_have_text("Write the time as 07:30 or 19:30.")
    page.fill("#name", "Evening drops")
    time = page.locator("#times .typed")
    time.fill("7 pm")
    time.press("Tab")
    expect(hint).to_have_text("This is not a time. Write it as 07:30 or 19:30.")
    expect(time).to_have_attribute("aria-invalid", "true")
    page.locator("#medicine button[type=submit]").click()
    expect(time).to_be_focused()
    time.fill("19.05")
    time.press("Tab")
    expect(time).to_have_value("19:05")
    expect(time).to_have_attribute("aria-invalid", "false")
    page.set_viewport_size({"width": 320, "height": 700})
    width = page.evaluate("document.documentElement.scrollWidth")
    check(width <= 320, f"with a line of text for times, the page is {width} pixels wide")
    page.locator("#medicine button[type=submit]").click()
    expect(page.locator("#medicines li", has_text="Evening drops")).to_be_visible()
    kept = visit.done("GET", "/v1/me/help/medicines")["medicines"]
    times = [medicine["times"][0]["time"] for medicine in kept if medicine["name"] == "Evening drops"]
    check(times == ["19:05"], f"the medicine is due at {times}")


def main(pictures, address, listener, link, greeting, log):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800},
                      permissions=["notifications"])
        anna.come(link, "anna", "/reminders")
        anna.page.click("a[href='/medicines']")
        add_medicine(anna)
        take(anna)
        add_appointment(anna)
        take_offline(anna)
        be_reminded(anna, greeting, log)
        write_times(anna)
        anna.end()


if __name__ == "__main__":
    play(main)
