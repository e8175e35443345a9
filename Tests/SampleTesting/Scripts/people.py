"""People with accounts, each in their own browser, and the messages that reach them outside of it."""

import json
import re
import time
from pathlib import Path

from browsing import PATIENCE, Visit, awaited, check
from playwright.sync_api import expect

PASSWORD = "seven pollen grains"

#: Browsers register with their makers' push services, which are out of reach; ours replaces them. The browser
#: remembers its subscription from page to page.
SUBSCRIBE = """(subscription) => {
    const made = () => ({
        endpoint: subscription.endpoint, expirationTime: null, options: {}, toJSON: () => subscription,
        unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
    });
    PushManager.prototype.subscribe = async () => { localStorage.setItem("subscribed", "yes"); return made(); };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made() : null);
}"""

#: What the service worker has shown.
ACTIVE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state === "activated") return;
  await new Promise((resolve) => { active.addEventListener("statechange", () => active.state === "activated" && resolve()); });
}"""
NOTIFICATIONS = """() => navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
    .then((notes) => notes.map((note) => `${note.title} ${note.body}`))"""


class Person(Visit):
    """A person with a browser. The server may answer with errors, and the network may fail."""

    def note(self, kind, text):
        if not text.startswith("Failed to load resource"):
            super().note(kind, text)

    def come(self, link, name, path="/today"):
        """Chooses a password behind the link of an invitation, and signs in to a page."""
        page = self.open(link)
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        expect(page.locator("#done-heading")).to_be_visible()
        page.goto(f"{self.address}/sign-in?return={path}")
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        page.wait_for_url(self.address + path)
        return page

    def ask(self, method, path, body=None, media="application/json"):
        """Calls the service as this person, as the pages do, and returns the status and the body."""
        return self.page.evaluate("""async ([method, path, body, media]) => {
            const { csrfToken } = await (await fetch("/v1/me")).json();
            const answer = await fetch(path, { method, body: body === null ? undefined : JSON.stringify(body),
                headers: { "Content-Type": media, "X-CSRF-Token": csrfToken } });
            return [answer.status, await answer.json().catch(() => null)];
        }""", [method, path, body, media])

    def done(self, method, path, body=None):
        """Calls the service and expects success."""
        status, answer = self.ask(method, path, body)
        check(status < 300, f"{method} {path} is answered with {status}: {answer}")
        return answer

    def have_push(self, greeting):
        """Lets this browser register with the push service that sent the greeting."""
        keys = json.loads(greeting)
        subscription = {"endpoint": keys["address"] + "/push/phone", "expirationTime": None,
                        "keys": {"p256dh": keys["p256dh"], "auth": keys["auth"]}}
        self.page.add_init_script(f"({SUBSCRIBE})({json.dumps(subscription)})")

    def turn_push_on(self):
        """Turns notifications on for this browser, which must have a push service."""
        page = self.open("/channels")
        # The page waits ten seconds for the worker, which takes longer on a busy machine.
        page.evaluate(ACTIVE)
        page.click("#device-on")
        expect(page.locator("#device-state")).to_have_attribute("data-state", "on")
        return page

    def deliver(self, payload):
        """Passes a message to the service worker, as a push service does, and returns what it shows."""
        page = self.page
        # Messages that come before the worker is active are lost.
        page.evaluate(ACTIVE)
        client = self.context.new_cdp_session(page)
        known = []
        client.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
        client.send("ServiceWorker.enable")
        awaited(page, "there is no service worker", lambda: known)
        pushed = float("-inf")

        def shown():
            nonlocal pushed
            # One that comes while a busy browser starts the worker is lost; a push service sends it again.
            if time.monotonic() - pushed > 10:
                pushed = time.monotonic()
                client.send("ServiceWorker.deliverPushMessage", {
                    "origin": self.address, "registrationId": known[-1]["registrationId"], "data": json.dumps(payload)})
            return page.evaluate(NOTIFICATIONS)

        awaited(page, "no notification is shown", shown)
        return " ".join(page.evaluate(NOTIFICATIONS))


class Log:
    """The lines of JSON that a server has written so far; each is read once."""

    def __init__(self, file):
        self.file = Path(file)
        self.read = 0

    def next(self, page, holds=lambda line: True, sentence="nothing came"):
        """The next line that satisfies a condition; earlier ones are skipped."""
        for _ in range(PATIENCE // 100):
            lines = self.file.read_text().splitlines(keepends=True) if self.file.exists() else []
            while self.read < len(lines) and lines[self.read].endswith("\n"):
                self.read += 1
                line = json.loads(lines[self.read - 1])
                if holds(line):
                    return line
            page.wait_for_timeout(100)
        raise AssertionError(sentence)


class Mailbox(Log):
    """The mails so far; each is opened once."""

    def link(self, page, path):
        """The next link with this path."""
        form = re.compile(rf"https?://\S+{re.escape(path)}\S+")
        mail = self.next(page, lambda mail: form.search(mail["text"]), f"no mail has a link to {path}")
        return form.search(mail["text"])[0]
