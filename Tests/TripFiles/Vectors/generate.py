"""Makes the tracks of the test vectors: for each a JSON file with what was travelled, and a GPX file.

Usage: python3 Tests/TripFiles/Vectors/generate.py

`travelled` says how a journey was made, and the tests allow for some minutes and metres of difference. `activities` says what
the inference tells exactly; this program keeps it, and `scripts/test --accept TripVectorTests` writes it anew.
"""

import json
import math
import random
from datetime import datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

HERE = Path(__file__).parent
#: Metres of a degree of latitude.
DEGREE = 111_195.08
MUNICH = (48.14, 11.56)


def moment(text):
    return round(datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp() * 1000)


class Track:
    """A track as a receiver would record it, and what is known of it."""

    def __init__(self, name, start, place=MUNICH, altitude=520, accuracy=6, settings=None, zone="UTC"):
        self.name, self.time, (self.latitude, self.longitude) = name, moment(start), place
        self.altitude, self.accuracy, self.zone = altitude, accuracy, zone
        self.settings, self.stops = settings, []
        self.fixes, self.travelled = [], []
        self.random = random.Random(name)

    def fix(self, jitter=2.0, **other):
        """Records where we are, give or take some metres."""
        north, east = self.random.gauss(0, jitter), self.random.gauss(0, jitter)
        longitude = self.longitude + east / (DEGREE * math.cos(math.radians(self.latitude)))
        at = {"longitude": (longitude + 540) % 360 - 180, "latitude": self.latitude + north / DEGREE, "time": self.time,
              "altitude": self.altitude, "accuracy": self.accuracy} | other
        self.fixes.append([round(at["longitude"], 6), round(at["latitude"], 6), at["time"], at["altitude"], at["accuracy"]])
        return self

    def wait(self, seconds, every=None):
        end = self.time + seconds * 1000
        while every and self.time + every * 1000 < end:
            self.time += every * 1000
            self.fix()
        self.time = end
        return self

    def move(self, metres, speed, bearing=70, every=15, recorded=True):
        """Moves on at metres a second, and records every few seconds."""
        end, begun = self.time + round(metres / speed * 1000), self.time
        latitude, longitude = self.latitude, self.longitude
        while self.time < end:
            self.time = min(self.time + every * 1000, end)
            way = metres * (self.time - begun) / (end - begun)
            self.latitude = latitude + way * math.cos(math.radians(bearing)) / DEGREE
            self.longitude = longitude + way * math.sin(math.radians(bearing)) / (
                DEGREE * math.cos(math.radians(latitude)))
            if recorded or self.time == end:
                self.fix()
        return self

    def leg(self, mode, act):
        """Something that was travelled: from now to when `act` has been done, which returns the metres."""
        start = self.time
        metres = act()
        self.travelled.append({"mode": mode, "start": start, "end": self.time, "distance": metres})
        return self

    def go(self, mode, metres, speed, **options):
        def act():
            self.move(metres, speed, **options)
            return metres
        return self.leg(mode, act)

    def stop_here(self, kind):
        self.stops.append([kind, round(self.longitude, 6), round(self.latitude, 6)])
        return self

    def write(self, with_gpx=True):
        file = HERE / f"{self.name}.json"
        known = json.loads(file.read_text())["activities"] if file.exists() else []
        lists = {"stops": self.stops, "fixes": self.fixes, "travelled": self.travelled, "activities": known}
        members = [f'"settings": {json.dumps(self.settings or {})}'] + [
            f'"{name}": [{"".join(f"{chr(10)}  {json.dumps(row)}," for row in rows)[:-1]}\n]' for name, rows in lists.items()]
        file.write_text("{" + ",\n".join(members) + "}\n")
        if with_gpx:
            (HERE / f"{self.name}.gpx").write_text(self.gpx())

    def gpx(self):
        zone = ZoneInfo(self.zone)
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<gpx version="1.1" creator="generate.py" xmlns="http://www.topografix.com/GPX/1/1">',
                 "<trk><name>" + self.name + "</name><trkseg>"]
        for longitude, latitude, time, altitude, accuracy in self.fixes:
            text = datetime.fromtimestamp(time / 1000, zone).isoformat().replace("+00:00", "Z")
            lines.append(f'<trkpt lat="{latitude}" lon="{longitude}">' + (f"<ele>{altitude}</ele>" if altitude is not None else "")
                         + f"<time>{text}</time>"
                         + (f"<extensions><hAcc>{accuracy}</hAcc></extensions>" if accuracy is not None else "") + "</trkpt>")
        return "\n".join([*lines, "</trkseg></trk></gpx>", ""])


