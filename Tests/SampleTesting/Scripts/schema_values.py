"""Values that the schemas of an OpenAPI document allow: those at the bounds, and a few others."""

import itertools
import json
import random

from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from jsonschema import Draft202012Validator

# What a format allows, beginning with something ordinary.
formats = {
    "date": ["2026-04-14", "2024-02-29", "1870-01-01", "2199-12-31"],
    "date-time": ["2026-04-14T13:00:00Z", "2026-04-14T15:00:00.250+02:00", "2026-04-14t13:00:00z", "2099-12-31T23:59:59.5-11:00"],
    "email": ["anna@example.org", "a.b+c@mail.example.org"],
    "uri": ["https://example.org/hook", "https://example.org:8443/a/b?c=d"],
    "uri-reference": ["/hook", "https://example.org/hook"],
}


def matching(pattern, count=4):
    """Strings that match a pattern as a whole."""
    found = []

    @seed(1)
    @settings(max_examples=count, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
    @given(strategies.from_regex(pattern, fullmatch=True))
    def collect(text):
        found.append(text)

    collect()
    return [text for text in found if not text.endswith("\n")]


class Values:
    """Values for the schemas of a document."""

    def __init__(self, document, names):
        """Takes the document, and the names of things that exist by the name of their schema or property."""
        self.document = document
        self.names = names
        self.chance = random.Random(1)
        self.patterns = {}

    def resolved(self, schema):
        """The schema with what its reference points to."""
        while isinstance(schema, dict) and "$ref" in schema:
            target = self.document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
        return schema

    def allows(self, schema, value):
        whole = {"allOf": [schema], "components": self.document["components"]}
        return Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER).is_valid(value)

    def of(self, schema, name=""):
        """Allowed values, each once; the first is an ordinary one."""
        kept = {}
        known = self.names.get(name) or self.names.get(schema.get("$ref", "").rsplit("/", 1)[-1])
        for value in known or self.candidates(self.resolved(schema)):
            kept.setdefault(json.dumps(value, sort_keys=True), value)
        return [value for value in kept.values() if self.allows(schema, value)]

    def candidates(self, schema):
        if "const" in schema:
            return [schema["const"]]
        values = list(schema.get("examples", []))
        if "enum" in schema:
            return values + schema["enum"][:3] + schema["enum"][-2:]
        for choice in (*schema.get("anyOf", []), *schema.get("oneOf", [])):
            if not choice.keys() <= {"required"}:
                values += self.of({**{key: value for key, value in schema.items() if key not in ("anyOf", "oneOf", "description")}, **choice})
        kinds = schema.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            values += getattr(self, f"of_{kind}")(schema)
        return values

    def of_null(self, _):
        return [None]

    def of_boolean(self, _):
        return [True, False]

    def of_integer(self, schema):
        low, high = schema.get("minimum", -(2**63)), schema.get("maximum", 2**63 - 1)
        return [*([schema["default"]] if "default" in schema else []), low, min(low + 1, high), high]

    def of_number(self, schema):
        low, high = schema.get("minimum", -1e9), schema.get("maximum", 1e9)
        return [low, (low + high) / 2 + 1 / 8, high]

    def of_string(self, schema):
        low, high = schema.get("minLength", 0), schema.get("maxLength", 300)
        if "format" in schema and schema["format"] != "binary":
            return formats[schema["format"]]
        found = []
        if "pattern" in schema:
            if schema["pattern"] not in self.patterns:
                self.patterns[schema["pattern"]] = matching(schema["pattern"])
            found = self.patterns[schema["pattern"]]
        texts = ["a word", "a" * low, "a" * high, "é" * high, "🌾" * high, "日本", "e\u0301", " ", " a ", "\u200b", "می\u200cنا", "a\nb", "<b>'\"&", "\u202e", "%00"]
        return [text for text in [*found, *texts] if low <= len(text) <= high]

    def of_array(self, schema):
        first = schema.get("prefixItems", [])
        low, high = schema.get("minItems", 0), min(schema.get("maxItems", 3), 400)
        if first:
            options = [self.of(part) for part in first]
            return [[part[number % len(part)] for part in options] for number in range(max(map(len, options)))]
        options = self.of(schema.get("items", {}))
        lists = [options[:1] * low if not schema.get("uniqueItems") else options[:low], *([option] for option in options)]
        longest = list(itertools.islice(itertools.cycle(options), min(high, len(options)) if schema.get("uniqueItems") else high))
        return [part for part in [options[:1], *lists, longest] if low <= len(part)]

    def some(self, found, count):
        """At most so many of the elements."""
        every = list(found)
        return self.chance.sample(every, min(count, len(every)))

    def of_object(self, schema):
        members = {name: self.of(part, name) for name, part in schema.get("properties", {}).items()}
        needed = {name: members[name][0] for name in schema.get("required", [])}
        whole = {name: values[0] for name, values in members.items()}
        alone = [{**needed, name: value} for name, values in members.items() for value in values]
        among = [{**whole, name: value} for name, values in members.items() for value in values[:1]]
        without = [{key: value for key, value in whole.items() if key != name} for name in members if name not in needed]
        pairs = [
            {**needed, one: first, other: second}
            for one, other in itertools.combinations(members, 2)
            for first, second in self.some(itertools.product(members[one], members[other]), 3)
        ]
        return [needed, whole, *alone, *among, *without, *pairs]
