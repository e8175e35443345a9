"""A diary under load, and three years of it beside the air of 20 allergens."""

import asyncio
import json
import random
import statistics
import tempfile
import time
import urllib.request
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import reports
from pages import python, slowness
from program import built, call, serve
from rows import Row

#: Accounts that keep a diary at once, and the seconds in which their entries come.
people, seconds = 1_000, 30

#: Entries a second.
rate = reports.rate

#: The days of three years, and the allergens of the station beside them.
years = 1_096
allergens = ["hazel", "alder", "birch", "hornbeam", "beech", "oak", "chestnut", "ash", "olive", "cypress", "plane", "elm", "walnut",
             "poplar", "willow", "grass", "mugwort", "ragweed", "plantain", "nettle"]

#: How often each answer about three years is asked for.
repetitions = 15

today = date.today()


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        database = folder / "serve.sqlite"
        tokens = call(built("breathe-bench"), "city", "--database", database, "--count", people).split()
        import_air(folder, database)
        with serve(folder) as server:
            for token in tokens:
                put(server, token, "PUT", "/v1/me/consents/health", {"version": 1}, "application/json")
            waits = entries_beside_others(server, tokens)
            keep_three_years(server, tokens[0])
            first = today - timedelta(days=years - 1)
            span = f"from={first}&to={today}"
            page = [first_byte(server, tokens[0], f"/v1/me/diary?{span}"), first_byte(server, tokens[0], f"/v1/me/diary/air?{span}")]
            together = first_byte(server, tokens[0], "/v1/me/diary/associations")
            frames = frames_of_three_years(server, database)
    what = f"diary, {rate} entries/s"
    return [
        Row(f"{what}, p99 of an entry", "ms", 1e3 * waits[int(0.99 * len(waits))], at_most=100),
        Row("diary of three years, first byte", "ms", 1e3 * page[0], at_most=100),
        Row("air of three years, 20 allergens, first byte", "ms", 1e3 * page[1], at_most=100),
        Row("what goes together, three years, 20 allergens", "ms", 1e3 * together, at_most=50),
        Row(f"chart of three years at 1/{slowness} of the processor, read by a finger", "frames/s", frames[0], at_least=55),
        Row(f"chart of three years at 1/{slowness} of the processor, scrolled", "frames/s", frames[1], at_least=55),
    ]


def import_air(folder, database):
    """One station in the city with three years of 20 allergens."""
    call(built("breathe"), "station", "add", "bench", "--name", "Bench", "--lon", "7.59", "--lat", "47.56", "--database", database)
    generator = random.Random(8)
    file = folder / "air.csv"
    lines = ["station,allergen,day,value"]
    for number, allergen in enumerate(allergens):
        for day in range(years):
            season = max(0, 1 - abs((today - timedelta(days=day)).timetuple().tm_yday - 60 - 8 * number) / 25)
            lines.append(f"bench,{allergen},{today - timedelta(days=day)},{season * generator.lognormvariate(4, 0.8):.0f}")
    file.write_text("\n".join(lines) + "\n")
    call(built("breathe"), "import", "--confirm", "--feed", "plain", "--database", database, file)


def put(server, token, method, path, body, media):
    request = urllib.request.Request(f"{server}{path}", json.dumps(body).encode(), method=method,
                                     headers={"Authorization": f"Bearer {token}", "Content-Type": media})
    urllib.request.urlopen(request, timeout=30).close()


def entries_beside_others(server, tokens):
    """The sorted times from when an entry was due to its answer, of entries by different people at fixed times."""
    generator = random.Random(9)

    def requests():
        for number in range(rate * seconds):
            day = today - timedelta(days=number // people % 2)
            body = json.dumps({"answers": {"feeling": generator.randrange(5), "nose": generator.randrange(4)}})
            yield (f"PATCH /v1/me/diary/{day} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {tokens[number % people]}\r\n"
                   f"Content-Type: application/merge-patch+json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()

    outcome = asyncio.run(reports.flood(urlsplit(server), requests()))
    failed = [status for status, _ in outcome if status != 200]
    if failed:
        raise SystemExit(f"{len(failed)} entries were answered with {failed[0]}")
    return sorted(wait for _, wait in outcome)


def keep_three_years(server, token):
    generator = random.Random(10)
    for day in range(1, years):
        moment = today - timedelta(days=day)
        grades = {key: generator.randrange(4) for key in
                  ("sneezing", "runnyNose", "itchyNose", "blockedNose", "itchyEyes", "wateryEyes")}
        put(server, token, "PATCH", f"/v1/me/diary/{moment}",
            {"said": f"{moment}T20:00:00Z", "answers": grades, "medicines": {"none": True}}, "application/merge-patch+json")


def frames_of_three_years(server, database):
    """The frames a second of the page that shows three years: while the chart is read, and while it is scrolled."""
    token = call(built("breathe"), "account", "create", "chart", "--database", database).split()[-1]
    put(server, token, "PUT", "/v1/me/consents/health", {"version": 1}, "application/json")
    keep_three_years(server, token)
    link = call(built("breathe"), "account", "invite", "chart", "--database", database).split()[-1]
    script = Path(__file__).with_name("chart_frames.py")
    return [float(rate) for rate in call(python, script, server, link, "chart", slowness, 5).split()]


def first_byte(server, token, path):
    """The median seconds from a request to the first byte of its answer."""
    url = urlsplit(server)
    connection = HTTPConnection(url.hostname, url.port)
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        times.append(time.perf_counter() - start)
        if answer.status != 200:
            raise SystemExit(f"{path} was answered with {answer.status}")
        answer.read()
    return statistics.median(times)
