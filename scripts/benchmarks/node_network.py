"""A network in PostgreSQL, moved there from a database file, with as many nodes as are asked for. All on this machine."""

import os

import matching
from program import built, call, free_port, running

#: All load comes from a single address.
unlimited = {"BREATHE_ADDRESS_RATE": "off", "BREATHE_PRINCIPAL_RATE": "off", "BREATHE_ADDRESS_CONNECTIONS": "200000"}


class MovedNetwork:
    """Within the stack, a server of PostgreSQL; its database gets all that `serve.sqlite` in the folder holds."""

    def __init__(self, stack, folder):
        self.stack, self.folder, self.count = stack, folder, 0
        self.file = folder / "serve.sqlite"
        # nginx's workers and PostgreSQL are other users when the script runs as root.
        os.chmod(folder, 0o755)
        self.cluster = stack.enter_context(matching.Cluster(folder))
        self.cluster.call("createdb", "--host", self.cluster.folder, "--username=postgres", "--encoding=UTF8", "--locale=C",
                          "--template=template0", "breathe")
        self.store = f"host={self.cluster.folder} dbname=breathe user=postgres"
        self.call("migrate", "--from", self.file)

    def call(self, *arguments):
        return call(built("breathe"), *arguments, "--store", self.store, "--database", self.file)

    def node(self):
        """A node of the service, which runs as long as the stack."""
        self.count += 1
        port = free_port()
        command = [built("breathe"), "serve", "--port", port, "--store", self.store, "--database", self.file]
        return self.stack.enter_context(
            running(command, "/readyz", port, self.folder / f"node{self.count}.log", unlimited))

    def nodes(self, count):
        return [self.node() for _ in range(count)]
