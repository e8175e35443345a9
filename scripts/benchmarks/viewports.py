"""Cold tiles over HTTP as people see them: whole viewports, and a burst of requests for one tile."""

import random
import re
import statistics

import network
from connections import Connections
from program import Missing, get
from raster_peers import mercator, world
from rows import Median, Row

#: Tiles along an edge of a viewport: 1024 pixels, including the margin that a map page loads.
edge = 4

zooms = (5, 6, 7, 8)

#: The number of connections: as many as a browser opens to one host (6), and one for each tile.
browsers = (6, edge * edge)

burst_size = 1000

#: The days of the viewports are measured in as many parts, and there are as many bursts.
rounds = 3


def run(base, area):
    """Rows for viewports of tiles over the area, and for the burst."""
    measured = []
    share = network.day_count // len(browsers)
    for number, connections in enumerate(browsers):
        days = network.days()[number * share:(number + 1) * share]
        measured += viewport_rows(base, area, days, connections)
    return measured + burst_rows(base, area, network.days()[0])


def viewport_rows(base, area, days, connection_count):
    generator = random.Random(connection_count)
    cold, warm, first = [], [], []
    with Connections(base, connection_count) as connections:
        for day in days:
            first.append(prepare(connections, area, day))
            for zoom in zooms:
                targets = viewport(area, zoom, day, generator)
                cold.append(timed(base, connections, targets, drawn=len(targets)))
                warm.append(timed(base, connections, targets, drawn=0))
    name = f"viewport of {edge * edge} cold tiles, {connection_count} connections"
    return [
        Row(f"{name}, p99", "ms", *(Median(percentile(part, 99) for part in parts(times)) for times in (cold, warm)),
            "the same tiles warm: what the client takes", at_most=20),
        Row(f"{name}, median", "ms", *(Median(statistics.median(part) for part in parts(times)) for times in (cold, warm)),
            "the same tiles warm: what the client takes"),
        Row(f"first tile of a day, {connection_count} connections, median", "ms", statistics.median(first)),
    ]


def parts(values):
    """The values of each round, in the order in which they were measured."""
    return [values[len(values) * number // rounds:len(values) * (number + 1) // rounds] for number in range(rounds)]


def prepare(connections, area, day):
    """Draws one tile elsewhere: the field of a day is computed once, with its first tile."""
    column, row = tile_at(area, 9)
    answers, seconds = connections.exchange([target(9, column, row, day)])
    expect_tiles(answers)
    return seconds * 1000


def timed(base, connections, targets, drawn):
    """Milliseconds until the last tile has arrived; `drawn` of them had to be drawn."""
    before = drawn_tiles(base)
    answers, seconds = connections.exchange(targets)
    expect_tiles(answers)
    count = drawn_tiles(base) - before
    if count != drawn:
        raise Missing(f"{count} tiles were drawn for a viewport; {drawn} were expected")
    return seconds * 1000


def burst_rows(base, area, day):
    """As many connections as requests, all of them for one tile that has not been drawn, and another in each round."""
    column, row = tile_at(area, 9)
    with Connections(base, burst_size) as connections:
        bursts = [burst(base, connections, target(9, column + 1 + number, row, day)) for number in range(rounds)]
    drawn, times = zip(*bursts)
    return [
        Row(f"drawn for {burst_size:,} identical cold requests", "tiles", max(drawn), at_most=1),
        Row(f"last of {burst_size:,} identical cold requests", "ms", Median(times)),
    ]


def burst(base, connections, path):
    """How many tiles were drawn, and the milliseconds until the last answer."""
    before = drawn_tiles(base)
    answers, seconds = connections.exchange([path] * burst_size)
    expect_tiles(answers)
    if len({body for _, body in answers}) != 1:
        raise Missing("the answers to a burst of identical requests differ")
    return drawn_tiles(base) - before, seconds * 1000


def viewport(area, zoom, day, generator):
    """A square of tiles that all touch the area; at zoom 5 there is just one."""
    west, north, east, south = tile_range(area, zoom)
    left = generator.randint(west, max(west, east - edge + 1))
    top = generator.randint(north, max(north, south - edge + 1))
    return [target(zoom, left + column, top + row, day) for row in range(edge) for column in range(edge)]


def target(zoom, column, row, day):
    return f"/tiles/birch/{zoom}/{column}/{row}.png?date={day}"


def tile_at(area, zoom):
    """The tile in the centre of an area."""
    west, north, east, south = tile_range(area, zoom)
    return (west + east) // 2, (north + south) // 2


def tile_range(area, zoom):
    """The first and last columns and rows that touch an area of longitudes and latitudes."""
    west, south, east, north = area
    place = lambda metres: int((metres / world + 0.5) * 2**zoom)
    left, bottom = mercator(west, south)
    right, top = mercator(east, north)
    return place(left), place(-top), place(right), place(-bottom)


def expect_tiles(answers):
    for status, body in answers:
        if status != 200 or not body.startswith(b"\x89PNG"):
            raise Missing(f"a tile was answered {status}: {body[:300]!r}")


def drawn_tiles(base):
    """How many tiles the server has drawn since its start."""
    text = get(f"{base}/metrics")[2].decode()
    found = re.search(r"^tiles_drawn_total (\d+)$", text, re.MULTILINE)
    if not found:
        raise Missing(f"{base}/metrics has no tiles_drawn_total")
    return int(found[1])


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
