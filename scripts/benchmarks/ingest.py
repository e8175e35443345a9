"""Daily readings as plain CSV, a million rows: by the command and over HTTP."""

import http.client
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from program import Missing, built, call, root, serve
from rows import Row

station_count = 100
allergen_count = 20
day_count = 500
row_count = station_count * allergen_count * day_count
header = "station,allergen,day,value,unit\n"

#: Connections that upload at once: more than the cores, as many small stations would.
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
        Row("import by command", "rows/s", by_command, peer, "sqlite3 .import into a bare table", at_least=100_000,
            ratio_at_least=1 / 3),
        Row("upload over HTTP", "rows/s", over_http, peer, "sqlite3 .import into a bare table", at_least=50_000),
    ]


def stations():
    return [f"bench-{number:03}" for number in range(station_count)]


def allergens():
    """The first pollen of the taxonomy that are counted in grains."""
    taxonomy = json.loads((root / "Sources/Allergens/Resources/taxonomy.json").read_text())
    keys = [allergen["key"] for allergen in taxonomy["allergens"] if allergen.get("unit") == "grains/m3"]
    if len(keys) < allergen_count:
        raise Missing(f"the taxonomy has only {len(keys)} pollen; {allergen_count} are needed")
    return keys[:allergen_count]


def lines(number, station):
    """Two years ago, so that no row is news."""
    first = date(date.today().year - 2, 1, 1)
    days = [(first + timedelta(days=day)).isoformat() for day in range(day_count)]
    return [f"{station},{allergen},{day},{(number * 7 + index * 13 + position * 31) % 400},grains/m3\n"
            for index, allergen in enumerate(allergens()) for position, day in enumerate(days)]


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
        call(built("breathe"), "station", "add", station, "--name", f"Bench {number}",
             "--lon", -5 + number % 10 * 3, "--lat", 40 + number // 10 * 2, "--database", database)


def our_import(folder, file):
    database = folder / "import.sqlite"
    add_stations(database)
    return timed(lambda: call(built("breathe"), "import", "--feed", "plain", "--database", database, file))


def our_uploads(folder, bodies):
    database = folder / "serve.sqlite"
    add_stations(database)
    keys = {station: call(built("breathe"), "key", "create", "--station", station, "--database", database)
            .strip().splitlines()[-1] for station in bodies}
    with serve(folder) as base, ThreadPoolExecutor(uploaders) as pool:
        return timed(lambda: list(pool.map(lambda station: upload(base, station, keys[station], bodies[station]), bodies)))


def upload(base, station, key, body):
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=120)
    connection.request("POST", f"/v1/stations/{station}/readings", (header + body).encode(),
                       {"Authorization": f"Bearer {key}", "Content-Type": "text/csv"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    if answer.status != 200 or json.loads(text)["accepted"] != allergen_count * day_count:
        raise Missing(f"the upload of {station} was answered {answer.status}: {text[:500]}")
