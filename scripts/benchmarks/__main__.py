"""Runs the benchmarks that are named, or all, and prints their rows."""

import argparse
import importlib
import sys

import rows
from program import Missing

suites = {"tiles": "tiles", "http": "serving", "ingest": "ingest"}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("suite", nargs="*", metavar="|".join(suites))
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--peers-only", action="store_true")
    options = parser.parse_args()
    for name in options.suite:
        if name not in suites:
            parser.error(f"there is no benchmark {name}; there are {', '.join(suites)}")

    measured = []
    for name in options.suite or suites:
        print(f"measuring {name} …", file=sys.stderr)
        measured += importlib.import_module(suites[name]).run(options.peers_only)
    print(rows.table(measured))
    if options.json:
        with open(options.json, "w") as file:
            file.write(rows.as_json(measured))
    return 1 if any(row.verdict == "short" for row in measured) else 0


try:
    sys.exit(main())
except Missing as missing:
    print(f"bench: {missing}", file=sys.stderr)
    sys.exit(2)
