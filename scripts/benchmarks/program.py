"""Our own programs: where they are, how to call them, and how to start and stop the server."""

import contextlib
import json
import os
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

root = Path(__file__).resolve().parents[2]
release = root / ".build" / "release"


class Missing(Exception):
    """A benchmark needs something that is missing; the message says what to do."""


class Server(str):
    """The address of a server that runs as a child process."""

    process_id = None

    def memory_in_megabytes(self, kind="VmRSS"):
        """The memory that the process uses; `RssAnon` excludes file pages."""
        status = Path(f"/proc/{self.process_id}/status").read_text()
        return int(re.search(rf"^{kind}:\s+(\d+) kB", status, re.MULTILINE)[1]) / 1024


def built(name):
    path = release / name
    if not path.exists():
        raise Missing(f"{path} is not built. Run scripts/bench without --peers-only, or: swift build -c release")
    return str(path)


def call(*arguments, variables=None):
    """Runs a command and returns its output; a failure includes the command and its errors."""
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True,
                          env=os.environ | (variables or {}))
    if done.returncode != 0:
        raise Missing(f"{' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stderr or done.stdout}")
    return done.stdout


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def get(url, headers=None):
    """Status, headers and bytes of a GET; a 304 is an answer, not an error."""
    request = urllib.request.Request(url, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def get_json(url):
    return json.loads(get(url)[2])


def wait_until_ready(url, process, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise Missing(f"the server for {url} ended with {process.returncode} before it was ready")
        with contextlib.suppress(OSError):
            if get(url)[0] == 200:
                return
        time.sleep(0.05)
    raise Missing(f"{url} was not ready after {seconds} s")


@contextlib.contextmanager
def running(command, ready_path, port, log, variables=None):
    """A server in a child process: ready inside the block, stopped after it by its process id."""
    with open(log, "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output,
                                   env=os.environ | (variables or {}))
    try:
        wait_until_ready(f"http://127.0.0.1:{port}{ready_path}", process)
        server = Server(f"http://127.0.0.1:{port}")
        server.process_id = process.pid
        yield server
    except Missing as missing:
        raise Missing(f"{missing}\n{Path(log).read_text(errors='replace')[-2000:]}") from missing
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def serve(folder, *options):
    port = free_port()
    command = [built("breathe"), "serve", "--port", port, "--database", folder / "serve.sqlite", *options]
    # All load comes from a single address.
    unlimited = {"BREATHE_ADDRESS_RATE": "off", "BREATHE_PRINCIPAL_RATE": "off"}
    return running(command, "/readyz", port, folder / "serve.log", unlimited)
