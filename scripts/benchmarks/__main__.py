"""Runs the named benchmarks, or all, and prints their rows."""

import argparse
import importlib
import sys

import rows
from program import Missing

#: What each suite measures, part by part; a part may be asked for by its own name.
suites = {"tiles": ["tiles"], "http": ["serving"], "ingest": ["ingest", "imports"], "alerts": ["matching", "streams", "webhooks", "reports"],
          "nodes": ["node_matching", "node_streams", "node_loads"],
          "accounts": ["accounts"], "pages": ["pages", "places"], "diary": ["diary", "diaries", "apple", "reminders"],
          "help": ["sos", "card", "medicines"], "articles": ["articles"], "forms": ["forms"], "studies": ["studies"],
          "forecasts": ["forecasts", "weather"], "trips": ["trips"], "soak": ["soak"]}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("suite", nargs="*", metavar="|".join(suites))
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--peers-only", action="store_true")
    parser.add_argument("--rows", type=int, metavar="COUNT")
    parser.add_argument("--minutes", type=float, metavar="COUNT")
    options = parser.parse_args()
    parts = {part for suite in suites.values() for part in suite}
    for name in options.suite:
        if name not in suites and name not in parts:
            parser.error(f"there is no benchmark {name}; there are {', '.join(suites)}")

    measured = []
    for name in options.suite or suites:
        for part in suites.get(name, [name]):
            print(f"measuring {part} …", file=sys.stderr)
            extra = {"rows": options.rows} if part in ("imports", "diaries", "studies", "node_matching") and options.rows else {}
            if part == "soak" and options.minutes:
                extra = {"minutes": options.minutes}
            measured += importlib.import_module(part).run(options.peers_only, **extra)
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
