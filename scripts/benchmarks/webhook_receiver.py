#!/usr/bin/env python3
"""Takes webhooks on many addresses of this machine, and writes down what came.

Every address 127.0.0.1 … 127.0.0.N answers on the port that is printed. A path that begins with /hang is never
answered, one with /gate not before somebody calls /open, one with /fail by 503, one with /gone by 410, one with
/redirect by 302, every other one by 204. Each request but /open is one line of JSON in the log, written before it is
answered: time, path, header fields and body. With --certificate it speaks TLS, and also answers on ::1 where there is
one.
"""

import argparse
import asyncio
import contextlib
import json
import ssl
import time

statuses = {"fail": "503 Service Unavailable", "gone": "410 Gone", "redirect": "302 Found"}


async def take(log, gate, reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in head[1:] if line)
            body = await reader.readexactly(int(fields.get("content-length", 0)))
            path = head[0].split(" ")[1]
            kind = path.split("/")[1]
            if kind == "open":
                gate.set()
            else:
                line = {"time": time.time(), "path": path, "headers": fields, "body": body.decode()}
                log.write(json.dumps(line) + "\n")
                log.flush()
            if kind == "hang":
                await asyncio.sleep(3600)
            if kind == "gate":
                await gate.wait()
            extra = "location: /elsewhere\r\n" if kind == "redirect" else ""
            writer.write(f"HTTP/1.1 {statuses.get(kind, '204 No Content')}\r\n{extra}content-length: 0\r\n\r\n".encode())
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--log", required=True)
    parser.add_argument("--certificate", help="a file in PEM")
    parser.add_argument("--key", help="a file in PEM")
    options = parser.parse_args()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    with open(options.log, "a") as log:
        gate = asyncio.Event()
        handle = lambda reader, writer: take(log, gate, reader, writer)
        server = await asyncio.start_server(handle, "127.0.0.1", 0, backlog=1024, ssl=context)
        port = server.sockets[0].getsockname()[1]
        if context:
            with contextlib.suppress(OSError):
                await asyncio.start_server(handle, "::1", port, ssl=context)
        for number in range(2, options.addresses + 1):
            await asyncio.start_server(handle, f"127.0.0.{number}", port, backlog=1024, ssl=context)
        print(port, flush=True)
        await asyncio.Event().wait()


asyncio.run(main())
