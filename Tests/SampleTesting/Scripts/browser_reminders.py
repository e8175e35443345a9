"""Chooses reminders on the page, and answers one from its notification.

Arguments: a folder for screenshots or `-`, the address of the server, the host and port at which it listens, the
link at which anna chooses a password, the push service's greeting (JSON) and its output file.
"""

import datetime

from browser import fit
from browsing import awaited, check, choose_language, folder, launched, play
from people import Log, Person
from playwright.sync_api import expect

#: A click on an action of the newest notification, as the browser reports it to the service worker.
CLICK = """async (action) => {
    const notes = await self.registration.getNotifications();
    const notification = notes.find((note) => note.data?.answer);
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""


def is_kept(answer):
    return answer.request.method == "PUT" and answer.ok


def choose(visit):
    """Switches reminders on, which asks for consent first, and corrects a mistake."""
    page = visit.page
    page.goto(f"{visit.address}/reminders")
    expect(page.locator("#recent-none")).to_be_visible()
    expect(page.locator("#on")).not_to_be_checked()
    page.locator("#on").check()
    expect(page.locator("#question-body")).to_contain_text("how you are")
    page.click("#question-yes")
    expect(page.locator("#next")).to_contain_text("20:00")
    expect(page.locator("#no-channel")).to_be_visible()
    page.fill("#quiet-from", "19:00")
    page.fill("#quiet-until", "07:00")
    page.locator("#plan button[type=submit]").click()
    expect(page.locator("#plan-status")).to_contain_text("outside the quiet hours")
    page.fill("#quiet-from", "22:00")
    page.locator("[data-day=sunday]").uncheck()
    page.locator("#add").click()
    page.locator("#time-1").fill("07:30")
    with page.expect_response(is_kept):
        page.locator("#plan button[type=submit]").click()
    expect(page.locator("#plan-status")).to_be_empty()
    page.reload()
    expect(page.locator(".time")).to_have_count(2)
    # The times are in the order of the day.
    expect(page.locator("[data-day=sunday]").nth(0)).to_be_checked()
    expect(page.locator("[data-day=sunday]").nth(1)).not_to_be_checked()
    expect(page.locator("#quiet-until")).to_have_value("07:00")
    visit.picture("reminders")
    fit(visit, "reminders")
    choose_language(page, "en")


def switch_off(visit):
    page = visit.page
    with page.expect_response(is_kept):
        page.locator("#on").uncheck()
    expect(page.locator("#next")).to_be_hidden()
    page.reload()
    expect(page.locator("#on")).not_to_be_checked()
    expect(page.locator(".time")).to_have_count(2)


def be_reminded(visit, greeting, log):
    """Waits for the reminder of the next minute, and puts it off from its notification."""
    page = visit.page
    visit.have_push(greeting)
    visit.turn_push_on()
    zone = datetime.timezone.utc
    now = datetime.datetime.now(zone)
    # What is due before it was said is not reminded of.
    due = now + datetime.timedelta(minutes=1 if now.second < 30 else 2)
    visit.done("PUT", "/v1/me/reminders", {"on": True, "times": [{"time": f"{due:%H:%M}"}]})
    payload = Log(log).next(
        page, lambda line: "answers" in (line.get("payload") or {}), "no reminder was pushed")["payload"]
    check(payload["title"] == "How are you today?", f"the reminder says {payload['title']}")
    check([answer["action"] for answer in payload["answers"]][:2] == ["later", "notToday"], "answers are missing")
    check(payload["title"] in visit.deliver(payload), "the reminder is not shown")
    worker = visit.context.service_workers[0]
    worker.evaluate(CLICK, "notToday")
    awaited(page, "the answer is not kept", lambda: any(
        reminder.get("answer") == "notToday" for reminder in visit.done("GET", "/v1/me/reminders")["recent"]))
    page.goto(f"{visit.address}/reminders")
    expect(page.locator("#recent li").first).to_contain_text("not today")
    visit.picture("reminders-told")


def main(pictures, address, listener, link, greeting, log):
    with launched(f"--host-resolver-rules=MAP {address.split('//')[1]} {listener}") as browser:
        anna = Person(browser, address, folder(pictures), viewport={"width": 1000, "height": 800},
                      permissions=["notifications"])
        anna.come(link, "anna", "/diary")
        anna.page.click("a[href='/reminders']")
        choose(anna)
        switch_off(anna)
        be_reminded(anna, greeting, log)
        anna.end()


if __name__ == "__main__":
    play(main)
