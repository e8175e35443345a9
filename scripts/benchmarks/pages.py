"""The first view of the pages on a telephone: what is sent, when its largest part is painted, and what moves after."""

import json
import tempfile
from pathlib import Path

from program import call, serve
from rows import Row

#: Chromium's processor is this many times slower than this machine's, as Lighthouse makes it for telephones.
slowness = 4
loads = 5
paths = ["/", "/today", "/report", "/about"]
python = Path(__file__).resolve().parents[2] / "var/test-tools/bin/python"


def run(peers_only):
    measured = {} if peers_only else our_pages()
    return [row for path in paths for row in rows(path, measured.get(path, {}))]


def our_pages():
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        with serve(Path(name), "--demo") as server:
            script = Path(__file__).with_name("page_loads.py")
            return json.loads(call(python, script, server, slowness, loads, *paths))


def rows(path, figures):
    return [
        Row(f"{path}, sent without tiles", "kB", figures.get("kilobytes"), at_most=150),
        Row(f"{path}, largest paint", "ms", figures.get("paint"), at_most=1000),
        Row(f"{path}, layout shift", "score", figures.get("shift"), at_most=0),
        Row(f"{path}, requests that hold up painting", "requests", figures.get("blocking"), at_most=1),
    ]
