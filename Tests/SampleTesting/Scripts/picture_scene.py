"""What the pictures of the pages show: a household in Basel on a day of the birch season, and people who
report.

Everything is sent over the API, at times by the service's own clock, which it reads from a file.
"""

import datetime
import json
import urllib.error
import urllib.request
from pathlib import Path

from picture_articles import write_articles
from picture_study import answer_study, begin_study

DAY = "2026-04-10"
EVE = "2026-04-09"
# The hour of the pictures in UTC, from which the ages of alerts are counted.
MOMENT = f"{DAY}T08:00"

PROFILE = {
    "allergens": [
        {"allergen": "birch", "level": "moderate", "sensitivity": "severe"},
        {"allergen": "ash", "sensitivity": "moderate"}, {"allergen": "grass", "sensitivity": "mild"},
    ],
    "notSure": True, "timeZone": "Europe/Zurich", "language": "en",
}
ANSWERS = {
    "allergens": [
        {"allergen": "birch", "severity": "severe"}, {"allergen": "ash", "severity": "moderate"},
        {"allergen": "grass", "severity": "mild"},
    ],
    "severeReactions": "rarely", "diagnosedBy": "doctor", "medication": ["Cetirizine"], "conditions": ["hayFever", "asthma"],
}
VALLEY = [[7.70, 47.46], [7.78, 47.46], [7.82, 47.52], [7.74, 47.55], [7.66, 47.51], [7.70, 47.46]]
FENCES = [
    {"name": "Home", "area": {"type": "Point", "coordinates": [7.589, 47.559]}, "radius": 6000,
     "quietHours": {"from": "22:00", "until": "07:00", "except": "veryHigh"}},
    {"name": "Office in Bern", "area": {"type": "Point", "coordinates": [7.447, 46.948]}, "radius": 4000,
     "allergens": [{"allergen": "birch", "level": "high"}]},
    {"name": "Weekends in the valley", "area": {"type": "Polygon", "coordinates": [VALLEY]},
     "allergens": [{"allergen": "grass", "level": "moderate"}], "active": {"from": "2026-05-01", "until": "2026-09-30"}},
]
PERSON = {"name": "Mia", "born": "2018-05-04"}
PERSON_PROFILE = {"allergens": [{"allergen": "hazel", "sensitivity": "moderate"}, {"allergen": "birch"}]}
PERSON_FENCE = {"name": "School", "area": {"type": "Point", "coordinates": [7.61, 47.55]}, "radius": 2500}

# When, who, where, what, with which symptoms, and in which words.
REPORTS = [
    (f"{EVE}T15:20", "ben", (7.575, 47.575), ["birch"], ["sneezing", "itchyEyes"], "along the Rhine"),
    (f"{EVE}T17:45", "clara", (7.63, 47.535), ["tree"], ["runnyNose"], "in the park of the school"),
    (f"{DAY}T05:50", "david", (7.44, 46.95), ["birch"], ["itchyEyes", "cough"], "on the way to the station"),
    (f"{DAY}T06:35", "ben", (7.55, 47.545), ["birch", "ash"], ["sneezing", "wateryEyes"], "strong wind since dawn"),
    (f"{DAY}T06:50", "emma", (8.54, 47.38), ["birch"], ["sneezing"], "by the lake"),
    (f"{DAY}T07:10", "finn", (6.63, 46.52), ["grass"], ["blockedNose"], "first mown meadow"),
    (f"{DAY}T07:25", "greta", (7.85, 47.99), ["birch"], ["sneezing", "cough"], "under the birches of the square"),
    (f"{DAY}T07:40", "hanna", (9.38, 47.42), [], ["itchyNose", "itchyEyes"], "not sure what it is"),
]
OWN_REPORT = (f"{DAY}T07:45", (7.595, 47.556), ["birch"], ["sneezing", "itchyEyes"], "opened the window too early")
MORNING = f"""allergen,time,value
birch,{DAY}T05:00:00Z,96
birch,{DAY}T06:00:00Z,138
ash,{DAY}T05:00:00Z,41
ash,{DAY}T06:00:00Z,58
"""
# When anna wants to be notified about her health values.
METRIC_PLAN = {
    "bounds": {"oxygenSaturation": {"low": 92, "words": "Sit down, and measure again in ten minutes.", "on": True}},
    "zones": {"peakFlow": {"best": 480, "upper": 80, "lower": 50}}, "compare": True, "silence": 24}
