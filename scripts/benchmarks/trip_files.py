"""Tracks of a day with a fix each second, some 20 MB, with all that recorders write beside a position."""

from datetime import datetime, timedelta, timezone

#: The fixes of a day.
fixes = 86_400
start = datetime(2026, 5, 4, tzinfo=timezone.utc)

gpx = ('<?xml version="1.0" encoding="UTF-8"?>\n<gpx creator="Garmin Connect" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" '
       'xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><trkseg>\n',
       '<trkpt lat="{latitude:.15f}" lon="{longitude:.15f}">\n<ele>{altitude:.1f}</ele>\n<time>{time}.000Z</time>\n<extensions>\n'
       "<ns3:TrackPointExtension>\n<ns3:hr>{rate}</ns3:hr>\n<ns3:cad>84</ns3:cad>\n</ns3:TrackPointExtension>\n</extensions>\n</trkpt>\n",
       "</trkseg></trk></gpx>\n")
tcx = ('<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
       '<Activities><Activity Sport="Biking"><Lap><Track>\n',
       "<Trackpoint>\n<Time>{time}.000Z</Time>\n<Position>\n<LatitudeDegrees>{latitude:.6f}</LatitudeDegrees>\n<LongitudeDegrees>{longitude:.6f}"
       "</LongitudeDegrees>\n</Position>\n<AltitudeMeters>{altitude:.1f}</AltitudeMeters>\n<HeartRateBpm><Value>{rate}</Value></HeartRateBpm>\n</Trackpoint>\n",
       "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")
kml = ('<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">'
       "<Document><Placemark><gx:Track>\n",
       "<when>{time}.000Z</when>\n<gx:coord>{longitude:.15f} {latitude:.15f} {altitude:.1f}</gx:coord>\n<gx:angles>{rate} 0 0</gx:angles>\n"
       "<gx:value>{rate}</gx:value>\n<gx:value>84</gx:value>\n<gx:value>3.25</gx:value>\n<gx:value>12.5</gx:value>\n",
       "</gx:Track></Placemark></Document></kml>\n")
google = ('{{"locations": [{{\n',
          '"latitudeE7": {north},\n"longitudeE7": {east},\n"accuracy": 20,\n"altitude": {altitude:.0f},\n"verticalAccuracy": 2,\n"velocity": 3,\n'
          '"source": "GPS",\n"deviceTag": 1184882,\n"platformType": "ANDROID",\n"timestamp": "{time}.123Z"\n}}, {{\n',
          '"latitudeE7": 475000000,\n"longitudeE7": 75000000,\n"accuracy": 20,\n"timestamp": "2026-05-20T00:00:00Z"\n}}]}}\n')
owntracks = ("",
             '{time}Z\t*                 \t{{"_type":"location","BSSID":"de:ad:be:ef:00:01","SSID":"home","acc":8,"alt":{altitude:.0f},"batt":80,"bs":1,'
             '"conn":"w","created_at":{seconds},"lat":{latitude:.7f},"lon":{longitude:.7f},"m":1,"t":"u","tid":"ab","topic":"owntracks/anna/phone",'
             '"tst":{seconds},"vac":3,"vel":5}}\n', "")

timeline = ('{{\n  "semanticSegments": [],\n  "rawSignals": [\n',
            '    {{\n      "position": {{\n        "LatLng": "{latitude:.7f}°, {longitude:.7f}°",\n        "accuracyMeters": 13,\n'
            '        "altitudeMeters": {altitude:.1f},\n        "source": "GPS",\n        "timestamp": "{time}.000Z",\n'
            '        "speedMetersPerSecond": 0.5\n      }}\n    }},\n',
            '    {{"activityRecord": {{"probableActivities": [], "timestamp": "2026-05-05T00:00:00.000Z"}}}}\n  ]\n}}\n')
overland = ('{{"locations": [\n',
            '{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{longitude:.6f},{latitude:.6f}]}},"properties":{{"timestamp":"{time}Z",'
            '"altitude":{altitude:.0f},"speed":3,"horizontal_accuracy":5,"vertical_accuracy":3,"motion":["walking"],"battery_level":0.8,"device_id":"a"}}}},\n',
            '{{"type":"Feature","geometry":{{"type":"Point","coordinates":[7.5,47.5]}},"properties":{{"timestamp":"2026-05-20T00:00:00Z"}}}}]}}\n')
geojson = ('{{"type":"FeatureCollection","features":[\n',
           '{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{longitude:.15f},{latitude:.15f},{altitude:.1f}]}},\n'
           '"properties":{{"time":"{time}.000Z","accuracy":8.25,"heartRate":{rate},"cadence":84,"speed":3.25,"course":90.5,"name":"track"}}}},\n',
           '{{"type":"Feature","geometry":{{"type":"Point","coordinates":[7.5,47.5]}},"properties":{{"time":"2026-05-20T00:00:00Z"}}}}]}}\n')

#: The head, a fix and the tail of each format, by the name of its file.
formats = {
    "track.gpx": gpx, "track.tcx": tcx, "track.kml": kml, "Records.json": google, "Timeline.json": timeline, "2026-05.rec": owntracks,
    "overland.json": overland, "track.geojson": geojson,
}


def write(path, form):
    """Writes a file, and returns how many megabytes it has."""
    head, fix, tail = form
    with path.open("w", encoding="utf-8") as file:
        file.write(head.format())
        for number in range(fixes):
            moment = start + timedelta(seconds=number)
            longitude, latitude = 7.5 + number * 1e-5, 47.5 + number * 1e-6
            file.write(fix.format(
                time=moment.strftime("%Y-%m-%dT%H:%M:%S"), seconds=int(moment.timestamp()), longitude=longitude, latitude=latitude,
                north=round(latitude * 1e7), east=round(longitude * 1e7), altitude=260 + number % 50, rate=90 + number % 40))
        file.write(tail.format())
    return path.stat().st_size / 1e6
