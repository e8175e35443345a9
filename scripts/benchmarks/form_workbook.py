"""Writes a workbook with a form of 500 questions in five languages, whose relevance depends on each other.

Arguments: the file.
"""

import sys

from openpyxl import Workbook

languages = ["English (en)", "Deutsch (de)", "Français (fr)", "Español (es)", "Italiano (it)"]
questions, lists = 500, 50


def labels(column):
    return [f"{column}::{language}" for language in languages]


def words(text):
    return [f"{text} in {language}" for language in languages]


def main(file):
    book = Workbook()
    survey = book.active
    survey.title = "survey"
    survey.append(["type", "name", *labels("label"), *labels("hint"), "required", "relevant", "default", "constraint", *labels("constraint_message")])
    for number in range(questions):
        relevant = f"${{q{number - 1}}} != '' or string-length(${{q{number // 3}}}) > 2 and selected(${{q{number // 2}}}, 'a')"
        start = [*words(f"Question {number}, with some words"), *words("A hint"), "yes", relevant if number else "", "a"]
        if number % 3:
            survey.append(["text", f"q{number}", *start, "regex(., '[a-z ]{1,20}')", *words("Only letters")])
        else:
            survey.append([f"select_one l{number % lists}", f"q{number}", *start])
    choices = book.create_sheet("choices")
    choices.append(["list_name", "name", *labels("label")])
    for number in range(lists):
        for name in "abcdef":
            choices.append([f"l{number}", name, *words(f"Choice {name}")])
    settings = book.create_sheet("settings")
    settings.append(["form_id", "version"])
    settings.append(["large", "1"])
    book.save(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
