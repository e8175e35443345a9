"""A network of invented stations, imported as an operator would: one feed, one list of stations, one file of rows."""

import json
import random
import shutil
from datetime import date, timedelta

from program import built, call, root

#: Days with readings: a month for each kind of measurement, so that every viewport is cold.
day_count = 60

#: The middle of the birch season two years ago, so that no row raises an alert.
first_day = date(date.today().year - 2, 4, 1)

title = {"title": "Made-up stations", "source": "The benchmark", "licence": "None"}


def days():
    return [(first_day + timedelta(days=day)).isoformat() for day in range(day_count)]


def import_readings(folder, stations):
    """Creates `serve.sqlite` in the folder; `stations` are longitude, latitude and the value of a usual day."""
    resources = folder / "resources"
    shutil.copytree(root / "tiles", resources / "tiles")
    shutil.copytree(root / "stations", resources / "stations")
    (resources / "stations/networks/bench.json").write_text(json.dumps(title | {
        "timeZone": "UTC",
        "stations": [{"id": f"bench-{number}", "name": f"Bench {number}", "longitude": longitude,
                      "latitude": latitude, "spellings": [f"bench-{number}"]}
                     for number, (longitude, latitude, _) in enumerate(stations)]}))
    (resources / "stations/feeds/bench.json").write_text(json.dumps(title | {
        "encoding": "utf-8", "separators": [","], "network": "bench",
        "columns": {name: [name] for name in ("station", "allergen", "day", "value")}}))
    file = folder / "readings.csv"
    file.write_text("station,allergen,day,value\n" + "".join(rows(stations)))
    call(built("breathe"), "import", "--feed", "bench", "--resources", resources,
         "--database", folder / "serve.sqlite", file)


def rows(stations):
    """Every station on every day; no two days are alike."""
    generator = random.Random(3)
    for day in days():
        for number, (_, _, value) in enumerate(stations):
            yield f"bench-{number},birch,{day},{value * generator.uniform(0.5, 1.5):.0f}\n"
