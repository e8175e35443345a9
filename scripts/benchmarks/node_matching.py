"""An alert among very many fences in PostgreSQL, up to the committed ledger, and commits of the ledger by several writers."""

import contextlib
import json
import re
import statistics
import tempfile
from pathlib import Path

import matching
from node_network import MovedNetwork
from program import Missing, built, call
from rows import Row

#: The milliseconds that a match in a city may take among so many fences.
budgets = {1_000_000: 300, 10_000_000: 400}

writers = 16

#: What a line of the ledger costs PostgreSQL when nothing is matched, sealed or numbered without holes.
plain_insert = """
CREATE TABLE line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, alert bigint NOT NULL, account bigint NOT NULL,
    state text NOT NULL, created bigint NOT NULL);
"""
plain_script = "INSERT INTO line (alert, account, state, created) VALUES (1, 1, 'delivered', 0);\n"


def run(peers_only, rows=matching.fence_count):
    if peers_only:
        raise Missing("PostGIS is asked about the fences that our program makes up")
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        table = folder / "fences.tsv"
        call(built("breathe-bench"), "match", "--fences", rows, "--database", folder / "serve.sqlite", "--fences-tsv", table)
        moved = MovedNetwork(stack, folder)
        place = ["--database", moved.file, "--store", moved.store]
        ours = json.loads(call(built("breathe-bench"), "match", *place))
        ledger = json.loads(call(built("breathe-bench"), "ledger", *place, "--writers", writers))
        plain = pgbench(folder, moved.cluster)
        dense, sparse, wrong = matching.postgis(folder, table, ours)
    middle = lambda kind: statistics.median(found["seconds"] for found in ours[kind]) * 1e3
    concerned = statistics.median(len(found["accounts"]) for found in ours["dense"])
    peer = "PostGIS, GiST, one statement, the same rows"
    return [
        Row(f"over PostgreSQL: match and ledger in a city, {concerned:,.0f} subscribers of {rows:,} fences", "ms",
            middle("dense"), dense * 1e3, peer, at_most=budgets.get(rows), ratio_at_least=2),
        Row("over PostgreSQL: match and ledger in the country", "ms", middle("sparse"), sparse * 1e3, peer),
        Row("over PostgreSQL: subscribers that PostGIS finds and we do not, or the other way round", "", wrong, at_most=0),
        Row(f"over PostgreSQL: alerts committed by {writers} writers, {ledger['linesPerCommit']:.1f} lines each", "commits/s",
            ledger["commitsPerSecond"], plain, f"pgbench, {writers} clients, plain inserts", at_least=1_000,
            ratio_at_least=0.25),
    ]


def pgbench(folder, cluster):
    """Transactions a second that insert a line each."""
    script = folder / "plain.sql"
    script.write_text(plain_script)
    connection = ["--host", cluster.folder, "--username=postgres"]
    call("psql", *connection, "--dbname=postgres", "--quiet", "--command", plain_insert)
    said = call(matching.postgres / "pgbench", *connection, "--no-vacuum", "--client", writers, "--jobs", 2, "--time", 5,
                "--file", script, "postgres")
    return float(re.search(r"tps = ([\d.]+)", said)[1])
