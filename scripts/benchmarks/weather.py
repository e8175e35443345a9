"""An hour of the weather on a grid of 100,000 points is imported, beside Python's csv and sqlite3."""

import csv
import random
import sqlite3
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from program import built, call
from rows import Row

columns, rows = 400, 250
quantities = ("temperature", "humidity", "precipitation", "windSpeed", "windGust", "cloudCover", "pressure")


def run(peers_only):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        file = folder / "grid.csv"
        write(file)
        # The first import makes the database.
        first = folder / "first.csv"
        first.write_text("".join(file.open().readlines()[:2]))
        ours = None
        if not peers_only:
            imported(folder, first)
            ours = imported(folder, file)
        peer = kept(folder, file)
    return [Row(f"weather of {columns * rows:,} points, an hour", "s", ours, peer, "Python csv and sqlite3", at_most=10)]


def write(file):
    generator = random.Random(11)
    now = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0)
    time_, issued = (moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in (now + timedelta(hours=3), now))
    with file.open("w", newline="") as output:
        table = csv.writer(output)
        table.writerow(["time", "longitude", "latitude", "issued", *quantities])
        for row in range(rows):
            for column in range(columns):
                values = [round(generator.uniform(-5, 25), 1), generator.randint(20, 100), round(generator.expovariate(2), 1),
                          round(generator.uniform(0, 15), 1), round(generator.uniform(0, 30), 1), generator.randint(0, 100),
                          round(generator.uniform(980, 1040), 1)]
                table.writerow([time_, round(-10 + column * 0.1, 2), round(38 + row * 0.1, 2), issued, *values])


def imported(folder, file):
    begun = time.perf_counter()
    call(built("breathe"), "import", "--database", folder / "ours.sqlite", "--feed", "plain-weather", file)
    return time.perf_counter() - begun


def kept(folder, file):
    """Seconds until a table with a key of place, quantity and hour holds the values."""
    database = sqlite3.connect(folder / "peer.sqlite")
    database.execute("pragma journal_mode = wal")
    database.execute("create table weather (longitude real, latitude real, quantity text, time text, issued text, value real,"
                     " primary key (longitude, latitude, quantity, time)) without rowid")
    begun = time.perf_counter()
    with file.open(newline="") as source, database:
        values = ((line["longitude"], line["latitude"], quantity, line["time"], line["issued"], float(line[quantity]))
                  for line in csv.DictReader(source) for quantity in quantities)
        database.executemany("insert into weather values (?, ?, ?, ?, ?, ?)", values)
    seconds = time.perf_counter() - begun
    database.close()
    return seconds
