"""A workbook of 500 questions in five languages becomes a form, and the form judges answers."""

import json
import tempfile
from pathlib import Path

from pages import python
from program import built, call
from rows import Row


def run(peers_only):
    if peers_only:
        return []
    with tempfile.TemporaryDirectory(prefix="breathe-bench-") as name:
        file = Path(name) / "large.xlsx"
        call(python, Path(__file__).with_name("form_workbook.py"), file)
        found = json.loads(call(built("breathe-bench"), "form", "--file", file))
    what = f"form of {found['questions']} questions"
    return [
        Row(f"{what}, from its workbook", "ms", found["readingMilliseconds"], at_most=100),
        Row(f"{what}, answers judged", "ms", found["judgingMilliseconds"]),
    ]
