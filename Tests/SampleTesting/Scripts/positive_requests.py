"""Sends requests that the definition allows, with each parameter and member at its bounds, alone and in pairs.

Usage: positive_requests.py ADDRESS ACCOUNT_TOKEN STATION_KEY. No answer may be 400 or 422, unless the definition
has the rule in words. Every complaint is a line; the status is 1 when there is one.
"""

import itertools
import json
import random
import re
import string
import sys
import urllib.parse

import requests
from schema_values import Values

address, account, key = sys.argv[1:]
session = requests.Session()
document = session.get(f"{address}/openapi.json", timeout=300).json()
chance = random.Random(1)
complaints = {}
sent = set()

# Names of things that exist, and what else the definition describes but cannot list. Days of birth are past, and tokens
# end in the future; their refusals do not tell a wrong form from a wrong time.
values = Values(document, {
    "dateOfBirth": ["1990-04-08", "2004-02-29", None], "TIME": ["current", "2020-04-08", "2024-02-29"],
    "DEFAULTTIME": ["current", "2020-04-08", "2024-02-29"],
    "ends": ["2099-12-31T23:59:59Z", "2099-12-31t23:59:59z", "2099-12-31T23:59:59.5-11:00", None],
    "TimeZone": ["Europe/Zurich", "America/Argentina/Buenos_Aires", "UTC"],
    "ArticleSubject": ["pollen", "asthma", "symptoms"],
    "TreatedAllergen": ["food:peanut", "air:birch", "own:Bee venom"],
    "ramp": ["traffic-light", "intensity"], "feed": ["meteoswiss-daily"], "LAYER": ["birch", "birch+grass"],
    "datetime": ["2020-04-08", "2020-04-08T12:00:00Z", "2020-04-01/2020-04-08", "../2020-04-08", "2020-04-08/.."],
    "p256dh": ["BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"],
})

# Rules that a schema cannot express: how a refusal begins to speak of one, and the words of the definition.
rules = {
    r"named twice": "each once|Each allergen is named once",
    r"A point needs a radius|A polygon has no radius": "A Point needs a radius; polygons have .* no radius",
    r"different positions|self-intersection": "At least three positions differ, and no two lines of an area cross",
    r"Quiet hours end at another time": "They end at another time than they begin",
    r"lies in the quiet hours": "Outside of the quiet hours",
    r"after now and at most 366 days": "At most 366 days from now",
    r"JSON Web Encryption in compact form, with": "A JSON Web Encryption in compact form",
    r"Name at least one time": "At least one if reminders are on",
    r"The last day is not before": "which is not before the first",
    r"born in the future": "not in the future",
    r"Give either day or time": "Either `day` or `time`",
    r"No factor for this mode is known": "the country and the year of the factor",
    r"This is the name of the account": "The name of the account",
    r"comes from within 50 km": "at most 50 km from the alert",
    r"after tomorrow": "at latest tomorrow",
    r"at most \d+ days|lies after to": r"at most \d+ days before the last|not after the last",
    r"The day has not begun": "which has begun somewhere on Earth|up to today",
    r"A phone number has 3 digits": "At least three digits",
    r"This time has not come yet": "not later than now",
    r"A name has letters": "It has letters",
    r"A sign is an emoji or two letters": "One emoji, or two letters",
    r"Name either days of the week or every so many days": "In place of days of the week",
    r"A link is an https address": "an address that begins with https",
    r"units, with two decimals at most": "Units, with two decimals at most",
    r"There is no such medicine": "The identifier of one of your medicines",
    r"what the page before gave": "The value of `next` on the previous page",
    r"A channel of the kind \w+ (has|needs)": "Each kind of channel needs its own member",
    r"what stations and alerts show": "and of no other layer",
    r"which do not overlap: hours of one day": "They do not overlap.",
    r"This is a number from \d to 90": "Needed for `(days|ends)`",
    r"These are one or more of monday": "At least one for `weekdays`",
    r"The northern edge lies north|The eastern edge is another longitude": "North of `south`",
    r"Where answers belong to nobody, (it is not known|everybody)":
        "(?s)(?=.*Only where answers are under a pseudonym)(?=.*Where answers belong to nobody, not `once`, `ends`, `joining`)",
    r"These are one to 30 numbers": "At least one for `offsets`",
    r"There are two windows, and no days that share an answer": "with two windows, and not with `once` or `ends`",
    r"Scopes belong to sessions of the kind token": "For a token",
    r"Begin again at the provider": "The ticket that the provider's callback has set",
    r"The header has the unknown column": "The definition that describes the body",
    r"MissingParameterValue|TileOutOfRange": "A tile needs `VERSION`.* and has to exist at its zoom",
}
used = set()
# Nobody may use a key for two requests.
letters = iter(string.ascii_letters)


