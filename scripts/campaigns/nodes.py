"""Nodes of the service, each on a machine of its own, and requests to them."""

import contextlib
import http.client
import json
import signal

from places import Place
from program import Missing, call, root, wait_until_ready

#: All load comes from one address, where the receiver is, too. Nobody looks at the ground of the map, which takes a while.
settings = {
    "BREATHE_ADDRESS_RATE": "off", "BREATHE_PRINCIPAL_RATE": "off", "BREATHE_ADDRESS_CONNECTIONS": "100000",
    "BREATHE_OUTBOUND_ALLOW": "10.0.0.0/16", "BREATHE_BASEMAP": "/nowhere",
}


class Program:
    """The program, and where it finds the network."""

    def __init__(self, file, folder, cluster):
        self.file, self.folder, self.cluster = file, folder, cluster
        self.place = ["--store", cluster.store, "--database", folder / "breathe.sqlite", "--resources", root]

    def do(self, *arguments):
        return call(self.file, *arguments, *self.place, variables=self.cluster.variables)

    def account(self, name):
        return self.do("account", "create", name).split()[-1]


class Node:
    port = 8080

    def __init__(self, program, number):
        self.program, self.place = program, Place(f"node{number}", 30 + number)
        self.name, self.process = self.place.name, None
        self.log = program.folder / f"{self.name}.log"

    @property
    def url(self):
        return f"http://{self.place.address}:{self.port}"

    def start(self):
        command = [self.program.file, "serve", "--host", self.place.address, "--port", self.port, "--log-level", "warning"]
        self.process = self.place.start(
            [*command, *self.program.place], self.log, settings | self.program.cluster.variables)

    def wait_until_ready(self):
        try:
            wait_until_ready(f"{self.url}/readyz", self.process)
        except Missing as missing:
            raise Missing(f"{missing}\n{self.log.read_text(errors='replace')[-2000:]}") from missing

    def signal(self, how):
        if self.process:
            self.process.send_signal(how)
            if how == signal.SIGKILL:
                self.process.wait()
                self.process = None

    def end(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def ask(self, method, path, token=None, body=None, key=None, timeout=20, media="application/json"):
        """The status, the location and the bytes of an answer.

        Raises `OSError` or `HTTPException` when none came.
        """
        connection = http.client.HTTPConnection(self.place.address, self.port, timeout=timeout)
        headers = {"Content-Type": media} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        with contextlib.closing(connection):
            text = body if body is None or isinstance(body, str) else json.dumps(body)
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def make(self, path, token, body, key=None):
        """Creates something that must be created at the first attempt; returns what was answered."""
        status, _, answer = self.ask("POST", path, token, body, key)
        if status != 201:
            raise Missing(f"POST {path} was answered {status}: {answer[:300].decode(errors='replace')}")
        return json.loads(answer)
