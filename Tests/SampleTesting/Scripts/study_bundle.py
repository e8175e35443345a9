"""Validates the answers of a study as a FHIR bundle, compares them with those of its lines, and prints how many there are and when.

Arguments: the file of the bundle, and that of the lines.
"""

import json
import re
import sys
from pathlib import Path

from fhir.resources.R4B.bundle import Bundle

ADDRESS = r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


def main(file, lines):
    content = Path(file).read_bytes()
    bundle = Bundle.model_validate_json(content)
    if bundle.type != "collection":
        sys.exit(f"the bundle is a {bundle.type}")
    urls = [entry.fullUrl for entry in bundle.entry]
    if len(set(urls)) != len(urls) or not all(re.fullmatch(ADDRESS, url) for url in urls):
        sys.exit(f"the addresses are {urls}")
    for entry in bundle.entry:
        items = {item.linkId: item for item in entry.resource.item}
        if entry.resource.get_resource_type() != "QuestionnaireResponse" or items["nose"].answer[0].valueCoding.code not in "01":
            sys.exit(f"{entry.resource.id} is no answer to the form")
    document = json.loads(content)
    inside = [entry["resource"] for entry in document["entry"]]
    alone = [json.loads(line) for line in Path(lines).read_text(encoding="utf-8").splitlines()]
    if inside != alone:
        sys.exit("the bundle has other resources than the lines")
    print(f"{len(inside)} answers at {document['timestamp']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
