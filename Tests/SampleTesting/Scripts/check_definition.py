"""Checks an OpenAPI document: its form, its schemas, and whether its examples match them.

Usage: check_definition.py FILE. Every complaint is a line; the status is 1 when there is one.
"""

import json
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)

complaints = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in OpenAPIV31SpecValidator(document).iter_errors()]


def resolved(value):
    """The value that a reference points to."""
    while isinstance(value, dict) and "$ref" in value:
        target = document
        for step in value["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        value = target
    return value


def check_references(value, place):
    """Records references that point nowhere."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            try:
                resolved(value)
            except KeyError as missing:
                complaints.append(f"{place}: {value['$ref']} lacks {missing}")
        for name, part in value.items():
            check_references(part, f"{place}/{name}")
    if isinstance(value, list):
        for part in value:
            check_references(part, place)


check_references(document, "")
if complaints:
    sys.exit("\n".join(complaints))


def check(schema, example, place):
    """Checks an example against a schema of the document."""
    whole = {"allOf": [schema], "components": document["components"]}
    validator = Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
    complaints.extend(f"{place}: {e.json_path}: {e.message[:200]}" for e in validator.iter_errors(example))


def examples(thing):
    """The examples of a parameter, header or media type."""
    if "example" in thing:
        yield thing["example"]
    for example in thing.get("examples", {}).values():
        yield example["value"]


def check_holder(holder, place):
    for example in examples(holder):
        check(holder.get("schema", {}), example, place)


checked = 0
for name, schema in document["components"]["schemas"].items():
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as error:  # every complaint of the meta-schema
        complaints.append(f"{name}: {str(error)[:200]}")
    for example in schema.get("examples", []):
        checked += 1
        check({"$ref": f"#/components/schemas/{name}"}, example, name)

for name, header in document["components"]["headers"].items():
    check_holder(header, name)

for path, item in document["paths"].items():
    for method, operation in item.items():
        place = f"{method.upper()} {path}"
        for parameter in map(resolved, operation["parameters"]):
            check_holder(parameter, f"{place} {parameter['name']}")
            if parameter.get("required") and "example" not in parameter and "const" not in parameter["schema"]:
                complaints.append(f"{place} {parameter['name']}: has no example")
        holders = [operation["requestBody"]] if "requestBody" in operation else []
        for body in [*holders, *map(resolved, operation["responses"].values())]:
            for media, holder in body.get("content", {}).items():
                check_holder(holder, f"{place} {media}")

text = json.dumps({**document, "components": {**document["components"], "schemas": {}}}) + json.dumps(document["components"]["schemas"])
for section in ("schemas", "parameters", "headers"):
    for name in document["components"][section]:
        if f'"#/components/{section}/{name}"' not in text:
            complaints.append(f"{name}: nothing refers to it")

if checked < 20:
    complaints.append(f"only {checked} examples were there to check")
print("\n".join(complaints))
sys.exit(bool(complaints))
