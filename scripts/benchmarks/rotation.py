"""Many different tiles in turn: how fast cached ones are answered, and how much memory they take."""

import contextlib
import re

import network
import serving
from connections import Connections
from program import Missing, call
from rows import Median, Row
from viewports import drawn_tiles, expect_tiles, target, tile_range

#: Both caches of the server hold 20,000 tiles: the first number fits, the second causes constant eviction.
fitting, overflowing = 10_000, 30_000

#: Megabytes that the server may use at the end: 320 for two caches of 20,000 tiles of 8 KB, the rest for itself.
memory_bound = 512

zoom = 9

#: Loads of this many seconds, in turn for both servers.
rounds, seconds = 3, 5

#: Requests the lines of a file in turn.
script = """
local targets, place = {}, 0
init = function(arguments)
  for line in io.lines(arguments[1]) do targets[#targets + 1] = wrk.format("GET", line) end
end
request = function()
  place = place % #targets + 1
  return targets[place]
end
"""


def run(folder, server, area):
    """Rows for the server, compared with nginx serving the same tiles as files."""
    targets = different_targets(area, overflowing)
    with Connections(server, 16) as connections:
        for day in sorted({target.rsplit("=", 1)[1] for target in targets}):
            connections.exchange([targets[0].rsplit("=", 1)[0] + "=" + day])
        empty = server.memory_in_megabytes()
        tiles, cold_seconds = draw(server, connections, targets[:fitting])
        before = drawn_tiles(server)
        ours, theirs = rotate(folder, server, targets[:fitting], tiles)
        again = drawn_tiles(server) - before
        grown = server.memory_in_megabytes()
        draw(server, connections, targets[fitting:])
        full = server.memory_in_megabytes()
    return [
        Row(f"{fitting:,} different tiles, first round", "req/s", fitting / cold_seconds),
        Row(f"{fitting:,} different tiles in rotation", "req/s", ours, theirs,
            "nginx, 2 workers, as many files", ratio_at_least=0.7),
        Row("drawn again in the rotation", "tiles", again, at_most=0),
        Row(f"memory after {fitting:,} tiles, grown by", "MB", grown - empty),
        Row(f"memory after {overflowing:,} tiles", "MB", full, at_most=memory_bound),
    ]


def different_targets(area, count):
    west, north, east, south = tile_range(area, zoom)
    targets = [target(zoom, column, row, day) for day in network.days()
               for column in range(west, east + 1) for row in range(north, south + 1)]
    if len(targets) < count:
        raise Missing(f"there are only {len(targets)} different tiles; {count} are needed")
    return targets[:count]


def draw(server, connections, targets):
    """Requests each tile once; nearly all are cold."""
    before = drawn_tiles(server)
    answers, taken = connections.exchange(targets)
    expect_tiles(answers)
    drawn = drawn_tiles(server) - before
    if drawn < 0.99 * len(targets):
        raise Missing(f"only {drawn} of {len(targets)} different tiles were drawn")
    return [body for _, body in answers], taken


def rotate(folder, server, targets, tiles):
    """Requests a second, ours and those of nginx with the same tiles as files, which take turns."""
    files = {f"{number}.png": tile for number, tile in enumerate(tiles)}
    with contextlib.ExitStack() as stack:
        base = stack.enter_context(serving.nginx(folder, files, ready="0.png"))
        both = [(load(folder, server, targets), load(folder, base, [f"/{name}" for name in files])) for _ in range(rounds)]
    return tuple(Median(rates) for rates in zip(*both))


def load(folder, base, targets):
    program, lines = folder / "rotation.lua", folder / "targets.txt"
    program.write_text(script)
    lines.write_text("\n".join(targets) + "\n")
    report = call("wrk", "-t1", "-c32", f"-d{seconds}s", "-s", program, base, "--", lines)
    if "Non-2xx or 3xx" in report or "Socket errors" in report:
        raise Missing(f"errors while loading {base}:\n{report}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])
