"""Matching an alert with a million fences, up to the committed ledger, compared with PostGIS on the same rows."""

import contextlib
import json
import math
import os
import pwd
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from program import Missing, built
from rows import Row

fence_count = 1_000_000

#: Where Debian puts the programs of its PostgreSQL.
postgres = Path("/usr/lib/postgresql/15/bin")

schema = """
CREATE EXTENSION postgis;
CREATE UNLOGGED TABLE loaded (account bigint, longitude float8, latitude float8, radius float8, shape text);
CREATE TABLE fence (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account bigint NOT NULL, name text NOT NULL,
    centre geography(Point) NOT NULL, radius float8, shape geometry(Polygon, 4326) NOT NULL,
    kinds int NOT NULL DEFAULT 7, low bigint NOT NULL DEFAULT 4, high bigint NOT NULL DEFAULT 0,
    ownLow bigint NOT NULL DEFAULT 4, ownHigh bigint NOT NULL DEFAULT 0, timeZone text NOT NULL DEFAULT 'GMT',
    quietFrom int, quietUntil int, quietException int, starts bigint, ends bigint);
CREATE TABLE delivery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, alert bigint NOT NULL, account bigint NOT NULL,
    channel bigint NOT NULL, state text NOT NULL, reason text, fences jsonb NOT NULL, distance float8,
    crossReaction int, created bigint NOT NULL, updated bigint NOT NULL, UNIQUE (alert, account, channel));
CREATE INDEX deliveryByAccount ON delivery (account, id);
"""

fill = """
INSERT INTO fence (account, name, centre, radius, shape)
    SELECT account, 'Home', ST_MakePoint(longitude, latitude)::geography, radius, ST_GeomFromText(shape, 4326) FROM loaded;
CREATE INDEX fenceShape ON fence USING gist (shape);
DROP TABLE loaded;
VACUUM ANALYZE fence;
"""

#: The public grid of reports in degrees, and the radius in metres around a cell's centre that covers the cell: a report
#: concerns every fence that may contain it, judging by the public cell.
grid, reach = 0.01, 785

#: The index holds boxes. As in our program, circles are tested on the spheroid and polygons in the plane, and a fence's
#: rules are its kinds of alert, its allergens, its dates and its quiet hours.
match = """
INSERT INTO delivery (alert, account, channel, state, reason, fences, created, updated)
SELECT %(alert)s, account, 0, CASE WHEN quiet THEN 'suppressed' ELSE 'delivered' END,
    CASE WHEN quiet THEN 'quietHours' END, fences, 0, 0
FROM (
    SELECT account, jsonb_agg(name) AS fences, bool_or((ownLow & 4) <> 0 OR (ownHigh & 0) <> 0) AS own,
        bool_and(quietFrom IS NOT NULL AND coalesce(quietException, 9) > 0
            AND (now() AT TIME ZONE timeZone)::time >= make_time(quietFrom / 60, quietFrom %% 60, 0)) AS quiet
    FROM fence
    WHERE (kinds & 2) <> 0 AND ((low & 4) <> 0 OR (high & 0) <> 0) AND (starts IS NULL OR starts <= 0)
        AND (ends IS NULL OR ends > 0) AND account <> 0
        AND shape && ST_MakeEnvelope(%(longitude)s - %(width)s, %(latitude)s - %(height)s,
            %(longitude)s + %(width)s, %(latitude)s + %(height)s, 4326)
        AND CASE WHEN radius IS NULL THEN ST_Intersects(shape, ST_MakeEnvelope(%(longitude)s - %(half)s,
                %(latitude)s - %(half)s, %(longitude)s + %(half)s, %(latitude)s + %(half)s, 4326))
            ELSE ST_DWithin(centre, ST_MakePoint(%(longitude)s, %(latitude)s)::geography, radius + %(reach)s) END
    GROUP BY account) AS concerned
ON CONFLICT (alert, account, channel) DO NOTHING
"""


