"""From sign-up to a notification in a real Firefox: its own subscription, its own socket to a push service, and its own
decryption of what the program sends.

Arguments: the address of the server, the mail server's output file, a key of the station `harbour`, today's date, and the
push service's greeting (JSON) and its output file. A failure ends the script with a message.
"""

import json
import re
from pathlib import Path

from browser_first_alert import measure
from browsing import check, play
from engine_pages import Visitor
from engine_paths import Walk, sign_in
from engines import firefox
from people import ACTIVE, NOTIFICATIONS, PASSWORD

NAME, ADDRESS = "frida", "frida@example.org"
FENCE = {
    "name": "Quay", "area": {"type": "Point", "coordinates": [13.4, 52.5]}, "radius": 5_000,
    "allergens": [{"allergen": "birch", "level": "moderate"}]}
#: Adds a place, as the page for places does.
KEEP = """fetch("/v1/me").then((answer) => answer.json()).then(({{ csrfToken }}) => fetch("/v1/me/fences", {{
    method: "POST", body: {body}, headers: {{ "Content-Type": "application/json", "X-CSRF-Token": csrfToken }} }}))
    .then((answer) => answer.status)"""
#: Keeps what the worker tells the page of a message beside its notification.
LISTEN = """(() => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => { window.told = data; });
    return true;
})()"""


def preferences(socket):
    """What leads Firefox to a push service on this machine, and lets its sites show notifications."""
    return {
        "dom.push.serverURL": socket,
        "dom.push.testing.allowInsecureServerURL": True,
        # A browser that is led by a program connects to push services only if this is said, although it is the default.
        "dom.push.connection.enabled": True,
        "permissions.default.desktop-notification": 1,
        # No desktop is there to show them.
        "alerts.useSystemBackend": False,
    }


def lines(file):
    """The lines that a server has written completely."""
    return Path(file).read_text().split("\n")[:-1] if Path(file).exists() else []


def link(mails):
    """The path of the link that verifies the address, once a mail has one."""
    found = [re.search(r"/verify#\S+", json.loads(mail)["text"]) for mail in lines(mails)]
    return next((match[0] for match in found if match), None)


def sign_up(walk, mails):
    walk.open("/sign-up")
    # Without this consent the person may not be alerted.
    walk.click("#purposes input:enabled")
    for field, words in [("username", NAME), ("email", ADDRESS), ("password", PASSWORD)]:
        walk.fill(f"#{field}", words)
    walk.page.type("\n")
    walk.see("#sent-text", ADDRESS)
    walk.open(walk.until("no mail has a link", lambda: link(mails)))
    walk.see("#about", ADDRESS)
    walk.click("#form button")
    walk.see("#done-heading", NAME)
    sign_in(walk, NAME, PASSWORD)


def turn_on(walk):
    """Subscribes on the page for it."""
    walk.open("/channels")
    # The page waits ten seconds for the worker, which takes longer on a busy machine.
    walk.page.evaluate(f"({ACTIVE})()")
    walk.click("#device-on")
    walk.see("#device-state[data-state=on]")
    walk.page.evaluate(LISTEN)


def keep_place(walk):
    status = walk.page.evaluate(KEEP.format(body=json.dumps(json.dumps(FENCE))))
    check(status == 201, f"the place is answered with {status}")


def be_notified(walk, acknowledged):
    """What the station measured is acknowledged as delivered, and shown as a notification."""
    codes = walk.until("Firefox acknowledges nothing", lambda: [json.loads(line)["code"] for line in lines(acknowledged)])
    check(codes == [100], f"Firefox acknowledges with {codes}")
    notes = walk.until(
        lambda: f"no notification is shown, while the page is told {walk.page.evaluate('window.told ?? null')}",
        lambda: walk.page.evaluate(f"({NOTIFICATIONS})()"))
    for words in ["Birch: very high", "Harbour", "Quay"]:
        check(words in notes[0], f"the notification does not say {words}: {notes}")


def main(address, mails, key, today, greeting, acknowledged):
    with firefox("light", preferences(json.loads(greeting)["socket"])) as page:
        walk = Walk(Visitor("Firefox", page, address))
        sign_up(walk, mails)
        turn_on(walk)
        keep_place(walk)
        measure(address.removeprefix("http://"), key, today)
        be_notified(walk, acknowledged)


if __name__ == "__main__":
    play(main)
