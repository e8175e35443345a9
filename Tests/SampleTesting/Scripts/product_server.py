"""A service with facts about food as Open Food Facts is one, as far as single products are asked for and entered.

Each request is written to a file as a line of JSON. The first line of the output is the address.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl

log = f"{sys.argv[1]}/messages.jsonl"
SPREAD = {
    "product_name": "Hazelnut spread", "quantity": "400 g", "allergens_tags": ["en:milk", "en:nuts", "en:soybeans", "en:kiwi-fruit"],
    "traces_tags": ["en:peanuts"], "categories_tags": ["en:spreads", "en:hazelnut-spreads"],
}


entered = {}


class Facts(BaseHTTPRequestHandler):
    def note(self, **more):
        with open(log, "a") as file:
            file.write(json.dumps({"path": self.path, "agent": self.headers["User-Agent"], **more}) + "\n")

    def do_POST(self):
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode(), strict_parsing=True))
        self.note(form=form)
        if self.path != "/cgi/product_jqm2.pl":
            return self.answer(404, {"error": "there is no such page"})
        if (form["user_id"], form["password"]) != ("breathe", "se cret&ü"):
            return self.answer(403, {"status": 0, "status_verbose": "Invalid user or password"})
        if form["product_name"] == "refuse me":
            return self.answer(200, {"status": 0, "status_verbose": "no code or invalid code"})
        entered[form["code"]] = {"product_name": form["product_name"], "quantity": form.get("quantity", "")}
        return self.answer(200, {"status": 1, "status_verbose": "fields saved"})

    def do_GET(self):
        self.note()
        path = self.path.split("?")[0]
        if path == "/api/v2/product/3017620422003.json":
            return self.answer(200, {"code": "3017620422003", "status": 1, "status_verbose": "product found", "product": SPREAD})
        if path == "/api/v2/product/96385074.json":
            return self.answer(503, {"error": "too many requests"})
        if path == "/api/v2/product/4006381333931.json":
            return self.answer(200, {"product": []})
        if path == "/api/v2/product/12345670.json":
            return self.answer(404, {"error": "there is no such page"})
        code = path.removeprefix("/api/v2/product/").removesuffix(".json")
        if code in entered:
            return self.answer(200, {"code": code, "status": 1, "status_verbose": "product found", "product": entered[code]})
        return self.answer(404, {"status": 0, "status_verbose": "product not found"})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Facts)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