def first(path, *steps):
    """A value from an answer, which names something that exists."""
    found = session.get(address + path, headers={"Authorization": f"Bearer {account}"}, timeout=300).json()
    for step in steps:
        found = found[step]
    return str(found)


# What people do to alerts, they do to reports. The forecast of the evening may be newer.
existing = {
    "station": "basel", "layer": "birch", "collection": "birch", "matrices": "WebMercatorQuad", "person": first("/v1/me/persons", "persons", 0, "id"),
    "region": first("/v1/regions", "features", 0, "id"), "alert": first("/v1/alerts?kind=user", "features", 0, "id"), "entry": first("/v1/me/alerts", "alerts", 0, "id"),
    "fence": first("/v1/me/fences", "fences", 0, "id"), "channel": first("/v1/me/channels", "channels", 0, "id"),
}


def words(operation):
    """What the definition says of an operation, with the schemas that it refers to."""
    texts, waiting, seen = [], [operation], set()
    while waiting:
        part = waiting.pop()
        text = json.dumps(part, ensure_ascii=False)
        texts.append(text)
        for reference in set(re.findall(r'"#/components/([^"]+)"', text)) - seen:
            seen.add(reference)
            waiting.append(values.resolved({"$ref": f"#/components/{reference}"}))
    return "\n".join(texts)


def written(parameter, value):
    """A value as the query writes it: pairs of a name and a text."""
    if isinstance(value, list):
        texts = [text for part in value for _, text in written(parameter, part)]
        return [(parameter["name"], ",".join(texts))] if parameter.get("explode") is False else [(parameter["name"], text) for text in texts]
    return [(parameter["name"], str(value).lower() if isinstance(value, bool) else str(value))]


