"""One report to thousands of open event streams, compared with nginx and nchan, with the same client. Loopback only."""

import contextlib
import json
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import matching
from connections import allow_open_files
from program import Missing, built, call, free_port, running, serve
from rows import Median, Row

rounds = 5

#: One report for each allergen, because reports of the same allergen at the same place are joined.
allergens = ["birch", "alder", "hazel", "ash", "oak", "beech", "plane", "olive", "grass", "mugwort"]

#: The place of the reports.
place = (7.596, 47.566)

#: Bytes of one of our events; the peer's message has the same length.
event_size = 400

#: Streams of one client: a process may not open many more files.
streams_of_client = 16_000

module = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
peer_name = "nginx + nchan, 2 workers"


def run(peers_only):
    allow_open_files(20_000)
    usual = measure(8_000, peers_only)
    many = measure(15_000, peers_only)
    ours, theirs = pair(usual, "p99")
    return [
        Row("8,000 streams, POST to receipt, p50", "ms", *pair(usual, "p50"), peer_name),
        Row("8,000 streams, POST to receipt, p99", "ms", ours, theirs, peer_name, ratio_at_least=1),
        Row("8,000 streams, POST to receipt, p99, found and recorded", "ms", ours, theirs + recording(8_000),
            "PostGIS, then nginx + nchan", ratio_at_least=1.2),
        Row("memory of a stream", "bytes", *pair(usual, "memory"), peer_name, at_most=10_240),
        Row("15,000 streams, POST to last receipt", "ms", *pair(many, "last"), peer_name, at_most=500),
    ]


