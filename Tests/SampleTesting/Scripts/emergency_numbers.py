"""Compares the numbers to call in an emergency with Google's libphonenumber, and prints what it does not know.

Arguments: the file of the numbers.
"""

import json
import sys
from pathlib import Path

from phonenumbers.shortnumberinfo import is_emergency_number


def main(file):
    countries = json.loads(Path(file).read_text())["countries"]
    unknown = [f"{country['country']} {number}" for country in countries for number in [*country["ambulance"], country["general"]]
               if not is_emergency_number(number, country["country"])]
    print(json.dumps({"countries": len(countries), "unknown": unknown}))


if __name__ == "__main__":
    main(*sys.argv[1:])