class Operation:
    """An operation, and what the parameters of its address may be."""

    def __init__(self, method, path, written):
        self.method, self.path, self.written = method, path, written
        self.name = written["operationId"]
        self.begin()
        parameters = [values.resolved(parameter) for parameter in written["parameters"]]
        self.fields = {parameter["name"]: parameter["example"] for parameter in parameters if parameter["in"] == "header" and parameter.get("required")}
        self.parameters = {parameter["name"]: parameter for parameter in parameters if parameter["in"] in ("path", "query")}
        self.options = {name: self.choices(parameter) for name, parameter in self.parameters.items()}
        self.plain = {name: self.options[name][0] for name, parameter in self.parameters.items() if parameter.get("required")}

    def begin(self):
        """Makes choices that do not depend on other operations."""
        for source in (chance, values.chance):
            source.seed(self.name)

    def choices(self, parameter):
        name = parameter["name"]
        if parameter["in"] == "path" and name in existing:
            # What others need stays.
            return ["none" if self.method == "delete" and name != "station" else existing[name]]
        return ([parameter["example"]] if "example" in parameter else []) + values.of(parameter["schema"], name)

    def addresses(self):
        """Each value alone beside what is needed, all at once, and pairs."""
        yield self.plain
        yield {name: options[0] for name, options in self.options.items()}
        for name, options in self.options.items():
            yield from ({**self.plain, name: value} for value in options)
        for one, other in itertools.combinations(self.options, 2):
            for _ in range(2):
                yield {**self.plain, one: chance.choice(self.options[one]), other: chance.choice(self.options[other])}

    def bodies(self):
        """Bodies with their media types; the first is an ordinary one."""
        for media, holder in self.written.get("requestBody", {}).get("content", {}).items():
            if media.endswith("json"):
                found = values.of(holder["schema"])
                # Passwords are slow to check, by design.
                tried = chance.sample(found, 12) if self.name in ("signIn", "changePassword") else found
                yield from ((json.dumps(body).encode(), media) for body in tried)
            elif "example" in holder:
                example = holder["example"]
                yield (example if isinstance(example, str) else urllib.parse.urlencode(example)).encode(), media

    def play(self):
        self.begin()
        bodies = list(self.bodies())
        for parameters in self.addresses():
            self.send(parameters, *(bodies[:1] or [(None, None)])[0])
        for body, media in bodies:
            self.send(self.plain, body, media)
        if "#/components/parameters/Idempotency-Key" in json.dumps(self.written["parameters"]):
            for word in (next(letters), next(letters) * 255):
                self.send(self.plain, *(bodies[:1] or [(None, None)])[0], {"Idempotency-Key": word})

    def send(self, parameters, body, media, fields={}):
        """Sends a request, and looks at the answer."""
        target = re.sub(r"{(\w+)}", lambda match: urllib.parse.quote(str(parameters[match[1]]), safe=""), self.path)
        query = [pair for name, value in parameters.items() if self.parameters[name]["in"] == "query" for pair in written(self.parameters[name], value)]
        request = (self.method, target, tuple(query), body, media, *fields.items())
        if request in sent:
            return
        sent.add(request)
        secrets = {name for requirement in self.written["security"] for name in requirement}
        headers = self.fields | fields | ({"Authorization": f"Bearer {account if 'account' in secrets else key}"} if secrets else {})
        answer = session.request(
            self.method, address + target, params=query, data=body, headers=headers | ({"Content-Type": media} if media else {}), timeout=300, allow_redirects=False
        )
        if answer.status_code in (400, 422) or answer.status_code >= 500 and answer.status_code not in (501, 503):
            self.judge(answer, f"{target} {urllib.parse.urlencode(query)} {(body or b'')[:300].decode()}")
        if answer.status_code == 201 and "Location" in answer.headers:
            session.delete(address + answer.headers["Location"], headers=headers, timeout=300)

    def judge(self, answer, request):
        """Complains of a refusal that the definition does not explain."""
        problem = answer.json() if "json" in answer.headers.get("Content-Type", "") else {"detail": answer.text}
        for error in problem.get("errors") or [problem]:
            reason = error.get("detail", problem.get("title", ""))
            rule = next((pattern for pattern in rules if re.search(pattern, reason)), None)
            used.add(rule)
            if rule is None or not re.search(rules[rule], words(self.written)):
                place = error.get("pointer") or error.get("parameter") or ""
                complaints.setdefault((self.name, re.sub(r"\d+", "0", place), rule or reason), f"{self.name}: {answer.status_code} {place} {reason[:300]}\n    {request}")


operations = [
    Operation(method, path, written)
    for path, item in document["paths"].items()
    for method, written in item.items()
    # A stream goes on for ever, and what exists for persons is described once for everybody.
    if not re.match("streamAlerts|.*ForPerson", written["operationId"])
]
# Without a consent, what it was given for is gone.
for operation in sorted(operations, key=lambda one: one.method == "delete"):
    operation.play()
lines = [*complaints.values(), *(f"no request met the rule {rule}" for rule in rules.keys() - used)]
if len(sent) < 2000:
    lines.append(f"only {len(sent)} requests were sent")
print("\n".join(lines))
sys.exit(bool(lines))
