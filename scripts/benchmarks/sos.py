"""SOS beside a diary under load: from the press to the mail at the first contact's own mail server."""

import contextlib
import json
import re
import statistics
import subprocess
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import diary
from program import Missing, built, call, root, serve
from rows import Row

#: People who press, a second apart, while others write 200 diary entries a second.
callers = 20
#: Seconds within which a mail must come.
patience = 30

python = root / "var/test-tools/bin/python"
site = "http://breathe.example"


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, mail_server(Path(name)) as (url, mails):
        folder = Path(name)
        tokens = call(built("breathe-bench"), "city", "--database", folder / "serve.sqlite", "--count", diary.people).split()
        config = folder / "config.json"
        config.write_text(json.dumps({
            "smtp-url": url, "smtp-from": "post@breathe.example", "smtp-starttls": "never", "public-url": site, "log-level": "error"}))
        with serve(folder, "--config", config) as server:
            for token in tokens:
                diary.put(server, token, "PUT", "/v1/me/consents/health", {"version": 1}, "application/json")
            for place, token in enumerate(tokens[:callers]):
                agree(server, token, place, mails)
            with ThreadPoolExecutor(1) as others:
                entries = others.submit(diary.entries_beside_others, server, tokens)
                waits = [pressed(server, token, place, mails) for place, token in enumerate(tokens[:callers])]
                entries.result()
    what = f"SOS beside {diary.rate} diary entries/s, until the mail is at the contact's mail server"
    return [
        Row(f"{what}, median", "s", statistics.median(waits)),
        Row(f"{what}, slowest of {callers}", "s", max(waits), at_most=2),
    ]


@contextlib.contextmanager
def mail_server(folder):
    """A mail server of its own; its address, and the mails that it has accepted so far."""
    program = root / "Tests/SampleTesting/Scripts/mail_server.py"
    process = subprocess.Popen([python, program, folder, "plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    taken = folder / "messages.jsonl"
    taken.touch()
    try:
        yield process.stdout.readline().strip(), taken
    finally:
        process.kill()
        process.wait()


def agree(server, token, place, mails):
    """One contact of a person, who agrees by the link in the mail."""
    diary.put(server, token, "PUT", "/v1/me/consents/help", {"version": 1}, "application/json")
    contact = {"name": "Nora", "relation": "", "phone": "112", "email": address(place), "kind": "contact", "order": 0}
    made = post(server, token, "/v1/me/help/contacts", contact)
    post(server, token, f"/v1/me/help/contacts/{made['id']}/requests", {})
    asked, _ = arrived(mails, place, 1)
    link = re.search(rf"{site}(/\S+)", asked["text"])[1]
    urllib.request.urlopen(urllib.request.Request(
        f"{server}{link}", b"answer=agree", headers={"Content-Type": "application/x-www-form-urlencoded"})).close()


def pressed(server, token, place, mails):
    """Seconds from the press to the mail."""
    time.sleep(1)
    start = time.time()
    post(server, token, "/v1/me/help/sos", {"position": {"longitude": 7.58, "latitude": 47.56, "accuracy": 12}})
    return arrived(mails, place, 2)[1] - start


def address(place): return f"nora{place}@contacts.example"


def arrived(mails, place, count):
    """A person's contact's mail of this number, and when it was there."""
    deadline = time.time() + patience
    while time.time() < deadline:
        found = [mail for mail in map(json.loads, mails.read_text().splitlines()) if address(place) in mail["to"]]
        if len(found) >= count:
            return found[count - 1], time.time()
        time.sleep(0.01)
    raise Missing(f"mail {count} to {address(place)} did not come within {patience} s")


def post(server, token, path, body):
    request = urllib.request.Request(f"{server}{path}", json.dumps(body).encode(), method="POST",
                                     headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)
