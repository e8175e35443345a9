"""A city where everybody reports at once: 200 reports a second for a minute, among 100,000 subscribers.

Each report comes from a different account at a time fixed in advance: a server that falls behind gets no relief, and the
time that a report waits for its turn counts.
"""

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from program import Missing, built, call, serve
from rows import Row

subscribers = 100_000
rate = 200
seconds = 60

#: Open connections: more than are ever busy at once unless reports wait.
connections = 64

#: The centre of the city of `breathe-bench city`, and the spread of reports around it in degrees: some 3 km.
middle, spread = (7.59, 47.56), (0.04, 0.027)

#: The allergens in reports, with their frequency.
said = {("birch",): 60, ("grass",): 25, (): 15}

#: Megabytes by which memory may grow in a minute of reports: the page caches of five connections, 16 MiB each, and as
#: much again for waiting work. Pages of the mapped database belong to the system, which reclaims them when needed. Each
#: connection maps the file, so they count up to five times in the apparent memory of the process.
memory_growth = 160

#: Seconds after the last report within which everybody must have been notified.
telling_limit = 5


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        database = folder / "serve.sqlite"
        tokens = call(built("breathe-bench"), "city", "--database", database, "--count", subscribers).split()
        with serve(folder) as server:
            before = server.memory_in_megabytes("RssAnon")
            outcome = asyncio.run(flood(urlsplit(server), requests(tokens)))
            lag = telling_lag(database)
            growth = server.memory_in_megabytes("RssAnon") - before
            mapped = server.memory_in_megabytes("RssFile")
        alerts, told = counts(database)
    waits = sorted(wait for _, wait in outcome)
    failed = [status for status, _ in outcome if status != 201]
    total = rate * seconds
    print(f"  {total} reports became {alerts} alerts; {told} ledger entries; memory {before:.0f} MB, "
          f"then {before + growth:.0f} MB and {mapped:.0f} MB of mapped files; p50 {1000 * waits[total // 2]:.1f} ms, "
          f"last {1000 * waits[-1]:.0f} ms", file=sys.stderr)
    what = "200 reports/s for 60 s"
    return [
        Row(f"{what}, refused or failed", "answers", len(failed), at_most=0),
        Row(f"{what}, p99 of POST", "ms", 1000 * waits[int(0.99 * total)], at_most=100),
        Row(f"{what}, reports in one alert", "reports", total / alerts, at_least=10),
        Row(f"{what}, until all are told", "s", lag, at_most=telling_limit),
        Row(f"{what}, growth of memory", "MB", max(growth, 0.1), at_most=memory_growth),
    ]


def requests(tokens):
    generator = random.Random(5)
    kinds = generator.choices(list(said), weights=said.values(), k=rate * seconds)
    for token, allergens in zip(generator.sample(tokens, rate * seconds), kinds):
        position = [generator.gauss(centre, width) for centre, width in zip(middle, spread)]
        body = json.dumps({"area": {"type": "Point", "coordinates": position}, "allergens": allergens,
                           "symptoms": ["sneezing"], "comment": f"no. {generator.randrange(1000)}"})
        yield (f"POST /v1/alerts HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
               f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()


async def flood(url, sent):
    """The status of each report, and the seconds from its due time to its complete answer."""
    due = asyncio.Queue()
    outcome = []
    start = time.perf_counter() + 0.5
    for place, request in enumerate(sent):
        due.put_nowait((start + place / rate, request))

    async def sender():
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        while not due.empty():
            moment, request = due.get_nowait()
            await asyncio.sleep(max(0, moment - time.perf_counter()))
            writer.write(request)
            status = await answer(reader)
            outcome.append((status, time.perf_counter() - moment))
        writer.close()

    await asyncio.gather(*(sender() for _ in range(connections)))
    return outcome


async def answer(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0]
    await reader.readexactly(int(length))
    return int(head[9:12])


def telling_lag(database):
    """Seconds until no report is waiting for notification."""
    start = time.perf_counter()
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        while connection.execute("SELECT count(*) FROM report WHERE isTold = 0").fetchone()[0]:
            if time.perf_counter() - start > 120:
                raise Missing("reports still wait to be told two minutes after the last")
            time.sleep(0.05)
    return time.perf_counter() - start


def counts(database):
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        alerts = connection.execute("SELECT count(*) FROM alert WHERE kind = 'user'").fetchone()[0]
        told = connection.execute("SELECT count(*) FROM delivery").fetchone()[0]
    return alerts, told
