"""A push service for a real Firefox, which holds a socket open to it as to the service of its makers.

A browser registers over the socket, in the protocol of that service, and gets an endpoint. What is posted there must be
as push services require it, and signed with the key for which the browser registered; it goes to the browser as it came,
which alone can decrypt it, and again when the browser returns, until it is acknowledged. Acknowledgements are written to a
file, as lines of JSON: 100 is the code for a message that was delivered to the worker of its site. The first line of the
output is JSON with the address of the socket.
"""

import contextlib
import json
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from parent import end_with_parent
from push_rules import checked, text
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

#: What Firefox asks for when it opens the socket.
PROTOCOL = "push-notification"


class Switchboard:
    """The browsers that hold a socket open, their registrations, and the messages that they have not acknowledged."""

    def __init__(self, origin, log):
        self.origin, self.log = origin, log
        self.lock = threading.RLock()
        self.sockets, self.registrations, self.waiting = {}, {}, {}

    def talk(self, socket):
        """Answers a browser until it goes."""
        browser = None
        with contextlib.suppress(ConnectionClosed):
            for line in socket:
                message = json.loads(line)
                kind = message.get("messageType")
                if kind == "hello":
                    browser = message.get("uaid") or uuid.uuid4().hex
                    self.welcome(browser, socket)
                elif kind == "register":
                    self.register(browser, message, socket)
                elif kind == "unregister":
                    self.registrations.pop(message["channelID"], None)
                    socket.send(json.dumps({"messageType": kind, "channelID": message["channelID"], "status": 200}))
                elif kind == "ack":
                    self.acknowledge(message["updates"])
                elif not message:
                    # A sign of life.
                    socket.send("{}")

    def welcome(self, browser, socket):
        with self.lock:
            self.sockets[browser] = socket
            socket.send(json.dumps(
                {"messageType": "hello", "status": 200, "uaid": browser, "use_webpush": True, "broadcasts": {}}))
            for message in self.waiting.values():
                if self.registrations.get(message["channelID"], (None, None))[0] == browser:
                    socket.send(json.dumps(message))

    def register(self, browser, message, socket):
        channel = message["channelID"]
        self.registrations[channel] = (browser, message["key"].rstrip("="))
        socket.send(json.dumps({
            "messageType": "register", "channelID": channel, "status": 200, "pushEndpoint": f"{self.origin}/push/{channel}"}))

    def acknowledge(self, updates):
        with self.lock, open(self.log, "a") as file:
            for update in updates:
                self.waiting.pop(update["version"], None)
                file.write(json.dumps({"channel": update["channelID"], "code": update["code"]}) + "\n")

    def carry(self, channel, headers, body):
        """Passes a message on, and returns the status that its sender gets."""
        if channel not in self.registrations:
            return 410
        browser, key = self.registrations[channel]
        _, sender = checked(headers, body, self.origin)
        assert sender == key, "the subscription belongs to another key"
        message = {
            "messageType": "notification", "channelID": channel, "version": uuid.uuid4().hex, "data": text(body),
            "headers": {"encoding": headers["content-encoding"]}}
        with self.lock:
            self.waiting[message["version"]] = message
            # A browser that is away gets it when it returns.
            with contextlib.suppress(ConnectionClosed):
                self.sockets[browser].send(json.dumps(message))
        return 201


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            status = self.server.switchboard.carry(self.path.split("/")[-1], headers, body)
        except Exception as error:
            print(f"{self.path}: {error!r}", file=sys.stderr, flush=True)
            status = 400
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


end_with_parent()
endpoints = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
endpoints.switchboard = Switchboard(f"http://127.0.0.1:{endpoints.server_port}", f"{sys.argv[1]}/messages.jsonl")
threading.Thread(target=endpoints.serve_forever, daemon=True).start()
with serve(endpoints.switchboard.talk, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as sockets:
    print(json.dumps({"socket": f"ws://127.0.0.1:{sockets.socket.getsockname()[1]}/"}), flush=True)
    sockets.serve_forever()
