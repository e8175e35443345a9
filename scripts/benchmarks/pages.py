"""The first view of every page on a phone: bytes sent, time of the largest paint, and layout shifts; the verdict of a place; and a
season that plays."""

import json
import statistics
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from program import Missing, call, get, get_json, serve
from rows import Row

#: How many times slower Chromium's processor is than this machine's, as in Lighthouse's setting for phones.
slowness = 4
loads = 5
#: Where a first visit leads: a place of the demonstration, whose verdict must be there.
first_place = "/place/basel"
#: One of each kind of page whose path has a part that is chosen, beside that of a station.
examples = [first_place, "/allergens/birch", "/articles/hay-fever", "/pollutants/ozone"]
python = Path(__file__).resolve().parents[2] / "var/test-tools/bin/python"


def run(peers_only):
    if peers_only:
        return rows("the map", {}) + rows("the worst page", {})
    started = first_answer()
    measured, verdict, played = our_pages()
    arrival = Row(f"first visit: the verdict of a place painted, 1/{slowness} of the processor", "ms", verdict, at_most=1200)
    smooth = Row(f"birch played at 1/{slowness} of the processor", "days/s", played, at_least=10)
    start = Row("the first page after a start", "ms", started, at_most=200)
    return rows("the map", measured["/"]) + worst(measured) + [arrival, smooth, start]


def first_answer():
    """How many milliseconds the first page takes that is asked for once a server is ready; the median of five starts."""
    return statistics.median(answered_after_start() for _ in range(5))


def answered_after_start():
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, serve(Path(name)) as server:
        start = time.perf_counter()
        status, _, page = get(f"{server}/")
        seconds = time.perf_counter() - start
        if status != 200 or b"</html>" not in page:
            raise Missing(f"the first page of a server is answered {status}")
        return seconds * 1_000


def our_pages():
    """The figures of each page, the milliseconds until a verdict is painted, and the days a second of a season that plays."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        with serve(Path(name), "--demo") as server:
            script = Path(__file__).with_name("page_loads.py")
            measured = json.loads(call(python, script, server, slowness, loads, *pages(server)))
            return measured, verdict_painted(server), days_played(server)


def verdict_painted(server):
    return float(call(python, Path(__file__).with_name("verdict_loads.py"), server + first_place, slowness, loads))


def days_played(server):
    layers = json.loads(get(f"{server}/tiles")[2])["layers"]
    peak = next(layer["peak"]["date"] for layer in layers if layer["id"] == "birch")
    begin = date.fromisoformat(peak) - timedelta(days=58)
    return float(call(python, Path(__file__).with_name("played_days.py"), server, "birch", begin, slowness, 4))


def pages(server):
    """The paths of all pages, as the definition of the API lists them, with an example where a part is chosen."""
    paths = json.loads(get(f"{server}/openapi.json")[2])["paths"]
    fixed = [path for path, operations in paths.items() if "{" not in path and is_page(operations.get("get", {}))]
    return fixed + examples + [station(server)]


def station(server):
    """The path of the page of a station."""
    return f"/station/{get_json(f'{server}/v1/stations')['features'][0]['id']}"


def is_page(operation):
    return "text/html" in operation.get("responses", {}).get("200", {}).get("content", {})


def rows(name, figures):
    return [
        Row(f"{name}, sent without tiles", "kB", figures.get("kilobytes"), at_most=150),
        Row(f"{name}, largest paint", "ms", figures.get("paint"), at_most=1000),
        Row(f"{name}, layout shift", "score", figures.get("shift"), at_most=0),
        Row(f"{name}, requests that hold up painting", "requests", figures.get("blocking"), at_most=1),
    ]


def worst(measured):
    """For each figure, the page with the worst value."""
    names = ["kilobytes", "paint", "shift", "blocking"]
    found = [max(measured, key=lambda path: measured[path][name]) for name in names]
    return [rows(f"the worst of {len(measured)} pages ({path})", measured[path])[place] for place, path in enumerate(found)]
