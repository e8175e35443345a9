"""Two PostgreSQL servers under Patroni, with etcd, each on a machine of its own, as the article on PostgreSQL prints them."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import psycopg
from places import Place
from program import Missing, root

article = root / "Sources" / "App" / "Server" / "Server.docc" / "PostgreSQLOperation.md"
programs = Path("/usr/lib/postgresql/15/bin")
#: Seconds until a cluster that was hurt is whole again: a server whose files have to be made anew takes the longest.
patience = 120
#: What makes of the configuration one that loses commits: any standby may become the primary, however far behind.
asynchronous = {"synchronous_mode: true": "synchronous_mode: false\n    maximum_lag_on_failover: 1073741824"}


def configuration(changes):
    """The only block of the article in YAML, with words of it replaced, each of which it has."""
    parts = article.read_text().split("```yaml\n")
    if len(parts) != 2:
        raise Missing(f"{article} prints {len(parts) - 1} configurations of Patroni, not one")
    text = parts[1].split("```")[0]
    for printed, own in changes.items():
        if printed not in text:
            raise Missing(f"{article} does not print {printed}")
        text = text.replace(printed, str(own))
    return text


def password(owner):
    return re.search(rf"username: {owner}\n +password: (.+)", configuration({}))[1]


class Etcd:
    """What says who is the primary; nobody hurts it."""

    def __init__(self, folder):
        self.place = Place("etcd", 21)
        files = folder / "etcd"
        files.mkdir(mode=0o700)
        address = f"http://{self.place.address}"
        self.process = self.place.start(
            ["etcd", "--enable-v2", "--name", "etcd", "--data-dir", files, "--log-level", "error",
             "--listen-client-urls", f"{address}:2379", "--advertise-client-urls", f"{address}:2379",
             "--listen-peer-urls", f"{address}:2380", "--initial-advertise-peer-urls", f"{address}:2380",
             "--initial-cluster", f"etcd={address}:2380"], folder / "etcd.log")


class Member:
    """A server of PostgreSQL with the Patroni that looks after it."""

    def __init__(self, folder, name, number, changes):
        self.place, self.name, self.patroni = Place(name, number), name, None
        self.files, self.log = folder / name / "data", folder / f"{name}.log"
        home = self.files.parent
        home.mkdir(mode=0o700)
        settings = {"name: one": f"name: {name}", "10.0.0.11": self.place.address,
                    "/var/lib/postgresql/15/breathe": self.files, "/var/run/postgresql": home}
        (home / "patroni.yml").write_text(configuration(settings | changes))
        for file in (home, home / "patroni.yml"):
            shutil.chown(file, "postgres", "postgres")
        self.configuration = home / "patroni.yml"

    def start(self):
        # Debian's own Python, whatever comes first on the path.
        self.patroni = self.place.start(
            ["/usr/bin/python3", "/usr/bin/patroni", self.configuration], self.log,
            {"HOME": str(self.files.parent), "PATRONI_LOG_LEVEL": "INFO"}, user="postgres")

    def ask(self, path):
        """The status and the answer of Patroni's own service; nothing if it has none."""
        request = urllib.request.Request(f"http://{self.place.address}:8008{path}")
        try:
            with urllib.request.urlopen(request, timeout=2) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return None, b""

    def connect(self, name="postgres", owner="postgres"):
        return psycopg.connect(
            host=self.place.address, port=5432, dbname=name, user=owner, password=password("postgres"),
            connect_timeout=2, autocommit=True)

    @property
    def server(self):
        """The process of the server, if it runs."""
        with contextlib.suppress(OSError, ValueError):
            process = int((self.files / "postmaster.pid").read_text().split("\n")[0])
            if str(self.files) in Path(f"/proc/{process}/cmdline").read_text():
                return process
        return None

    def processes(self):
        """The processes of the server, the first one first."""
        server = self.server
        if not server:
            return []
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server)], capture_output=True, text=True)
        return [server, *map(int, children.stdout.split())]

    def signal(self, how, with_patroni):
        """Sends a signal to all processes of the server at once, as when a machine fails, with Patroni or without."""
        targets = [self.patroni.pid] if with_patroni and self.patroni else []
        for process in [*targets, *self.processes()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, how)
        if with_patroni and how == signal.SIGKILL:
            self.patroni.wait()
            self.patroni = None


class Cluster:
    """Both servers, and the address at which the nodes find the one that takes writes."""

    def __init__(self, folder, is_synchronous):
        self.etcd, self.is_synchronous = Etcd(folder), is_synchronous
        changes = {} if is_synchronous else asynchronous
        self.members = [Member(folder, name, number, changes) for name, number in (("one", 11), ("two", 12))]
        self.variables = {"PGPASSWORD": password("postgres")}

    def begin(self):
        """Makes both servers, and an empty database on them."""
        for member in self.members:
            member.start()
        self.wait_until_whole()
        secret = password("postgres").replace("'", "''")
        with self.primary().connect() as connection:
            connection.execute(f"CREATE ROLE breathe LOGIN PASSWORD '{secret}'")
            connection.execute(
                "CREATE DATABASE breathe OWNER breathe ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C'")
        # A server that does not know the user yet refuses the sign-in, and libpq then asks no other.
        for member in self.members:
            self.wait_until_known(member)

    def wait_until_known(self, member):
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            with contextlib.suppress(psycopg.Error):
                return member.connect("breathe", "breathe").close()
            time.sleep(0.1)
        raise Missing(f"{member.name} does not know the user of the nodes after {patience} s\n" + self.ends())

    @property
    def store(self):
        hosts = ",".join(member.place.address for member in self.members)
        return f"postgresql://breathe@{hosts}/breathe?target_session_attrs=read-write"

    def primary(self):
        """The member that takes writes, as Patroni says; nothing while there is none."""
        return next((member for member in self.members if member.ask("/primary")[0] == 200), None)

    def standby(self):
        primary = self.primary()
        return next((member for member in self.members if primary and member is not primary), None)

    def is_whole(self):
        primary = self.primary()
        if not primary:
            return False
        status, answer = primary.ask("/cluster")
        members = json.loads(answer)["members"] if status == 200 else []
        roles = {member["role"] for member in members if member.get("state") in ("running", "streaming")}
        return {"leader", "sync_standby" if self.is_synchronous else "replica"} <= roles

    def wait_until_whole(self):
        deadline = time.monotonic() + patience
        while not self.is_whole():
            if time.monotonic() > deadline:
                raise Missing(f"the servers are not whole after {patience} s; their logs end with\n" + self.ends())
            time.sleep(0.2)

    def ends(self):
        return "\n".join(member.log.read_text(errors="replace")[-1500:] for member in self.members)

    def connect(self, owner="breathe"):
        """A connection to the primary, waited for."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            with contextlib.suppress(psycopg.Error):
                return psycopg.connect(
                    host=",".join(member.place.address for member in self.members), dbname="breathe", user=owner,
                    password=password("postgres"), target_session_attrs="read-write", connect_timeout=2, autocommit=True)
            time.sleep(0.2)
        raise Missing(f"no server takes writes after {patience} s\n" + self.ends())

    def end(self):
        """Ends everything at once; the files are thrown away."""
        for member in self.members:
            if member.patroni:
                member.signal(signal.SIGKILL, with_patroni=True)
        self.etcd.process.kill()
