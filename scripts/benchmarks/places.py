"""Pages of places that nobody has opened yet, and the coming hours there.

After a start the server learns the models of its stations and reads their seasons in the background, which the first round has
to bear; the figures are medians of the rounds.
"""

import random
import statistics
import tempfile
import time
from pathlib import Path

from program import get, get_json, serve
from rows import Median, Row

#: Places around the demonstration's stations in a round.
count = 300
rounds = 3
#: Degrees between a station and a place near it.
spread = 0.4


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, serve(Path(name), "--demo") as server:
        places = positions(server)
        # The first page assembles the site, and the first fields of a day are drawn from its readings.
        for place in places[:20]:
            get(page(server, *place))
        pages, hours = zip(*(measured(server, places[start::rounds]) for start in range(rounds)))
    return rows("page of a place, first opened", pages, 20) + rows("coming 48 hours at a place", hours, 5)


def positions(server):
    """Positions in hundredths of a degree, as addresses of pages have them; no two are alike."""
    generator = random.Random(7)
    stations = [feature["geometry"]["coordinates"] for feature in get_json(f"{server}/v1/stations")["features"]]
    near = lambda degrees: round(degrees + generator.uniform(-spread, spread), 2)
    return list({tuple(map(near, generator.choice(stations)[:2])) for _ in range(rounds * count)})


def page(server, longitude, latitude):
    return f"{server}/place/{latitude:.2f},{longitude:.2f}"


def timed(url):
    begun = time.perf_counter()
    status, _, _ = get(url)
    assert status == 200, f"{url} answered {status}"
    return (time.perf_counter() - begun) * 1000


def measured(server, places):
    """The milliseconds of each page and of each answer with the hours."""
    pages = [timed(page(server, *place)) for place in places]
    hours = [timed(f"{server}/v1/air/hours?lon={longitude:.4f}&lat={latitude:.4f}") for longitude, latitude in places]
    return pages, hours


def rows(name, times, budget):
    return [Row(f"{name}, median", "ms", Median(statistics.median(each) for each in times)),
            Row(f"{name}, p99", "ms", Median(statistics.quantiles(each, n=100)[-1] for each in times), at_most=budget)]
