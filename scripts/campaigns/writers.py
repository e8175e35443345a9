"""Eight who report, each at a node and at the next one when that does not answer, under the same Idempotency-Key."""

import http.client
import itertools
import threading
import time
from collections import Counter

import people
from program import Missing

#: Seconds that a writer waits for an answer; a commit may wait for the standby for longer.
patience = 6
#: Seconds between two reports of a writer.
pace = 0.4
#: What a node may say when it cannot write at the moment: a key is in use (409), or the store is not usable (503).
refusals = {409, 503}


class Act:
    """A report, who sent it, where it was acknowledged, and when."""

    def __init__(self, number, token):
        self.number, self.token, self.body = number, token, people.report(number)
        self.key = f"report {number}"
        self.alert = self.node = self.begun = self.acknowledged = self.wait = None

    def send(self, node, timeout=patience):
        """Sends it once, and returns the status of the answer."""
        self.begun = time.monotonic()
        status, headers, _ = node.ask("POST", "/v1/alerts", self.token, self.body, self.key, timeout)
        self.wait = headers["Retry-After"]
        if status == 201:
            self.alert = headers["Location"].split("/")[-1]
            self.node, self.acknowledged = node, time.monotonic()
        return status


class Writers:
    """Reports for as long as a round lasts, by accounts of that round."""

    count = 8

    def __init__(self, nodes, numbers, crowd):
        self.nodes, self.numbers, self.crowd = nodes, numbers, crowd
        self.acts, self.answers, self.failures = [], Counter(), []
        #: How often nodes asked to come again (503), by the seconds that they named.
        self.waits = Counter()
        self.over, self.lock, self.tokens = threading.Event(), threading.Lock(), []
        self.threads = [threading.Thread(target=self.run, args=[place], daemon=True) for place in range(self.count)]

    def begin(self, seconds):
        """Starts; `seconds` is the most that the round can last."""
        reports = int(seconds / pace) * self.count
        reporters = self.crowd.add("reporter", reports // people.reports_each + 1)
        self.tokens = (person.token for person in reporters for _ in range(people.reports_each))
        for thread in self.threads:
            thread.start()

    def run(self, place):
        try:
            while not self.over.wait(pace):
                self.deliver(self.next(), place)
        except Exception as error:
            self.failures.append(error)

    def next(self):
        with self.lock:
            token = next(self.tokens, None)
            if token is None:
                raise Missing("a round lasted longer than its reporters suffice")
            act = Act(next(self.numbers), token)
            self.acts.append(act)
            return act

    def deliver(self, act, place):
        """Sends a report until it is acknowledged or the round is over, first to the writer's own node."""
        while not act.alert and not self.over.is_set():
            node = self.nodes[place % len(self.nodes)]
            try:
                answer = act.send(node)
            except (OSError, http.client.HTTPException) as error:
                answer = type(error).__name__
            self.answers[answer] += 1
            if answer == 503:
                self.waits[act.wait] += 1
            if not act.alert:
                place += 1
                self.over.wait(0.1)

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise self.failures[0]

    def repeat(self, seconds=60):
        """Repeats what was not acknowledged until it is; returns how much that was."""
        waiting = [act for act in self.acts if not act.alert]
        deadline = time.monotonic() + seconds
        for act, node in zip(waiting, itertools.cycle(self.nodes)):
            while not act.alert:
                if time.monotonic() > deadline:
                    raise Missing(f"{node.name} does not acknowledge a report within {seconds} s")
                try:
                    act.send(node)
                except (OSError, http.client.HTTPException):
                    time.sleep(0.1)
        return len(waiting)

    @property
    def odd(self):
        """Answers that nobody should get."""
        odd = [f"{count} reports were answered {answer}" for answer, count in self.answers.items()
               if isinstance(answer, int) and answer != 201 and answer not in refusals]
        return [*odd, f"{self.waits[None]} reports were answered 503 without Retry-After"] if self.waits[None] else odd

    def first_after(self, moment, node=None):
        """When the first report that was sent after a moment was acknowledged, by a node or by any."""
        return min((act.acknowledged for act in self.acts
                    if act.acknowledged and act.begun >= moment and node in (None, act.node)), default=None)
