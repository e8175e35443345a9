"""The values behind the map over HTTP, compared with nginx serving the same bytes; a long track that becomes activities; and what
the page of trips does on a slow processor."""

import json
import re
import statistics
import tempfile
import time
from pathlib import Path

import trip_files
from pages import python
from program import Missing, built, call, get, get_json, serve
from rows import Row
from serving import nginx

#: Basel and its surroundings, in a tile of degrees.
tile_path = "/v1/grid/birch/7/133/30"
#: The tiles around it, which nobody has asked for yet.
neighbours = [path for column in range(131, 137) for row in range(28, 34) if (path := f"/v1/grid/birch/7/{column}/{row}") != tile_path]
fixes = 100_000
seconds = 3
#: How many times slower than this processor the one of the page is.
slowness = 4


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, serve(Path(name), "--demo") as server:
        folder = Path(name)
        folder.chmod(0o755)  # nginx's workers are another user when the script runs as root
        url = server + tile_path + date_of_peak(server)
        status, _, tile = get(url)
        if status != 200 or b'"bases":{}' in tile:
            raise Missing(f"{url} answered {status} without any value")
        cold = sorted(timed(server + path + date_of_peak(server)) for path in neighbours)
        with nginx(folder, {"tile.json": tile}, ready="tile.json") as peer:
            warm, theirs = latency(url), latency(f"{peer}/tile.json")
        page = in_page(folder, server, tile_path + date_of_peak(server))
    found = json.loads(call(built("breathe-bench"), "trips", "--count", fixes))
    return [
        Row("value tile of 32 × 32 cells", "kB", len(tile) / 1000, at_most=8),
        Row("warm value tile over HTTP, one client", "ms", warm, theirs, "nginx, static file", at_most=1),
        Row("cold value tile over HTTP, which nobody has asked for, median", "ms", statistics.median(cold)),
        Row(f"cold value tile over HTTP, slowest of {len(cold)}", "ms", cold[-1]),
        Row(f"{found['fixes']} fixes become {found['activities']} activities", "ms", found["milliseconds"], at_most=50),
        *page,
    ]


def in_page(folder, server, tile):
    """How long the page takes to read a day's file of each format, and to tell the exposures of a day."""
    sizes = {folder / name: trip_files.write(folder / name, form) for name, form in trip_files.formats.items()}
    found = json.loads(call(python, Path(__file__).with_name("trip_reading.py"), server, tile, slowness, *sizes))
    for file in sizes:
        if (read := found["files"][str(file)]["fixes"]) < trip_files.fixes:
            raise Missing(f"{file.name} has {trip_files.fixes} fixes, and {read} were read")
    return [
        Row("exposure of 8640 fixes to 20 allergens, page 4 times slower", "ms", found["exposure"], at_most=200),
        *(Row(f"{file.name} of a day, {size:.0f} MB, page 4 times slower", "s", found["files"][str(file)]["milliseconds"] / 1000, at_most=2)
          for file, size in sizes.items()),
    ]


def date_of_peak(server):
    layer = next(layer for layer in get_json(f"{server}/tiles")["layers"] if layer["id"] == "birch")
    if not layer.get("peak"):
        raise Missing("the demonstration has no birch in the last year")
    return f"?date={layer['peak']['date']}"


def timed(url):
    begun = time.perf_counter()
    status, _, _ = get(url)
    if status != 200:
        raise Missing(f"{url} answered {status}")
    return (time.perf_counter() - begun) * 1000


def latency(url):
    """The mean time of a request in milliseconds, one after the other over one connection."""
    report = call("wrk", "-t1", "-c1", f"-d{seconds}s", url)
    if "Non-2xx or 3xx" in report:
        raise Missing(f"errors while loading {url}:\n{report}")
    return 1000 / float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])
