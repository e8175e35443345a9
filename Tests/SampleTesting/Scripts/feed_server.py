"""A provider of readings that behaves well or badly, depending on the path.

Each request is written to a file as a line of JSON before it is answered. The first line of the output is the
address. The answers are written to the socket by hand, because no library answers badly enough.
"""

import gzip
import json
import socket
import sys
import threading
import urllib.parse

from parent import end_with_parent

log = f"{sys.argv[1]}/messages.jsonl"
lock = threading.Lock()
ROWS = b"station,allergen,day,value\nbasel,birch,2020-04-07,312\nbasel,grass,2020-04-07,4\n"
STATIONS = b'{"s": [{"id": "valley", "v": 3}, {"id": "hill", "v": 4}]}'
PAGE = b"<!DOCTYPE html><html><body>The service is being maintained.</body></html>"


def head(status, headers, body=None):
    lines = [f"HTTP/1.1 {status}"] + [f"{name}: {value}" for name, value in headers.items()]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines + ["Connection: close", "", ""]).encode()


def whole(status="200 OK", body=ROWS, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers.setdefault("Content-Type", "text/csv; charset=utf-8")
    return head(status, headers, body) + body


def cut(connection):
    """Closes the connection within the announced body."""
    connection.sendall(head("200 OK", {"Content-Type": "text/csv", "Content-Length": str(len(ROWS))}) + ROWS[:60])


def cut_chunks(connection):
    """Closes the connection before the last chunk."""
    start = head("200 OK", {"Content-Type": "text/csv", "Transfer-Encoding": "chunked"})
    connection.sendall(start + b"%x\r\n" % len(ROWS) + ROWS + b"\r\n")


def endless(connection):
    """Sends row after row, as long as anybody reads."""
    connection.sendall(head("200 OK", {"Content-Type": "text/csv", "Transfer-Encoding": "chunked"}))
    rows = b"basel,birch,2020-04-07,312\n" * 2000
    connection.sendall(b"%x\r\n" % len(ROWS) + ROWS + b"\r\n")
    while True:
        connection.sendall(b"%x\r\n" % len(rows) + rows + b"\r\n")


def silent(connection):
    """Sends nothing until the other side closes the connection."""
    connection.recv(1)


def stuck(connection):
    """Sends half of the body and then nothing, until the other side closes the connection."""
    connection.sendall(head("200 OK", {"Content-Type": "text/csv", "Content-Length": "100000"}) + ROWS)
    connection.recv(1)


def bomb():
    body = gzip.compress(ROWS + b"\n" * 40_000_000, 9)
    return whole(body=body, Content_Encoding="gzip")


def file(path):
    with open(path, "rb") as content:
        return whole(body=content.read(), Content_Type="application/json" if path.endswith(".json") else "text/csv")


def conditional(headers, **answer):
    if headers.get("if-none-match") == '"first"':
        return whole("304 Not Modified", b"", ETag='"first"')
    return whole(ETag='"first"', Last_Modified="Wed, 08 Apr 2020 06:00:00 GMT", **answer)


ANSWERS = {
    "rows": lambda query, headers: whole(),
    "odd-marks": lambda query, headers: whole(ETag="first", Last_Modified="no\tday"),
    "file": lambda query, headers: file(query),
    "some": lambda query, headers: whole(),
    "conditional": lambda query, headers: conditional(headers),
    "two-stations": lambda query, headers: conditional(headers, body=STATIONS, Content_Type="application/json"),
    "status": lambda query, headers: whole(f"{query} Whatever", PAGE, Content_Type="text/html"),
    "busy": lambda query, headers: whole("429 Too Many", PAGE, Retry_After=query, Content_Type="text/html"),
    "maintained": lambda query, headers: whole("503 Closed", PAGE, Retry_After=query, Content_Type="text/html"),
    "page": lambda query, headers: whole(body=PAGE, Content_Type="text/html"),
    "disguised": lambda query, headers: whole(body=PAGE),
    "quoting": lambda query, headers: whole(body=f"the key {headers.get('x-api-key')} is wrong\n1\n".encode()),
    "json": lambda query, headers: whole(body=b'{"error": "no data"}', Content_Type="application/json"),
    "wrong-rows": lambda query, headers: whole(body=b"station,allergen,day,value\nbasel,birch,2020-04-07,x\n"),
    "late-quote": lambda query, headers: whole(body=ROWS + b'basel,birch,2020-04-06,"12\n'),
    "empty": lambda query, headers: whole(body=b""),
    "undelimited": lambda query, headers: head("200 OK", {"Content-Type": "text/csv"}) + ROWS,
    "announced": lambda query, headers: head("200 OK", {"Content-Type": "text/csv", "Content-Length": "99999999"}),
    "gzip": lambda query, headers: whole(body=gzip.compress(ROWS), Content_Encoding="gzip"),
    "cut-gzip": lambda query, headers: whole(body=gzip.compress(ROWS)[:40], Content_Encoding="gzip"),
    "bomb": lambda query, headers: bomb(),
    "brotli": lambda query, headers: whole(body=ROWS, Content_Encoding="br"),
    "redirect": lambda query, headers: whole("302 Found", b"", Location=query),
    "round": lambda query, headers: whole("302 Found", b"", Location="/round"),
    "gibberish": lambda query, headers: b"220 mail.example ESMTP\r\n",
    "cut": cut,
    "cut-chunks": cut_chunks,
    "endless": endless,
    "silent": silent,
    "stuck": stuck,
}


def answer(connection):
    with connection:
        received = b""
        while b"\r\n\r\n" not in received:
            part = connection.recv(65536)
            if not part:
                return
            received += part
        first, *rest = received.decode().split("\r\n\r\n")[0].split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        path = first.split(" ")[1]
        with lock, open(log, "a") as file:
            file.write(json.dumps({"path": path, "headers": headers}) + "\n")
        name, _, query = path.partition("?")
        query = urllib.parse.unquote(query.removeprefix("q="))
        found = ANSWERS[name.split("/")[1]]
        if name == "/some/bern":
            query, found = "404", ANSWERS["status"]
        try:
            if found.__code__.co_argcount == 1:
                found(connection)
            else:
                connection.sendall(found(query, headers))
        except OSError:
            pass  # The other side has had enough.


end_with_parent()
listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
while True:
    connection, _ = listener.accept()
    threading.Thread(target=answer, args=(connection,), daemon=True).start()
