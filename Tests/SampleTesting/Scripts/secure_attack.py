"""Sends the attacks of the other suites over TLS and over HTTP/2, and prints what came of each, one JSON object per line.

Arguments: the port on 127.0.0.1, a file with the authority to trust, and a JSON file: `raw` has pairs of a name and the
bytes of an ambiguous request of HTTP/1.1, `targets` has targets to request exactly as they are spelt.
"""

import json
import re
import socket
import ssl
import struct
import sys

import hpack
from http2_attack import HEAD, PATIENCE, Client

LAST = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
#: Words that would only appear if an answer revealed a file or its database query.
LEAKS = [b"root:x:0", b"swift-tools-version", b"SQLite format", b"sqlite", b"syntax error", b"no such table"]
#: As many streams as the server allows on a connection.
STREAMS = 100


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def everything(connection):
    """All bytes until the server closes the connection, which it may do by a reset."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except TimeoutError:
        return None
    except OSError:
        pass
    return b"".join(parts)


def over_tls(port, authority, text):
    """The statuses of all answers to some bytes and a request after them, before the server closed the connection."""
    context = ssl.create_default_context(cafile=authority)
    context.set_alpn_protocols(["http/1.1"])
    with context.wrap_socket(connect(port), server_hostname="127.0.0.1") as connection:
        connection.sendall((text + LAST).encode())
        answers = everything(connection)
        if answers is None:
            return None, connection.selected_alpn_protocol()
        return [int(code) for code in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)], connection.selected_alpn_protocol()


def handshakes(port, authority):
    """What becomes of connections that do not negotiate as they should."""
    def agreed(*protocols):
        context = ssl.create_default_context(cafile=authority)
        if protocols:
            context.set_alpn_protocols(protocols)
        try:
            with context.wrap_socket(connect(port), server_hostname="127.0.0.1") as connection:
                connection.sendall(LAST.encode())
                got = everything(connection)
                said = "hangs" if got is None else got[:12].decode() if got.startswith(b"HTTP/") else "closed"
                return f"{connection.selected_alpn_protocol()} {said}"
        except (ssl.SSLError, OSError) as error:
            return type(error).__name__

    def spoken(sent):
        with connect(port) as connection:
            connection.sendall(sent)
            got = everything(connection)
            return "hangs" if got is None else "answered" if b"HTTP/" in got else "closed"

    yield "no protocol", agreed()
    yield "an unknown protocol", agreed("h3", "spdy/1")
    yield "HTTP/1.1 where HTTP/2 was agreed", agreed("h2")
    yield "no TLS", spoken(LAST.encode())
    yield "noise", spoken(bytes(range(256)) * 64)
    yield "a record that is too long", spoken(b"\x16\x03\x01\xff\xff" + b"a" * 65_535)
    yield "an alert", spoken(b"\x15\x03\x03\x00\x02\x02\x28")


class Answer:
    def __init__(self):
        self.status, self.body = None, b""


def over_http2(port, authority, targets):
    """The status and the leaks of each target, requested on as many streams of one connection as are allowed."""
    for start in range(0, len(targets), STREAMS):
        part = targets[start:start + STREAMS]
        client, decoder = Client(port, authority), hpack.Decoder()
        client.send(client.frame(8, 0, 0, struct.pack(">I", (1 << 31) - 1 - 65_535)))
        client.send(client.frame(4, 0, 0, struct.pack(">HI", 4, (1 << 31) - 1)))
        answers = {}
        for number, target in enumerate(part):
            answers[2 * number + 1] = Answer()
            client.send(client.frame(1, 5, 2 * number + 1, client.encoder.encode([*HEAD[:3], (":path", target)])))
        waiting = set(answers)
        for kind, flags, stream, payload in client.frames():
            if kind == 1:
                answers[stream].status = int(dict(decoder.decode(payload))[":status"])
            elif kind == 0:
                answers[stream].body += payload
            elif kind == 3:
                answers[stream].status = "reset"
            elif kind == 7:
                break
            if (kind in (0, 1) and flags & 1) or kind == 3:
                waiting.discard(stream)
            if not waiting:
                break
        client.socket.close()
        for target, answer in zip(part, answers.values()):
            status = "not ready" if answer.status == 503 and b"not-ready" in answer.body else answer.status
            yield target, status, [leak.decode() for leak in LEAKS if leak in answer.body]


def main(port, authority, file):
    port = int(port)
    with open(file) as text:
        corpus = json.load(text)
    for name, text in corpus["raw"]:
        statuses, protocol = over_tls(port, authority, text)
        print(json.dumps({"over": protocol, "name": name, "statuses": statuses}))
    for name, outcome in handshakes(port, authority):
        print(json.dumps({"over": "handshake", "name": name, "outcome": outcome}))
    for name, status, leaks in over_http2(port, authority, corpus["targets"]):
        print(json.dumps({"over": "h2", "name": name, "status": status, "leaks": leaks}))


if __name__ == "__main__":
    main(*sys.argv[1:])
