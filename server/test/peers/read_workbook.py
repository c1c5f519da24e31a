"""Prints a workbook as JSON: each sheet with its frozen cell, and each cell with its type, value and format."""

import json
import sys

import openpyxl

book = openpyxl.load_workbook(sys.argv[1])
json.dump(
    [
        {
            "name": sheet.title,
            "frozen": sheet.freeze_panes,
            "rows": [
                [{"type": cell.data_type, "value": str(cell.value), "format": cell.number_format} for cell in row]
                for row in sheet.iter_rows()
            ],
        }
        for sheet in book.worksheets
    ],
    sys.stdout,
)