def on_foot():
    Track("walk", "2026-05-04T07:00:00").fix().go("onFoot", 2_000, 1.4).write()
    Track("midnight", "2026-05-04T23:50:00").fix().go("onFoot", 1_600, 1.4).write()
    # The clocks of Munich go forward at one o'clock UTC, and in the file the offsets too.
    Track("summer-time", "2026-03-29T00:50:00", zone="Europe/Berlin").fix().go("onFoot", 1_600, 1.4).write()
    Track("no-altitude", "2026-05-04T07:00:00", altitude=None, accuracy=None).fix().go("onFoot", 1_000, 1.4).write()
    track = Track("stay", "2026-05-04T07:00:00").fix().go("onFoot", 900, 1.4)
    track.wait(3_600, every=120).go("onFoot", 900, 1.4, bearing=160).write(False)
    track = Track("wander", "2026-05-04T15:00:00").fix()
    track.leg("onFoot", lambda: ramble(track)).write(False)
    track = Track("poor-signal", "2026-05-04T15:00:00").fix().go("onFoot", 900, 1.4)
    track.accuracy = 20
    for _ in range(120):
        track.wait(30).fix(jitter=8)
    track.accuracy = 6
    track.go("onFoot", 900, 1.4, bearing=160).write(False)


def ramble(track):
    """To a small garden, around in it for ten minutes without getting anywhere, and on."""
    track.move(600, 1.4)
    for side in range(15):
        track.move(30, 0.75, bearing=120 * side)
    track.move(600, 1.4)
    return 1_650


def by_bicycle():
    # Without a cyclist's setting speed alone tells it as a ride by car: a difference that the tests know by name.
    Track("bicycle", "2026-05-05T07:00:00").fix().go("bicycle", 4_000, 5).write()
    Track("cyclist", "2026-05-05T07:00:00", settings={"cyclistSpeed": 6}).fix().go("bicycle", 4_000, 5).write()


def by_car():
    track = Track("car", "2026-05-06T07:00:00").fix().go("onFoot", 400, 1.3, every=20)
    track.go("car", 9_000, 13, every=10).go("onFoot", 400, 1.3, every=20).write()
    track = Track("traffic-jam", "2026-05-06T15:00:00").fix()
    track.leg("car", lambda: jam(track)).write()
    track = Track("tunnel", "2026-05-06T09:00:00").fix()
    track.leg("car", lambda: tunnel(track)).write()
    Track("antimeridian", "2026-05-06T20:00:00", place=(-16.8, 179.97)).fix().go("car", 8_000, 12, bearing=90).write()


def jam(track):
    """Stop and go: 150 m ahead, then half a minute or more without moving."""
    track.move(3_000, 12, every=10)
    for wait in (20, 45, 30, 25, 60, 20, 35, 50):
        track.move(150, 7, every=7).wait(wait, every=10)
    track.move(3_000, 12, every=10)
    return 7_200


def tunnel(track):
    track.move(3_000, 15).move(4_000, 18, recorded=False).move(3_000, 15)
    return 10_000


