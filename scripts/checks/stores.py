"""Holds App to the protocols of its stores: the database behind them is named where it is opened, and nowhere else."""

import re
from pathlib import Path

from swift import sources

#: What only a store of SQLite has: its classes, and the queues that read its tables.
NAMES = re.compile(r"\b(?:SQLite\w+|(?:Reminder|HelpReminder|Notice)Ledger)\b")

#: Where they are named.
OWN = {
    "Conformances.swift": "says which protocols they fulfil",
    "Stores.swift": "opens them",
}


def failures():
    for source in sources("Sources/App"):
        if source.file.name in OWN:
            continue
        for match in NAMES.finditer(source.code):
            line = source.line(match.start())
            yield f"{source.file}:{line}: {match[0]} is named where stores are opened; ask for a protocol"
    for name in OWN:
        if not any(Path("Sources/App").rglob(name)):
            yield f"scripts/checks/stores.py: there is no {name}"
