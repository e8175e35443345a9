#!/usr/bin/env python3
"""Receives webhooks on many addresses of this machine, and records them.

Every address 127.0.0.1 … 127.0.0.N answers on the port that is printed. The prefix of a path
decides its answer: /hang is never answered, /gate only after a call of /open, /fail gets a 503, /gone a 410, /redirect a
302, and any other path a 204. Each request but /open is one line of JSON in the log, written before the answer: time, path,
header fields and body. With --certificate it speaks TLS, and also answers on ::1 if that exists.
"""

import argparse
import asyncio
import errno
import json
import socket
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


def has_loopback_6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


async def listen(handle, addresses, context):
    """Listens at all addresses on one port; tries another one if it is taken at any of them."""
    while True:
        servers, port = [], 0
        try:
            for address in addresses:
                servers.append(await asyncio.start_server(handle, address, port, backlog=1024, ssl=context))
                port = port or servers[0].sockets[0].getsockname()[1]
            return servers, port
        except OSError as error:
            for server in servers:
                server.close()
            if error.errno != errno.EADDRINUSE or not servers:
                raise


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
        addresses = [f"127.0.0.{number}" for number in range(1, options.addresses + 1)]
        if context and has_loopback_6():
            addresses.append("::1")
        servers, port = await listen(handle, addresses, context)
        print(port, flush=True)
        await asyncio.Event().wait()


asyncio.run(main())
