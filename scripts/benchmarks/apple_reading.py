"""Lets the page's worker read an export in Chromium, and prints the seconds and the most memory of the page's process.

Arguments: the URL of a service, and the file. Runs in the Python environment of the test tools, which has Playwright.
"""

import json
import re
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

#: Milliseconds within which the file must be read.
patience = 300_000
#: Seconds between two looks at the memory.
pause = 0.1

READ = """() => new Promise((resolve, reject) => {
  const worker = new Worker("/assets/apple-worker.js");
  worker.onmessage = ({ data: { series, failure } }) => { if (series) resolve(series.length); else if (failure) reject(new Error(failure)); };
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(document.getElementById("measured").files[0]);
})"""


def renderers():
    """The processes of pages, and the memory of each in MB: its own, and its part of what it shares."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"--type=renderer" in status.read_bytes():
                shares = re.search(r"^Pss:\s+(\d+) kB", (status.parent / "smaps_rollup").read_text(), re.MULTILINE)
                found[int(status.parent.name)] = int(shares[1]) / 1000
        except (OSError, TypeError):
            continue
    return found


class Watch(threading.Thread):
    """Looks at the memory of pages while a file is read."""

    def __init__(self, known):
        super().__init__(daemon=True)
        self.known, self.most, self.is_over = known, 0, False

    def run(self):
        while not self.is_over:
            ours = [size for process, size in renderers().items() if process not in self.known]
            self.most = max([self.most, *ours])
            time.sleep(pause)


def main(address, file):
    known = set(renderers())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        page = browser.new_page()
        page.set_default_timeout(patience)
        page.goto(f"{address}/values")
        page.evaluate("""() => {
            document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "measured" }));
        }""")
        page.set_input_files("#measured", file)
        watch = Watch(known)
        watch.start()
        start = time.perf_counter()
        kinds = page.evaluate(READ)
        seconds = time.perf_counter() - start
        watch.is_over = True
        browser.close()
    if kinds < 3:
        sys.exit(f"only {kinds} kinds of values were found")
    print(json.dumps({"seconds": seconds, "megabytes": watch.most}))


main(*sys.argv[1:])
