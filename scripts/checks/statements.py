"""Finds what is listed here, which SQLite alone understands, in statements that PostgreSQL is to understand, too."""

import re
from pathlib import Path

from swift import sources
from tokens import NO_CODE

#: What is not said, and what is said instead.
FORBIDDEN = {
    r"\b(?:INSERT|UPDATE) OR \w+|\bREPLACE INTO\b": "ON CONFLICT, or a condition",
    r"\bON CONFLICT DO UPDATE\b": "ON CONFLICT (columns) DO UPDATE",
    r"\bifnull\(": "coalesce",
    r"\biif\(": "CASE",
    r"\bLIMIT -1\b": r"LIMIT \(Int64.max)",
    r"\browid\b": "the name of the primary key",
    r"\bGLOB\b": "substr",
    r"\bCROSS JOIN (?:\w+|\\\([\w.]+(?:\([^()]*\))?\))(?: AS \w+)? ON\b": "CROSS JOIN, and WHERE",
}

#: Files of SQLite that stay with it.
OWN = {
    "ArticleIndex.swift": "an index of words in memory",
    "DryRun.swift": "a temporary database",
    "GuideIndex.swift": "an index of words in memory",
    "PackedBoxes.swift": "the inner tables of an R*Tree",
    "PlainFenceWriter.swift": "a step of the schema that has shipped",
    "ReadingPlace.swift": "INSERT OR FAIL saves it a journal of the statement, and PostgreSQL copies instead",
    "SealingMigration.swift": "a step of the schema that has shipped",
}


def failures():
    for source in sources("Sources/Storage"):
        if source.file.name in OWN or source.file.name.startswith("Schema+") or "Files" in source.file.parts:
            continue
        for literal in NO_CODE.finditer(source.text):
            if literal["comment"]:
                continue
            for offset, found, better in complaints(literal[0]):
                line = source.line(literal.start() + offset)
                yield f"{source.file}:{line}: PostgreSQL does not know {found!r}: say {better}"
    for name in OWN:
        if not any(Path("Sources/Storage").rglob(name)):
            yield f"scripts/checks/statements.py: there is no {name}"


def complaints(literal):
    for pattern, better in FORBIDDEN.items():
        for match in re.finditer(pattern, literal):
            yield match.start(), match[0], better
    for match in re.finditer(r"(?<!\\\()\b(?:min|max)\(", literal):
        if arguments(literal, match.end())[1] > 1:
            yield match.start(), match[0] + "…, …)", "CASE"
    if not re.match(r'"""|"[A-Z]{4,} ', literal):
        return
    for match in re.finditer(r"\b(?:FROM|JOIN)\s*\(", literal):
        end, _ = arguments(literal, match.end())
        if not re.match(r"\s*AS\b", literal[end:]):
            yield match.start(), re.sub(r"\s+", " ", match[0]) + "…)", "(…) AS name"


def arguments(text, start):
    """Where the bracket that is open at `start` closes, and how many arguments it holds."""
    depth, count = 1, 1
    for offset in range(start, len(text)):
        depth += (text[offset] == "(") - (text[offset] == ")")
        count += depth == 1 and text[offset] == ","
        if depth == 0:
            return offset + 1, count
    return len(text), count
