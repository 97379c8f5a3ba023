"""The workbook of an evening: every list in one file, its totals as formulas that a spreadsheet
recomputes.
"""

from tournament.workbook.book import workbook

__all__ = ["workbook"]
