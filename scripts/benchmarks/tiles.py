"""A cold tile: from the readings of 2,000 stations to PNG bytes, one thread."""

import csv
import json
import random
import statistics
import tempfile
from pathlib import Path

import raster_peers
from program import built, call
from rows import Row

station_count = 2000
zooms = (5, 6, 7, 8)

#: Where stations stand and tiles are drawn, in degrees: west, south, east, north.
europe = (-10.0, 36.0, 30.0, 60.0)


def run(peers_only):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-", dir=shared_memory()) as name:
        folder = Path(name)
        stations = folder / "stations.csv"
        ours = None if peers_only else our_tiles(stations)
        if peers_only:
            write_random_stations(stations)
        points = read_stations(stations)
        ready_grid = raster_peers.ready_grid(folder, points, europe, tile_sample(240))
        gridded = raster_peers.gridded_per_tile(folder, points, tile_sample(80))
    return rows(ours, ready_grid, gridded)


def rows(ours, ready_grid, gridded):
    ours = ours or {"all": {}, "zooms": {}}
    median = ours["all"].get("medianMs")
    result = [
        Row("cold tile, median", "ms", median, at_most=0.7),
        Row("cold tile, p99", "ms", ours["all"].get("p99Ms"), at_most=1.5),
        Row("cold tile beside colouring a ready grid", "ms", median, statistics.median(ready_grid),
            "mapnik, grid interpolated beforehand", ratio_at_least=5),
        Row("cold tile beside gridding and colouring", "ms", median, statistics.median(gridded),
            "gdal grid in process, then mapnik", ratio_at_least=30),
    ]
    for zoom, figures in sorted(ours["zooms"].items()):
        result.append(Row(f"cold tile at {zoom}, median", "ms", figures["medianMs"]))
    return result


def our_tiles(stations):
    """Our figures; the program measures larger networks after this one."""
    measured = json.loads(call(built("breathe-bench"), "tiles", "--stations", station_count, "--stations-csv", stations))
    return next(figures for figures in measured if figures["stations"] == station_count)


def tile_sample(count):
    """Tiles of the area, the same in every run: zoom, column, row."""
    generator = random.Random(20200408)
    west, south, east, north = europe
    sample = []
    for index in range(count):
        zoom = zooms[index % len(zooms)]
        x, y = raster_peers.mercator(generator.uniform(west, east), generator.uniform(south, north))
        edge = raster_peers.world / 2**zoom
        sample.append((zoom, int((x + raster_peers.world / 2) / edge), int((raster_peers.world / 2 - y) / edge)))
    return sample


def write_random_stations(path):
    generator = random.Random(7)
    west, south, east, north = europe
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["lon", "lat", "value"])
        for _ in range(station_count):
            writer.writerow([f"{generator.uniform(west, east):.5f}", f"{generator.uniform(south, north):.5f}",
                             f"{10 * generator.random() ** 2:.3f}"])


def read_stations(path):
    with open(path, newline="") as file:
        return [(float(row["lon"]), float(row["lat"]), float(row["value"])) for row in csv.DictReader(file)]


def shared_memory():
    """Memory rather than a disk, so that the peers do not wait for one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
