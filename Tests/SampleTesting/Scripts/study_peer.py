"""Checks what pandas and pyreadstat read of a small study, and that both have the same values.

Arguments: the folder with the tables, and with `answers.sav`, which PSPP made of the answers.
"""

import sys
from pathlib import Path

import pandas
import pyreadstat


def main(name):
    folder = Path(name)
    frame = pandas.read_csv(folder / "reported-symptoms.csv", parse_dates=["day", "since"])
    answers, labels = pyreadstat.read_sav(folder / "answers.sav")
    assert list(frame.columns) == list(answers.columns), (list(frame.columns), list(answers.columns))
    assert len(frame) == len(answers) == 12
    assert str(frame["day"].dtype).startswith("datetime"), frame.dtypes
    assert labels.column_names_to_labels["nose"] == "Nose" and labels.column_names_to_labels["remark"] == "It's a remark"
    assert labels.variable_value_labels["nose"] == {0: "none", 1: "mild"}, labels.variable_value_labels
    assert list(answers["nose"]) == list(frame["nose"])
    assert [str(day) for day in answers["day"]] == [str(day.date()) for day in frame["day"]]
    assert answers["triggers_dust"].isna().sum() == frame["triggers_dust"].isna().sum() == 4
    assert answers["remark"][0] == frame["remark"][0] == "'=1+1, \"x\"", answers["remark"][0]
    pollen = pandas.read_csv(folder / "pollen-count-data.csv")
    assert pollen["birch"].isna().sum() == pollen["birch_unknown"].sum() == 2
    print("PSPP, pyreadstat and pandas read what the study has")


if __name__ == "__main__":
    main(*sys.argv[1:])
