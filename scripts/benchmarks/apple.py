"""Apple's export of a gigabyte, read by the page in Chromium: memory and throughput."""

import json
import random
import tempfile
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

from pages import python
from program import call, serve
from rows import Row

#: The bytes of the document in the archive.
size = 1_000_000_000

head = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
]>
<HealthData locale="en_CH">
 <ExportDate value="2026-04-10 07:04:44 +0200"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-04-08" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
"""

#: What a watch and a phone record, and how often: most of it is energy and steps.
kinds = [("ActiveEnergyBurned", "kcal", 30), ("StepCount", "count", 20), ("HeartRate", "count/min", 40), ("BasalEnergyBurned", "kcal", 20),
         ("DistanceWalkingRunning", "km", 12), ("RespiratoryRate", "count/min", 6), ("OxygenSaturation", "%", 3), ("BodyMass", "kg", 1)]


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        folder = Path(name)
        export = folder / "export.zip"
        write(export)
        with serve(folder) as server:
            found = json.loads(call(python, Path(__file__).with_name("apple_reading.py"), server, export))
    return [
        Row("Apple's export of 1 GB in Chromium, memory of the page", "MB", found["megabytes"], at_most=300),
        Row("Apple's export of 1 GB in Chromium, throughput", "MB/s", size / 1e6 / found["seconds"], at_least=20),
    ]


def write(path):
    """An archive like that of a watch worn for years, a record every few seconds."""
    generator = random.Random(14)
    names, weights = [kind[:2] for kind in kinds], [kind[2] for kind in kinds]
    moment = datetime(2019, 1, 1, tzinfo=timezone.utc)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("apple_health_export/export.xml", "w", force_zip64=True) as document:
            written = document.write(head.encode())
            while written < size:
                lines = []
                for name, unit in generator.choices(names, weights, k=5_000):
                    moment += timedelta(seconds=generator.randrange(1, 160))
                    value = 0.97 if name == "OxygenSaturation" else round(generator.uniform(50, 100), 2)
                    time = moment.strftime("%Y-%m-%d %H:%M:%S +0100")
                    lines.append(
                        f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="Anna’s Apple Watch" sourceVersion="10.1" '
                        'device="&lt;&lt;HKDevice: 0x283a&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, '
                        f'hardware:Watch6,2, software:10.1&gt;" unit="{unit}" creationDate="{time}" startDate="{time}" '
                        f'endDate="{time}" value="{value}"/>\n')
                written += document.write("".join(lines).encode())
            document.write(b"</HealthData>\n")
