"""A receiver of webhooks, which notes for whom each message came, about which alert and under which identifier."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from history import Arrival
from places import router


class Receiver:
    def __init__(self):
        self.arrivals = arrivals = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                arrivals.append(Arrival(int(self.path.strip("/")), body["data"]["id"], self.headers["webhook-id"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer((router, 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, name):
        return f"http://{router}:{self.server.server_port}/{name}"
