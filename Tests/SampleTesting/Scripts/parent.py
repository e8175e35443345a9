"""The process that started a server, which it must not outlive."""

import os
import sys
import threading


def end_with_parent():
    """Ends this process when its parent closes its input."""
    threading.Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent():
    sys.stdin.read()
    os._exit(0)
