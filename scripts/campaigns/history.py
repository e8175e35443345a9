"""What was sent, kept and seen, and what of it must not be: lost, kept twice, or out of order.

Nothing here knows a server: the checker judges what others have collected, so that it can be shown to find what is wrong.
"""

from collections import Counter
from typing import NamedTuple


class Line(NamedTuple):
    """A line of the ledger."""

    number: int
    alert: str
    account: int
    #: 0 for the inbox.
    channel: int
    #: What became of it: `delivered` means for a channel that its receiver accepted it, `queued` and `sent` that it waits.
    state: str = "delivered"


class View(NamedTuple):
    """The lines that a stream of an account brought, from one node or several, in the order in which they came."""

    name: str
    account: int
    seen: list
    #: How often a node said that something was missing.
    gaps: int = 0


class Arrival(NamedTuple):
    """A message that a receiver got."""

    account: int
    alert: str
    #: The identifier by which a receiver knows a repetition.
    message: str


class Fault(NamedTuple):
    #: `lost`, `twice`, or what else is wrong.
    kind: str
    text: str


def faults(lines, reported, views, arrivals=()):
    """All that is wrong.

    `reported` has each alert that was acknowledged, which must be all that there are, with its targets: pairs of account
    and channel that have one line of it each. `arrivals` are what the receivers of the channels got.
    """
    inboxes = {}
    for line in lines:
        if not line.channel:
            inboxes.setdefault(line.account, set()).add(line.number)
    return [
        *wrong_numbers(lines), *wrong_lines(lines, reported),
        *(fault for view in views for fault in wrong_view(inboxes.get(view.account, set()), view)),
        *wrong_messages(lines, arrivals)]


def wrong_numbers(lines):
    """Numbers are given out one after the other: a hole or a repetition means that commits and numbers have another order."""
    numbers = Counter(line.number for line in lines)
    for number in (number for number, count in numbers.items() if count > 1):
        yield Fault("twice", f"number {number} of the ledger")
    span = max(numbers) - min(numbers) + 1 if numbers else 0
    if span != len(numbers):
        yield Fault("hole", f"{len(numbers)} numbers from {min(numbers)} to {max(numbers)}, which are {span}")


def wrong_lines(lines, reported):
    kept = Counter((line.alert, line.account, line.channel) for line in lines)
    wanted = {(alert, *target) for alert, targets in reported.items() for target in targets}
    for line in sorted(wanted - kept.keys()):
        yield Fault("lost", "ledger line of alert {}, account {}, channel {}".format(*line))
    for line, count in sorted(kept.items()):
        if count > 1 or line not in wanted:
            yield Fault("twice", "ledger line of alert {}, account {}, channel {}".format(*line))


def wrong_view(wanted, view):
    times = Counter(view.seen)
    yield from (Fault("lost", f"{view.name} did not see line {number}") for number in sorted(wanted - times.keys()))
    for number, count in sorted(times.items()):
        if count > 1:
            yield Fault("twice", f"{view.name} saw line {number} {count} times")
        if number not in wanted:
            yield Fault("lost", f"{view.name} saw line {number}, which is not there")
    later = [number for former, number in zip(view.seen, view.seen[1:]) if number < former]
    if later:
        yield Fault("disorder", f"{view.name} saw line {later[0]} after one with a higher number")
    if view.gaps:
        yield Fault("gap", f"{view.name} was told {view.gaps} times that something is missing")


def wrong_messages(lines, arrivals):
    """A message may come again, but only under the identifier that it had.

    One that was held back, as repetitions of the same allergen are, may not come.
    """
    names = {}
    for arrival in arrivals:
        names.setdefault((arrival.account, arrival.alert), set()).add(arrival.message)
    for line in (line for line in lines if line.channel):
        known = names.pop((line.account, line.alert), ())
        what = f"message about alert {line.alert} to account {line.account}"
        if line.state in ("queued", "sent") or line.state == "delivered" and not known:
            yield Fault("lost", f"{what}, which is {line.state}")
        if len(known) > 1 or known and line.state == "suppressed":
            yield Fault("twice", f"{what}, which is {line.state}, under {len(known)} identifiers")
    for account, alert in sorted(names):
        yield Fault("twice", f"message about alert {alert} to account {account}, which has no line")
