"""Signing in: a thousand sign-ins at once while others use the map, and the cost of authenticating a request."""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import network
from program import Missing, built, call, serve
from rows import Median, Row

sign_ins = 1000

#: How often they come. Only in the first round is everyone awaited, for that takes minutes.
rounds = 3

#: Tiles requested one after another, on a connection of their own, before and during the sign-ins.
tile_count = 400

#: The number of sessions in the database for the look-up.
sessions = 10_000

#: How much longer the slowest tiles may take during the sign-ins. Hashing may use one core, and the machine has two.
slowdown = 2


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        check = json.loads(call(built("breathe-bench"), "sessions", "--database", Path(name) / "sessions.sqlite",
                                "--count", sessions))
    crowds = [crowd(is_awaited=number == 0) for number in range(rounds)]
    attempts = crowds[0].attempts
    measured = [
        Row(f"session check among {sessions:,}, median", "µs", check["medianMicroseconds"], at_most=50),
        Row(f"session check among {sessions:,}, p99", "µs", check["p99Microseconds"]),
        Row(f"{sign_ins:,} sign-ins at once, not judged in the end", "answers",
            sum(attempt.status != 403 for attempt in attempts), at_most=0),
        Row(f"{sign_ins:,} sign-ins at once, until each has its first answer: judged, or when to retry", "s",
            max(attempt.first for attempt in attempts), at_most=60),
        Row(f"{sign_ins:,} sign-ins at once, refused without a time to retry", "answers",
            sum(attempt.silent for attempt in attempts), at_most=0),
        Row(f"{sign_ins:,} sign-ins at once, until the last is judged, repeated as they are told", "s", crowds[0].seconds),
    ]
    for kind in ("cold", "warm"):
        alone, crowded = (Median(percentile(times[kind], 99) for times in side)
                          for side in ([crowd.quiet for crowd in crowds], [crowd.beside for crowd in crowds]))
        measured.append(Row(f"{kind} tile beside {sign_ins:,} sign-ins, p99", "ms", crowded, alone,
                            "the same without sign-ins", ratio_at_least=1 / slowdown))
    return measured


def stations():
    """Two hundred stations over Switzerland: longitude, latitude, value of a usual day."""
    generator = random.Random(8)
    return [(generator.uniform(6, 10.4), generator.uniform(45.9, 47.7), generator.uniform(20, 400))
            for _ in range(200)]


class Crowd(NamedTuple):
    """A thousand sign-ins, and what tiles took before and meanwhile; without attempts where nobody was awaited."""

    quiet: dict
    beside: dict
    attempts: list
    seconds: float


def crowd(is_awaited):
    """A thousand sign-ins to a service of their own."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        network.import_readings(folder, stations())
        # People who sign in have machines of their own: a separate process that gives way, so that their cost on the client does
        # not count as waiting for tiles.
        with serve(folder) as server, Pool(1, initializer=os.nice, initargs=(19,)) as others:
            url, days = urlsplit(server), iter(network.days())
            asyncio.run(tiles(url, next(days), tile_count // 4))
            quiet = asyncio.run(both(url, next(days)))
            begun = time.perf_counter()
            running = others.apply_async(sign_in_at_once, [url])
            beside = asyncio.run(both(url, next(days)))
            attempts = running.get() if is_awaited else []
    seconds = time.perf_counter() - begun
    if is_awaited:
        counts = dict(sorted(Counter(attempt.status for attempt in attempts).items()))
        print(f"  {sign_ins:,} sign-ins in {seconds:.1f} s: {counts}", file=sys.stderr)
    return Crowd(quiet, beside, attempts, seconds)


async def both(url, day):
    """Milliseconds of each tile without and with a credential."""
    return {"cold": await tiles(url, day, tile_count), "warm": await tiles(url, day, tile_count)}


async def tiles(url, day, count):
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    edge = 20
    times = []
    for number in range(count):
        # Zoom 9 over Switzerland, where the made-up network has its stations.
        column, row = 260 + number % edge, 175 + number // edge
        begun = time.perf_counter()
        writer.write(f"GET /tiles/birch/9/{column}/{row}.png?date={day} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        status, _ = await answer(reader)
        if status != 200:
            raise Missing("a tile was refused")
        times.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(0.005)
    writer.close()
    return times


def sign_in_at_once(url):
    async def all_of_them():
        return await asyncio.gather(*(sign_in(url, number) for number in range(sign_ins)))
    return asyncio.run(all_of_them())


class Attempt(NamedTuple):
    """A sign-in, repeated as long as it is told to retry."""

    #: The last status.
    status: int
    #: Seconds until the first answer.
    first: float
    #: How many answers told it to retry, and not when.
    silent: int


async def sign_in(url, number):
    """An attempt with a wrong password, which costs the same as any other, from an address of its own."""
    address = f"2001:db8:{number:x}::1"
    body = json.dumps({"username": f"user{number}", "password": "birch and hazel", "kind": "token"})
    begun = time.perf_counter()
    first, silent = None, 0
    while True:
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        writer.write((f"POST /v1/sessions HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
                      f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
        try:
            status, head = await answer(reader)
        finally:
            writer.close()
        if first is None:
            first = time.perf_counter() - begun
        if status != 503:
            return Attempt(status, first, silent)
        told = b"retry-after:" in head
        silent += not told
        wait = float(head.split(b"retry-after:", 1)[1].split(b"\r\n", 1)[0]) if told else 1
        await asyncio.sleep(wait * random.uniform(1, 1.2))


async def answer(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0] if b"content-length:" in head else 0
    await reader.readexactly(int(length))
    return int(head[9:12]), head


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
