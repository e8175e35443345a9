"""The page of what to do now without a network, on a phone at a quarter of the processor."""

import tempfile
from pathlib import Path

from pages import python, slowness
from program import call, serve
from rows import Row

#: How often the page is opened; the median counts.
loads = 9


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, serve(Path(name), "--demo") as server:
        signs, number = map(float, call(python, Path(__file__).with_name("card_loads.py"), server, slowness, loads).split())
    what = f"what to do now, offline, at 1/{slowness} of the processor"
    return [
        Row(f"{what}, until signs and steps are seen", "ms", signs, at_most=300),
        Row(f"{what}, until the country's number is seen", "ms", number, at_most=300),
    ]
