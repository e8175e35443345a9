"""Reminders of the diary: those of 100,000 people in the same minute, each over a webhook of their own, and over a kill -9."""

import contextlib
import json
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from program import Missing, built, call, serve
from rows import Row
from webhooks import receiving

#: The people, and the addresses of this machine at which their programs listen.
people, receivers = 100_000, 100
#: The people of the run that is killed midway.
killed_people = 20_000


def run(peers_only):
    return [] if peers_only else reminded("diary")


def reminded(subject):
    """How long the reminders of a subject take, and what becomes of them over a kill -9."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        with receiving(folder) as port:
            due, options = fill(folder, port, people, subject)
            with serve(folder, *options):
                seconds = max(arrivals(folder, people, due + 300).values()) - due
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        twice, silent = killed(Path(name), subject)
    return [
        Row(f"100,000 reminders of one minute ({subject}), until the last has arrived", "s", seconds, at_most=60),
        Row(f"reminders ({subject}) that came twice over a kill -9", "reminders", twice, at_most=0),
        Row(f"reminders ({subject}) neither arrived nor told as unknown", "reminders", silent, at_most=0),
    ]


def fill(folder, port, count, subject):
    """Fills the database; when the reminders are due, and the server's settings."""
    due = int(call(built("breathe-bench"), "reminders", "--database", folder / "serve.sqlite", "--port", port,
                   "--count", count, "--receivers", receivers, "--of", subject))
    config = folder / "config.json"
    config.write_text(json.dumps({"outbound-allow": "127.0.0.0/8", "log-level": "error"}))
    return due, ["--config", config]


def arrivals(folder, count, deadline, strict=True):
    """When each message arrived first, once there are `count`."""
    arrived, rest = {}, ""
    with open(folder / "arrived") as log:
        while len(arrived) < count and time.time() < deadline:
            *lines, rest = (rest + log.read()).split("\n")
            for line in lines:
                message = json.loads(line)
                arrived.setdefault(message["headers"]["webhook-id"], message["time"])
            if not lines:
                time.sleep(0.05)
    if strict and len(arrived) < count:
        raise Missing(f"only {len(arrived)} of {count} reminders arrived")
    return arrived


def killed(folder, subject):
    """How many reminders came twice, and of how many nobody can say what became of them, when the program is killed midway."""
    with receiving(folder) as port:
        due, options = fill(folder, port, killed_people, subject)
        with serve(folder, *options) as server:
            arrivals(folder, killed_people // 4, due + 120)
            subprocess.run(["kill", f"-{signal.SIGKILL.value}", str(server.process_id)], check=True)
        # What was under way in the second of the start could be the new program's own: it is told ten minutes later.
        time.sleep(1)
        with serve(folder, *options):
            settled = states(folder, subject, time.time() + 120)
        log = (folder / "arrived").read_text().splitlines()
    ids = Counter(json.loads(line)["headers"]["webhook-id"] for line in log)
    told = settled.get("delivered", 0) + settled.get("unknown", 0)
    return sum(count - 1 for count in ids.values()), killed_people - told


def states(folder, subject, deadline):
    """How many reminders are in each state, once all have been handed over and none waits."""
    table = {"diary": "reminderSending", "medicine": "helpReminderSending"}[subject]
    while True:
        with contextlib.closing(sqlite3.connect(folder / "serve.sqlite")) as database:
            found = dict(database.execute(f"SELECT state, count(*) FROM {table} GROUP BY state"))
        if "queued" not in found and sum(found.values()) >= killed_people or time.time() > deadline:
            return found
        time.sleep(1)
