"""A mail server that writes every accepted message to a file, as a line of JSON.

The first word of the recipient's address decides how it behaves: `unknown` is refused permanently, `later`
temporarily, and `spam` after its message has arrived. Its address is the first line of the output.
"""

import asyncio
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult
from parent import end_with_parent


class Handler:
    def __init__(self, path):
        self.path = path

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("unknown"):
            return "550 5.1.1 no such user"
        if address.startswith("later"):
            return "451 4.3.2 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("spam"):
            return "554 5.6.0 not wanted here"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in message.iter_parts()}
        line = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "secure": server.transport.get_extra_info("sslcontext") is not None,
            "user": session.auth_data.login.decode() if session.auth_data else None,
            "peer": f"{session.peer[0]}:{session.peer[1]}",
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "text": parts.get("text/plain", ""),
            "html": parts.get("text/html", ""),
            "defects": len(message.defects),
        }
        with open(self.path, "a") as file:
            file.write(json.dumps(line) + "\n")
        return "250 OK"


def certificate(folder):
    """A certificate for localhost that only the test trusts."""
    import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    with open(f"{folder}/certificate.pem", "wb") as file:
        file.write(made.public_bytes(serialization.Encoding.PEM))
    with open(f"{folder}/key.pem", "wb") as file:
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/certificate.pem", f"{folder}/key.pem")
    return context


def authenticate(server, session, envelope, mechanism, data):
    success = data.login == b"breathe" and data.password == b"s3cret:word"
    return AuthResult(success=success, handled=False, auth_data=data)


async def serve(folder, mode):
    handler = Handler(f"{folder}/messages.jsonl")
    options = {}
    if mode in ("starttls", "login"):
        options = {"tls_context": certificate(folder), "require_starttls": True}
    if mode == "login":
        options |= {"authenticator": authenticate, "auth_required": True}
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(handler, **options),
        "127.0.0.1",
        0,
        ssl=certificate(folder) if mode == "tls" else None,
    )
    scheme = "smtps" if mode == "tls" else "smtp"
    print(f"{scheme}://localhost:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


end_with_parent()
asyncio.run(serve(*sys.argv[1:]))
