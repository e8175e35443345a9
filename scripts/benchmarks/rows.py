"""One row per figure: ours, the peer's, their ratio, the budget, and whether it is met."""

import json
import statistics
from dataclasses import asdict, dataclass


class Median(float):
    """The median of rounds, which are kept in their order: what varies is measured several times."""

    def __new__(cls, rounds):
        rounds = list(rounds)
        median = super().__new__(cls, statistics.median(rounds))
        median.rounds = rounds
        return median

    def __deepcopy__(self, memo):
        return self

    @property
    def spread(self):
        """The lowest and the highest round."""
        return f"{figure(min(self.rounds))} to {figure(max(self.rounds))} in {len(self.rounds)}"


@dataclass
class Row:
    """A measured figure.

    `ratio` is how many times better ours is than the peer's, whether less or more is better.
    A row is short if its figure or its ratio misses the budget, or if ours was requested and is missing.
    """

    name: str
    unit: str
    ours: float | None = None
    peer: float | None = None
    peer_name: str = ""
    at_most: float | None = None
    at_least: float | None = None
    ratio_at_least: float | None = None

    @property
    def is_cost(self):
        """Whether less is better."""
        return self.unit in ("ms", "µs", "s", "bytes", "kB", "MB", "x")

    @property
    def ratio(self):
        if not self.ours or not self.peer:
            return None
        return self.peer / self.ours if self.is_cost else self.ours / self.peer

    @property
    def spread(self):
        """Between what values our rounds were, and how many there were; empty for what was measured once."""
        return self.ours.spread if isinstance(self.ours, Median) else ""

    @property
    def budget(self):
        parts = []
        if self.at_most is not None:
            parts.append(f"<= {figure(self.at_most)} {self.unit}")
        if self.at_least is not None:
            parts.append(f">= {figure(self.at_least)} {self.unit}")
        if self.ratio_at_least is not None:
            parts.append(f">= {figure(self.ratio_at_least)}x")
        return ", ".join(parts)

    @property
    def verdict(self):
        if self.ours is None:
            return "not run"
        kept = [
            self.at_most is None or self.ours <= self.at_most,
            self.at_least is None or self.ours >= self.at_least,
            self.ratio_at_least is None or (self.ratio or 0) >= self.ratio_at_least,
        ]
        return "ok" if all(kept) else "short"


def figure(value):
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(rows):
    lines = [("figure", "ours", "peer's", "unit", "ratio", "budget", "", "rounds", "peer")]
    for row in rows:
        ratio = f"{figure(row.ratio)}x" if row.ratio else "-"
        lines.append((row.name, figure(row.ours), figure(row.peer), row.unit, ratio, row.budget, row.verdict, row.spread, row.peer_name))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    right = {1, 2, 4}
    return "\n".join(
        "  ".join(cell.rjust(width) if column in right else cell.ljust(width)
                  for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines)


def as_json(rows):
    extra = lambda row: {"ratio": row.ratio, "budget": row.budget, "verdict": row.verdict} | (
        {"rounds": row.ours.rounds} if row.spread else {})
    return json.dumps([asdict(row) | extra(row) for row in rows], indent=2) + "\n"