def by_train():
    track = Track("train", "2026-05-07T07:00:00").fix().go("onFoot", 500, 1.4).stop_here("station")
    track.leg("train", lambda: ride(track)).go("onFoot", 600, 1.4).write()
    track = Track("underground", "2026-05-07T17:00:00").fix().go("onFoot", 500, 1.4).stop_here("station")
    track.leg("train", lambda: below(track)).go("onFoot", 600, 1.4).write(False)
    track = Track("past-a-station", "2026-05-07T12:00:00").fix()
    track.leg("car", lambda: past(track)).go("onFoot", 600, 1.4).write(False)
    track = Track("walk-between-stations", "2026-05-07T12:00:00").stop_here("station").fix()
    track.go("onFoot", 1_200, 1.4).stop_here("station").write(False)
    track = Track("walk-past-stations", "2026-05-07T12:00:00").fix()
    track.leg("onFoot", lambda: stroll(track)).write(False)
    track = Track("station-forgotten", "2026-05-07T12:00:00").fix().go("onFoot", 500, 1.4).stop_here("station")
    track.wait(2 * 3_600).move(30_000, 20, recorded=False, every=60).go("onFoot", 600, 1.4).write(False)


def ride(track):
    """A minute of waiting, two rides of 8 km with a halt, all in daylight; the ways are as long as the lines."""
    track.wait(60).move(8_000, 25, every=20).stop_here("station").wait(60).move(8_000, 25, every=20).stop_here("station")
    return 16_000


def stroll(track):
    """Through a town whose stations are near each other: 100 m, and then 200 m."""
    for metres in (400, 100, 200):
        track.move(metres, 1.4).stop_here("station")
    track.move(600, 1.4)
    return 1_300


def below(track):
    track.wait(120).move(5_000, 11, recorded=False).stop_here("station")
    return 5_000


def past(track):
    track.move(3_000, 14, every=10).stop_here("station").move(3_000, 14, every=10)
    return 6_000


def by_plane():
    track = Track("flight", "2026-05-08T05:00:00", place=(48.22, 11.62)).fix()
    track.go("car", 14_000, 17, bearing=50).go("onFoot", 600, 1.2)
    track.stop_here("airport").wait(1_800, every=60).leg("plane", lambda: fly(track))
    track.stop_here("airport").go("onFoot", 600, 1.2).go("car", 12_000, 17, bearing=300).write()
    track = Track("terminals", "2026-05-08T09:00:00").stop_here("airport").fix()
    track.go("car", 3_200, 10).stop_here("airport").go("onFoot", 600, 1.4).write(False)
    track = Track("drive-between-airports", "2026-05-08T09:00:00").stop_here("airport").fix()
    track.go("car", 9_000, 12, every=10).stop_here("airport").write(False)
    track = Track("airport-forgotten", "2026-05-08T09:00:00").stop_here("airport").fix().go("onFoot", 600, 1.4)
    track.wait(21 * 3_600).move(40_000, 200, recorded=False).stop_here("airport").go("onFoot", 600, 1.4).write(False)
    track = Track("flight-without-airports", "2026-05-08T09:00:00").fix().go("onFoot", 600, 1.4)
    track.altitude = 3_000
    track.move(100_000, 200, every=30)
    track.altitude = 520
    track.go("onFoot", 600, 1.4).write(False)
    track = Track("walk-from-airport", "2026-05-08T09:00:00").stop_here("airport").fix().go("onFoot", 4_000, 1.4).write(False)


def fly(track):
    """Some fixes high above the ground, and none before the landing."""
    for altitude, metres in ((6_500, 50_000), (10_000, 100_000)):
        track.altitude = altitude
        track.move(metres, 220, bearing=80, every=240)
    track.altitude = 180
    track.move(200_000, 222, bearing=80, recorded=False, every=600)
    return 350_000


def broken():
    track = Track("clock-backwards", "2026-05-09T07:00:00").fix().go("onFoot", 1_200, 1.4)
    for fix in track.fixes[20:26]:
        fix[2] -= 3_600_000
    track.write()
    track = Track("duplicates", "2026-05-09T07:00:00").fix().go("onFoot", 1_200, 1.4)
    track.fixes = [fix for fix in track.fixes for _ in range(2)]
    track.write()
    track = Track("imprecise", "2026-05-09T07:00:00").fix().go("onFoot", 1_000, 1.4)
    track.accuracy = 80
    for _ in range(30):
        track.wait(30).fix(jitter=150)
    track.accuracy = 6
    track.write(False)


for make in (on_foot, by_bicycle, by_car, by_train, by_plane, broken):
    make()
