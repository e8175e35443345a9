"""One report to the streams of several nodes, compared with nginx and nchan over Redis, with the same client."""

import contextlib
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import streams
from connections import allow_open_files
from node_network import MovedNetwork
from program import Missing, built, call, free_port
from rows import Row

peer_name = "two nginx + nchan over Redis"
many, many_nodes = 100_000, 7


def run(peers_only):
    allow_open_files(20_000)
    usual = measure(8_000, 2, peers_only, with_peer=True)
    everybody = (None, None) if peers_only else measure(many, many_nodes, peers_only, with_peer=False)
    pair = streams.pair
    return [
        Row("8,000 streams over two nodes, POST at one to receipt at both, p50", "ms", *pair(usual, "p50"), peer_name),
        Row("8,000 streams over two nodes, POST at one to receipt at both, p99", "ms", *pair(usual, "p99"), peer_name, at_most=200,
            ratio_at_least=1),
        Row(f"{many:,} streams over {many_nodes} nodes, POST to last receipt", "ms", *pair(everybody, "last"), at_most=2_000),
        Row(f"{many:,} streams over {many_nodes} nodes, memory of each", "bytes", *pair(everybody, "memory"), at_most=10_240),
    ]


def measure(count, nodes, peers_only, with_peer):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        ours = None if peers_only else streams.Side(stack, folder, "ours", *breathe(stack, folder, count, nodes))
        theirs = streams.Side(stack, folder, "theirs", *nchan(stack, folder, count, nodes)) if with_peer else None
        return streams.in_turn(count, ours, theirs)


def breathe(stack, folder, count, nodes):
    tokens = call(built("breathe-bench"), "subscribers", "--database", folder / "serve.sqlite",
                  "--count", count + streams.rounds).split()
    return MovedNetwork(stack, folder).nodes(nodes), *streams.requests(tokens, streams.rounds)


def nchan(stack, folder, count, nodes):
    redis = stack.enter_context(running_redis(folder))
    servers = []
    for number in range(nodes):
        place = folder / f"nginx{number}"
        place.mkdir(mode=0o755)
        servers.append(stack.enter_context(streams.nginx(place, workers=1, redis=redis)))
    return servers, *streams.peer_requests(count)


@contextlib.contextmanager
def running_redis(folder):
    """A Redis that keeps nothing; yields its port."""
    program = shutil.which("redis-server")
    if not program:
        raise Missing("redis-server is not installed")
    port = free_port()
    with open(folder / "redis.log", "wb") as log:
        process = subprocess.Popen([program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
                                   stdout=log, stderr=log)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_for(port):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if "PONG" in subprocess.run(["redis-cli", "-p", str(port), "ping"], capture_output=True, text=True).stdout:
            return
        time.sleep(0.05)
    raise Missing("Redis does not answer")
