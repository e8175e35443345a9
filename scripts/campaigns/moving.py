"""Streams that go from node to node while reports come: none may lose a line, see one twice, or stay at one node."""

import resource
import time
from collections import Counter

from followers import Followers
from history import Fault
from program import Missing

#: Streams of an account: it may have sixteen at a node.
streams_each = 4
#: Seconds of reports, and how long a stream stays at a node.
seconds, stays = 20, (1, 6)
#: Seconds until all streams are open for the first time.
patience = 120


def run(stage, count):
    """Prints what the streams saw; returns what was wrong."""
    allow_open_files(4 * count + 1000)
    streams = []
    for person in stage.crowd.add("mover", -(-count // streams_each)):
        stage.subscribe(person)
        streams += stage.streams(person, min(streams_each, count - len(streams)), stays)
    moving = Followers(streams)
    try:
        wait_until_open(streams)
        writers = stage.writers()
        writers.begin(2 * seconds)
        time.sleep(seconds)
        writers.end()
        writers.repeat()
        stage.keep(writers)
        found = stage.judge(streams)
        found += [Fault("still", f"{stream.name} was open at {len(stream.opened_at)} node only")
                  for stream in streams if len(stream.opened_at) < 2]
    finally:
        moving.end()
    hops, seen = (sum(numbers) for numbers in zip(*((stream.hops, len(stream.seen)) for stream in streams)))
    kinds = Counter(fault.kind for fault in found)
    print(f"{count:,} streams went to another node {hops:,} times in {seconds} s and saw {seen:,} lines of {len(writers.acts):,} "
          f"reports: {kinds['lost']} lost, {kinds['twice']} twice, {len(found) - kinds['lost'] - kinds['twice']} else", flush=True)
    return found


def wait_until_open(streams):
    deadline = time.monotonic() + patience
    while waiting := sum(not stream.opened_at for stream in streams):
        if time.monotonic() > deadline:
            raise Missing(f"{waiting} of {len(streams)} streams were not opened within {patience} s")
        time.sleep(0.1)


def allow_open_files(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise Missing(f"{count} files cannot be open here: ulimit -n says {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))
