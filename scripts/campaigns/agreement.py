"""What happens at one node shows at the others within a second: ended accounts and tokens, and a value on the map."""

import contextlib
import http.client
import itertools
import json
import threading
import time
from datetime import datetime, timezone

from history import Fault
from program import Missing

#: How often each is tried, from each node to each other one in turn, and the seconds that it may take.
times, bound = 12, 1
#: Seconds until it is given up, and until a stream must be open.
patience, opening = 5, 60
#: Tiles whose marks are compared; the first one shows the values.
tiles = ["/tiles/birch/7/66/44.png", "/tiles/birch/6/33/22.png", "/tiles/birch/8/133/89.png"]


def run(stage):
    """Prints the slowest of each; returns what was wrong."""
    stage.program.do("station", "add", "agreement", "--name", "Agreement", "--lon=7.6", "--lat=47.5")
    key = stage.program.do("key", "create", "--station", "agreement").split()[-1]
    day = datetime.now(timezone.utc).date()
    pairs = list(itertools.islice(itertools.cycle(itertools.permutations(stage.nodes, 2)), times))
    leavers, readers = stage.crowd.add("leaver", times), stage.crowd.add("reader", times)
    taken = {
        "a deleted account ends its stream": [ended(one, other, person.token, lambda: delete(one, person))
                                              for (one, other), person in zip(pairs, leavers)],
        "a revoked token ends its stream": [revoked(one, other, person) for (one, other), person in zip(pairs, readers)],
        "a value shows on the map": [shown(one, other, key, day, 10 + 7 * turn) for turn, (one, other) in enumerate(pairs)],
    }
    found = [Fault("slow", f"{what} at another node after {slowest:.2f} s") for what, seconds in taken.items()
             if (slowest := max(seconds)) > bound]
    for what, seconds in taken.items():
        print(f"{what} at another node: after {1000 * max(seconds):.0f} ms at most, {times} times", flush=True)
    differing = differently_marked(stage, day)
    print(f"{len(tiles)} tiles have the same mark at all nodes: {differing or 'yes'}", flush=True)
    return [*found, *(Fault("tile", f"nodes mark {tile} differently: {tags}") for tile, tags in differing.items())]


def differently_marked(stage, day):
    """The tiles that have different marks; the last value may take its time to a node that was not asked for it."""
    deadline = None
    while True:
        marks = {tile: {mark(node, tile, day) for node in stage.nodes} for tile in tiles}
        differing = {tile: tags for tile, tags in marks.items() if len(tags) > 1}
        deadline = deadline or time.monotonic() + bound
        if not differing or time.monotonic() > deadline:
            return differing
        time.sleep(0.05)


def delete(node, person):
    done(node.ask("DELETE", "/v1/me", person.token, {"confirm": person.name}))


def done(answer):
    if answer[0] not in (200, 204):
        raise Missing(f"answered {answer[0]}: {answer[2][:300].decode(errors='replace')}")


def revoked(one, other, person):
    made = one.make("/v1/me/tokens", person.token, {"label": "campaign"})
    return ended(one, other, made["token"], lambda: done(one.ask("DELETE", f"/v1/me/tokens/{made['id']}", person.token)))


def ended(one, other, token, act):
    """Seconds from the answer to an act until a stream at the other node has ended; what was not seen took all patience."""
    connection = http.client.HTTPConnection(other.place.address, other.port, timeout=opening)
    with contextlib.closing(connection):
        connection.request("GET", "/v1/me/alerts/stream", headers={"Authorization": f"Bearer {token}"})
        stream, end = connection.getresponse(), []
        if stream.status != 200:
            raise Missing(f"a stream was answered {stream.status}")
        # The greeting: from here on the stream belongs to those that are told.
        stream.readline()
        reading = threading.Thread(target=read_to_end, args=[stream, end], daemon=True)
        reading.start()
        if end:
            raise Missing(f"a stream at {other.name} ended before anything was done")
        act()
        answered = time.monotonic()
        reading.join(patience)
        return max(0, end[0] - answered) if end else patience


def read_to_end(stream, end):
    with contextlib.suppress(OSError, http.client.HTTPException):
        stream.read()
        end.append(time.monotonic())


def shown(one, other, key, day, value):
    """Seconds from the answer to an upload until the tile has changed at the other node."""
    before = mark(other, tiles[0], day)
    body = f"allergen,day,value,quality\nbirch,{day},{value},confirmed\n"
    answer = one.ask("POST", "/v1/stations/agreement/readings", key, body, media="text/csv")
    done(answer)
    taken = json.loads(answer[2])
    if taken["accepted"] + taken["replaced"] != 1:
        raise Missing(f"an upload was answered {answer[2][:300].decode(errors='replace')}")
    answered = time.monotonic()
    while mark(other, tiles[0], day) == before:
        if time.monotonic() > answered + patience:
            return patience
        time.sleep(0.005)
    return time.monotonic() - answered


def mark(node, tile, day):
    """The ETag of a tile of a day."""
    status, headers, _ = node.ask("GET", f"{tile}?date={day}")
    if status != 200:
        raise Missing(f"a tile was answered {status}")
    return headers["ETag"]
