"""Checks the workbook of a small study as a researcher finds it.

Arguments: the file.
"""

import datetime
import sys

import openpyxl


def main(file):
    book = openpyxl.load_workbook(file)
    assert book.sheetnames == [
        "Responses Summary", "Pollen Count Data", "Air Quality Data", "Reported Symptoms", "Codebook", "Participation"], book.sheetnames
    tables = {}
    for sheet in book:
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        tables[sheet.title] = [dict(zip(rows[0], row)) for row in rows[1:]]
        assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref, sheet.title
    summary, pollen, symptoms = tables["Responses Summary"], tables["Pollen Count Data"], tables["Reported Symptoms"]
    assert len(summary) == len(pollen) == len(symptoms) == 12
    assert summary[0]["day"] == datetime.datetime(2026, 5, 17), summary[0]
    assert (summary[0]["area"], summary[0]["latitude"], summary[0]["longitude"]) == ("cell", 46.95, 7.45), summary[0]
    assert summary[0]["region"] is None and summary[0]["form"] == "main" and summary[0]["form_version"] == "2" and summary[0]["consent_version"] == "c1"
    assert all(row["pseudonym"].startswith("2026-05-") for row in summary) and len({row["pseudonym"] for row in summary}) == 6
    assert (pollen[0]["birch"], pollen[0]["birch_unknown"]) == (None, 1), pollen[0]
    assert [pollen[1][name] for name in ("birch", "birch_hour", "birch_station", "birch_km", "birch_hours", "birch_basis", "birch_unknown", "birch_lag1", "birch_lag2")] == [
        10.5, 8.5, "CHBERN", 3.1, 2, "measured", 0, 11.5, 12.5], pollen[1]
    assert [symptoms[row]["triggers_dust"] for row in range(3)] == [1, 1, None] and symptoms[0]["triggers_pets"] == 0
    assert symptoms[0]["remark"] == '=1+1, "x"' and symptoms[2]["medicines_2_dose"] == 0.5
    assert symptoms[3]["since"] == datetime.datetime(2026, 2, 4), symptoms[3]
    codebook = {(row["table"], row["name"]): row for row in tables["Codebook"]}
    for title, rows in tables.items():
        if rows and title != "Codebook":
            assert [name for table, name in codebook if table == title] == list(rows[0]), title
    nose = codebook["Reported Symptoms", "nose"]
    assert (nose["type"], nose["choices"], nose["form"], nose["form_versions"], nose["label_en"]) == ("integer", "0=none; 1=mild", "main", "1; 2", "Nose"), nose
    birch = codebook["Pollen Count Data", "birch_lag2"]
    assert (birch["label_de"], birch["unit"]) == ("Birke: 2 Tage davor", "grains/m³"), birch
    assert [(row["week"] is None, row["status"], row["count"]) for row in tables["Participation"]] == [
        (False, "Participating", "12"), (True, "responses exported", "12"), (True, "responses left out", "0")], tables["Participation"]


if __name__ == "__main__":
    main(*sys.argv[1:])
