"""Diaries of many people: bytes an entry in the file, and a day's page beside a tenth of the entries."""

import random
import statistics
import tempfile
import time
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from program import built, call, serve
from rows import Row

#: The days of each person's diary, and the entries of all; `--rows` asks for more, such as 10,000,000.
days, usual_entries = 100, 1_000_000
#: How often a week of somebody's diary is asked for.
repetitions = 400


def run(peers_only, rows=None):
    if peers_only:
        return []
    entries = rows or usual_entries
    few, _ = measured(entries // 10)
    many, size = measured(entries)
    what = f"{entries:,} diary entries of {entries // days:,} people"
    return [
        Row(f"{what}, size of one", "bytes", size, at_most=400),
        Row(f"{what}, a week of one", "ms", 1e3 * many, peer=1e3 * few, peer_name="a tenth of the entries",
            ratio_at_least=1 / 1.5),
    ]


def measured(entries):
    """The median seconds of a week of somebody's diary, and the bytes of the file for each entry."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        database = folder / "serve.sqlite"
        call(built("breathe-bench"), "diaries", "--database", folder / "empty.sqlite", "--count", entries // days, "--days", 1)
        tokens = call(built("breathe-bench"), "diaries", "--database", database, "--count", entries // days, "--days", days).split()
        # What accounts and one entry of each need is left out.
        size = (database.stat().st_size - (folder / "empty.sqlite").stat().st_size) / (entries - entries // days)
        with serve(folder) as server:
            return week(server, tokens), size


def week(server, tokens):
    url = urlsplit(server)
    generator = random.Random(13)
    today = date.today()
    times = []
    connection = HTTPConnection(url.hostname, url.port)
    for _ in range(repetitions):
        last = today - timedelta(days=generator.randrange(1, days - 7))
        path = f"/v1/me/diary?from={last - timedelta(days=6)}&to={last}"
        start = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {generator.choice(tokens)}"})
        answer = connection.getresponse()
        answer.read()
        times.append(time.perf_counter() - start)
        if answer.status != 200:
            raise SystemExit(f"{path} was answered with {answer.status}")
    return statistics.median(times)
