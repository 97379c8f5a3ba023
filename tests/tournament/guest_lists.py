"""Guest lists for the tests: honest files and hostile ones, built here."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import openpyxl

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"
Rows = Sequence[Sequence[object]]


def as_csv(rows: Rows, *, delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    """The rows as a CSV file."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode(encoding)


def as_xlsx(rows: Iterable[Sequence[object]], title: str = "Seating") -> bytes:
    """The rows as a workbook; a text that looks like a formula stays a text."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = title
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
    return _saved(book)


def with_formula(formula: str) -> bytes:
    """A workbook whose guest is a formula that was never worked out."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Name", "Livery"])
    sheet.append([formula, "Grocers"])
    return _saved(book)


def with_merge(area: str) -> bytes:
    """A workbook with one guest and a merged area."""
    data = as_xlsx([["Name"], ["Ann Carver"]])
    merge = f'<mergeCells count="1"><mergeCell ref="{area}"/></mergeCells></worksheet>'.encode()
    return rewritten(data, SHEET, lambda xml: xml.replace(b"</worksheet>", merge))


def with_far_cell(reference: str) -> bytes:
    """A workbook with one guest and another one very far away."""
    row = "".join(letter for letter in reference if letter.isdigit())
    cell = f'<row r="{row}"><c r="{reference}" t="inlineStr"><is><t>Far</t></is></c></row></sheetData>'.encode()
    data = as_xlsx([["Name"], ["Ann Carver"]])
    return rewritten(data, SHEET, lambda xml: xml.replace(b"</sheetData>", cell))


def with_entities(depth: int = 9) -> bytes:
    """A workbook whose sheet defines entities that would grow tenfold at each level."""
    inner = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, depth))
    declared = f'<!DOCTYPE worksheet [<!ENTITY a0 "ha">{inner}]>'
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is><t>&a{depth - 1};</t></is></c></row>'
    sheet = f"{declared}<worksheet {MAIN}><sheetData>{cell}"
    return rewritten(
        as_xlsx([["Name"]]), SHEET, lambda _xml: f"{sheet}</sheetData></worksheet>".encode()
    )


def with_bomb(megabytes: int) -> bytes:
    """A small workbook that unpacks into many megabytes."""
    spaces = b" " * (megabytes * 1024 * 1024)
    return rewritten(
        as_xlsx([["Name"], ["Ann"]]),
        SHEET,
        lambda xml: xml.replace(b"</worksheet>", spaces + b"</worksheet>"),
    )


def with_parts(number: int) -> bytes:
    """A workbook with very many parts."""
    out = io.BytesIO(as_xlsx([["Name"], ["Ann"]]))
    with zipfile.ZipFile(out, "a") as archive:
        for part in range(number):
            archive.writestr(f"xl/media/{part}.txt", "")
    return out.getvalue()


def zipped(name: str, data: bytes) -> bytes:
    """A zip file with one part."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, data)
    return out.getvalue()


def rewritten(data: bytes, name: str, change: Any) -> bytes:
    """A zip with one of its parts changed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            body = old.read(part)
            new.writestr(part.filename, change(body) if part.filename == name else body)
    return out.getvalue()


def _saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
