"""Spreadsheets that mean ill, each made by a function whose name says how."""

import io
import re
import struct
import zipfile
from collections.abc import Callable, Mapping

from tests.tournament import guest_lists as made

ROW = b'<row r="2"><c r="A2" t="inlineStr"><is><t>Ann</t></is></c></row></sheetData>'
HONEST = [["Name"], ["Ann Carver"]]


def _sheet(change: Callable[[bytes], bytes]) -> bytes:
    return made.rewritten(made.as_xlsx(HONEST), made.SHEET, change)


def _cell(kind: str, value: str, reference: str = "A3") -> bytes:
    row = reference.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or "3"
    cell = f'<row r="{row}"><c r="{reference}" t="{kind}"><v>{value}</v></c></row></sheetData>'.encode()
    return _sheet(lambda xml: xml.replace(b"</sheetData>", cell))


def _with_part(name: str, data: bytes, compress: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO(made.as_xlsx(HONEST))
    with zipfile.ZipFile(out, "a", compress) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def many_rows() -> bytes:
    """Sixty thousand short rows."""
    rows = b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (n, n) for n in range(3, 60_000))
    return _sheet(lambda xml: xml.replace(b"</sheetData>", rows + b"</sheetData>"))


def size_that_lies() -> bytes:
    """A bomb whose directory says that it is small."""
    data = bytearray(made.with_bomb(20))
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 24 : at + 28] = struct.pack("<I", 100)
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def wrong_checksum() -> bytes:
    """One byte of the packed sheet turned round."""
    data = bytearray(made.as_xlsx([["Name"], *([f"Guest {n}"] for n in range(200))]))
    data[len(data) // 3] ^= 0xFF
    return bytes(data)


def deep_markup() -> bytes:
    """Markup nested a hundred thousand deep."""
    return _sheet(lambda xml: xml.replace(b"</sheetData>", b"<x>" * 100_000 + b"</sheetData>"))


def many_attributes() -> bytes:
    """One element with fifty thousand attributes."""
    said = b" ".join(b'a%d="x"' % n for n in range(50_000))
    return _sheet(lambda xml: xml.replace(b"<sheetData>", b"<sheetData " + said + b">"))


def many_styles() -> bytes:
    """A hundred thousand cell formats."""
    return made.rewritten(
        made.as_xlsx(HONEST),
        "xl/styles.xml",
        lambda xml: xml.replace(b"</cellXfs>", b"<xf/>" * 100_000 + b"</cellXfs>"),
    )


def external_entity() -> bytes:
    """A sheet that asks for a local file."""
    told = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    cell = b'<row r="2"><c r="A2" t="inlineStr"><is><t>&e;</t></is></c></row></sheetData>'
    return _sheet(lambda xml: told + xml.replace(b"</sheetData>", cell))


def external_link() -> bytes:
    """A workbook that refers to another one elsewhere."""
    return _with_part(
        "xl/externalLinks/externalLink1.xml",
        b'<externalLink xmlns:r="x" r:id="http://127.0.0.1:9/"/>',
    )


CORPUS: Mapping[str, Callable[[], bytes]] = {
    "bomb": lambda: made.with_bomb(30),
    "bomb within a bomb": lambda: _with_part("xl/media/a.zip", made.with_bomb(30)),
    "size that lies": size_that_lies,
    "many parts": lambda: made.with_parts(300),
    "the same part twice": lambda: (
        made.rewritten(made.as_xlsx(HONEST), "nothing", lambda xml: xml) + made.as_xlsx(HONEST)
    ),
    "path to the root": lambda: _with_part("../../../../etc/cron.d/x", b"x"),
    "entities that grow": made.with_entities,
    "external entity": external_entity,
    "external link": external_link,
    "sheet that does not say how large it is": lambda: _sheet(
        lambda xml: re.sub(rb"<dimension [^>]*/>", b"", xml).replace(b'r="A2"', b'r="A1048576"')
    ),
    "far row": lambda: made.with_far_cell("A1048576"),
    "far column": lambda: _cell("str", "x", "XFD3"),
    "no such column": lambda: _cell("str", "x", "ZZZZZZ3"),
    "row of a billion": lambda: _cell("str", "x", "A1000000000"),
    "row nought": lambda: _cell("str", "x", "A0"),
    "merged over all": lambda: made.with_merge("A1:XFD1048576"),
    "many rows": many_rows,
    "text that is not there": lambda: _cell("s", "99999999"),
    "text with a negative number": lambda: _cell("s", "-7"),
    "number that is none": lambda: _cell("n", "NaN"),
    "number without end": lambda: _cell("n", "1e999"),
    "date beyond all": lambda: _cell("d", "9999999999999"),
    "truth that is none": lambda: _cell("b", "perhaps"),
    "wrong checksum": wrong_checksum,
    "deep markup": deep_markup,
    "many attributes": many_attributes,
    "many styles": many_styles,
    "formula": lambda: made.with_formula('=WEBSERVICE("http://127.0.0.1:9/")'),
    "half a file": lambda: made.as_xlsx(HONEST)[:-60],
    "one field of two megabytes": lambda: b"Name\n" + b"x" * (2 * 1024 * 1024 - 10),
    "quotation mark never closed": lambda: b'Name\n"' + b"a,\n" * 300_000,
    "two hundred thousand commas": lambda: b"Name\n" + b"," * 200_000,
    "bytes of no writing": lambda: b"Name\n" + bytes(range(128, 256)) * 100,
}
