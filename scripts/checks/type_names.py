"""Holds types to names of their own, in all modules together, however private they are."""

from collections import defaultdict

from swift import TYPES, sources


def failures():
    """Types in other types share a name when those have one name, too: `Station.ID` and `Region.ID` do not."""
    declared = defaultdict(list)
    for file in sources("Sources"):
        for found in file.declarations:
            if found.kind in TYPES:
                declared[".".join(found.path)].append(f"{file.file}:{found.line}")
    for name, places in sorted(declared.items()):
        if len(places) > 1:
            yield f"{places[0]}: another type is named {name}: {', '.join(places[1:])}"
