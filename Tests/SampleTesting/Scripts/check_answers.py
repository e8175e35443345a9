"""Calls every GET route of a running service and checks its answers against its OpenAPI document.

Usage: check_answers.py ADDRESS ACCOUNT_TOKEN STATION_KEY STATION. Objects are treated as closed: a member
that the document does not name is a complaint, and so is one that never occurred. Every complaint is a line;
the status is 1 when there is one.
"""

import copy
import re
import sys

import requests
from jsonschema import Draft202012Validator

address, account, key, station = sys.argv[1:]
document = requests.get(f"{address}/openapi.json", timeout=300).json()
complaints = []


def closed(schema):
    """The schema with every object closed unless it says otherwise."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {name: closed(part) if name != "examples" else part for name, part in schema.items()}
    if "properties" in whole and isinstance(whole["properties"], dict) and whole.get("type") == "object":
        whole.setdefault("additionalProperties", False)
    return whole


components = closed(copy.deepcopy(document["components"]))
seen = set()


def resolved(value):
    while isinstance(value, dict) and "$ref" in value:
        target = document
        for step in value["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        value = target
    return value


def note(schema, value, place):
    """Records which members of the document's objects have occurred."""
    schema = resolved(schema)
    for part in schema.get("anyOf", []) + schema.get("oneOf", []):
        note(part, value, place)
    if isinstance(value, dict):
        for name, part in schema.get("properties", {}).items():
            if name in value and value[name] is not None:
                seen.add(f"{place}/{name}")
                note(part, value[name], f"{place}/{name}")
    if isinstance(value, list):
        for element in value:
            note(schema.get("items", {}), element, place) if isinstance(schema.get("items"), dict) else None


def get(path, **more):
    return requests.get(address + path, timeout=300, allow_redirects=False, **more)


def bearing(secret):
    return {"Authorization": f"Bearer {secret}"}


def first(path, name, *steps, secret=None):
    """A value from the answer to a list, which identifies one of its elements."""
    answer = get(path, headers=bearing(secret) if secret else {}).json()
    try:
        found = answer[name][0]
        for step in steps:
            found = found[step]
        return str(found)
    except (KeyError, IndexError):
        complaints.append(f"{path}: nothing is there to look at: {str(answer)[:300]}")
        return "none"


values = {
    "station": station, "z": "5", "x": "16", "y": "11", "problem": "forbidden", "matrices": "WebMercatorQuad",
    "region": first("/v1/regions", "features", "id"), "alert": first("/v1/alerts?kind=user", "features", "id"),
    "fence": first("/v1/me/fences", "fences", "id", secret=account), "channel": "none", "entry": first("/v1/me/alerts", "alerts", "id", secret=account),
    "layer": "birch", "purpose": "warnings", "person": first("/v1/me/persons", "persons", "id", secret=account),
    "key": first(f"/v1/stations/{station}/keys", "keys", "id", secret=key),
    "submission": first("/v1/review/articles", "articles", "article", "id", secret=account), "visit": "cs_test_given",
}
# The article of an expert that readers see, after a correction.
published = first("/v1/review/articles", "articles", "article", "page", secret=account)
# Routes that exist only on another machine or with a secret link.
may_be_missing = {"readStudy", "openStudyPage", "readOwnStudy", "inspectStudy", "inspectParticipants", "listOwnAnswers", "listAskedForms", "readTrip", "readTripForPerson", "listStudyResearchers", "listParticipants", "readRetention", "listStudyAnswers", "openReminder", "readSubmission", "previewSubmission", "readSubmissionPicture", "openInvitation", "openHelpReminder", "readPlanCalendar", "readCalendarAddress", "readCalendarAddressForPerson", "readSharedFile", "readProduct", "lookAtConfirmation", "lookAtUnsubscription", "describeBasemap", "listBasemapLabels", "drawBasemapTile", "describeDarkBasemap", "drawDarkBasemapTile", "describeBasemapLines", "drawBasemapLinesTile", "describeDarkBasemapLines", "drawDarkBasemapLinesTile", "readOwnPicture", "readRegistration", "departToProvider", "arriveFromProvider", "exportStudy", "exportStudyAsCSV", "exportStudyAsFHIR", "exportStudyAsBundle", "readStudySyntax", "readStudyScript", "readStudyCodebook", "readStudyMetadata", "readStudyDictionary", "readStudyDictionaryAsCSV", "readStudyResults", "readStudyQuestionnaire", "readStudyProgress", "listStudyLooks", "listLooksAtAnswers", "listStudyCells", "readConsentPaper", "openStudyReminder", "listStudyMessages"}
variants = {"readAir": ["/v1/air?lon=13.4&lat=52.5"], "readAlert": ["/v1/alerts/{alert}.cap"], "listStations": ["?allergen=birch"], "listReadings": ["?format=csv"], "readLegend": ["/tiles/stations/legend.json"], "listCollections": [], "listItems": ["?limit=1&offset=1", "/ogc/collections/birch/items"], "listRegions": ["?date=current-day"], "listAlerts": ["?limit=1"]}
walked = 0