# What anna's doctor wrote, and where her injectors are.
ACTION_PLAN = {
    "doctor": "Dr. Weber", "written": "2026-01-12", "review": "2027-01-12", "text": "",
    "zones": {
        "green": "Every morning two puffs of the brown inhaler.", "yellow": "Cough at night, peak flow below 380: call the practice.",
        "red": "Peak flow below 240, or short of breath at rest: blue inhaler, then 144."},
    "call": "Mum 079 555 01 23\nPractice of Dr. Weber 061 555 01 44"}
INJECTORS = [
    {"name": "Adrenaline 0.3 mg", "place": "School bag, front pocket", "expires": "2027-05"},
    {"name": "Adrenaline 0.3 mg", "place": "Kitchen, upper drawer", "expires": "2026-03"}]
LETTER = "%PDF-1.7\n% A letter without a page.\n%%EOF\n"
# Whom anna wants to reach.
CONTACTS = [
    {"name": "Nora Keller", "relation": "my sister", "phone": "+41 79 000 00 00", "email": "nora@example.org", "kind": "contact", "order": 0},
    {"name": "Dr. Weber", "relation": "", "phone": "061 000 00 00", "email": None, "kind": "doctor", "order": 1},
]
# When anna is reminded of her diary.
REMINDERS = {"on": True, "times": [
    {"time": "12:30", "weekdays": ["saturday", "sunday"]}, {"time": "20:00", "weekdays": ["monday", "wednesday", "friday"]}],
    "quietHours": {"from": "22:00", "until": "07:00"}}
# What was said of the days, in the evening of each but the last.
DIARY = [
    ("2026-04-05", "T18:00:00Z", {"answers": {"feeling": 0, "nose": 0}}),
    ("2026-04-06", "T18:00:00Z", {"answers": {"feeling": 1, "nose": 1}}),
    ("2026-04-08", "T18:00:00Z", {"answers": {"feeling": 2, "nose": 2, "eyes": 1}, "medicines": {"antihistamineTablet": True}}),
    (EVE, "T18:00:00Z", {"answers": {"feeling": 2, "nose": 2, "eyes": 2}, "medicines": {"antihistamineTablet": True}}),
    (DAY, "T07:30:00Z", {
        "answers": {"feeling": 3, "nose": 3, "eyes": 2, "throat": 1, "lungs": 0, "work": 1, "sleep": 2},
        "medicines": {"antihistamineTablet": True, "nasalSteroid": True}, "symptoms": {"Headache": "mild"},
        "note": "Slept badly, the birches outside are in full bloom.",
    }),
]
DOUBTFUL = "allergen,day,value,quality\ngrass,2026-04-07,190,suspect\nplane,2026-04-08,84,suspect\n"


class Service:
    """The service and its clock."""

    def __init__(self, address, clock):
        self.address = address
        self.clock = Path(clock)

    def set_clock(self, moment):
        """Sets the service's clock to a time in UTC, such as `2026-04-10T08:00`, until the next call."""
        beside = self.clock.with_suffix(".next")
        beside.write_text(moment.replace("T", " ") + ":00\n")
        beside.rename(self.clock)

    def send(self, method, path, body, token, kind="application/json"):
        data = body if body is None or isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method, headers={
            "Content-Type": kind, "Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.status} {error.read().decode()}") from error


def settle(service, token):
    """Gives an account allergens, places and a person to care for."""
    service.set_clock("2026-04-06T17:00")
    for purpose in ["warnings", "reports", "health", "help"]:
        service.send("PUT", f"/v1/me/consents/{purpose}", {"version": 1}, token)
    person = service.send("POST", "/v1/me/persons", PERSON, token)["id"]
    for home, profile, fences in [
        ("/v1/me", PROFILE, FENCES), (f"/v1/me/persons/{person}", PERSON_PROFILE, [PERSON_FENCE]),
    ]:
        service.send("PATCH", f"{home}/profile", profile, token)
        for fence in fences:
            service.send("POST", f"{home}/fences", fence, token)
    service.send("PUT", "/v1/me/quiz/welcome", ANSWERS, token)
    service.send("PUT", "/v1/me/picture", {"name": "birch"}, token)
    service.send("POST", "/v1/me/tokens", {"label": "Weather station in the garden"}, token)


