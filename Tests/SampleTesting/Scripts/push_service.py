"""A push service, and the browser behind it.

It checks what is required of a request, decrypts its body with http-ece, and writes each
accepted message to a file, as a line of JSON. The last part of the path decides its answer: `gone` gets 410,
`busy` 429, everything else 201. The first line of the output is JSON with the address and the keys of a
subscription.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from parent import end_with_parent
from push_rules import checked, text

private = ec.generate_private_key(ec.SECP256R1())
public = private.public_key().public_bytes(
    serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
)
secret = b"0123456789abcdef"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            line = self.taken(body)
            status = {"gone": 410, "busy": 429}.get(self.path.split("/")[-1], 201)
        except Exception as error:
            line = {"error": repr(error)}
            status = 400
        line |= {"path": self.path, "status": status}
        with open(self.server.log, "a") as file:
            file.write(json.dumps(line) + "\n")
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "7")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def taken(self, body):
        headers = {name.lower(): value for name, value in self.headers.items()}
        claims, key = checked(headers, body, self.server.origin)
        plain = http_ece.decrypt(body, private_key=private, auth_secret=secret, version="aes128gcm")
        return {"headers": headers, "claims": claims, "key": key, "payload": json.loads(plain)}

    def log_message(self, *arguments):
        pass


end_with_parent()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.origin = f"http://127.0.0.1:{server.server_port}"
server.log = f"{sys.argv[1]}/messages.jsonl"
print(json.dumps({"address": server.origin, "p256dh": text(public), "auth": text(secret)}), flush=True)
server.serve_forever()