def run(peers_only):
    if peers_only:
        raise Missing("PostGIS is asked about the fences that our program makes up")
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        table = folder / "fences.tsv"
        ours = json.loads(subprocess.run(
            [built("breathe-bench"), "match", "--fences", str(fence_count), "--database", folder / "match.sqlite",
             "--fences-tsv", table], check=True, capture_output=True, text=True).stdout)
        dense, sparse, wrong = postgis(folder, table, ours)
    dense_ours = statistics.median(found["seconds"] for found in ours["dense"]) * 1e3
    sparse_ours = statistics.median(found["seconds"] for found in ours["sparse"]) * 1e3
    concerned = statistics.median(len(found["accounts"]) for found in ours["dense"])
    return [
        Row("fences added in bulk", "fences/s", ours["fencesPerSecond"], at_least=50_000),
        Row(f"match and ledger in a city, {concerned:,.0f} subscribers of {fence_count:,} fences", "ms", dense_ours,
            dense * 1e3, "PostGIS, GiST, the same rows", at_most=250, ratio_at_least=2),
        Row("match and ledger in the country", "ms", sparse_ours, sparse * 1e3, "PostGIS, GiST, the same rows", at_most=1),
        Row("subscribers that PostGIS finds and we do not, or the other way round", "", wrong, at_most=0),
    ]


def postgis(folder, table, ours):
    """Seconds of a match in the city and in the country, and how many accounts differ from ours."""
    with Cluster(folder) as cluster, cluster.filled(table) as connection:
        wrong = 0
        times = {"dense": [], "sparse": []}
        number = 0
        for kind in times:
            for found in ours[kind]:
                number += 1
                times[kind].append(seconds(connection, number, found["longitude"], found["latitude"]))
                accounts = connection.execute("SELECT account FROM delivery WHERE alert = %s", (number,)).fetchall()
                wrong += len({account for account, in accounts} ^ set(found["accounts"]))
    return statistics.median(times["dense"]), statistics.median(times["sparse"]), wrong


def seconds(connection, alert, longitude, latitude):
    """Seconds from an alert at a position to the committed ledger."""
    start = time.perf_counter()
    connection.execute(match, {"alert": alert} | cell(longitude, latitude))
    return time.perf_counter() - start


def cell(longitude, latitude):
    """The cell that contains a position: its centre, half its size, and half the size of the search box, in degrees."""
    middle = (math.floor((latitude + 90) / grid) + 0.5) * grid - 90
    height = reach * 1.006 / 111_195
    return {
        "longitude": round((math.floor((longitude + 180) / grid) + 0.5) * grid - 180, 10), "latitude": round(middle, 10),
        "half": grid / 2 + 1e-9, "height": height, "width": height / math.cos(math.radians(abs(middle) + height)),
        "reach": reach}


class Cluster:
    """A separate PostgreSQL on a socket in a temporary folder, stopped at the end."""

    def __init__(self, folder):
        if not (postgres / "initdb").exists():
            raise Missing("postgresql-15-postgis-3 is not installed")
        self.folder = Path(tempfile.mkdtemp(prefix="breathe-postgres-"))
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.address = f"host={self.folder} dbname=postgres user=postgres"

    def __enter__(self):
        if self.user:
            shutil.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        data = self.folder / "data"
        self.call("initdb", "--username=postgres", "--auth=trust", "-D", data)
        self.call("pg_ctl", "-D", data, "-w", "-l", self.folder / "log", "start", "-o",
                  f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c shared_buffers=1GB -c max_connections=200 "
                  "-c work_mem=64MB -c maintenance_work_mem=512MB -c max_wal_size=4GB")
        return self

    def __exit__(self, *_):
        self.call("pg_ctl", "-D", self.folder / "data", "-m", "fast", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def filled(self, table):
        """A connection to the database with the fences of a table."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(schema)
            with table.open("rb") as rows, connection.cursor().copy("COPY loaded FROM STDIN") as copy:
                while chunk := rows.read(1 << 20):
                    copy.write(chunk)
            for statement in fill.strip().split(";\n"):
                connection.execute(statement)
            yield connection

    def call(self, name, *arguments):
        command = [str(postgres / name), *map(str, arguments)]
        if self.user:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
