"""Checks what can be seen without a build, and lists every failure.

Usage: python3 scripts/checks [--times] [NAME…]

Without a name it runs all checks. The exit status is 1 when one of them finds something.

  --times   also prints how many seconds each check took
"""

import os
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True

import documents
import histories
import imports
import manifest
import programs
import site_files
import statements
import stores
import type_names

#: Each check yields a sentence for each failure.
CHECKS = {
    "manifest": manifest.failures,
    "imports": imports.failures,
    "types": type_names.failures,
    "statements": statements.failures,
    "stores": stores.failures,
    "comments": documents.comment_failures,
    "documents": documents.document_failures,
    "site": site_files.failures,
    "data": site_files.data_failures,
    "programs": programs.failures,
    "histories": histories.failures,
}


def run(name, with_times):
    """Prints the failures of a check, and returns whether there were none."""
    began, count = time.monotonic(), 0
    for count, failure in enumerate(all_failures(name), 1):
        print(f"check: {failure}", file=sys.stderr)
    if with_times:
        print(f"{time.monotonic() - began:6.2f} s  {name}")
    return count == 0


def all_failures(name):
    """The failures of a check; that it cannot be run to its end is one, too, and holds up no other check."""
    try:
        yield from CHECKS[name]()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        yield f"{name}: {error}"


def main(arguments):
    with_times = "--times" in arguments
    names = [argument for argument in arguments if argument != "--times"]
    if "-h" in names or "--help" in names:
        print(__doc__.strip())
        return 0
    if any(name not in CHECKS for name in names):
        print(f"{__doc__.strip()}\n\nChecks: {', '.join(CHECKS)}", file=sys.stderr)
        return 64
    os.chdir(Path(__file__).parents[2])
    return 0 if all([run(name, with_times) for name in names or CHECKS]) else 1


sys.exit(main(sys.argv[1:]))