def recording(count):
    """Milliseconds in which PostGIS finds and records a report's subscribers: nchan alone notifies all listeners."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        table = Path(name) / "fences.tsv"
        table.write_text("".join(fence(account) for account in range(1, count + 1)))
        with matching.Cluster(name) as cluster, cluster.filled(table) as connection:
            return statistics.median(matching.seconds(connection, alert, *place) for alert in range(rounds)) * 1e3


def fence(account):
    """A line of the table: a circle of five kilometres around the place of the reports."""
    (longitude, latitude), (width, height) = place, (0.067, 0.045)
    edges = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    ring = ",".join(f"{longitude + width * east} {latitude + height * north}" for east, north in edges)
    return f"{account}\t{longitude}\t{latitude}\t5000\tPOLYGON(({ring}))\n"


def pair(figures, name):
    return tuple(side and side[name] for side in figures)


def measure(count, peers_only):
    """Both servers hold their streams at the same time and take turns."""
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        os.chmod(folder, 0o755)
        theirs = Side(stack, folder, "theirs", *nchan(stack, folder, count))
        ours = None if peers_only else Side(stack, folder, "ours", *breathe(stack, folder, count))
        return in_turn(count, ours, theirs)


def in_turn(count, ours, theirs):
    """The figures of both sides, or of the only one."""
    sides = [side for side in (ours, theirs) if side]
    for turn in range(len(sides[0].posts)):
        for side in sides:
            side.round(turn)
    if ours:
        print(f"  {count:,} streams: {ours.figures['answered']:.0f} ms until the report was answered; processor time of a round: "
              f"{ours.spending}", file=sys.stderr)
    return ours and ours.figures, theirs and theirs.figures


class Side:
    """Servers with their streams and the client that holds them; the first is asked to notify all."""

    def __init__(self, stack, folder, name, servers, streams, posts):
        self.folder, self.name, self.servers, self.posts = folder, name, servers, posts
        before = self.held
        self.clients = [stack.enter_context(listener(some, self.file(number, own)))
                        for number, (some, own) in enumerate(shares(servers, streams))]
        self.memory = (self.held - before) / len(streams)
        self.results = []
        self.spent = Counter()

    def file(self, number, streams):
        file = self.folder / f"{self.name}{number}.json"
        file.write_text(json.dumps(streams))
        return file

    @property
    def held(self):
        return sum(memory(server.process_id) for server in self.servers)

    @property
    def computed(self):
        return sum((processor_time(server.process_id) for server in self.servers), Counter())

    def round(self, turn):
        file = self.folder / f"{self.name}-post"
        file.write_text(self.posts[turn])
        before = self.computed
        for client in self.clients[1:]:
            ask(client, "")
        ask(self.clients[0], file)
        self.results.append(times([json.loads(answer(client)) for client in self.clients]))
        self.spent += self.computed - before

    @property
    def figures(self):
        median = lambda name: Median(result[name] for result in self.results)
        return {"memory": self.memory} | {name: median(name) for name in ("answered", "p50", "p99", "last")}

    @property
    def spending(self):
        """The mean processor time of a round by threads of one kind, the busiest first."""
        shares = [f"{name} {1e3 * seconds / len(self.results):.0f} ms" for name, seconds in self.spent.most_common()]
        return ", ".join(shares)


def shares(servers, streams):
    """The servers and streams of each client: all of them, or a client for each server when they are too many."""
    if len(streams) <= streams_of_client:
        return [(servers, streams)]
    return [([server], streams[number::len(servers)]) for number, server in enumerate(servers)]


def ask(client, line):
    client.stdin.write(f"{line}\n")
    client.stdin.flush()


def times(heard):
    """Milliseconds from the request, which the first client sent, to the event on the streams of all clients."""
    sent = heard[0]["sent"]
    arrivals = sorted((moment - sent) / 1e6 for client in heard for moment in client["heard"])
    rank = lambda share: arrivals[math.ceil(len(arrivals) * share) - 1]
    answered = (heard[0]["answered"] - sent) / 1e6
    return {"answered": answered, "p50": rank(0.5), "p99": rank(0.99), "last": rank(1)}


@contextlib.contextmanager
def listener(servers, requests):
    """The client, with all its streams open, dealt out between the servers."""
    ports = ",".join(server.rsplit(":", 1)[1] for server in servers)
    command = [built("breathe-bench"), "listen", "--ports", ports, "--requests", str(requests)]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        answer(client)
        yield client
    finally:
        client.stdin.close()
        client.wait(timeout=15)


def answer(client):
    line = client.stdout.readline()
    if not line:
        raise Missing("the client of the streams ended; what it said stands above")
    return line


def memory(process_id):
    """Bytes of memory of a process and its children; shared pages count once."""
    children = call("ps", "-o", "pid=", "--ppid", process_id).split() if has_children(process_id) else []
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in [process_id, *children])
    return sum(int(re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[1]) * 1024 for rollup in rollups)


def processor_time(process_id):
    """Seconds that the threads of a process have computed so far, by their names without numbers.

    The kernel counts in hundredths of a second, so that only several rounds together tell much.
    """
    spent = Counter()
    for file in Path(f"/proc/{process_id}/task").glob("*/stat"):
        try:
            text = file.read_text()
        except (FileNotFoundError, ProcessLookupError):
            # The thread has ended.
            continue
        name, fields = text.split("(", 1)[1].rsplit(")", 1)
        user, system = fields.split()[11:13]
        spent[re.sub(r"[-#\d]+$", "", name)] += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return spent


def has_children(process_id):
    return bool(Path(f"/proc/{process_id}/task/{process_id}/children").read_text().strip())


def breathe(stack, folder, count):
    """Our server; more accounts than streams, so that every round has a different reporter."""
    tokens = call(built("breathe-bench"), "subscribers", "--database", folder / "serve.sqlite",
                  "--count", count + rounds).split()
    server = stack.enter_context(serve(folder))
    return [server], *requests(tokens, rounds)


def requests(tokens, rounds):
    """The streams of accounts, and the reports of the last of them, which have no stream."""
    count = len(tokens) - rounds
    streams = [f"GET /v1/me/alerts/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
               for token in tokens[:count]]
    posts = [post("/v1/alerts", json.dumps({
        "area": {"type": "Point", "coordinates": list(place)}, "allergens": [allergens[turn]],
        "symptoms": ["sneezing"], "comment": "by the river"}), f"Authorization: Bearer {tokens[count + turn]}\r\n")
        for turn in range(rounds)]
    return streams, posts


def nchan(stack, folder, count):
    """The peer, with one channel for all listeners."""
    return [stack.enter_context(nginx(folder))], *peer_requests(count)


def peer_requests(count):
    streams = ["GET /listen HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"] * count
    body = random.Random(1).randbytes(event_size // 2).hex()
    return streams, [post("/publish", body)] * rounds


def post(path, body, headers=""):
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{headers}"
            f"Content-Length: {len(body)}\r\n\r\n{body}")


def nginx(folder, workers=2, redis=None):
    """nginx with nchan, which shares its channel with others through Redis when it has its port."""
    if not module.exists():
        raise Missing(f"{module} is not there; install libnginx-mod-nchan")
    port = free_port()
    upstream = f"upstream shared {{ nchan_redis_server redis://127.0.0.1:{redis}; }}" if redis else ""
    shares = "nchan_redis_pass shared;" if redis else ""
    configuration = folder / "nchan.conf"
    configuration.write_text(f"""
load_module {module};
daemon off;
worker_processes {workers};
worker_rlimit_nofile 20000;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 18000; }}
http {{
  access_log off;
  nchan_shared_memory_size 128M;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {upstream}
  server {{
    listen 127.0.0.1:{port} reuseport;
    location = /ready {{ return 200; }}
    location = /publish {{ nchan_publisher; nchan_channel_id city; {shares} }}
    location = /listen {{ nchan_subscriber eventsource; nchan_channel_id city; nchan_subscriber_first_message newest; {shares} }}
  }}
}}
""")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return running([program, "-p", folder, "-c", configuration], "/ready", port, folder / "nginx.log")
