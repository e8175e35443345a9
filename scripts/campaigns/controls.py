"""What is known to lose lines, so that the checker is seen to find it."""

import contextlib
import os
import random
import shutil
import subprocess
import threading
import time
from collections import Counter

import psycopg
from cluster import programs
from faults import LostCommits
from history import Line, View, faults
from rounds import Round

#: Seconds of writing, writers, and lines of each transaction, as the ledger has one for each account.
seconds, writers, lines_each = 3, 8, 3
schema = """
    CREATE TABLE head (number bigint NOT NULL);
    INSERT INTO head VALUES (0);
    CREATE SEQUENCE numbers;
    CREATE TABLE line (number bigint PRIMARY KEY, alert text NOT NULL, account bigint NOT NULL)
    """
#: Who numbers lines: a sequence, which others do not wait for, and a row that is locked until the commit, as the program has it.
numbered = {
    "a sequence": "INSERT INTO line SELECT nextval('numbers'), %s, account FROM generate_series(1, 3) AS account",
    "a counter row": """
        WITH given AS (UPDATE head SET number = number + 3 RETURNING number)
        INSERT INTO line SELECT given.number - 3 + account, %s, account FROM given, generate_series(1, 3) AS account
        """,
}


@contextlib.contextmanager
def server(folder):
    """A server for the control alone; yields how to reach it."""
    owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    if owner:
        shutil.chown(folder, "postgres", "postgres")
    files = folder / "data"
    subprocess.run([*owner, programs / "initdb", "-D", files, "-U", "postgres", "-A", "trust", "--no-sync"],
                   check=True, stdout=subprocess.DEVNULL, cwd="/")
    with open(folder / "server.log", "wb") as log:
        process = subprocess.Popen(
            [*owner, programs / "postgres", "-D", files, "-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}"],
            stdout=log, stderr=log, cwd="/")
    address = f"host={folder} user=postgres dbname=postgres"
    try:
        while process.poll() is None:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(address).close()
                break
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


class Trial:
    """Writers that number lines in a way, and followers that read what is after the last line that they saw."""

    def __init__(self, address, insertion):
        self.address, self.insertion, self.acknowledged, self.over = address, insertion, [], threading.Event()
        self.is_written = threading.Event()
        self.views = {account: [] for account in range(1, lines_each + 1)}

    def connect(self):
        return psycopg.connect(self.address, autocommit=True)

    def write(self, writer):
        pauses = random.Random(writer)
        with self.connect() as connection:
            for turn in range(10_000):
                if self.over.is_set():
                    return
                alert = f"alert {turn} of {writer}"
                with connection.transaction():
                    connection.execute(self.insertion, [alert])
                    # Another transaction may begin later and end earlier.
                    time.sleep(pauses.uniform(0, 0.01))
                self.acknowledged.append(alert)

    def follow(self, account):
        seen, is_last = self.views[account], False
        with self.connect() as connection:
            while True:
                last = seen[-1] if seen else 0
                found = connection.execute(
                    "SELECT number FROM line WHERE account = %s AND number > %s ORDER BY number", [account, last])
                seen += [number for number, in found]
                if is_last:
                    return
                is_last = self.is_written.is_set()

    def run(self):
        """What the checker finds."""
        with self.connect() as connection:
            connection.execute(schema)
        writing = [threading.Thread(target=self.write, args=[number]) for number in range(writers)]
        following = [threading.Thread(target=self.follow, args=[account]) for account in self.views]
        for thread in writing + following:
            thread.start()
        time.sleep(seconds)
        self.over.set()
        for thread in writing:
            thread.join()
        self.is_written.set()
        for thread in following:
            thread.join()
        with self.connect() as connection:
            lines = [Line(*row, 0) for row in connection.execute("SELECT number, alert, account FROM line")]
            connection.execute("DROP TABLE head, line; DROP SEQUENCE numbers")
        targets = {(account, 0) for account in self.views}
        return faults(lines, {alert: targets for alert in self.acknowledged},
                      [View(f"follower {account}", account, seen) for account, seen in self.views.items()])


def told(name, found):
    kinds = Counter(fault.kind for fault in found)
    print(f"{name}: " + (", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items())) or "nothing wrong"), flush=True)
    for fault in found[:3]:
        print(f"  {fault.kind}: {fault.text}")


def sequences(folder):
    """0 if the checker finds lines that followers did not see where a sequence numbers them, and nothing where a row does."""
    found = {}
    with server(folder) as address:
        for name, insertion in numbered.items():
            found[name] = Trial(address, insertion).run()
            told(f"numbers from {name}", found[name])
    return 0 if any(fault.kind == "lost" for fault in found["a sequence"]) and not found["a counter row"] else 1


def asynchronous(stage):
    """0 if the checker finds acknowledged lines that were lost with a primary that waited for no standby."""
    _, found = Round(stage, LostCommits, random.Random(1)).play()
    told("no commit waits for a standby", found)
    return 0 if any(fault.kind == "lost" and "ledger" in fault.text for fault in found) else 1
