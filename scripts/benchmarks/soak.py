"""The same mixed load for minutes or hours: memory, descriptors, the write-ahead log and the slowest answers stay flat.

`scripts/bench soak --minutes 60` is the long run. The first fifth warms up; the first and the last third of the rest are
compared. Requests are due at times fixed in advance, and the time that one waits for its turn counts.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import network
from program import Missing, built, call, serve
from reports import middle, spread
from rows import Row

usual_minutes = 5

#: Accounts, each with a fence, of whom none reports twice in an hour; stations all over Europe with two months of values.
subscribers, stations = 20_000, 500

#: Open connections besides the streams.
connections = 24

#: Streams at a time, and the seconds after which each is opened anew.
streams, stream_seconds = 50, 10

#: Seconds between two samples.
sample_interval = 2

#: Megabytes of memory beyond the first third; descriptors beyond it; the largest write-ahead log, above the size at which
#: it is written back; how many times slower the slowest answers of the last third may be.
memory_growth, descriptor_growth, largest_log, slowing = 24, 8, 64, 2


def run(peers_only, minutes=usual_minutes):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        database = folder / "serve.sqlite"
        network.import_readings(folder, made_up_stations())
        tokens = call(built("breathe-bench"), "city", "--database", database, "--count", subscribers).split()
        call(built("breathe"), "station", "add", "soak", "--name", "Soak", "--lon", "7.6", "--lat", "47.5",
             "--database", database)
        key = call(built("breathe"), "key", "create", "--station", "soak", "--database", database).split()[-1]
        with serve(folder) as server:
            course = asyncio.run(Soak(server, tokens, key, database, 60 * minutes).run())
        lines = len((folder / "serve.log").read_text().splitlines())
    return figures(course, minutes, lines)


def made_up_stations():
    generator = random.Random(4)
    return [(generator.uniform(-5, 22), generator.uniform(40, 58), generator.lognormvariate(3, 1.5)) for _ in range(stations)]


def figures(course, minutes, lines):
    parts = list(course.parts())
    first, last = parts[0], parts[-1]
    median = lambda part, what: statistics.median(getattr(sample, what) for sample in part.samples)
    print(f"  {course.answers:,} answers; " + "; ".join(
        f"{median(part, 'memory'):.0f} MB, {median(part, 'descriptors'):.0f} descriptors, log {median(part, 'log'):.1f} MB, "
        f"p99 {part.p99:.1f} ms" for part in parts) + f"; {lines} lines in the log", file=sys.stderr)
    if course.failures:
        print(f"  {dict(course.failures)}", file=sys.stderr)
    what = f"mixed load for {minutes:g} min"
    return [
        Row(f"{what}, refused or failed", "answers", sum(course.failures.values()), at_most=0),
        Row(f"{what}, p99 of all answers", "ms", last.p99, at_most=100),
        Row(f"{what}, p99 of the last third over the first", "x", last.p99 / first.p99, at_most=slowing),
        Row(f"{what}, growth of memory", "MB", max(median(last, "memory") - median(first, "memory"), 0),
            at_most=memory_growth),
        Row(f"{what}, more descriptors", "descriptors",
            max(median(last, "descriptors") - median(first, "descriptors"), 0), at_most=descriptor_growth),
        Row(f"{what}, largest write-ahead log", "MB", max(sample.log for sample in course.samples), at_most=largest_log),
        Row(f"{what}, lines in the log of the service", "lines", lines, at_most=20),
    ]


class Sample:
    """What the process holds at a moment: megabytes of memory and of the write-ahead log, and descriptors."""

    def __init__(self, server, database):
        self.time = time.perf_counter()
        self.memory = server.memory_in_megabytes("RssAnon")
        self.descriptors = len(os.listdir(f"/proc/{server.process_id}/fd"))
        log = Path(f"{database}-wal")
        self.log = log.stat().st_size / 1e6 if log.exists() else 0


class Part:
    """A third of the time that is compared."""

    def __init__(self, samples, waits):
        self.samples = samples
        if not samples or len(waits) < 100:
            raise Missing("the soak is too short to compare its parts")
        self.p99 = 1e3 * sorted(waits)[int(0.99 * len(waits))]


@dataclass
class Request:
    kind: str
    text: str
    token: str | None


class Soak:
    """The load, what it got for answers, and what the process held meanwhile."""

    def __init__(self, server, tokens, key, database, seconds):
        self.server, self.tokens, self.key, self.database, self.seconds = server, tokens, key, database, seconds
        self.url = urlsplit(server)
        self.generator = random.Random(11)
        self.samples, self.waits, self.failures = [], [], Counter()
        self.fences, self.reporter = [], 0

    @property
    def answers(self):
        return len(self.waits)

    def parts(self):
        """The three thirds after the first fifth."""
        start = self.start + self.seconds / 5
        third = (self.seconds - self.seconds / 5) / 3
        for number in range(3):
            begin, end = start + number * third, start + (number + 1) * third
            yield Part([sample for sample in self.samples if begin <= sample.time < end],
                       [wait for moment, wait in self.waits if begin <= moment < end])

    async def run(self):
        self.consent()
        self.start = time.perf_counter() + 0.5
        self.end = self.start + self.seconds
        due = asyncio.Queue(maxsize=1_000)
        await asyncio.gather(
            self.plan(due), self.watch(), *(self.send(due) for _ in range(connections)),
            *(self.listen(number) for number in range(streams)))
        return self

    def consent(self):
        """Lets the account that keeps a diary agree to it."""
        request = urllib.request.Request(
            f"{self.server}/v1/me/consents/health", b'{"version":1}', method="PUT",
            headers={"Authorization": f"Bearer {self.tokens[0]}", "Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()

    async def plan(self, due):
        """Puts the requests of each kind into one queue, in the order of their times."""
        kinds = [(20, self.tile), (8, self.air), (5, self.report), (2, self.fence), (2, self.unfence), (2, self.inbox),
                 (2, self.diary), (1, self.upload), (1, self.page)]
        moments = [(self.start + self.generator.random() / rate, number) for number, (rate, _) in enumerate(kinds)]
        while True:
            place = min(range(len(moments)), key=lambda index: moments[index][0])
            moment, number = moments[place]
            if moment >= self.end:
                break
            rate, make = kinds[number]
            request = make()
            if request:
                await due.put((moment, request))
            moments[place] = (moment + 1 / rate, number)
            await asyncio.sleep(max(0, moment - time.perf_counter() - 0.2))
        for _ in range(connections):
            await due.put(None)

    async def send(self, due):
        reader, writer = await asyncio.open_connection(self.url.hostname, self.url.port)
        while (turn := await due.get()) is not None:
            moment, request = turn
            await asyncio.sleep(max(0, moment - time.perf_counter()))
            writer.write(request.text.encode())
            status, location = await answer(reader)
            self.waits.append((moment, time.perf_counter() - moment))
            if status >= 400:
                self.failures[f"{request.kind}: {status}"] += 1
            elif request.kind == "fence":
                self.fences.append((request.token, location))
        writer.close()

    async def listen(self, number):
        """Holds an event stream, and opens it anew again and again."""
        token = self.tokens[number]
        await asyncio.sleep(number * stream_seconds / streams)
        while time.perf_counter() < self.end - stream_seconds:
            reader, writer = await asyncio.open_connection(self.url.hostname, self.url.port)
            writer.write((f"GET /v1/me/alerts/stream HTTP/1.1\r\nHost: soak\r\nAuthorization: Bearer {token}\r\n"
                          "Accept: text/event-stream\r\n\r\n").encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if head[9:12] != b"200":
                self.failures[f"stream: {head[9:12].decode()}"] += 1
            try:
                async with asyncio.timeout(stream_seconds):
                    while await reader.read(65_536):
                        pass
            except TimeoutError:
                pass
            writer.close()

    async def watch(self):
        while time.perf_counter() < self.end:
            self.samples.append(Sample(self.server, self.database))
            await asyncio.sleep(sample_interval)

    def request(self, kind, method, path, body=None, token=None, media="application/json"):
        head = [f"{method} {path} HTTP/1.1", "Host: soak"]
        if token:
            head.append(f"Authorization: Bearer {token}")
        if body is not None:
            head += [f"Content-Type: {media}", f"Content-Length: {len(body.encode())}"]
        return Request(kind, "\r\n".join(head) + "\r\n\r\n" + (body or ""), token)

    def place(self):
        return [round(self.generator.gauss(centre, width), 5) for centre, width in zip(middle, spread)]

    def tile(self):
        zoom = self.generator.randint(5, 8)
        scale = 2 ** (zoom - 5)
        column, row = 16 * scale + self.generator.randrange(2 * scale), 10 * scale + self.generator.randrange(2 * scale)
        day = self.generator.choice(network.days()[:4])
        return self.request("tile", "GET", f"/tiles/birch/{zoom}/{column}/{row}.png?date={day}")

    def air(self):
        longitude, latitude = self.place()
        return self.request("air", "GET", f"/v1/air?lon={longitude}&lat={latitude}")

    def report(self):
        body = json.dumps({"area": {"type": "Point", "coordinates": self.place()}, "allergens": ["birch"],
                           "symptoms": ["sneezing"]})
        self.reporter = (self.reporter + 1) % (len(self.tokens) - streams)
        return self.request("report", "POST", "/v1/alerts", body, self.tokens[streams + self.reporter])

    def account(self):
        return self.tokens[self.generator.randrange(streams, len(self.tokens))]

    def fence(self):
        body = json.dumps({"name": "Soak", "area": {"type": "Point", "coordinates": self.place()}, "radius": 900,
                           "allergens": [{"allergen": "birch"}]})
        return self.request("fence", "POST", "/v1/me/fences", body, self.account())

    def unfence(self):
        """Removes the oldest fence that was added, if there is one."""
        if not self.fences:
            return None
        token, path = self.fences.pop(0)
        return self.request("unfence", "DELETE", path, token=token)

    def inbox(self):
        return self.request("inbox", "GET", "/v1/me/alerts", token=self.account())

    def diary(self):
        body = json.dumps({"answers": {"feeling": self.generator.randint(1, 4)}})
        return self.request("diary", "PATCH", f"/v1/me/diary/{date.today()}", body, self.tokens[0],
                            "application/merge-patch+json")

    def upload(self):
        day = date.today() - timedelta(days=self.generator.randrange(4))
        body = f"allergen,day,value,quality\nbirch,{day},{self.generator.randrange(90)},confirmed\n"
        return self.request("upload", "POST", "/v1/stations/soak/readings", body, self.key, "text/csv")

    def page(self):
        return self.request("page", "GET", self.generator.choice(["/", "/today", "/report", "/diary"]))


async def answer(reader):
    """The status of an answer and where it leads."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in head.split("\r\n")[1:] if line)
    if fields.get("transfer-encoding") == "chunked":
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    else:
        await reader.readexactly(int(fields.get("content-length", 0)))
    return int(head[9:12]), fields.get("location")
