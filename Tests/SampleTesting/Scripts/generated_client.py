"""Generates a client from the definition of a running service, and calls operations with it.

Usage: generated_client.py GENERATOR ADDRESS ACCOUNT_TOKEN STATION_KEY. The station is `basel`. Every complaint
is a line; the status is 1 when there is one.
"""

import datetime
import pathlib
import sys
import tempfile
import urllib.request

from client_generators import Definition, generators

generator, address, account, key = sys.argv[1:]
complaints = []
called = set()


def expect(holds, words):
    if not holds:
        complaints.append(str(words)[:400])


def ask(name, status=200, secret=None, **more):
    """Calls an operation, and returns its answer."""
    called.add(name)
    found, answer = client.call(address, secret, name, **more)
    if found != status:
        # What follows would need the answer.
        sys.exit("\n".join([*complaints, f"{name}: {found} {answer}"]))
    return answer


def names(answer, members, member):
    return [element[member] for element in answer[members]]


def read_public():
    """What everybody may read."""
    expect("birch" in names(ask("listAllergens"), "allergens", "key"), "no birch")
    expect("pollen" in str(ask("listScales")), "no scales")
    expect("birch" in names(ask("listLayers"), "layers", "id"), "no layer of birch")
    expect(ask("describeLayer", layer="birch.json")["tilejson"] == "3.0.0", "no TileJSON")
    for picture in (ask("drawTile", layer="birch", z=5, x=16, file="11.png"), ask("drawLegend", layer="birch", ramp="traffic-light")):
        expect(bytes(picture).startswith(b"\x89PNG\r\n"), "no PNG")
    expect(ask("readCollection", collection="birch")["id"] == "birch", "another collection")
    expect("basel" in names(ask("listStations", allergen="birch"), "features", "id"), "no station")
    expect(ask("readStation", station="basel")["properties"]["name"] == "Basel", "another station")
    expect("birch" in names(ask("readAir", lon=7.58, lat=47.56, date="current"), "allergens", "allergen"), "no birch in the air")
    expect("Basel" in names(ask("searchPlaces", q="bas"), "places", "name"), "no town")
    missing = ask("readStation", 404, station="nowhere")
    expect(missing.get("type") == "/problems/unknown-station", f"another problem: {missing}")


def keep_fences():
    """An account's fences and profile."""
    wish = {"name": "Garden", "area": {"type": "Point", "coordinates": [7.58, 47.56]}, "radius": 5000, "allergens": [{"allergen": "birch", "level": "high"}], "alerts": ["station"]}
    fence = ask("createFence", 201, account, body=wish)["id"]
    ask("replaceFence", 200, account, fence=fence, body={**wish, "name": "Balcony"})
    expect(ask("readFence", 200, account, fence=fence)["name"] == "Balcony", "the fence has another name")
    expect(ask("previewFence", 200, account, body=wish)["count"] > 0, "the fence would not have received the alert of today")
    expect("Home" in names(ask("listFences", 200, account), "fences", "name"), "a fence is missing")
    ask("deleteFence", 204, account, fence=fence)
    ask("readFence", 404, account, fence=fence)
    ask("replaceProfile", 200, account, body={"allergens": [{"allergen": "birch", "level": "low"}], "crossReactions": True})
    expect(ask("readProfile", 200, account)["crossReactions"] is True, "the profile was not kept")
    expect(bytes(ask("exportAccount", 200, account)).startswith(b"PK"), "no archive")


def report_once():
    """A report, sent twice with the same key."""
    report = {"area": {"type": "Point", "coordinates": [7.6, 47.55]}, "allergens": ["grass"], "symptoms": ["sneezing"], "comment": generator}
    first, second = (ask("report", 201, account, body=report, **{"Idempotency-Key": f"from {generator}"}) for _ in range(2))
    expect(first["id"] == second["id"], "a repeated report is another one")
    ask("withdrawReport", 204, account, alert=first["id"])


def upload_values():
    """A station's values."""
    day = f"{datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=30)}"
    row = {"allergen": "hazel", "day": day, "value": 12, "quality": "confirmed"}
    counts = ask("uploadReadings", 200, key, station="basel", body={"readings": [row]})
    expect(counts["accepted"] + counts["unchanged"] == 1, f"the upload was refused: {counts}")
    read = ask("listReadings", station="basel", allergen="hazel", **{"from": day, "to": day})["readings"]
    expect([reading["value"] for reading in read] == [12], f"other readings: {read}")
    expect(ask("readOwnStation", 200, key)["station"]["id"] == "basel", "another station of its own")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    file = folder / "openapi.json"
    with urllib.request.urlopen(f"{address}/openapi.json", timeout=300) as answer:
        file.write_bytes(answer.read())
    sys.path.insert(0, name)
    client = generators[generator](Definition(file), folder)
    complaints.extend(client.complaints)
    for play in (read_public, keep_fences, report_once, upload_values):
        play()
if len(called) < 20:
    complaints.append(f"only {len(called)} operations were called")
print("\n".join(complaints))
sys.exit(bool(complaints))
