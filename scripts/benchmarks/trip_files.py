"""Tracks of 20 MB, as the recorders write them that people have."""

from datetime import datetime, timedelta, timezone
from itertools import count

#: The bytes of each file.
size = 20_000_000
start = datetime(2026, 5, 4, tzinfo=timezone.utc)

gpx = ('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="recorder" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n',
       '<trkpt lat="{latitude:.6f}" lon="{longitude:.6f}"><ele>{altitude:.1f}</ele><time>{time}</time></trkpt>\n',
       "</trkseg></trk></gpx>\n")
tcx = ('<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
       '<Activities><Activity Sport="Biking"><Lap><Track>\n',
       "<Trackpoint><Time>{time}</Time><Position><LatitudeDegrees>{latitude:.6f}</LatitudeDegrees><LongitudeDegrees>{longitude:.6f}</LongitudeDegrees>"
       "</Position><AltitudeMeters>{altitude:.1f}</AltitudeMeters></Trackpoint>\n",
       "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")
kml = ('<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">'
       "<Document><Placemark><gx:Track>\n",
       "<when>{time}</when>\n<gx:coord>{longitude:.6f} {latitude:.6f} {altitude:.1f}</gx:coord>\n",
       "</gx:Track></Placemark></Document></kml>\n")
google = ('{{"locations": [\n',
          '{{"latitudeE7": {north}, "longitudeE7": {east}, "accuracy": 20, "altitude": {altitude:.0f}, "source": "WIFI", "timestamp": "{time}"}},\n',
          '{{"latitudeE7": 475000000, "longitudeE7": 75000000, "accuracy": 20, "timestamp": "2026-05-20T00:00:00Z"}}]}}\n')
owntracks = ("", '{time}\t*                 \t{{"_type":"location","lat":{latitude:.6f},"lon":{longitude:.6f},"tst":{seconds},"acc":8,"alt":{altitude:.0f}}}\n', "")

#: The head, a fix and the tail of each format, by the name of its file.
formats = {"track.gpx": gpx, "track.tcx": tcx, "track.kml": kml, "Records.json": google, "2026-05.rec": owntracks}


def write(path, form):
    """Writes a file of `size`, and returns how many fixes it has."""
    head, fix, tail = form
    with path.open("w") as file:
        written = file.write(head.format())
        for number in count():
            if written >= size:
                break
            moment = start + timedelta(seconds=number)
            longitude, latitude = 7.5 + number * 1e-5, 47.5 + number * 1e-6
            written += file.write(fix.format(
                time=moment.strftime("%Y-%m-%dT%H:%M:%SZ"), seconds=int(moment.timestamp()), longitude=longitude, latitude=latitude,
                north=round(latitude * 1e7), east=round(longitude * 1e7), altitude=260 + number % 50))
        file.write(tail.format())
    return number
