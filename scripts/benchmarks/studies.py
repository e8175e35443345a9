"""A study of a million responses: made up, it becomes a workbook beside XlsxWriter; kept in a database, it becomes one with
the air of the stations around; and people answer while the server runs.
"""

import asyncio
import json
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlsplit

from pages import python
from program import built, call, serve
from reports import answer
from rows import Row

#: The responses; `--rows` asks for others.
usual_count = 1_000_000
#: Answers a second over HTTP, each by somebody else, on the two days of which there are none yet.
rate = 500
people = 5_000
#: Open connections: more than are ever busy at once unless answers wait.
connections = 64


def run(peers_only, rows=None):
    count = rows or usual_count
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        ours = {} if peers_only else json.loads(call(built("breathe-bench"), "study", "--count", count, "--out", folder / "study.xlsx"))
        peer = json.loads(call(python, Path(__file__).with_name("study_peer.py"), str(count), folder / "peer.xlsx"))
        kept = [] if peers_only else of_database(folder, count)
    peer_name = "XlsxWriter, constant_memory, cells only"
    what = f"study of {count:,} responses as XLSX"
    return [
        Row(what, "s", ours.get("seconds"), peer["seconds"], peer_name, at_most=60),
        Row(f"{what}, memory", "MB", ours.get("megabytes"), peer["megabytes"], peer_name, at_most=128),
        Row(f"{what}, file", "MB", ours.get("fileMegabytes"), peer["fileMegabytes"], peer_name),
    ] + kept


def of_database(folder, count):
    """A study in a database: invitations, the workbook with the air joined, and answers over HTTP."""
    database = folder / "serve.sqlite"
    study = json.loads(call(built("breathe-bench"), "kept-study", "--database", database, "--count", count, "--people", people))
    found = json.loads(call(built("breathe-bench"), "study", "--database", database, "--study", study["study"],
                            "--researcher", study["researcher"], "--out", folder / "kept.xlsx"))
    with serve(folder) as server:
        outcome = asyncio.run(flood(urlsplit(server), requests(study)))
    waits = sorted(wait for _, wait in outcome)
    what = f"study of {found['responses']:,} kept responses as XLSX with the air"
    answering = f"{rate} answers/s for {len(waits) // rate} s"
    return [
        Row("10,000 invitations", "s", study["inviting"], at_most=2),
        Row(what, "s", found["seconds"], at_most=60),
        Row(f"{what}, memory", "MB", found["megabytes"], at_most=128),
        Row(f"{answering}, refused or failed", "answers", sum(status != 201 for status, _ in outcome), at_most=0),
        Row(f"{answering}, p99 of POST", "ms", 1e3 * waits[int(0.99 * len(waits))], at_most=100),
    ]


def requests(study):
    now = datetime.now(timezone.utc)
    for moment in (now, now - timedelta(days=1)):
        for person, token in enumerate(study["tokens"]):
            body = json.dumps({
                "version": 1, "at": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "place": {"longitude": 6 + person % 50 / 9, "latitude": 46 + person // 50 % 20 / 9},
                "answers": {"nose": str(person % 4), "eyes": "1", "throat": "0", "ears": "0"}})
            yield (f"POST /v1/me/studies/{study['study']}/answers HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n"
                   f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()


async def flood(url, sent):
    """The status of each answer, and the seconds from its due time to its complete answer."""
    due = asyncio.Queue()
    outcome = []
    start = time.perf_counter() + 0.5
    for place, request in enumerate(sent):
        due.put_nowait((start + place / rate, request))

    async def sender():
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        while not due.empty():
            moment, request = due.get_nowait()
            await asyncio.sleep(max(0, moment - time.perf_counter()))
            writer.write(request)
            status = await answer(reader)
            outcome.append((status, time.perf_counter() - moment))
        writer.close()

    await asyncio.gather(*(sender() for _ in range(connections)))
    return outcome
