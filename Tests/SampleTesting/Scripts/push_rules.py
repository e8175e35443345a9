"""What RFC 8030 and RFC 8292 require of a request to a push service."""

import base64
import json
import time

from py_vapid import Vapid02


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def checked(headers, body, origin):
    """Checks a request to a service with this origin, and returns what identifies its sender: the claims and the key."""
    assert len(body) <= 4096, "the body is too long"
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) >= 0
    assert headers["urgency"] in ("very-low", "low", "normal", "high")
    assert Vapid02.verify(headers["authorization"]), "the signature is wrong"
    scheme, _, rest = headers["authorization"].partition(" ")
    assert scheme == "vapid"
    fields = dict(field.strip().split("=", 1) for field in rest.split(","))
    claims = json.loads(data(fields["t"].split(".")[1]))
    assert claims["aud"] == origin, "the audience is another service"
    assert claims["sub"].startswith(("mailto:", "https://")), "nobody is named whom to ask"
    assert time.time() < claims["exp"] <= time.time() + 86400, "the token is too old or lives too long"
    return claims, fields["k"]
