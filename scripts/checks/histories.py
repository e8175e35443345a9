"""Shows the checker of scripts/campaign-nodes made-up histories: it has to find what is wrong, and nothing in a right one."""

import sys
from pathlib import Path


def failures():
    sys.path.insert(0, str(Path("scripts/campaigns")))
    try:
        import history
    finally:
        sys.path.pop(0)
    for name, expected, (lines, reported, views, arrivals) in cases(history):
        found = {fault.kind for fault in history.faults(lines, reported, views, arrivals)}
        if found != expected:
            yield f"the checker of campaigns finds {found or 'nothing'} in a history with {name}, not {expected or 'nothing'}"


def cases(history):
    """Histories of two reports, which concern an account with a webhook and one without: names, and the kinds of faults."""
    Line, View, Arrival = history.Line, history.View, history.Arrival
    targets = {(1, 0), (1, 7), (2, 0)}
    lines = [Line(1, "a", 1, 0), Line(2, "a", 1, 7), Line(3, "a", 2, 0), Line(4, "b", 1, 0), Line(5, "b", 1, 7, "suppressed"),
             Line(6, "b", 2, 0)]
    reported = {"a": targets, "b": targets}
    views = [View("one", 1, [1, 4]), View("two", 2, [3, 6])]
    arrivals = [Arrival(1, "a", "m")]

    def seen(*numbers, gaps=0):
        return lines, reported, [View("one", 1, list(numbers), gaps), views[1]], arrivals

    def came(*more):
        return lines, reported, views, [*arrivals, *more]

    yield "nothing wrong", set(), (lines, reported, views, arrivals)
    yield "a repeated message", set(), came(Arrival(1, "a", "m"))
    yield "a repetition under another identifier", {"twice"}, came(Arrival(1, "a", "n"))
    yield "a message that was held back", {"twice"}, came(Arrival(1, "b", "m"))
    yield "a message without a line", {"twice"}, came(Arrival(2, "a", "m"))
    yield "a message that did not come", {"lost"}, (lines, reported, views, [])
    yield "a message that waits", {"lost"}, ([*lines[:4], lines[4]._replace(state="queued"), lines[5]], reported, views, arrivals)
    yield "a line that a stream missed", {"lost"}, seen(4)
    yield "a line that a stream saw twice", {"twice"}, seen(1, 4, 4)
    yield "lines in another order", {"disorder"}, seen(4, 1)
    yield "a line that is gone", {"lost"}, seen(1, 4, 7)
    yield "a gap", {"gap"}, seen(1, 4, gaps=1)
    yield "a hole", {"hole"}, (
        [*lines[:5], lines[5]._replace(number=8)], reported, [views[0], View("two", 2, [3, 8])], arrivals)
    yield "a number that was given twice", {"twice"}, (
        [*lines[:5], lines[5]._replace(number=5)], reported, [views[0], View("two", 2, [3, 5])], arrivals)
    yield "an acknowledged report without its last line", {"lost"}, (lines[:5], reported, [views[0], View("two", 2, [3])], arrivals)
    yield "an account that was told twice", {"twice"}, (
        [*lines, Line(7, "b", 2, 0)], reported, [views[0], View("two", 2, [3, 6, 7])], arrivals)
    yield "a report that nobody sent", {"twice"}, (
        [*lines, Line(7, "c", 2, 0)], reported, [views[0], View("two", 2, [3, 6, 7])], arrivals)
