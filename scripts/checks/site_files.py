"""Reads the files of the site: scripts and style sheets with esbuild, scripts with ESLint, pages, and JSON.

esbuild follows the imports, so it finds a module that is missing and a name that no module exports. ESLint knows what a
page has and what a service worker has; a module that both load has to do with what both have.
"""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

from pages import page_failures

PAGES = Path("Sources/Web/Site/Pages")
#: Tests of scripts, which Node.js runs.
TESTS = Path("Tests")
WORKER = "service-worker.js"
CONFIGURATION = Path("scripts/checks/eslint.json")
#: Names that are global in a page and too short to notice when a declaration of the same name is forgotten.
TREACHEROUS = (
    "blur", "close", "closed", "event", "external", "find", "focus", "length", "name", "open", "origin",
    "parent", "print", "scroll", "status", "stop", "top",
)


def failures():
    scripts = {file.name: file.read_text(encoding="utf-8") for file in sorted(PAGES.rglob("*.js"))}
    yield from bundling_failures([*PAGES.rglob("*.js"), *PAGES.rglob("*.css")])
    of_worker = loaded({WORKER}, scripts)
    of_pages = loaded(scripts.keys() - of_worker, scripts)
    treacherous = ["--rule", json.dumps({"no-restricted-globals": ["error", *TREACHEROUS]})]
    found = lint((PAGES / name for name in of_worker), "--env", "serviceworker")
    found += lint((PAGES / name for name in of_pages), "--env", "browser", "--global", "L", *treacherous)
    found += lint(TESTS.rglob("*.mjs"), "--env", "node", "--global", "Blob", "--global", "ReadableStream")
    yield from sorted(set(found))
    yield from page_failures(PAGES)


def loaded(names, scripts):
    """The scripts of these names, with all that they import."""
    found, coming = set(), set(names)
    while coming:
        name = coming.pop()
        found.add(name)
        imported = re.findall(r"""(?:from |import |import\()["']\./([^"']+)["']""", scripts.get(name, ""))
        coming |= set(imported) & scripts.keys() - found
    return found


def bundling_failures(files):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["esbuild", "--bundle", "--format=esm", "--external:/assets/*", "--color=false", "--log-level=warning",
             "--log-limit=0", f"--outdir={folder}", *map(str, files)],
            text=True, stderr=subprocess.PIPE)
    found = re.findall(r"\[(?:WARNING|ERROR)\] (.*)\n\n +(\S+:\d+:\d+):", done.stderr)
    yield from (f"{place}: {text}" for text, place in found)
    if done.returncode and not found:
        yield f"esbuild: {done.stderr.strip()}"


def lint(files, *options):
    """What ESLint has to say. Debian keeps its modules where a Node.js from elsewhere does not look."""
    command = ["eslint", "--no-eslintrc", "--no-inline-config", "--config", str(CONFIGURATION), "--format", "unix"]
    done = subprocess.run(
        [*command, *options, *sorted(map(str, files))],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"NODE_PATH": "/usr/share/nodejs"})
    here = f"{Path.cwd()}/"
    found = [line.removeprefix(here) for line in done.stdout.splitlines() if line.startswith(here)]
    return found if found or done.returncode == 0 else [f"eslint: {done.stdout.strip()}"]


def data_failures():
    """JSON that cannot be read, or that says something twice."""
    for folder in ("Sources", "scripts", "stations", "tiles"):
        for file in sorted(Path(folder).rglob("*.json")):
            try:
                json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=only_once)
            except ValueError as error:
                yield f"{file}: {error}"


def only_once(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"an object has {next(name for name in names if names.count(name) > 1)!r} twice")
    return members
