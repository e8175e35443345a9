"""Daily counts by season as plain CSV, a million rows: by the command and over HTTP."""

import http.client
import json
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import seasons
from program import Missing, built, call, serve
from rows import Row

station_count = 100
allergen_count = len(seasons.seasons)
day_count = 500
row_count = station_count * allergen_count * day_count
header = "station,allergen,day,value,unit\n"

#: Connections that upload at once: more than there are cores, as with many small stations.
uploaders = 4


def run(peers_only):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        bodies = {station: "".join(lines(number, station)) for number, station in enumerate(stations())}
        file = folder / "readings.csv"
        file.write_text(header + "".join(bodies.values()))
        peer = row_count / sqlite_import(folder, file)
        by_command = None if peers_only else row_count / our_import(folder, file)
        over_http = None if peers_only else row_count / our_uploads(folder, bodies)
    return [
        Row("import of daily counts by season, by command", "rows/s", by_command, peer, "sqlite3 .import into a bare table", at_least=100_000,
            ratio_at_least=1 / 3),
        Row("upload of daily counts by season, over HTTP", "rows/s", over_http, peer, "sqlite3 .import into a bare table", at_least=50_000),
    ]


def stations():
    return [f"bench-{number:03}" for number in range(station_count)]


def place(number):
    """The longitude and latitude of a station."""
    return -5 + number % 10 * 3, 40 + number // 10 * 2


def lines(number, station):
    """Two years ago, so that no row raises an alert."""
    first = date(date.today().year - 2, 1, 1)
    days = [first + timedelta(days=day) for day in range(day_count)]
    generator = random.Random(number)
    for allergen in seasons.seasons:
        years = {}
        for day in days:
            if day.year not in years:
                years[day.year] = seasons.year(allergen, place(number)[1], generator)
            value = years[day.year][day.timetuple().tm_yday - 1]
            yield f"{station},{allergen},{day.isoformat()},{value},grains/m3\n"


def timed(act):
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def sqlite_import(folder, file):
    database = folder / "peer.sqlite"
    call("sqlite3", database, "CREATE TABLE reading(station TEXT, allergen TEXT, day TEXT, value REAL, unit TEXT)")
    return timed(lambda: call("sqlite3", database, "-cmd", ".mode csv", f".import --skip 1 {file} reading"))


def add_stations(database):
    for number, station in enumerate(stations()):
        longitude, latitude = place(number)
        call(built("breathe"), "station", "add", station, "--name", f"Bench {number}",
             "--lon", longitude, "--lat", latitude, "--database", database)


def our_import(folder, file):
    database = folder / "import.sqlite"
    add_stations(database)
    output = []
    seconds = timed(lambda: output.append(
        call(built("breathe"), "import", "--feed", "plain", "--json", "--database", database, file)))
    report = json.loads(output[0])[0]
    if report["accepted"] != row_count:
        raise Missing(f"of {row_count} rows {report['accepted']} were accepted")
    print(f"  {report['suspect']:,} of {row_count:,} rows were kept as suspect", file=sys.stderr)
    return seconds


def our_uploads(folder, bodies):
    database = folder / "serve.sqlite"
    add_stations(database)
    keys = station_keys(database)
    with serve(folder) as base, ThreadPoolExecutor(uploaders) as pool:
        return timed(lambda: list(pool.map(lambda station: upload(base, station, keys[station], bodies[station]), bodies)))


def station_keys(database):
    return {station: call(built("breathe"), "key", "create", "--station", station, "--database", database)
            .strip().splitlines()[-1] for station in stations()}


def upload(base, station, key, body):
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=120)
    connection.request("POST", f"/v1/stations/{station}/readings", (header + body).encode(),
                       {"Authorization": f"Bearer {key}", "Content-Type": "text/csv"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    if answer.status != 200 or json.loads(text)["accepted"] != allergen_count * day_count:
        raise Missing(f"the upload of {station} was answered {answer.status}: {text[:500]}")
