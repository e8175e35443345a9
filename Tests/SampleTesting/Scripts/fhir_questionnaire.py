"""Validates a Questionnaire of FHIR with a library that knows the specification, and prints what it has of what.

Arguments: the file of the Questionnaire.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from fhir.resources.R4B.questionnaire import Questionnaire

#: What an item of each type may be compared with.
ANSWERS = {
    "boolean": "answerBoolean", "choice": "answerCoding", "date": "answerDate", "decimal": "answerDecimal",
    "integer": "answerInteger", "string": "answerString", "text": "answerString",
}


def items(parent):
    for item in parent.item or []:
        yield item
        yield from items(item)


def main(file):
    questionnaire = Questionnaire.model_validate_json(Path(file).read_bytes())
    every = list(items(questionnaire))
    types = {item.linkId: item.type for item in every}
    if len(types) != len(every):
        sys.exit("two items have one linkId")
    codes = {item.linkId: {option.valueCoding.code for option in item.answerOption or []} for item in every}
    for item in every:
        check(item, types, codes)
    count = Counter(item.type for item in every)
    count["conditions"] = sum(len(item.enableWhen or []) for item in every)
    count["expressions"] = sum(bool(extension.valueExpression) for item in every for extension in item.extension or [])
    count["translations"] = sum(len(item.text__ext.extension) for item in every if item.text__ext)
    print(json.dumps(count))


def check(item, types, codes):
    """The rules of the specification that are not in its structure (que-1 to que-13)."""
    if item.type == "group" and not item.item:
        sys.exit(f"{item.linkId}: a group without items")
    if item.type == "display" and (item.item or item.required or item.repeats or item.readOnly):
        sys.exit(f"{item.linkId}: a display that does more")
    if len(item.enableWhen or []) > 1 and not item.enableBehavior:
        sys.exit(f"{item.linkId}: several conditions without behaviour")
    for condition in item.enableWhen or []:
        if condition.question not in types:
            sys.exit(f"{item.linkId}: depends on {condition.question}, which is not there")
        expected = "answerBoolean" if condition.operator == "exists" else ANSWERS[types[condition.question]]
        if getattr(condition, expected) is None:
            sys.exit(f"{item.linkId}: compares {condition.question} with another type")
        if condition.answerCoding and condition.answerCoding.code not in codes[condition.question]:
            sys.exit(f"{item.linkId}: {condition.question} has no choice {condition.answerCoding.code}")


if __name__ == "__main__":
    main(*sys.argv[1:])
