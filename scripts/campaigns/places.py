"""Machines of a small network: network namespaces of this machine behind one router, between which a line can be cut.

Everything happens in namespaces of this process and its children, which vanish with it: nothing is left on the machine,
and nothing that runs there is reached.
"""

import os
import shutil
import signal
import subprocess
import sys

from program import Missing, call

#: Set in the process that has namespaces of its own.
mark = "BREATHE_CAMPAIGN_NAMESPACES"
router = "10.0.0.1"


def enter_namespaces():
    """Begins the program anew in namespaces of its own, unless it already is: of processes and of the network."""
    if os.environ.pop(mark, None):
        return bury_the_dead()
    if os.geteuid() != 0:
        raise Missing("network namespaces need root: run it as root")
    for tool in ("unshare", "nsenter", "setpriv", "ip", "sysctl"):
        if not shutil.which(tool):
            raise Missing(f"{tool} is missing: scripts/setup --campaign")
    os.environ[mark] = "1"
    # What runs in a namespace of processes ends with its first one.
    command = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, *sys.argv]
    os.execvp(command[0], command)


def bury_the_dead():
    """Goes on in a child, while the first process of the namespace takes note of all whose parents are gone.

    Else a server that was killed would look as if it still ran.
    """
    child = os.fork()
    if child == 0:
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        process, status = os.wait()
        if process == child:
            os._exit(os.waitstatus_to_exitcode(status) & 255)


class Place:
    """A machine with one address, and a line to the router."""

    def __init__(self, name, number):
        self.name, self.address = name, f"10.0.0.{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        line = f"line{number}"
        self.inside = ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net"]
        wait_for_namespace(self.holder)
        call("ip", "link", "add", line, "type", "veth", "peer", "name", "line", "netns", self.holder.pid)
        call("ip", "address", "add", router, "peer", self.address, "dev", line)
        call("ip", "link", "set", line, "up")
        self.call("ip", "link", "set", "lo", "up")
        self.call("ip", "address", "add", self.address, "peer", router, "dev", "line")
        self.call("ip", "link", "set", "line", "up")
        self.call("ip", "route", "add", "default", "via", router)

    def call(self, *arguments):
        return call(*self.inside, *arguments)

    def start(self, command, log, variables=None, user=None):
        """A process on this machine, in a session of its own, as a user."""
        identity = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        words = [str(word) for word in (*self.inside, *identity, *command)]
        with open(log, "ab") as output:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, cwd="/",
                env=os.environ | (variables or {}))


def wait_for_namespace(process):
    """Waits until a process has left the namespace that it was started in."""
    own = os.readlink("/proc/self/ns/net")
    while os.readlink(f"/proc/{process.pid}/ns/net") == own:
        if process.poll() is not None:
            raise Missing("no network namespace can be made here")


class Lines:
    """The lines between places, which are cut silently, as by a broken switch: no packet arrives, and nobody is told."""

    def __init__(self):
        call("ip", "link", "set", "lo", "up")
        call("sysctl", "--quiet", "--write", "net.ipv4.ip_forward=1")
        # A router would else tell places of shorter ways, around the cut.
        call("sysctl", "--quiet", "--write", "net.ipv4.conf.all.send_redirects=0")
        self.cuts = []

    def cut(self, one, other):
        for source, target in ((one, other), (other, one)):
            rule = ["from", source.address, "to", target.address, "blackhole"]
            call("ip", "rule", "add", *rule)
            self.cuts.append(rule)

    def mend(self):
        while self.cuts:
            call("ip", "rule", "delete", *self.cuts.pop())
