"""What can go wrong in a round: each fault strikes, lasts for some seconds, and is lifted."""

import contextlib
import signal
import time

import psycopg


class Fault:
    #: What the table calls it.
    name = ""

    def __init__(self, stage, generator):
        self.stage = stage
        self.seconds = generator.uniform(*self.lasts)
        self.node = generator.choice(stage.nodes)
        self.primary, self.standby = stage.cluster.primary(), stage.cluster.standby()

    #: The shortest and the longest time until it is lifted.
    lasts = (3, 20)

    def strike(self):
        raise NotImplementedError

    def lift(self):
        pass

    def wrong(self, acts):
        """What must not have been acknowledged meanwhile."""
        return []


class KilledNode(Fault):
    name = "node killed"

    def strike(self):
        self.node.signal(signal.SIGKILL)

    def lift(self):
        self.node.start()
        self.node.wait_until_ready()


class StoppedNode(Fault):
    name = "node stopped"

    def strike(self):
        self.node.signal(signal.SIGSTOP)

    def lift(self):
        self.node.signal(signal.SIGCONT)


class CutNode(Fault):
    name = "node cut from primary"

    def strike(self):
        self.stage.lines.cut(self.node.place, self.primary.place)

    def lift(self):
        self.stage.lines.mend()


class DeafNodes(Fault):
    """The connections that hear of others' commits end; the nodes make new ones, which end, too."""

    name = "listeners ended"
    lasts = (3, 6)

    def strike(self):
        self.ended = 0
        with self.stage.cluster.connect("postgres") as connection:
            for _ in range(5):
                found = connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
                self.ended += found.rowcount
                time.sleep(0.5)

    def wrong(self, acts):
        return [] if self.ended >= len(self.stage.nodes) else [f"{self.ended} connections listened"]


class KilledServer(Fault):
    """The server dies, and its Patroni lives and sees it."""

    name = "primary killed"

    def strike(self):
        self.primary.signal(signal.SIGKILL, with_patroni=False)


class LostPrimary(Fault):
    name = "primary lost with Patroni"

    def strike(self):
        self.primary.signal(signal.SIGKILL, with_patroni=True)

    def lift(self):
        self.primary.start()


class StoppedServer(Fault):
    name = "primary stopped"

    def strike(self):
        self.primary.signal(signal.SIGSTOP, with_patroni=False)

    def lift(self):
        self.primary.signal(signal.SIGCONT, with_patroni=False)


class StoppedPrimary(Fault):
    """A machine stands still, and when it goes on it still takes itself for the primary."""

    name = "primary stopped with Patroni"

    def strike(self):
        self.primary.signal(signal.SIGSTOP, with_patroni=True)

    def lift(self):
        self.primary.signal(signal.SIGCONT, with_patroni=True)


class IsolatedPrimary(Fault):
    name = "primary cut from all"

    def strike(self):
        others = [self.standby, self.stage.cluster.etcd, *self.stage.nodes]
        for other in others:
            self.stage.lines.cut(self.primary.place, other.place)

    def lift(self):
        self.stage.lines.mend()


class CutStandby(Fault):
    name = "primary cut from standby"

    def strike(self):
        self.stage.lines.cut(self.primary.place, self.standby.place)

    def lift(self):
        self.stage.lines.mend()


class KilledStandby(Fault):
    name = "standby killed"

    def strike(self):
        self.standby.signal(signal.SIGKILL, with_patroni=False)


class LostStandby(Fault):
    name = "standby lost with Patroni"

    def strike(self):
        self.standby.signal(signal.SIGKILL, with_patroni=True)

    def lift(self):
        self.standby.start()


class CancelledWait(Fault):
    """Commits that wait for the standby are told not to wait: what they did may be lost, so nobody may be told that it is kept."""

    name = "waits cancelled"
    #: Shorter than the time after which the primary gives up the standby.
    lasts = (2.5, 2.5)

    def strike(self):
        self.cancelled, self.until = 0, None
        self.standby.signal(signal.SIGSTOP, with_patroni=False)
        self.since = time.monotonic()
        with contextlib.suppress(psycopg.Error), self.primary.connect() as connection:
            while time.monotonic() < self.since + self.seconds:
                found = connection.execute(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'breathe'")
                self.cancelled += found.rowcount
                time.sleep(0.02)
            until = time.monotonic()
            if connection.execute("SHOW synchronous_standby_names").fetchone()[0]:
                self.until = until

    def lift(self):
        self.standby.signal(signal.SIGCONT, with_patroni=False)

    def wrong(self, acts):
        if not self.cancelled or not self.until:
            return ["no wait was cancelled while the standby was stopped"]
        return [f"{act.key} was acknowledged by {act.node.name} while no standby could confirm it" for act in acts
                if act.acknowledged and self.since < act.begun and act.acknowledged < self.until]


class LostCommits(Fault):
    """For a control: what the primary acknowledges after the standby has lost sight of it goes with its machine."""

    name = "primary lost behind a cut"
    #: Longer than it takes until the standby is the primary.
    lasts = (30, 30)

    def strike(self):
        self.stage.lines.cut(self.primary.place, self.standby.place)
        time.sleep(4)
        self.primary.signal(signal.SIGKILL, with_patroni=True)
        self.stage.lines.mend()

    def lift(self):
        self.primary.start()


kinds = [
    KilledNode, StoppedNode, CutNode, DeafNodes, KilledServer, LostPrimary, StoppedServer, StoppedPrimary, IsolatedPrimary,
    CutStandby, KilledStandby, LostStandby, CancelledWait]


def named(words):
    """The kinds whose name contains some words."""
    return [kind for kind in kinds if words in kind.name]


def course(rounds, generator, words):
    """The kinds of so many rounds: each comes before any comes again."""
    chosen, choice = [], named(words)
    while len(chosen) < rounds:
        chosen += generator.sample(choice, len(choice))
    return chosen[:rounds]