def measured():
    """What anna measured in the seven weeks before, as a device and a person would; a few days without."""
    values = []
    for age in range(48):
        day = datetime.date.fromisoformat(EVE) - datetime.timedelta(days=age)
        if age % 11 == 5:
            continue
        flow = 455 - 3 * max(0, 14 - age) + age * 7 % 23
        values += [{"kind": "peakFlow", "value": flow - fewer, "time": f"{day}T{time}Z"} for time, fewer in [("05:10:00", 0), ("19:40:00", 12)]]
        values += [{"kind": "heartRate", "value": 58 + age * 5 % 9 + beats, "time": f"{day}T{hour:02}:30:00Z", "source": "Watch"}
                   for hour, beats in [(5, 0), (10, 24), (15, 41), (20, 9)]]
        values.append({"kind": "oxygenSaturation", "value": 96 + age % 3, "time": f"{day}T05:12:00Z", "source": "Watch"})
    return values


def keep_immunotherapy(service, token):
    """Keeps foods, and an immunotherapy with its doses of three weeks."""
    service.send("PUT", "/v1/me/consents/help", {"version": 1}, token)
    for food in ["hazelnut", "peanut", "cashew"]:
        service.send("POST", "/v1/me/help/foods", {"food": food, "severity": "", "note": ""}, token)
    for name, amount in [("Step 4", 160), ("Step 5", 200)]:
        service.send("POST", "/v1/me/help/dosages", {
            "allergen": "food:peanut", "name": name, "amount": amount, "unit": "mg", "route": "oral", "notes": "", "current": True, "half": True,
        }, token)
    service.send("POST", "/v1/me/help/rules", {"clinic": "Children’s hospital", "phone": "", "afterSport": 120, "callAfter": 3, "whenIll": "Call us first.", "notes": ""}, token)
    for age in range(22):
        if age in (6, 13):
            continue
        day = datetime.date.fromisoformat(EVE) - datetime.timedelta(days=age)
        reaction = {"symptoms": ["Itching"], "minutesAfter": 20, "notes": ""} if age in (4, 9) else None
        service.send("PUT", f"/v1/me/help/days/{day}/doses/food:peanut", {
            "time": "18:05", "dosage": "Step 5", "amount": 200, "unit": "mg", "route": "oral", "half": False, "medicines": [],
            "cofactors": {"ill": False}, "notes": "", "reaction": reaction,
        }, token)


# Days before, when, by which way, how many kilometres, and grams of carbon for each of them, by a factor of this year.
TRIPS = [
    (0, "05:10", 25, "car", 12, 175, 2019), (1, "05:40", 22, "onFoot", 1.6, 0, None), (1, "15:30", 18, "bus", 6, 102.15, 2023),
    (2, "06:00", 40, "train", 32, 35.46, 2023), (2, "16:00", 41, "train", 32, 35.46, 2023), (3, "06:20", 20, "bicycle", 5, 0, None),
    (4, "14:00", 80, "car", 70, 175, 2019), (5, "09:30", 30, "onFoot", 2.2, 0, None), (6, "06:00", 24, "metro", 9, 28.6, 2023),
]


def keep_trips(service, token):
    """Keeps the trips of a week, with the birch pollen that was in the air."""
    service.send("PUT", "/v1/me/consents/trips", {"version": 1}, token)
    trips = []
    for age, time, minutes, mode, kilometres, factor, year in TRIPS:
        start = datetime.datetime.fromisoformat(f"{DAY}T{time}:00Z") - datetime.timedelta(days=age)
        trip = {
            "start": f"{start:%Y-%m-%dT%H:%M:%SZ}", "end": f"{start + datetime.timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}", "mode": mode,
            "distance": 1_000 * kilometres,
            "exposures": [{"allergen": "birch", "lowest": 0 if factor else 2 * minutes, "highest": 2 * minutes, "knownMinutes": minutes, "unknownMinutes": 0}],
        }
        carbon = {"carbon": {"grams": round(kilometres * factor, 1), "country": "GB", "year": year}} if factor else {}
        trips.append(trip | carbon)
    service.send("POST", "/v1/me/trips", {"trips": trips}, token)


