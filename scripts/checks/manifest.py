"""Holds the manifest to what the files import, both ways round.

A dependency that no file imports needs a reason in `Package.swift`, in a comment `// Linked, not imported: NAME …`. A
package from which no module imports anything needs a comment above it. The folders below `Sources` import one way, in
the order that `Sources/README.md` draws.
"""

import json
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

from swift import sources

MANIFEST = Path("Package.swift")
MAP = Path("Sources/README.md")


def failures():
    text = MANIFEST.read_text(encoding="utf-8")
    targets = package()["targets"]
    excused = set(re.findall(r"// Linked, not imported: (\w+)", text))
    ours = {target["name"] for target in targets}
    known = ours.union(*map(declared, targets))
    for target in targets:
        yield from target_failures(target, known, excused)
    yield from upward_failures(targets)
    yield from unused_modules(targets)
    yield from unused_packages(text)
    yield from unused_names(text, ours)


@cache
def package():
    """The package as SwiftPM reads its manifest."""
    command = ["swift", "package", "dump-package"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def folder(target):
    return Path(target.get("path") or f"Tests/{target['name']}")


def declared(target):
    """The names of the modules and products that a target declares."""
    return [next(kind[0] for kind in dependency.values()) for dependency in target["dependencies"]]


def target_failures(target, known, excused):
    name, names = target["name"], declared(target)
    if target["type"] == "system":
        if not re.search(rf"^module {name}\b", (folder(target) / "module.modulemap").read_text(), re.MULTILINE):
            yield f"{folder(target)}/module.modulemap: its module is not named {name}, like the target"
        return
    for twice, count in Counter(names).items():
        if count > 1:
            yield f"{MANIFEST}: {name} declares {twice} twice"
    files = sources(folder(target))
    if target["type"] == "plugin":
        used = {tool for file in files for tool in re.findall(r'tool\(named: "([^"]+)"\)', file.text)}
    else:
        used = {module for file in files for module in file.imports}
    for module in sorted(set(names) - used - excused):
        yield f"{MANIFEST}: {name} declares {module}, and none of its files imports it"
    for module in sorted((used & known) - set(names) - {name}):
        yield f"{MANIFEST}: {name} imports {module}, and does not declare it"
    if target.get("pluginUsages") and not any(map(is_embedded, folder(target).rglob("*"))):
        yield f"{MANIFEST}: {name} embeds files, and has none"


def is_embedded(path):
    return path.is_file() and path.suffix not in (".swift", ".md") and ".docc" not in str(path)


def upward_failures(targets):
    drawn = re.search(r"^(\w+ ──► .*)$", MAP.read_text(encoding="utf-8"), re.MULTILINE)
    order = drawn[1].split(" ──► ") if drawn else []
    places = {target["name"]: folder(target).parts[1] for target in targets if folder(target).parts[0] == "Sources"}
    for missing in sorted(set(places.values()) - set(order)):
        yield f"{MAP}: the order of the folders lacks {missing}"
    for target in targets:
        for name in declared(target) if places.get(target["name"]) in order else []:
            if places.get(name) in order and order.index(places[name]) > order.index(places[target["name"]]):
                yield f"{MANIFEST}: {target['name']} imports {name}, which {MAP} draws above it"


def unused_modules(targets):
    """Modules that nothing imports are in no program."""
    used = {name for target in targets for name in declared(target)}
    for target in targets:
        if target["type"] in ("regular", "system") and target["name"] not in used:
            yield f"{MANIFEST}: no target depends on {target['name']}"


def unused_packages(text):
    used = {
        dependency["product"][1].lower()
        for target in package()["targets"] for dependency in target["dependencies"] if "product" in dependency
    }
    for dependency in package()["dependencies"]:
        for source in dependency.get("sourceControl", []):
            url = source["location"]["remote"][0]["urlString"]
            has_reason = re.search(rf'\n *//[^\n]*\n\s*\.package\(url: "{re.escape(url)}"', text)
            if source["identity"] not in used and not has_reason:
                yield f"{MANIFEST}: no target depends on a product of {url}"


def unused_names(text, ours):
    for name in re.findall(r"^let (\w+) = Target\.Dependency", text, re.MULTILINE):
        if len(re.findall(rf"\b{name}\b", text)) == 1:
            yield f"{MANIFEST}: nothing uses {name}"
    optimised = re.search(r"let optimised: Set = \[(.*?)\]", text, re.DOTALL)
    for name in re.findall(r'"(\w+)"', optimised[1]) if optimised else []:
        if name not in ours:
            yield f"{MANIFEST}: {name} is to be optimised, and there is no such target"
