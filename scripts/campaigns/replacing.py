"""Nodes that are replaced one after the other while reports come, as for a newer version."""

import time

from history import Fault

#: Seconds of reports before the first node is replaced and after each, and the most that all of it can last.
pause, longest = 3, 120
#: The most seconds after which a node may ask a client to come again.
wait = 2


def run(stage, program):
    """Replaces each node by one of a program, and prints what reporters were told; returns what was wrong."""
    writers = stage.writers()
    writers.begin(longest)
    time.sleep(pause)
    for node in stage.nodes:
        node.end()
        node.program = program
        node.start()
        node.wait_until_ready()
        time.sleep(pause)
    writers.end()
    stage.program = program
    wrong = [*writers.odd, *too_long(writers)]
    writers.repeat()
    stage.keep(writers)
    found = stage.judge(stage.followers.followers) + [Fault("answer", text) for text in wrong]
    nobody = sum(count for answer, count in writers.answers.items() if isinstance(answer, str))
    print(f"nodes were replaced while {len(writers.acts):,} reports came: {sum(writers.waits.values()):,} were to come again "
          f"within {wait} s, {nobody:,} found nobody, {len(found)} faults", flush=True)
    return found


def too_long(writers):
    return [f"{count} reports were to come again after {seconds} s" for seconds, count in writers.waits.items()
            if seconds and int(seconds) > wait]
