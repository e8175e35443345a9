"""A client for groups of requests: keep-alive connections, no pipelining, little overhead.

A load generator measures rates, but people notice when the last tile of a map has arrived.
"""

import collections
import resource
import selectors
import socket
import time
from urllib.parse import urlsplit

from program import Missing

#: Seconds without a byte after which an exchange is given up.
patience = 60


class Connection:
    """One connection with at most one request in progress."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.place = None
        self._begin()

    def _begin(self):
        self.received = bytearray()
        self.body_start = self.end = None

    def send(self, place, request):
        """Sends the request at an index of the group."""
        self.place = place
        self._begin()
        self.socket.sendall(request)

    def receive(self):
        """Reads available bytes; returns status and body once the answer is complete."""
        chunk = self.socket.recv(1 << 18)
        if not chunk:
            raise Missing("the server hung up in the middle of an answer")
        self.received += chunk
        if self.end is None and not self._read_head():
            return None
        if len(self.received) < self.end:
            return None
        return int(self.received[9:12]), bytes(self.received[self.body_start:self.end])

    def _read_head(self):
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.received[:end]).lower()
        start = head.find(b"content-length:")
        if start < 0:
            raise Missing(f"an answer without Content-Length:\n{head.decode(errors='replace')}")
        self.body_start = end + 4
        self.end = self.body_start + int(head[start + 15:].split(b"\r\n", 1)[0])
        return True


class Connections:
    """Connections to one server that stay open from one group of requests to the next."""

    def __init__(self, base, count):
        allow_open_files(count + 100)
        url = urlsplit(base)
        self.host = url.netloc
        self.selector = selectors.DefaultSelector()
        self.connections = [Connection((url.hostname, url.port)) for _ in range(count)]
        for connection in self.connections:
            self.selector.register(connection.socket, selectors.EVENT_READ, connection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.selector.close()
        for connection in self.connections:
            connection.socket.close()

    def exchange(self, targets):
        """Requests all targets at once, each on the next free connection.

        Returns the answers in the order of the targets, and the seconds until the last was complete.
        """
        requests = [f"GET {target} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode() for target in targets]
        answers = [None] * len(requests)
        waiting = collections.deque(enumerate(requests))
        missing = len(requests)
        start = time.perf_counter()
        for connection in self.connections[:missing]:
            connection.send(*waiting.popleft())
        while missing:
            ready = self.selector.select(patience)
            if not ready:
                raise Missing(f"{missing} of {len(requests)} answers were missing after {patience} s")
            for key, _ in ready:
                answer = key.data.receive()
                if answer is None:
                    continue
                answers[key.data.place] = answer
                missing -= 1
                if waiting:
                    key.data.send(*waiting.popleft())
        return answers, time.perf_counter() - start


def allow_open_files(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        if hard != resource.RLIM_INFINITY and hard < count:
            raise Missing(f"{count} files must be open at once, and the limit of this machine is {hard}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
