"""Webhooks: one report sent to ten thousand webhooks at a hundred receivers, some of which hang or fail."""

import contextlib
import http.client
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from program import Missing, built, call, root, serve
from rows import Row

webhooks = 10_000
receivers = 100
#: The number of receivers that never answer, and of those that always answer 503.
hanging, failing = 5, 5
healthy = webhooks * (receivers - hanging - failing) // receivers


def run(peers_only):
    names = ["healthy webhooks of 10,000", "webhooks lost over a kill -9", "ledger lines beyond one each"]
    if peers_only:
        return [Row(name, "s") for name in names]
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        seconds = undisturbed(Path(name))
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        lost, surplus = killed(Path(name))
    return [
        Row(names[0], "s", seconds, at_most=10),
        Row(names[1], "lines", lost, at_most=0),
        Row(names[2], "lines", surplus, at_most=0),
    ]


def undisturbed(folder):
    """Seconds from the report to the last message at a healthy receiver."""
    with receiving(folder) as port, prepared(folder, port) as (token, options), serve(folder, *options) as server:
        start = time.time()
        report(server, token)
        arrived = wait_for(folder, healthy, 60)
        return max(arrived.values()) - start


def killed(folder):
    """Messages that never arrived, and duplicate ledger entries, when the program is killed midway."""
    with receiving(folder) as port, prepared(folder, port) as (token, options):
        with serve(folder, *options) as server:
            report(server, token)
            wait_for(folder, healthy // 4, 60)
            subprocess.run(["kill", f"-{signal.SIGKILL.value}", str(server.process_id)], check=True)
        with serve(folder, *options):
            arrived = wait_for(folder, healthy, 60, strict=False)
        with contextlib.closing(sqlite3.connect(folder / "serve.sqlite")) as database:
            surplus = database.execute(
                "SELECT count(*) - count(DISTINCT alert || ' ' || account || ' ' || channel) FROM delivery"
            ).fetchone()[0]
        return healthy - len(arrived), surplus


@contextlib.contextmanager
def receiving(folder):
    """The receivers, each on its own address; their port."""
    program = root / "scripts/benchmarks/webhook_receiver.py"
    process = subprocess.Popen(
        [sys.executable, str(program), "--addresses", str(receivers), "--log", str(folder / "arrived")],
        stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def prepared(folder, port):
    """A database of subscribers around one place; another account's token, and the server's settings."""
    database = folder / "serve.sqlite"
    call(built("breathe-bench"), "webhooks", "--database", database, "--port", port, "--webhooks", webhooks,
         "--receivers", receivers, "--hanging", hanging, "--failing", failing)
    token = call(built("breathe"), "account", "create", "reporter", "--database", database).split()[-1]
    config = folder / "config.json"
    config.write_text(json.dumps({"outbound-allow": "127.0.0.0/8", "log-level": "error"}))
    yield token, ["--config", config]


def report(server, token):
    connection = http.client.HTTPConnection(server.removeprefix("http://"), timeout=60)
    body = {"area": {"type": "Point", "coordinates": [7.58, 47.56]}, "allergens": ["birch"], "symptoms": ["sneezing"]}
    connection.request("POST", "/v1/alerts", json.dumps(body), {
        "Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    if answer.status != 201:
        raise Missing(f"the report was answered {answer.status}: {answer.read().decode()}")


def wait_for(folder, count, seconds, strict=True):
    """The first arrival of each message at a healthy receiver, once there are `count`."""
    deadline = time.monotonic() + seconds
    arrived = {}
    rest = ""
    with open(folder / "arrived") as log:
        while len(arrived) < count and time.monotonic() < deadline:
            # The last line may be incomplete.
            *lines, rest = (rest + log.read()).split("\n")
            for line in lines:
                message = json.loads(line)
                if message["path"].startswith("/ok"):
                    arrived.setdefault(message["headers"]["webhook-id"], message["time"])
            if not lines:
                time.sleep(0.05)
    if strict and len(arrived) < count:
        raise Missing(f"only {len(arrived)} of {count} messages arrived within {seconds} s")
    return arrived
