"""A provider of payments as Stripe is one, as far as pages of payment are opened.

Each request is written to a file as a line of JSON. The first line of the output is the address.
"""

import json
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

log = f"{sys.argv[1]}/messages.jsonl"


class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        with open(log, "a") as file:
            file.write(json.dumps({"path": self.path, "key": self.headers["Authorization"], "form": form}) + "\n")
        if self.headers["Authorization"] == "Bearer sk_test_good":
            return self.answer(200, {"id": "cs_test_1", "object": "checkout.session", "url": "https://checkout.stripe.com/c/pay/cs_test_1"})
        return self.answer(401, {"error": {"type": "invalid_request_error", "code": "api_key_expired", "message": "Expired API Key"}})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Provider)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
