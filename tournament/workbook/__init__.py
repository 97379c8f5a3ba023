"""The workbook of an evening: every list in one file, its totals as formulas that a spreadsheet
recomputes.
"""

from tournament.workbook.book import workbook, workbook_file

__all__ = ["workbook", "workbook_file"]
