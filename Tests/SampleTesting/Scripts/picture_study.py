"""The study of the pictures: clara leads it, and five people around Basel take part."""

from pathlib import Path

FORM = Path(__file__).parents[2] / "Workbooks" / "hay-fever-day.xlsx"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
STUDY = {
    "title": {"en": "Birch pollen and the working day", "de": "Birkenpollen und der Arbeitstag"},
    "purpose": {
        "en": "We want to learn how birch pollen disturbs work, and from which count on. You answer four questions a day.",
        "de": "Wir wollen lernen, wie Birkenpollen bei der Arbeit stören, und ab welchem Wert. Sie beantworten am Tag vier Fragen."},
    "contact": {"en": "Dr. Clara Weber\nAllergy Clinic Basel", "de": "Dr. Clara Weber\nAllergieklinik Basel"},
    "consent": {
        "en": "I have read what the study is about. I can leave at any time, without a reason.",
        "de": "Ich habe gelesen, worum es geht. Ich kann jederzeit ohne Angabe von Gründen aufhören."},
    "points": [{"en": "My answers are kept under a code instead of my name.", "de": "Meine Antworten werden unter einem Code statt unter meinem Namen behalten."}],
    "options": [{"en": "My answers may be used for later studies.", "de": "Meine Antworten dürfen für spätere Studien verwendet werden."}],
    "ethics": "2026-00123", "mode": "linked", "begin": "2026-04-01", "end": "2026-06-30", "target": 12,
    "region": {"name": "Basel and around", "west": 7.4, "south": 47.45, "east": 7.8, "north": 47.65},
}
PEOPLE = ["david", "emma", "finn", "greta", "hanna"]
# One's own cell for each.
PLACES = [(7.59, 47.56), (7.57, 47.57), (7.61, 47.55), (7.58, 47.54), (7.63, 47.56)]
CODES = 12
PATH = "/v1/research/studies"


def begin_study(service, tokens, day):
    """Opens a study that five people join and answer on a day; returns its identifier and a code that nobody has used."""
    clara = tokens["clara"]
    study = service.send("POST", PATH, STUDY, clara)["study"]["id"]
    path = f"{PATH}/{study}"
    service.send("PUT", f"{path}/form", FORM.read_bytes(), clara, WORKBOOK)
    for act in ["publish", "open"]:
        service.send("POST", f"{path}/acts", {"act": act}, clara)
    codes = service.send("POST", f"{path}/invitations", {"count": CODES}, clara)["codes"]
    for place, (name, code) in enumerate(zip(PEOPLE, codes)):
        service.send("POST", "/v1/me/studies", {
            "code": code, "version": 1, "language": "en", "agreed": [True], "options": [place != 1],
        }, tokens[name])
    people = service.send("GET", f"{path}/participants", None, clara)["participants"]
    joined, unused = ([one for one in people if one["status"] == status] for status in ["participating", "invited"])
    service.send("PUT", f"{path}/participants/{joined[0]['number']}/label", {"label": "Called on Tuesday"}, clara)
    service.send("PUT", f"{path}/participants/{unused[-1]['number']}/restriction", {}, clara)
    service.send("POST", f"{path}/messages", {"words": {"en": "Thank you for joining. Please answer every evening."}}, clara)
    answer_study(service, tokens, study, f"{day}T16:45:00Z", 1)
    return study, unused[0]["code"]


def answer_study(service, tokens, study, moment, worst, people=PEOPLE):
    """Has some people answer at a moment, with grades up to the worst one."""
    for place, (name, (longitude, latitude)) in enumerate(zip(PEOPLE, PLACES, strict=True)):
        if name in people:
            grade = max(0, worst - place % 3)
            service.send("POST", f"/v1/me/studies/{study}/answers", {
                "version": 1, "at": moment, "place": {"longitude": longitude, "latitude": latitude},
                "answers": {"nose": str(grade), "eyes": str(max(0, grade - 1)), "throat": str(place % 2), "ears": "0"},
            }, tokens[name])
