"""Writes four sheets like those of a study with XlsxWriter, which has the values already.

Arguments: the number of responses, and the file.
"""

import datetime
import json
import os
import resource
import sys
import time

import xlsxwriter

day = datetime.date(2026, 2, 16)


def sheets(index):
    """The cells of a response, sheet by sheet, as many and of the types that ours have."""
    leading = [index, f"2026-02-{index % 20000}", day]
    number = index % 4000 / 10
    air = [number, "station-1", number / 8, 1.5, "measured", 0] * 2
    return [[*leading, "cell", 46.05, 6.05, None, "1", "2026-1"], leading + air, leading + air, [*leading, "1", index % 4, 2, 1, 0]]


def main(count, path):
    begin = time.monotonic()
    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    dates = book.add_format({"num_format": "yyyy-mm-dd"})
    for place in range(4):
        sheet = book.add_worksheet()
        for index in range(int(count)):
            for column, value in enumerate(sheets(index)[place]):
                if column == 2:
                    sheet.write_datetime(index, column, value, dates)
                elif isinstance(value, str):
                    sheet.write_string(index, column, value)
                elif value is not None:
                    sheet.write_number(index, column, value)
    book.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    print(json.dumps({"seconds": time.monotonic() - begin, "megabytes": memory, "fileMegabytes": os.path.getsize(path) / 1e6}))


if __name__ == "__main__":
    main(*sys.argv[1:])
