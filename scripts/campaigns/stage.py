"""Everything that a campaign runs on: three nodes over two servers, those who watch, their streams, and what came of it."""

import itertools
import signal
import time

import people
from cluster import Cluster
from followers import Follower, Followers
from history import Line, faults
from nodes import Node, Program
from places import Lines
from program import Missing
from receiver import Receiver
from writers import Writers

#: Who watches, each with two streams; and who has a webhook, in one round only.
watchers, streams_each, hooked = 4, 2, 8
#: Seconds that a stream stays at a node.
stays = (5, 60)
#: Seconds until all streams and receivers have what they should: jobs rest for up to 25 s after a failover.
settling = 120


class Stage:
    def __init__(self, file, folder, is_synchronous):
        self.followers = None
        self.lines = Lines()
        self.cluster = Cluster(folder, is_synchronous)
        self.program = Program(file, folder, self.cluster)
        self.nodes = [Node(self.program, number) for number in (1, 2, 3)]
        self.receiver, self.numbers = Receiver(), itertools.count()
        self.acts, self.targets, self.reported, self.known = [], set(), {}, set()

    def begin(self):
        """Starts everything, and opens the streams."""
        self.cluster.begin()
        # The first one makes the tables.
        for node in self.nodes:
            node.start()
            node.wait_until_ready()
        self.crowd = people.Crowd(self.program)
        self.followers = Followers(self.watch())

    def watch(self):
        """Opens the accounts that watch, and makes their streams."""
        made = []
        for person in self.crowd.add("watcher", watchers):
            self.subscribe(person)
            made += self.streams(person, streams_each, stays)
        return made

    def subscribe(self, person):
        """Makes a fence around all reports, and returns where it is."""
        self.targets.add((person.account, 0))
        return f"/v1/me/fences/{self.nodes[0].make('/v1/me/fences', person.token, people.fence())['id']}"

    def streams(self, person, count, stays):
        return [Follower(f"stream {number} of {person.name}", person, self.nodes, number, stays) for number in range(count)]

    def hook(self):
        """Gives new accounts webhooks; returns their targets, and their fences."""
        former, fences = set(self.targets), []
        owners = self.crowd.add("hooked", hooked)
        for owner in owners:
            self.nodes[0].make(
                "/v1/me/channels", owner.token, {"kind": "webhook", "url": self.receiver.url(owner.account)})
            fences.append((self.subscribe(owner), owner.token))
        with self.cluster.connect() as connection:
            self.targets |= set(connection.execute(
                "SELECT account, number FROM channel WHERE account = ANY (%s)",
                [[owner.account for owner in owners]]).fetchall())
        return self.targets - former, fences

    def unhook(self, targets, fences):
        """Takes these accounts their fences, so that they get no more."""
        for fence, token in fences:
            status, _, answer = self.nodes[0].ask("DELETE", fence, token)
            if status != 204:
                raise Missing(f"the deletion of a fence was answered {status}: {answer[:300].decode(errors='replace')}")
        self.targets -= targets

    def writers(self):
        return Writers(self.nodes, self.numbers, self.crowd)

    def keep(self, writers):
        """Takes over what was sent in a round, all of which is acknowledged."""
        self.acts += writers.acts
        self.reported |= {act.alert: frozenset(self.targets) for act in writers.acts}

    def ledger(self):
        with self.cluster.connect() as connection:
            found = connection.execute(
                """
                SELECT delivery.id, coalesce(alert.id, 'missing'), delivery.account, delivery.channel, delivery.state
                FROM delivery LEFT JOIN alert ON alert.number = delivery.alert ORDER BY delivery.id
                """)
            return [Line(*row) for row in found]

    def judge(self, followers):
        """What is wrong and was not before, once streams and receivers have had time to get what they lack."""
        deadline = time.monotonic() + settling
        while True:
            found = faults(self.ledger(), self.reported, [follower.view for follower in followers], self.receiver.arrivals)
            new = [fault for fault in found if fault not in self.known]
            if time.monotonic() > deadline or not any(fault.kind == "lost" for fault in new):
                self.known |= set(new)
                return new
            time.sleep(1)

    def end(self):
        if self.followers:
            self.followers.end()
        for node in self.nodes:
            node.signal(signal.SIGKILL)
        self.cluster.end()
