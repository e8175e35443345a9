"""A warm tile over HTTP, complete and as 304, compared with nginx serving the same bytes from a file. Loopback only."""

import contextlib
import os
import random
import re
import shutil
import tempfile
from pathlib import Path

from program import Missing, call, free_port, get, get_json, running, serve
from rows import Median, Row

rounds = 3
seconds = 5

#: Central Europe at zoom 6.
tile_path = "6/33/22.png"


def run(peers_only):
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        os.chmod(folder, 0o755)  # nginx's workers are another user when the script runs as root
        ours = None
        if peers_only:
            tile = random.Random(1).randbytes(15_000)
        else:
            ours = stack.enter_context(serve(folder, "--demo")) + season_tile
            ours, tile = with_date(ours)
        theirs = stack.enter_context(nginx(folder, {"tile.png": tile}, ready="tile.png")) + "/tile.png"
        return [
            compare("warm tile over HTTP", ours, theirs, tile, conditional=False),
            compare("304 over HTTP", ours, theirs, b"", conditional=True),
        ]


season_tile = f"/tiles/overall/{tile_path}"


def with_date(url):
    """The tile at the peak of the demonstration season, where it has something to show."""
    base = url.removesuffix(season_tile)
    layers = get_json(f"{base}/tiles")["layers"]
    layer = next((layer for layer in layers if layer["id"] == "overall"), layers[0])
    if not layer.get("peak"):
        raise Missing(f"the layer {layer['id']} of the demonstration has no peak in {base}/tiles")
    url = f"{base}/tiles/{layer['id']}/{tile_path}?date={layer['peak']['date']}"
    status, _, tile = get(url)
    if status != 200 or len(tile) < 1000:
        raise Missing(f"{url} answered {status} with {len(tile)} bytes; a coloured tile was expected")
    return url, tile


def compare(name, ours, theirs, tile, conditional):
    targets = {url: headers(url, conditional) for url in (ours, theirs) if url}
    for url, header in targets.items():
        status, _, body = get(url, header)
        if status != (304 if conditional else 200) or body != tile:
            raise Missing(f"{url} answered {status} with {len(body)} bytes")
    rates = {url: [] for url in targets}
    for _ in range(rounds):
        for url, header in targets.items():
            rates[url].append(load(url, header))
    median = lambda url: Median(rates[url]) if url else None
    return Row(name, "req/s", median(ours), median(theirs), "nginx, 2 workers, static file", ratio_at_least=0.8)


def headers(url, conditional):
    if not conditional:
        return {}
    etag = get(url)[1]["ETag"]
    if not etag:
        raise Missing(f"{url} has no ETag")
    return {"If-None-Match": etag}


def load(url, header):
    options = [part for name, value in header.items() for part in ("-H", f"{name}: {value}")]
    report = call("wrk", "-t1", "-c32", f"-d{seconds}s", *options, url)
    if "Non-2xx or 3xx" in report or "Socket errors" in report:
        raise Missing(f"errors while loading {url}:\n{report}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])


def nginx(folder, files, ready):
    """Serves files; `ready` names one that shows when it is running."""
    port = free_port()
    site = folder / "site"
    site.mkdir()
    for name, content in files.items():
        (site / name).write_bytes(content)
    configuration = folder / "nginx.conf"
    configuration.write_text(f"""
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  types {{ image/png png; }}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {site}; }}
}}
""")
    return running([program(), "-p", folder, "-c", configuration], f"/{ready}", port, folder / "nginx.log")


def program():
    return shutil.which("nginx") or "/usr/sbin/nginx"