# A session's cookie is for browsers; it opens the same routes as a token.
credentials = {"account": account, "station": key}


def check(operation, target):
    """Sends the request with each of the operation's credentials, or without any."""
    alternatives = [credentials[name] for requirement in operation["security"] for name in requirement if name in credentials]
    for secret in alternatives or [None]:
        check_answer(operation, target, bearing(secret) if secret else {})


def check_answer(operation, target, headers):
    global walked
    answer = get(target, headers=headers)
    place = f"GET {target}: {answer.status_code}"
    if answer.status_code in (400, 404) and operation["operationId"] in may_be_missing:
        return
    if answer.status_code == 301 and "301" in operation["responses"]:
        return
    if answer.status_code != 200:
        complaints.append(f"{place}: {answer.text[:300]}")
        return
    walked += 1
    response = resolved(operation["responses"]["200"])
    for name, header in response["headers"].items():
        header = resolved(header)
        value = answer.headers.get(name)
        if value is None:
            if header.get("required"):
                complaints.append(f"{place} lacks {name}")
        elif "const" in header["schema"] and value != header["schema"]["const"]:
            complaints.append(f"{place} has {name}: {value}")
    media = answer.headers["Content-Type"]
    holder = next((h for m, h in response["content"].items() if media == m or media.startswith(m + ";")), None)
    if holder is None:
        complaints.append(f"{place} is of the type {media}")
        return
    if re.fullmatch(r"application/(.+\+)?json(;.*)?", media):
        whole = {"allOf": [closed(copy.deepcopy(holder["schema"]))], "components": components}
        validator = Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
        complaints.extend(f"{place}: {e.json_path}: {e.message[:200]}" for e in list(validator.iter_errors(answer.json()))[:5])
        note(holder["schema"], answer.json(), operation["operationId"])
    if "304" in operation["responses"]:
        again = get(target, headers={**headers, "If-None-Match": answer.headers["ETag"]})
        if again.status_code not in (200, 304) or (again.status_code == 200 and again.headers["ETag"] == answer.headers["ETag"]):
            complaints.append(f"{place}, and asked again {again.status_code}")


for path, item in document["paths"].items():
    operation = item.get("get")
    if operation is None or operation["operationId"].startswith("streamAlerts"):
        continue
    parameters = [resolved(p) for p in operation["parameters"]]
    names = {**{p["name"]: str(p.get("example", "none")) for p in parameters if p["in"] == "path"}, **values}
    if "{person}" in path:
        names["fence"] = first(f"/v1/me/persons/{values['person']}/fences", "fences", "id", secret=account)
    kept = re.search(r"(/v1/me.*/help/(?!days/)(\w+))/\{(\w+)\}", path)
    if kept:
        names[kept[3]] = first(kept[1].replace("{person}", values["person"]), kept[2], "id", secret=account)
    if operation["operationId"] == "describeLayer":
        names["layer"] = "birch.json"
    if operation["operationId"] == "readArticlePicture":
        names |= {"article": published.removeprefix("/articles/"), "version": "2"}
    target = re.sub(r"\{(\w+)\}", lambda match: names[match[1]], path)
    required = "&".join(f"{p['name']}={p.get('example', p['schema'].get('const'))}" for p in parameters if p["in"] == "query" and p.get("required"))
    check(operation, target + (f"?{required}" if required else ""))
    for variant in variants.get(operation["operationId"], []):
        if "current-day" in variant:
            variant = "?date=" + get("/tiles").json()["today"]
        check(operation, target + variant if variant.startswith("?") else variant.format(**names))

# Empty lists would prove nothing.
for name in [
    "readAir/allergens/tomorrow", "readAir/regions/classes", "listReadings/readings/level", "listReadings/forecasts/issued", "listReadings/notes/text",
    "listStations/features/properties/reading/value", "listRegions/features/properties/classes/code", "listAlerts/features/properties/reports",
    "listAlerts/links/href", "listInbox/alerts/channels/attempts", "listInbox/alerts/alert/station", "listChannels/channels/url", "listFences/fences/watches/level",
    "readProfile/watches/through", "listSuspects/suspects/reasons", "listRevisions/revisions/former", "listUploads/uploads/rejected/reason",
    "listKeys/keys/created", "listModeratedAlerts/alerts/flags", "listItems/features/properties/value", "listNormals/days/mean",
    "readAccount/roles", "listAccounts/accounts/roles", "listTokens/tokens/scopes", "listPersons/persons/name", "listFencesForPerson/fences/watches/level", "listConsents/purposes/purpose", "searchPlaces/places/name", "listMessages/messages/account", "listPictures/pictures/name",
    "listReviews/articles/article/page", "readReview/events/by", "readReview/remarks/quote", "readReview/manuscript/sources/date", "readGift/receipt",
]:
    if name not in seen:
        complaints.append(f"{name} never came")
if walked < 50:
    complaints.append(f"only {walked} routes were walked")
print("\n".join(complaints))
sys.exit(bool(complaints))
