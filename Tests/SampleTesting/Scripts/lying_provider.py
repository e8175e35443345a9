"""An identity provider that lies, each time in the way that it is asked to.

The first line of the output is its address. The way of its metadata is the first part of the path: `honest`, or a key
of METADATA, each an issuer of its own. The way of its token is the code that it gets, before the first dot; the rest of
the code is the nonce, so that the provider need not be visited. Each path that is requested becomes a line of
`messages.jsonl` in the folder that is the first argument.
"""

import base64
import hashlib
import hmac
import json
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

CLIENT = "breathe"
own, other = (rsa.generate_private_key(public_exponent=65_537, key_size=2048) for _ in range(2))
public = own.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    return text(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def key(private, name):
    numbers = private.public_key().public_numbers()
    return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": name, "n": number(numbers.n), "e": number(numbers.e)}


def signed(claims, private=own, algorithm="RS256", header=None):
    head = header or {"alg": algorithm, "kid": "k1"}
    body = f"{text(json.dumps(head).encode())}.{text(json.dumps(claims).encode())}"
    if algorithm == "none":
        return body + "."
    if algorithm == "HS256":
        return f"{body}.{text(hmac.digest(public, body.encode(), hashlib.sha256))}"
    return f"{body}.{text(private.sign(body.encode(), padding.PKCS1v15(), hashes.SHA256()))}"


def claims(issuer, nonce, **changes):
    now = time.time()
    return {"iss": issuer, "sub": "person-7", "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce,
            "email": "carla@example.org", "email_verified": True, "name": "Carla"} | changes


#: How a token lies, by the code for which it is issued.
TOKENS = {
    "honest": lambda issuer, nonce: signed(claims(issuer, nonce)),
    "issuer": lambda issuer, nonce: signed(claims("https://accounts.google.com", nonce)),
    "audience": lambda issuer, nonce: signed(claims(issuer, nonce, aud="another-client")),
    "audiences": lambda issuer, nonce: signed(claims(issuer, nonce, aud=[CLIENT, "another-client"])),
    "nonce": lambda issuer, nonce: signed(claims(issuer, nonce[::-1])),
    "no-nonce": lambda issuer, nonce: signed({name: value for name, value in claims(issuer, nonce).items() if name != "nonce"}),
    "expired": lambda issuer, nonce: signed(claims(issuer, nonce, exp=time.time() - 3_600)),
    "old": lambda issuer, nonce: signed(claims(issuer, nonce, iat=time.time() - 3_600)),
    "none": lambda issuer, nonce: signed(claims(issuer, nonce), algorithm="none"),
    "shared-secret": lambda issuer, nonce: signed(claims(issuer, nonce), algorithm="HS256"),
    "another-key": lambda issuer, nonce: signed(claims(issuer, nonce), other),
    "own-key": lambda issuer, nonce: signed(
        claims(issuer, nonce), other, header={"alg": "RS256", "kid": "k1", "jwk": key(other, "k1")}),
    "subject": lambda issuer, nonce: signed(claims(issuer, nonce, sub="")),
    "huge": lambda issuer, nonce: signed(claims(issuer, nonce, name="a" * 1_000_000)),
}


def metadata(issuer):
    return {"issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        way, issuer, rest = self.place()
        if rest == "keys":
            return self.answer({"keys": [key(own, "k1")]})
        if rest != ".well-known/openid-configuration":
            return self.answer({"error": "invalid_request"}, 404)
        if way in METADATA:
            return METADATA[way](self, issuer)
        return self.answer(metadata(issuer))

    def do_POST(self):
        _, issuer, _ = self.place()
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        way, _, nonce = form["code"].partition(".")
        self.answer({"access_token": "a", "token_type": "Bearer", "id_token": TOKENS[way](issuer, nonce)})

    def place(self):
        """The way, the issuer and the rest of the path, which is noted."""
        with lock, open(notes, "a") as file:
            file.write(json.dumps({"path": self.path}) + "\n")
        way, _, rest = self.path.lstrip("/").partition("/")
        return way, f"{address}/{way}", rest

    def answer(self, document, status=200, headers=()):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, _):
        self.answer({}, 302, [("Location", f"{address}/honest/.well-known/openid-configuration")])

    def huge(self, issuer):
        """A document without an end, as far as anybody reads it."""
        self.drip(json.dumps(metadata(issuer)).encode()[:-1] + b', "more": "', b"a" * 65_536, 0)

    def slow(self, issuer):
        """A document that comes byte by byte, so that the connection is never silent."""
        self.drip(b"", b" ", 0.2)

    def drip(self, first, part, pause):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(first + part), first + part))
                first = b""
                time.sleep(pause)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


#: How metadata lie, by the first part of the path.
METADATA = {
    "redirecting": Handler.redirect, "huge": Handler.huge, "slow": Handler.slow,
    "impostor": lambda handler, _: handler.answer(metadata(f"{address}/honest")),
    "no-document": lambda handler, _: handler.answer(["issuer"]),
}

lock, notes = threading.Lock(), Path(sys.argv[1]) / "messages.jsonl"
server = ThreadingHTTPServer(("localhost", 0), Handler)
server.daemon_threads = True
address = f"http://localhost:{server.server_port}"
threading.Thread(target=server.serve_forever, daemon=True).start()
print(address, flush=True)
# It ends with the process that started it.
sys.stdin.read()
