"""A cold tile: from the readings of 2,000 stations to PNG bytes, one thread; then many of them over HTTP."""

import csv
import json
import math
import os
import random
import statistics
import tempfile
from pathlib import Path

import network
import raster_peers
import rotation
import viewports
from program import built, call, serve
from rows import Median, Row

station_count = 2000
grown_count = 20_000

#: How often our tiles are drawn as a whole, without the tiles of the round before.
rounds = 3
zooms = (5, 6, 7, 8)

#: The area of stations and tiles in degrees: west, south, east, north.
europe = (-10.0, 36.0, 30.0, 60.0)


def run(peers_only):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-", dir=shared_memory()) as name:
        folder = Path(name)
        os.chmod(folder, 0o755)  # nginx's workers are another user when the script runs as root
        stations = folder / "stations.csv"
        if peers_only:
            write_random_stations(stations)
            ours, tiles = {}, tile_sample(240)
        else:
            ours, tiles = our_tiles(folder, stations)
        points = read_stations(stations)
        peers = measure_peers(folder, points, tiles)
        measured = rows(ours, peers)
        if not peers_only:
            measured += over_http(folder, points)
    return measured


def measure_peers(folder, points, tiles):
    # Mapnik's ramp ends at 10, to which the logarithm of the highest count is scaled.
    points = [(longitude, latitude, 10 / 3 * math.log10(value + 1)) for longitude, latitude, value in points]
    ready = raster_peers.ready_grid(folder, points, europe)
    return {
        "ready_grid": statistics.median(raster_peers.milliseconds(ready, tiles)),
        "bytes_at_6": statistics.median(raster_peers.sizes(ready, [tile for tile in tiles if tile[0] == 6])),
        "gridded": statistics.median(raster_peers.gridded_per_tile(folder, points, tiles[::max(1, len(tiles) // 80)])),
    }


def rows(ours, peers):
    usual, grown = ours.get(station_count, {}), ours.get(grown_count, {})
    all_, large, over_ground = (usual.get(name, {}) for name in ["all", "all@2x", "overGround"])
    median = all_.get("medianMs")
    grown_median = grown.get("all", {}).get("medianMs")
    result = [
        Row("cold tile, median", "ms", median, at_most=0.5),
        Row("cold tile, p99", "ms", all_.get("p99Ms"), at_most=1.5),
        Row("cold tile beside colouring a ready grid", "ms", median, peers["ready_grid"],
            "mapnik, grid interpolated beforehand", ratio_at_least=5),
        Row("cold tile beside gridding and colouring", "ms", median, peers["gridded"],
            "gdal grid in process, then mapnik", ratio_at_least=30),
        Row("cold tile over a model and terrain, median", "ms", over_ground.get("medianMs"), median,
            "the same stations alone", at_most=0.5),
        Row("cold tile @2x, median", "ms", large.get("medianMs"), at_most=2.5),
        Row("growth of the median, 2,000 to 20,000 stations", "x", growth(median, grown_median), at_most=1.3),
        Row("growth of the median at 5, 2,000 to 20,000 stations", "x",
            growth(*(figures.get("zooms", {}).get("z5", {}).get("medianMs") for figures in (usual, grown))), at_most=1.6),
        Row("median size at 6", "bytes", usual.get("zooms", {}).get("z6", {}).get("bytes"), peers["bytes_at_6"],
            "mapnik png8, the same tiles", at_most=8192),
        Row("of a cold tile: field", "ms", all_.get("fieldMs")),
        Row("of a cold tile: paint", "ms", all_.get("paintMs")),
        Row("of a cold tile: encode", "ms", all_.get("encodeMs"), all_.get("deflateMs"),
            "libdeflate alone, the same scanlines and level"),
        Row("of a cold tile @2x: encode", "ms", large.get("encodeMs"), large.get("deflateMs"),
            "libdeflate alone, the same scanlines and level"),
    ]
    for zoom, figures in sorted(usual.get("zooms", {}).items()):
        result.append(Row(f"cold tile at {zoom}, median", "ms", figures["medianMs"]))
    for zoom, figures in sorted(grown.get("zooms", {}).items()):
        result.append(Row(f"cold tile at {zoom}, 20,000 stations, median", "ms", figures["medianMs"]))
    return result


def growth(few, many):
    """How many times as long a tile takes with more stations, round by round, or None if it was not measured."""
    return few and many and Median(more / less for less, more in zip(few.rounds, many.rounds))


def our_tiles(folder, stations):
    """Our figures by number of stations, and the tiles drawn."""
    sample = folder / "tiles.csv"
    drawn = [json.loads(call(built("breathe-bench"), "tiles", "--stations-csv", stations, "--tiles-csv", sample))
             for _ in range(rounds)]
    with open(sample, newline="") as file:
        tiles = [(int(row["zoom"]), int(row["column"]), int(row["row"])) for row in csv.DictReader(file)]
    return {figures[0]["stations"]: medians(figures) for figures in zip(*drawn)}, tiles


def medians(documents):
    """The documents of all rounds as one, with the median of each number."""
    first = documents[0]
    if isinstance(first, dict):
        return {name: medians([document[name] for document in documents]) for name in first}
    if isinstance(first, (int, float)):
        return Median(documents)
    return first


def over_http(folder, points):
    """The server with the same stations; memory in the last part covers the whole run."""
    network.import_readings(folder, points)
    with serve(folder, "--resources", folder / "resources") as server:
        return viewports.run(server, europe) + rotation.run(folder, server, europe)


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
                             f"{10 ** (3 * generator.random() ** 2) - 1:.0f}"])


def read_stations(path):
    with open(path, newline="") as file:
        return [(float(row["lon"]), float(row["lat"]), float(row["value"])) for row in csv.DictReader(file)]


def shared_memory():
    """Memory rather than a disk, so that the peers do not wait for one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
