"""An identity provider: oidc-provider-mock, which asks for no password and signs any claim.

The first line of the output is its issuer. Two rules of the standards that the mock ignores are enforced
here: the code is issued only for the verifier of its challenge (RFC 7636, section 4.6), and a refusal returns
the state (RFC 6749, section 4.1.2.1). A subject beginning with `open-` has an unverified address.
"""

import base64
import hashlib
import io
import os
import urllib.parse

import werkzeug.serving
import werkzeug.wrappers
from oidc_provider_mock import User, app
from parent import end_with_parent

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

challenges = {}
people = [
    User(sub="anna-at-clinic", claims={"email": "anna.clinic@example.org", "email_verified": True, "name": "Anna"}),
    User(sub="berta-at-clinic", claims={"email": "berta@example.org", "email_verified": True, "name": "berta7"}),
    User(sub="open-carl", claims={"email": "anna@example.org", "email_verified": False}),
    User(sub="twin-of-anna", claims={"email": "anna@example.org", "email_verified": True}),
]
provider = app(require_nonce=True, user_claims=people)


def parameters(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))


def fits(form):
    digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    return challenges.pop(form.get("code"), None) == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def keep_rules(environ, start):
    request = werkzeug.wrappers.Request(environ)
    if request.path == "/oauth2/token":
        if not fits(request.form):
            refusal = werkzeug.wrappers.Response('{"error":"invalid_grant"}', 400, content_type="application/json")
            return refusal(environ, start)
        # The form has been read, so it is passed on once more.
        body = urllib.parse.urlencode(list(request.form.items(multi=True))).encode()
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))

    def answer(status, headers, *rest):
        if request.path == "/oauth2/authorize" and status.startswith("30"):
            headers = [(name, sent_back(value) if name.lower() == "location" else value) for name, value in headers]
        return start(status, headers, *rest)

    def sent_back(location):
        asked, given = parameters(request.url), parameters(location)
        if "code" in given:
            challenges[given["code"]] = asked.get("code_challenge")
        elif "state" not in given:
            location += f"&state={urllib.parse.quote(asked.get('state', ''))}"
        return location

    return provider(environ, answer)


end_with_parent()
server = werkzeug.serving.make_server("localhost", 0, keep_rules, threaded=True)
print(f"http://localhost:{server.server_port}", flush=True)
server.serve_forever()
