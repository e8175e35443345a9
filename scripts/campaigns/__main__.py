"""Hurts a network of three nodes over two servers of PostgreSQL, and looks for what was lost, came twice or came too late.

Usage: scripts/campaign-nodes [--rounds COUNT] [--seed NUMBER] [--streams COUNT] [--only FAULT] [--program FILE]
                              [--newer FILE]
       scripts/campaign-nodes --control sequences | asynchronous [--program FILE]

  --rounds COUNT    how many faults there are (default: 20)
  --seed NUMBER     decides the faults and how long they last; it is printed (default: chosen by chance)
  --streams COUNT   how many streams go from node to node after the rounds (default: 1000)
  --only FAULT      has only faults whose name contains this
  --program FILE    the program (default: .build/release/breathe)
  --newer FILE      a newer version, by which the nodes are replaced one after the other (default: the same program)
  --control NAME    shows that the checker finds what is wrong: where numbers come from a sequence, or where commits wait for
                    no standby; the exit status is 0 if it does

It needs root: nodes, servers and etcd run in network namespaces of their own, which end with the campaign. Patroni looks after
the servers, with the configuration that the article PostgreSQLOperation prints. In each round eight writers report symptoms
at all nodes, while streams of those who watch go from node to node, and one thing breaks: a node, the primary, the standby, a
connection or a line between them. Afterwards the ledger must have the lines of each acknowledged report, once and numbered
without holes, each stream must have seen each line once and in order, and webhooks may only be repeated under the same
identifier. 15 s after a fault reports must be acknowledged again. Then nodes are replaced one after the other, as for a newer
version: one that cannot answer may only ask to come again within 2 s (503). In the end it tries how soon a deleted account, a
revoked token and a value of the map show at another node, which may take a second.

It does not move a network from a file: the tests MoveTests and MovedNetworkTests break that off and compare the bytes.

The exit status is 1 if anything was lost, came twice, or took too long, and 2 if something that it needs is missing or did not start.
"""

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "benchmarks"))
from program import Missing, release  # noqa: E402

import agreement  # noqa: E402
import controls  # noqa: E402
import faults  # noqa: E402
import moving  # noqa: E402
import places  # noqa: E402
import replacing  # noqa: E402
from nodes import Program  # noqa: E402
from rounds import Round, columns  # noqa: E402
from stage import Stage  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False)
    parser.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=20, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000), help=argparse.SUPPRESS)
    parser.add_argument("--streams", type=int, default=1000, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help=argparse.SUPPRESS)
    parser.add_argument("--control", choices=["sequences", "asynchronous"], help=argparse.SUPPRESS)
    parser.add_argument("--program", type=Path, default=release / "breathe", help=argparse.SUPPRESS)
    parser.add_argument("--newer", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def print_line(cells):
    print("  ".join(str(cell).rjust(len(column)) for cell, column in zip(cells, columns)), flush=True)


def campaign(stage, options):
    """All rounds; returns what went wrong."""
    generator = random.Random(options.seed)
    found = []
    if options.rounds:
        print("  ".join(columns), flush=True)
    for number, kind in enumerate(faults.course(options.rounds, generator, options.only)):
        cells, wrong = Round(stage, kind, generator).play()
        print_line([number + 1, *cells])
        found += told(wrong)
    newer = (options.newer or options.program).resolve()
    found += told(replacing.run(stage, Program(newer, stage.program.folder, stage.cluster)))
    found += told(agreement.run(stage))
    if options.streams:
        found += told(moving.run(stage, options.streams))
    return found


def told(found):
    """Prints the first few faults, and how many there are; returns all."""
    for fault in found[:5]:
        print(f"  {fault.kind}: {fault.text}", flush=True)
    if len(found) > 5:
        print(f"  and {len(found) - 5} more", flush=True)
    return found


def main():
    options = arguments()
    if options.control == "sequences":
        with tempfile.TemporaryDirectory(prefix="breathe-campaign-") as name:
            return controls.sequences(Path(name))
    for program in filter(None, (options.program, options.newer)):
        if not program.exists():
            raise Missing(f"{program} is not built: swift build -c release")
    if options.rounds and not faults.named(options.only):
        raise Missing(f"no fault is named {options.only}: {', '.join(kind.name for kind in faults.kinds)}")
    places.enter_namespaces()
    with tempfile.TemporaryDirectory(prefix="breathe-campaign-", ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o755)
        stage = Stage(options.program.resolve(), Path(name), options.control != "asynchronous")
        try:
            stage.begin()
            if options.control:
                return controls.asynchronous(stage)
            print(f"seed {options.seed}", flush=True)
            found = campaign(stage, options)
            print(stage.program.do("doctor").strip().splitlines()[-1])
        finally:
            stage.end()
    messages = stage.receiver.arrivals
    print(f"{len(messages):,} messages came over webhooks, {len(messages) - len(set(messages)):,} of them repetitions")
    print(f"{options.rounds} rounds, {len(stage.acts):,} acknowledged reports, {len(found)} faults")
    return 1 if found else 0


try:
    sys.exit(main())
except Missing as missing:
    print(f"campaign-nodes: {missing}", file=sys.stderr)
    sys.exit(2)
