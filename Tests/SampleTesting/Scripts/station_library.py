"""Takes railway stations out of made-up libraries with scripts/stations.

Arguments: the script, a folder, and the table that is made of the library with stations.
"""

import struct
import subprocess
import sys
from pathlib import Path

# Where everybody knows a station; see scripts/stations.
KNOWN = [(8.5402, 47.3782), (13.3694, 52.5251), (-0.1233, 51.5308), (2.3733, 48.8443), (12.5018, 41.9011)]
CH = 3 << 5 | 8
COUNT = 12_000


def check(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


def record(longitude, latitude, country=CH, padding=0):
    return struct.pack("<ffHH", longitude, latitude, country, padding)


def table(places, **more):
    return b"".join(record(*place, **more) for place in places)


def library(records, *, shift=0):
    """Zeros, code, records that are none, and the table at some place of a word."""
    code = bytes(range(256)) * 40
    other = table([(7.0, 47.0)] * (2 * COUNT), padding=5)
    return bytes(9_000 + shift) + code + other + record(200, 95) + records + record(0, 91) + code


def main(script, folder, target):
    rows = [(5 + index / 10_000, 45.5) for index in range(COUNT)]
    full = table(KNOWN + rows + rows[:50]) + record(float("nan"), 1) + record(9.5, 47.5, country=0)
    found = None
    for shift in [0, 4, 8]:
        (Path(folder) / "library").write_bytes(library(full, shift=shift))
        run = subprocess.run([script, Path(folder) / "library", target], capture_output=True, text=True)
        check(run.returncode == 0, run.stderr)
        lines = Path(target).read_text().splitlines()
        check(lines[0] == "stop_lat,stop_lon" and len(lines) == 1 + COUNT + len(KNOWN) + 1, f"{len(lines)} lines")
        check("47.3782,8.5402" in lines and "47.5,9.5" in lines, "a station is missing")
        check(found in (None, lines), "the place of the table changes what is in it")
        found = lines
    for records, what in [(table(rows), "without known stations"), (table(KNOWN), "too few"), (table(KNOWN + rows, country=40 << 5), "without countries"), (b"", "none")]:
        (Path(folder) / "library").write_bytes(library(records))
        other = Path(folder) / "other.txt"
        run = subprocess.run([script, Path(folder) / "library", other], capture_output=True, text=True)
        check(run.returncode != 0 and "no table of stations" in run.stderr and not other.exists(), f"{what}: {run.stderr}")


main(*sys.argv[1:])
