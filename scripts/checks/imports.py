"""Finds imports that a file does not need: it mentions no name that the module declares."""

import re

from manifest import folder, package
from swift import sources


def failures():
    names = {target["name"]: declared_names(target) for target in package()["targets"]}
    for file in sources("Sources") + sources("Tests"):
        code = re.sub(r"//[^\n]*|^.*\bimport \w+$", "", file.text, flags=re.MULTILINE)
        words = mentioned_words(code)
        for module, line in file.imports.items():
            declared = names.get(module)
            if declared and not any(name in words or is_operator(name) and name in code for name in declared):
                yield f"{file.file}:{line}: nothing in this file is from {module}"


def declared_names(target):
    """What a module declares; nothing where that is not Swift."""
    return {found.name for file in sources(folder(target)) for found in file.declarations if found.kind != "extension"}


def mentioned_words(code):
    words = set(re.findall(r"\w+", code))
    return words | {"subscript"} if re.search(r"[\w)\]?!]\[", code) else words


def is_operator(name):
    return not re.match(r"\w", name)
