"""Has pyxform, the reference for XLSForm, judge forms.

Arguments: a folder, and perhaps a wheel of pyxform 0.15.1, the last one that has its example forms in it.

Without a wheel, `sheets.json` in the folder has the forms: for each name, the rows of each sheet. Each form is written into the
folder as a workbook, and `verdicts.json` says for each whether it was accepted, with the names of its items in order or why not.
"""

import ast
import json
import re
import sys
import zipfile
from pathlib import Path

import openpyxl
import xlrd
from pyxform.builder import create_survey_element_from_dict
from pyxform.xls2json import workbook_to_json
from pyxform.xls2json_backends import get_xlsform

#: Items that pyxform adds of its own.
GENERATED = re.compile(r"generated_table_list_label_|reserved_name_for_field_list_labels_")


def written(sheets):
    """A workbook with rows as texts."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value not in (None, ""):
                    cell = sheet.cell(number, column)
                    cell.value = value
                    # What begins with “=” is no formula here.
                    if isinstance(value, str):
                        cell.data_type = "s"
    return book


def converted(content):
    """A workbook of the old format as one of the new."""
    old = xlrd.open_workbook(file_contents=content)

    def value(cell):
        if cell.ctype == xlrd.XL_CELL_DATE:
            try:
                return xlrd.xldate_as_datetime(cell.value, old.datemode)
            except xlrd.xldate.XLDateError:
                return cell.value
        return bool(cell.value) if cell.ctype == xlrd.XL_CELL_BOOLEAN else cell.value

    return written({
        sheet.name: [[value(cell) for cell in sheet.row(number)] for number in range(sheet.nrows)] for sheet in old.sheets()
    })


def table(text):
    """The sheets of a form that a test of pyxform has as a table of Markdown."""
    sheets, rows = {}, None
    for line in text.split("\n"):
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())][1:-1]
        if not cells:
            continue
        if cells[0]:
            rows = sheets.setdefault(cells[0], [])
        if rows is not None and any(cells[1:]):
            rows.append(cells[1:])
    return sheets


def examples(wheel):
    """All example forms, and the tables of its tests."""
    with zipfile.ZipFile(wheel) as file:
        for path in map(Path, file.namelist()):
            content = file.read(path.as_posix())
            if path.suffix == ".xlsx":
                yield f"{path.stem}-xlsx", content
            elif path.suffix == ".xls":
                yield path.stem, converted(content)
            elif path.suffix == ".py" and path.name.startswith("test_"):
                constants = [node.value for node in ast.walk(ast.parse(content)) if isinstance(node, ast.Constant)]
                texts = [text for text in constants if isinstance(text, str) and "|" in text and "\n" in text]
                for number, sheets in enumerate(filter(None, map(table, texts)), 1):
                    yield f"{path.stem}-{number}", written(sheets)


def names(children):
    counts = {f"{child['name']}_count" for child in children if child["type"] == "repeat"}
    for child in children:
        if child["name"] != "meta":
            if not GENERATED.match(child["name"]) and child["name"] not in counts:
                yield child["name"]
            yield from names(child.get("children", []))


def verdict(file):
    try:
        form = workbook_to_json(get_xlsform(str(file)), fallback_form_name="form")
        create_survey_element_from_dict(form).to_xml(validate=False)
    except Exception as error:  # Whatever it is, the form was not accepted.
        return {"names": [], "reason": str(error) or type(error).__name__}
    return {"names": list(names(form["children"]))}


def main(folder, wheel=None):
    folder = Path(folder)
    if wheel:
        forms = examples(wheel)
    else:
        forms = ((name, written(sheets)) for name, sheets in json.loads((folder / "sheets.json").read_text()).items())
    verdicts = {}
    for name, book in forms:
        file = folder / f"{name}.xlsx"
        if isinstance(book, bytes):
            file.write_bytes(book)
        else:
            book.save(file)
        verdicts[name] = verdict(file)
    (folder / "verdicts.json").write_text(json.dumps(verdicts))


if __name__ == "__main__":
    main(*sys.argv[1:])
