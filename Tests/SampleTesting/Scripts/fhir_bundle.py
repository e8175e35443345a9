"""Validates a FHIR bundle with a library that knows the specification, and prints how many resources of each type it has.

Arguments: the file of the bundle.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from fhir.resources.R4B.bundle import Bundle
from fhir.resources.R4B.questionnaireresponse import QuestionnaireResponse


def main(file):
    bundle = Bundle.model_validate_json(Path(file).read_bytes())
    urls = [entry.fullUrl for entry in bundle.entry]
    if len(set(urls)) != len(urls):
        sys.exit("two resources have one address")
    [questions] = [entry.resource for entry in bundle.entry if entry.resource.get_resource_type() == "Questionnaire"]
    asked = {item.linkId for item in questions.item}
    for entry in bundle.entry:
        resource = entry.resource
        subject = getattr(resource, "subject", None)
        if subject is not None and subject.reference not in urls:
            sys.exit(f"{resource.id} is about somebody who is not in the bundle")
        others = [*(getattr(resource, "partOf", None) or []), *(part.actor for part in getattr(resource, "performer", None) or [])]
        if any(other.reference not in urls for other in others):
            sys.exit(f"{resource.id} names what is not in the bundle")
        if isinstance(resource, QuestionnaireResponse) and not {item.linkId for item in resource.item} <= asked:
            sys.exit(f"{resource.id} answers what was not asked")
    print(json.dumps(Counter(entry.resource.get_resource_type() for entry in bundle.entry)))


if __name__ == "__main__":
    main(*sys.argv[1:])
