"""Rounds: reports, a fault, and the look at what it did."""

import time

from history import Fault
from program import Missing

#: Seconds of reports before a fault and after it is over, and the most that a round can write.
before, after, longest = 2, 2, 120
#: Seconds after which reports must be acknowledged again: after the fault by any node, and after its end by each.
bound = 15
columns = ["round", "fault" + " " * 24, "lasted", "reports", "silent", "each node", "repeated", "hops", "lines", "lost", "twice", "else"]


class Round:
    def __init__(self, stage, kind, generator):
        self.stage, self.fault = stage, kind(stage, generator)
        self.writers = stage.writers()

    def play(self):
        """Plays the round; returns its line of the table, and what went wrong."""
        hops, hooked = self.hops(), self.stage.hook()
        self.writers.begin(longest)
        time.sleep(before)
        struck = time.monotonic()
        self.fault.strike()
        time.sleep(max(0, struck + self.fault.seconds - time.monotonic()))
        self.fault.lift()
        lifted = time.monotonic()
        slow = []
        silent = self.wait("any node", struck, None, slow)
        each = max(self.wait(node.name, lifted, node, slow) for node in self.stage.nodes)
        time.sleep(after)
        self.writers.end()
        wrong = [Fault("answer", text) for text in self.fault.wrong(self.writers.acts) + self.writers.odd]
        self.stage.cluster.wait_until_whole()
        repeated = self.writers.repeat()
        self.stage.keep(self.writers)
        found = self.stage.judge(self.stage.followers.followers) + slow + wrong
        self.stage.unhook(*hooked)
        kinds = [fault.kind for fault in found]
        lost, twice = kinds.count("lost"), kinds.count("twice")
        line = [f"{lifted - struck:.1f} s", len(self.writers.acts), f"{silent:.1f} s", f"{each:.1f} s", repeated,
                self.hops() - hops, len(self.stage.ledger()), lost, twice, len(found) - lost - twice]
        return [self.fault.name.ljust(len(columns[1])), *line], found

    def hops(self):
        return sum(follower.hops for follower in self.stage.followers.followers)

    def wait(self, name, moment, node, slow):
        """Seconds from a moment until a report that was sent after it was acknowledged."""
        while (first := self.writers.first_after(moment, node)) is None:
            if self.writers.failures:
                raise self.writers.failures[0]
            if time.monotonic() > moment + 6 * bound:
                raise Missing(f"{name} acknowledged no report within {6 * bound} s after “{self.fault.name}”")
            time.sleep(0.05)
        if first - moment > bound:
            slow.append(Fault("slow", f"{name} acknowledged no report for {first - moment:.1f} s after “{self.fault.name}”"))
        return first - moment
