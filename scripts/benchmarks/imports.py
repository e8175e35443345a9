"""Importing a history while the server runs: the memory it takes, and the effect on users."""

import errno
import functools
import json
import multiprocessing
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import ingest
import seasons
import viewports
from connections import Connections
from program import Missing, built, call, serve
from rows import Row

#: Rows in the memory measurement, unless `--rows` says otherwise.
usual_rows = 5_000_000

#: Megabytes beyond an import of one row, whatever the length of the file.
memory_budget = 64

#: One report for each allergen, because reports of the same allergen at the same place are joined.
allergens = ["birch", "alder", "hazel", "ash", "oak", "beech", "plane", "olive", "grass", "mugwort", "ragweed",
             "plantain"]

#: The centre of the fences of `breathe-bench subscribers`.
place = (7.596, 47.566)

subscribers = 200

#: The longitudes and latitudes of the stations of `ingest`.
area = (-5, 40, 22, 58)

#: For each of these days, a viewport of 16 cold tiles is requested at every zoom during an import.
viewport_days_count = 40


def run(peers_only, rows=usual_rows):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        growth, parts = memory(folder, rows)
    print("  memory over idle, MB: " + ", ".join(f"{part:.0f}" for part in parts), file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        cold, receipts, imported = beside(Path(name))
    print(f"  {imported:,} rows were read in meanwhile; receipts in ms: "
          + ", ".join(f"{1000 * wait:.0f}" for wait in receipts), file=sys.stderr)
    return [
        Row(f"import of {rows:,} rows, memory over idle", "MB", growth, at_most=memory_budget),
        Row("viewport of 16 cold tiles beside an import, p99", "ms", viewports.percentile(cold, 99), at_most=20),
        Row("viewport of 16 cold tiles beside an import, median", "ms", statistics.median(cold)),
        Row(f"report beside an import, POST to receipt, slowest of {len(receipts)}", "ms", 1000 * max(receipts),
            at_most=1000),
    ]


def memory(folder, rows):
    """Megabytes that an import of this many rows takes beyond that of one: the maximum, and in each tenth of it."""
    idle, _ = watched(folder, "idle", 1)
    most, parts = watched(folder, "all", rows)
    return most - idle, [part - idle for part in parts]


def watched(folder, name, rows):
    database, pipe = folder / f"{name}.sqlite", folder / f"{name}.csv"
    ingest.add_stations(database)
    os.mkfifo(pipe)
    parts = [0.0]
    with importing(database, pipe) as process, writer(pipe, lambda: process.poll() is None) as stream:
        written = 0
        for block in blocks(rows):
            stream.write(block)
            stream.flush()
            written += block.count("\n")
            parts[-1] = max(parts[-1], held(process))
            if written * 10 >= rows * len(parts) and written < rows:
                parts.append(0.0)
        # The last rows still have to be stored.
        deadline = time.monotonic() + 0.5
        while rows == 1 and time.monotonic() < deadline:
            parts[-1] = max(parts[-1], held(process))
    return max(parts), parts


def writer(pipe, is_read):
    """The pipe, opened for writing once a reader exists; fails if there will be none."""
    while True:
        try:
            end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if not is_read():
                raise Missing("the import ended before it opened its file") from error
            time.sleep(0.01)
            continue
        os.set_blocking(end, True)
        return open(end, "w")


def blocks(rows):
    """The daily values of a hundred stations as in a network's archive, day by day, repeating the same year."""
    yield ingest.header
    kinds = days_of_a_year()
    size = kinds[0].count("\n")
    day = date(1870, 1, 1)
    for number in range(-(-rows // size)):
        now = day + timedelta(days=number)
        block = kinds[now.timetuple().tm_yday - 1].replace("DAY", now.isoformat())
        yield block if rows >= size else "".join(block.splitlines(keepends=True)[:rows])
        rows -= size


@functools.cache
def days_of_a_year():
    """The rows of each day of a year, with DAY in place of the day."""
    generator = random.Random(7)
    series = [[f"{station},{allergen},DAY,{value},grains/m3\n"
               for value in seasons.year(allergen, ingest.place(number)[1], generator)]
              for number, station in enumerate(ingest.stations()) for allergen in seasons.seasons]
    return ["".join(lines) for lines in zip(*series)]


def held(process):
    """Megabytes of private memory: mapped file pages belong to the system."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except FileNotFoundError:
        return 0
    found = re.search(r"^RssAnon:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0


@contextmanager
def importing(database, file):
    """An import in a child process, which must finish before the block ends."""
    command = [built("breathe"), "import", "--feed", "plain", "--json", "--database", database, file]
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
        output, errors = process.communicate(timeout=600)
        if process.returncode != 0:
            raise Missing(f"the import ended with {process.returncode}: {errors.decode()[-500:]}")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def beside(folder):
    """Milliseconds of cold viewports, seconds from reports to their receipt, and rows, during an import."""
    database = folder / "serve.sqlite"
    tokens = call(built("breathe-bench"), "subscribers", "--database", database, "--count", subscribers).split()
    ingest.add_stations(database)
    season = folder / "season.csv"
    days = viewport_days()
    season.write_text(ingest.header + "".join(
        f"{station},birch,{day},{(number * 7 + place * 31) % 400},grains/m3\n"
        for place, day in enumerate(days) for number, station in enumerate(ingest.stations())))
    call(built("breathe"), "import", "--feed", "plain", "--confirm", "--database", database, season)
    pipe = folder / "history.csv"
    os.mkfifo(pipe)
    with serve(folder) as base, importing(database, pipe) as process:
        with feeding(pipe, process) as written:
            cold = viewports_of(base, days)
            receipts = list(receipts_of(base, tokens))
        return cold, receipts, written()


def viewport_days():
    first = date(date.today().year - 2, 4, 1)
    return [(first + timedelta(days=day)).isoformat() for day in range(viewport_days_count)]


@contextmanager
def feeding(pipe, reader):
    """Writes rows into the pipe as fast as they are read, until the block ends; yields their number.

    A separate process does this, so that the measuring one only waits for answers.
    """
    context = multiprocessing.get_context("fork")
    done, count = context.Event(), context.Value("q", 0)
    # Created once here, and not while the import waits for rows.
    days_of_a_year()
    stream = writer(pipe, lambda: reader.poll() is None)

    def feed():
        # The pipe stands in for a disk, which would not take processor time from the drawing threads.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with stream:
            # Years that no request asks for.
            for block in blocks(80_000_000):
                stream.write(block)
                count.value += block.count("\n")
                if done.is_set():
                    return

    process = context.Process(target=feed)
    process.start()
    stream.close()
    try:
        yield lambda: count.value
    finally:
        done.set()
        process.join()


def viewports_of(base, days):
    generator = random.Random(9)
    cold = []
    with Connections(base, viewports.edge**2) as connections:
        for day in days:
            viewports.prepare(connections, area, day)
            for zoom in viewports.zooms:
                answers, seconds = connections.exchange(viewports.viewport(area, zoom, day, generator))
                viewports.expect_tiles(answers)
                cold.append(seconds * 1000)
    return cold


def receipts_of(base, tokens):
    """Seconds from each report to the event in the stream of a subscriber it concerns."""
    url = urlsplit(base)
    listener = HTTPConnection(url.netloc, timeout=30)
    listener.request("GET", "/v1/me/alerts/stream", headers={"Authorization": f"Bearer {tokens[-1]}"})
    stream = listener.getresponse()
    if stream.status != 200:
        raise Missing(f"the stream was answered {stream.status}")
    for token, allergen in zip(tokens, allergens):
        body = json.dumps({"area": {"type": "Point", "coordinates": list(place)}, "allergens": [allergen],
                           "symptoms": ["sneezing"], "comment": "by the river"})
        reporter = HTTPConnection(url.netloc, timeout=30)
        reporter.connect()
        start = time.perf_counter()
        reporter.request("POST", "/v1/alerts", body,
                         {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        answer = reporter.getresponse()
        text = answer.read().decode()
        reporter.close()
        if answer.status != 201:
            raise Missing(f"a report was answered {answer.status}: {text[:300]}")
        while not stream.readline().startswith(b"data:"):
            pass
        yield time.perf_counter() - start
    listener.close()
