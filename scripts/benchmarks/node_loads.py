"""What nodes over PostgreSQL serve and take in: readings, requests with a token, and tiles behind nginx."""

import contextlib
import http.client
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import ingest
import serving
from node_network import MovedNetwork
from program import Missing, built, call, free_port, get, running, serve
from rows import Median, Row

#: Requests with a token in a round, one after another; both stores take turns.
requests, rounds = 500, 5

#: How much longer a request with a token may take over PostgreSQL, in milliseconds.
allowance = 1

nodes = 3

#: Before the days of the uploaded rows, and so long ago that no row raises an alert.
day = date(date.today().year - 3, 4, 20).isoformat()

tile = f"/tiles/birch/{serving.tile_path}?date={day}"


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        bodies = {station: "".join(ingest.lines(number, station)) for number, station in enumerate(ingest.stations())}
        keys, token = fill(folder)
        moved = MovedNetwork(stack, folder)
        servers = moved.nodes(nodes)
        rate = ingest.row_count / ingest.timed(lambda: upload(servers[0], keys, bodies))
        bare = ingest.row_count / copying(moved, bodies)
        with serve(folder) as file:
            alone, moved_time = looking(file, servers[0], token)
        tiles = tile_rates(stack, folder, servers)
    return [
        Row("over PostgreSQL: readings over HTTP", "rows/s", rate, bare, "COPY into a bare table", at_least=50_000),
        Row("over PostgreSQL: request with a token, median beyond that over SQLite", "ms", moved_time - alone, at_most=allowance),
        Row("over PostgreSQL: request with a token, median", "ms", moved_time, alone, "the same over SQLite"),
        Row(f"warm tile, {nodes} nodes behind nginx", "req/s", tiles["all"], tiles["cache"], "nginx, proxy_cache before one node"),
        Row(f"warm tile, {nodes} nodes behind nginx, beside one", "req/s", tiles["all"], tiles["one"], "one node behind nginx"),
    ]


def fill(folder):
    """Stations with their keys, a day on the map, and an account with a token."""
    database = folder / "serve.sqlite"
    ingest.add_stations(database)
    season = folder / "season.csv"
    season.write_text(ingest.header + "".join(
        f"{station},birch,{day},{number * 7 % 400},grains/m3\n" for number, station in enumerate(ingest.stations())))
    call(built("breathe"), "import", "--feed", "plain", "--confirm", "--database", database, season)
    return ingest.station_keys(database), call(built("breathe"), "account", "create", "olivia", "--database", database).split()[-1]


def upload(server, keys, bodies):
    with ThreadPoolExecutor(ingest.uploaders) as pool:
        list(pool.map(lambda station: ingest.upload(server, station, keys[station], bodies[station]), bodies))


def copying(moved, bodies):
    """Seconds in which PostgreSQL copies the same rows into a table without keys."""
    import psycopg

    with psycopg.connect(moved.cluster.address, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (station text, allergen text, day date, value float8, unit text)")
        begin = time.perf_counter()
        for body in bodies.values():
            with connection.cursor().copy("COPY bare FROM STDIN (FORMAT csv)") as copy:
                copy.write(body)
        return time.perf_counter() - begin


def looking(file, moved, token):
    """The medians of requests with a token, over the file and over PostgreSQL, in milliseconds."""
    times = {file: [], moved: []}
    for _ in range(rounds):
        for server, found in times.items():
            found.append(statistics.median(asked(server, token)))
    return Median(times[file]), Median(times[moved])


def asked(server, token):
    with contextlib.closing(http.client.HTTPConnection(urlsplit(server).netloc, timeout=30)) as connection:
        for _ in range(requests):
            begin = time.perf_counter()
            connection.request("GET", "/v1/me", headers={"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise Missing(f"GET /v1/me was answered {answer.status}")
            yield (time.perf_counter() - begin) * 1e3


def tile_rates(stack, folder, servers):
    """Requests a second for a tile behind nginx: over all nodes, over one, and from nginx's own cache."""
    fronts = {"all": front(stack, folder, "all", servers), "one": front(stack, folder, "one", servers[:1]),
              "cache": front(stack, folder, "cache", servers[:1], caches=True)}
    entities = {get(server + tile)[1]["ETag"] for server in servers}
    if len(entities) != 1 or None in entities:
        raise Missing(f"the nodes give the same tile the entity tags {entities}")
    rates = {name: [] for name in fronts}
    for _ in range(serving.rounds):
        for name, address in fronts.items():
            rates[name].append(serving.load(address + tile, {}))
    return {name: Median(found) for name, found in rates.items()}


def front(stack, folder, name, servers, caches=False):
    place = folder / name
    place.mkdir(mode=0o755)
    port = free_port()
    upstream = "\n".join(f"    server {urlsplit(server).netloc};" for server in servers)
    cache = f"proxy_cache_path {place}/cache keys_zone=tiles:10m;" if caches else ""
    (place / "nginx.conf").write_text(f"""
daemon off;
worker_processes 2;
pid {place}/nginx.pid;
error_log {place}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path {place}/body;
  proxy_temp_path {place}/proxy;
  fastcgi_temp_path {place}/fastcgi;
  uwsgi_temp_path {place}/uwsgi;
  scgi_temp_path {place}/scgi;
  {cache}
  upstream nodes {{
{upstream}
    keepalive 64;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      {"proxy_cache tiles; proxy_cache_valid 200 1m;" if caches else ""}
    }}
  }}
}}
""")
    return stack.enter_context(
        running([serving.program(), "-p", place, "-c", place / "nginx.conf"], "/readyz", port, place / "log"))