def report(service, token, moment, place, allergens, symptoms, comment):
    service.set_clock(moment)
    return service.send("POST", "/v1/alerts", {
        "area": {"type": "Point", "coordinates": place}, "allergens": allergens, "symptoms": symptoms,
        "comment": comment,
    }, token)["id"]


#: Medicines in their owner's words, and an appointment; nothing is reminded of, so that nothing is sent.
MEDICINES = [
    {"name": "Zyrtec", "form": "tablet", "strength": "10 mg", "reason": "Hay fever, from the allergist",
     "times": [{"time": "08:00", "amount": "1 tablet"}], "stock": {"left": 4, "perIntake": 1, "warnAt": 5}, "reminds": False},
    {"name": "Nose spray", "form": "spray", "times": [{"time": "07:30", "amount": "1 puff each"}, {"time": "19:30", "amount": "1 puff each"}],
     "every": {"days": 2, "from": DAY}, "reminds": False},
]
APPOINTMENT = {"title": "Allergist", "place": "Clinic, room 12", "day": "2099-03-01", "time": "10:15", "timeZone": "Europe/Zurich"}


def upload(service, key):
    """Uploads what the station measured this morning, and two suspect values."""
    service.set_clock(f"{DAY}T06:20")
    for rows in [DOUBTFUL, MORNING]:
        service.send("POST", "/v1/stations/basel/readings", rows, key, "text/csv")


def keep_help(service, token):
    """Keeps what anna wants at hand when she needs help."""
    service.send("PUT", "/v1/me/consents/help", {"version": 1}, token)
    service.send("PUT", "/v1/me/help/plan", ACTION_PLAN, token)
    for injector in INJECTORS:
        service.send("POST", "/v1/me/help/injectors", injector, token)
    document = service.send("POST", "/v1/me/help/documents", LETTER, token, "application/pdf")
    details = {"title": "Letter of the allergy clinic", "kind": "letter", "date": "2026-02-03", "offline": True}
    service.send("PUT", f"/v1/me/help/documents/{document['id']}", details, token)


def happen(service, tokens, key):
    """Makes everything happen that the pictures show, and leaves the clock at their hour.

    Returns a code by which somebody can still join the study.
    """
    settle(service, tokens["anna"])
    study, code = begin_study(service, tokens, "2026-04-06")
    reports = [(moment, tokens[name], *rest) for moment, name, *rest in REPORTS]
    moment, *rest = OWN_REPORT
    reports.append((moment, tokens["anna"], *rest))
    is_uploaded = False
    reported = []
    for moment, token, *rest in reports:
        if moment > f"{DAY}T06:20" and not is_uploaded:
            upload(service, key)
            is_uploaded = True
        reported.append(report(service, token, moment, *rest))
    for token, number in zip([tokens["clara"], tokens["ben"]], reported[-3:-1]):
        service.send("POST", f"/v1/alerts/{number}/flags", {"reason": "spam"}, token)
    service.send("PUT", f"/v1/moderation/alerts/{reported[-2]}", {"hidden": False}, tokens["anna"])
    for day, time, change in DIARY:
        change = {**change, "said": day + time}
        service.send("PATCH", f"/v1/me/diary/{day}", change, tokens["anna"], "application/merge-patch+json")
    service.send("PUT", "/v1/me/reminders", REMINDERS, tokens["anna"])
    for medicine in MEDICINES:
        service.send("POST", "/v1/me/help/medicines", medicine, tokens["anna"])
    service.send("POST", "/v1/me/help/appointments", APPOINTMENT, tokens["anna"])
    service.send("POST", "/v1/me/metrics", {"values": measured()}, tokens["anna"])
    keep_immunotherapy(service, tokens["anna"])
    service.send("PUT", "/v1/me/metrics/plan", METRIC_PLAN, tokens["anna"])
    keep_help(service, tokens["anna"])
    for contact in CONTACTS:
        service.send("POST", "/v1/me/help/contacts", contact, tokens["anna"])
    write_articles(service, tokens, DAY)
    service.set_clock(MOMENT)
    for moment, worst in [("2026-04-08T17:30:00Z", 2), (f"{EVE}T17:30:00Z", 3)]:
        answer_study(service, tokens, study, moment, worst)
    # David has yet to answer.
    answer_study(service, tokens, study, f"{DAY}T07:30:00Z", 3, ["emma", "finn", "greta"])
    keep_trips(service, tokens["ben"])
    return code
