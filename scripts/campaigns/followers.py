"""Streams of alerts that go from node to node, with the number of the last line that they saw."""

import asyncio
import json
import random
import threading

from history import View

#: Seconds of silence after which a node is taken for gone: one sends a heartbeat every 15.
silence = 20
#: Seconds until a node must have taken a stream.
patience = 6


class Follower:
    def __init__(self, name, person, nodes, number, stays):
        self.name, self.person, self.nodes = name, person, nodes
        #: The shortest and the longest time in seconds for which it stays at a node.
        self.stays, self.generator = stays, random.Random(name)
        self.place, self.seen, self.gaps, self.hops = number % len(nodes), [], 0, 0
        #: A stream that was never open asks for all lines.
        self.last, self.opened_at = 0, set()

    @property
    def view(self):
        return View(self.name, self.person.account, list(self.seen), self.gaps)

    async def run(self):
        while True:
            try:
                await self.follow(self.nodes[self.place])
            except (OSError, EOFError, ValueError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                pass  # The node is gone, or it is time to move on.
            self.place = (self.place + self.generator.randrange(1, len(self.nodes))) % len(self.nodes)
            self.hops += 1
            await asyncio.sleep(0.1)

    async def follow(self, node):
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection(node.place.address, node.port, limit=1 << 20)
        try:
            writer.write((f"GET /v1/me/alerts/stream HTTP/1.1\r\nHost: campaign\r\nAuthorization: Bearer {self.person.token}\r\n"
                          f"Last-Event-ID: {self.last}\r\n\r\n").encode())
            async with asyncio.timeout(patience):
                head = await reader.readuntil(b"\r\n\r\n")
            if head[9:12] != b"200":
                return await asyncio.sleep(0.5)
            self.opened_at.add(node.name)
            async with asyncio.timeout(self.generator.uniform(*self.stays)):
                await self.read(reader)
        finally:
            writer.transport.abort()

    async def read(self, reader):
        text = ""
        while True:
            async with asyncio.timeout(silence):
                text += await chunk(reader)
            *events, text = text.split("\n\n")
            for event in events:
                self.take(event)

    def take(self, event):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line and not line.startswith(":"))
        self.last = int(fields.get("id", self.last))
        if fields.get("event") == "gap":
            self.gaps += 1
        elif "data" in fields:
            json.loads(fields["data"])
            self.seen.append(int(fields["id"]))


async def chunk(reader):
    """The next part of a body in parts (RFC 9112, 7.1). Raises `EOFError` at the end."""
    size = int(await reader.readuntil(b"\r\n"), 16)
    if size == 0:
        raise EOFError
    return (await reader.readexactly(size + 2))[:-2].decode()


class Followers:
    """All streams, on a thread of their own."""

    def __init__(self, followers):
        self.followers, self.failures = followers, []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        asyncio.set_event_loop(self.loop)
        tasks = [self.loop.create_task(follower.run()) for follower in self.followers]
        for task in tasks:
            task.add_done_callback(self.note)
        self.loop.run_forever()
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))

    def note(self, task):
        if not task.cancelled() and task.exception():
            self.failures.append(task.exception())

    def end(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        if self.failures:
            raise self.failures[0]
