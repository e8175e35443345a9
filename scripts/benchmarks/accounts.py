"""Signing in: a thousand sign-ins at once while others use the map, and the cost of authenticating a request."""

import asyncio
import json
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import network
from program import Missing, built, call, serve
from rows import Row

sign_ins = 1000

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
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        network.import_readings(folder, stations())
        with serve(folder) as server:
            quiet, beside, attempts, seconds = asyncio.run(measure(urlsplit(server)))
    statuses = [attempt.status for attempt in attempts]
    counts = {status: statuses.count(status) for status in sorted(set(statuses))}
    print(f"  {sign_ins:,} sign-ins in {seconds:.1f} s: {counts}", file=sys.stderr)
    measured = [
        Row(f"session check among {sessions:,}, median", "µs", check["medianMicroseconds"], at_most=50),
        Row(f"session check among {sessions:,}, p99", "µs", check["p99Microseconds"]),
        Row(f"{sign_ins:,} sign-ins at once, not judged in the end", "answers", sign_ins - counts.get(403, 0), at_most=0),
        Row(f"{sign_ins:,} sign-ins at once, until each has its first answer: judged, or when to retry", "s",
            max(attempt.first for attempt in attempts), at_most=60),
        Row(f"{sign_ins:,} sign-ins at once, refused without a time to retry", "answers",
            sum(attempt.silent for attempt in attempts), at_most=0),
        Row(f"{sign_ins:,} sign-ins at once, until the last is judged, repeated as they are told", "s", seconds),
    ]
    for kind in quiet:
        alone, crowded = percentile(quiet[kind], 99), percentile(beside[kind], 99)
        measured.append(Row(f"{kind} tile beside {sign_ins:,} sign-ins, p99", "ms", crowded, alone,
                            "the same without sign-ins", ratio_at_least=1 / slowdown))
    return measured


def stations():
    """Two hundred stations over Switzerland: longitude, latitude, value of a usual day."""
    generator = random.Random(8)
    return [(generator.uniform(6, 10.4), generator.uniform(45.9, 47.7), generator.uniform(20, 400))
            for _ in range(200)]


async def measure(url):
    days = iter(network.days())
    await tiles(url, next(days), tile_count // 4)
    quiet = await both(url, next(days))
    # The sign-ins come from a separate process, so that their cost on the client does not count as waiting for tiles.
    with ProcessPoolExecutor(1) as others:
        begun = time.perf_counter()
        crowd = asyncio.get_running_loop().run_in_executor(others, sign_in_at_once, url)
        beside = await both(url, next(days))
        attempts = await crowd
        return quiet, beside, attempts, time.perf_counter() - begun


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
    async def crowd():
        return await asyncio.gather(*(sign_in(url, number) for number in range(sign_ins)))
    return asyncio.run(crowd())


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
