"""The text of a CSV file: in which letters it is written, what parts its cells, and, where it is no
Unicode, the other ways in which it could be read, each shown by a name.
"""

import csv
import html
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator

from tournament.tickets.sheets import GuestFileError, GuestRow, row_of

LINES_LOOKED_AT = 10
PLAIN_BYTES = frozenset({9, 10, 13, *range(32, 127)})
ACCENTS_OF_A_MAC = re.compile("[A-Za-z][ŽŸ‡ˆ‰ŠŒ](?![A-Z])")
"""What é, ü, á, à, â, ä and å of an old Mac look like where they are read as Windows-1252."""
ALPHABETS = {
    "cp1252": "Western",
    "mac-roman": "old Mac",
    "iso8859-2": "Central European",
    "cp1250": "Central European, Windows",
    "cp1254": "Turkish",
    "cp1257": "Baltic",
    "cp1251": "Cyrillic",
    "koi8-r": "Cyrillic, KOI8",
    "cp1253": "Greek",
    "cp1255": "Hebrew",
    "cp1256": "Arabic",
    "gbk": "Chinese",
    "big5": "Chinese, Taiwan",
    "shift_jis": "Japanese",
    "euc_kr": "Korean",
}
WIDE_GAP = re.compile(r" {2,}")
ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")


def csv_rows(data: bytes) -> tuple[str, Iterator[GuestRow]]:
    """The way of writing that was taken ("" for Unicode), and the rows. Raises GuestFileError."""
    letters, text = decoded(data)
    if "\0" in text:
        raise GuestFileError(
            "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these."
        )
    return letters, _rows(text)


def _rows(text: str) -> Iterator[GuestRow]:
    text = _in_columns(text)
    odd = text.count('"') % 2
    try:
        for number, cells in enumerate(
            csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text)), start=1
        ):
            if odd and any("\n" in cell.rstrip() for cell in cells[-1:]):
                raise csv.Error
            yield row_of(number, (without_entities(_unguarded(cell)) for cell in cells))
    except csv.Error:
        raise GuestFileError(
            "The CSV file cannot be read: perhaps a quotation mark is never closed."
        ) from None


def _in_columns(text: str) -> str:
    """A text whose columns are parted by spaces alone, with a tab between them."""
    lines = [line for line in text.splitlines() if line.strip()]
    wide = sum(bool(WIDE_GAP.search(line.strip())) for line in lines)
    if any(mark in text for mark in ",;\t|") or wide < len(lines) * 0.8 or len(lines) < 2:
        return text
    return "\n".join(WIDE_GAP.sub("\t", line.strip()) for line in text.splitlines())


def without_entities(cell: str) -> str:
    """A text of a web page with its letters as they are meant: `O&#039;Quill` is `O'Quill`."""
    for _depth in range(2):
        cell = ENTITY.sub(lambda match: html.unescape(match[0]), cell)
    return cell


def decoded(data: bytes) -> tuple[str, str]:
    """The way of writing where it is no Unicode, and the text. Raises GuestFileError."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "", _in("utf-16", data) or _not_known(data)
    text = _in(_wide_letters(data), data) or _in("utf-8-sig", data)
    return ("", text) if text else _of_one_byte(data)


def rewritten(cells: Iterable[str], before: str, after: str) -> tuple[str, ...]:
    """Cells that were read in one way, read in another; a cell that cannot be stays."""
    return tuple(_rewritten(cell, before, after) for cell in cells)


def _rewritten(cell: str, before: str, after: str) -> str:
    try:
        return cell.encode(before).decode(after)
    except UnicodeError:
        return cell


def ways(names: Iterable[str], current: str) -> list[tuple[str, str, str]]:
    """The other ways to read these names: key, alphabet, and the first name that tells them apart;
    only ways in which every name is letters, each look once.
    """
    strange = [name for name in names if not name.isascii()]
    looks, offers = {tuple(strange)}, []
    for key, alphabet in ALPHABETS.items():
        again = rewritten(strange, current, key)
        if key == current or again in looks or not all(map(_only_letters, again)):
            continue
        looks.add(again)
        offers.append((key, alphabet, again[0]))
    return offers


def _only_letters(name: str) -> bool:
    """Whether a name is letters alone, each word of one script."""
    if not all(letter.isalpha() or letter in " '’-.,()&\u00a0" for letter in name):
        return False
    words = re.findall(r"[^\W\d_]+", name)
    return all(len({unicodedata.name(c, "").split(" ")[0] for c in word}) == 1 for word in words)


def _in(encoding: str, data: bytes) -> str:
    """The text in this encoding, or nothing where it is not."""
    try:
        return data.decode(encoding) if encoding else ""
    except UnicodeDecodeError:
        return ""


def _wide_letters(data: bytes) -> str:
    """UTF-16 without its mark: every second byte of plain headings is a nought."""
    top = data[:400]
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(top) > 8 and top[start::2].count(0) * 2 > len(top[start::2]):
            return encoding
    return ""


def _of_one_byte(data: bytes) -> tuple[str, str]:
    """Windows-1252, unless its accents fall where an old Mac has them: then it is that."""
    western = _in("cp1252", data)
    if western and not ACCENTS_OF_A_MAC.search(western):
        return "cp1252", western
    mac = _in("mac-roman", data)
    strange = [c for c in mac if not c.isascii() and not c.isalpha() and c not in "’‘“”–—…\u00a0€"]
    if mac and not strange and _mostly_plain(data):
        return "mac-roman", mac
    return "cp1252", western or _not_known(data)


def _mostly_plain(data: bytes) -> bool:
    return sum(byte in PLAIN_BYTES for byte in data) * 10 > len(data) * 6


def _not_known(data: bytes) -> str:
    if _mostly_plain(data):
        raise GuestFileError(
            "The letters of this file are written in a way that is not known here: save the list"
            " as .xlsx, or as “CSV UTF-8”."
        )
    raise GuestFileError(
        "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these."
    )


def _delimiter(text: str) -> str:
    """What a spreadsheet was told in a first line “sep=;”, else comma, semicolon, tab or bar:
    whichever parts the first lines most, outside quotation marks.
    """
    lines = text.splitlines()[:LINES_LOOKED_AT]
    declared = re.fullmatch("sep=([,;\t|])", lines[0].strip(' "')) if lines else None
    if declared:
        return declared[1]
    top = ENTITY.sub("", re.sub(r'"[^"]*"', "", "\n".join(lines)))
    return max(",;\t|", key=top.count)


def _unguarded(cell: str) -> str:
    """A cell without the apostrophe that exports put before what a spreadsheet would take for a
    formula, without the formula that keeps noughts at the front, `="007"`, and without single
    quotation marks around all of it.
    """
    text = re.fullmatch(r'="((?:[^"]|"")*)"', cell.strip())
    if text:
        return text[1].replace('""', '"')
    if re.fullmatch(r"'[^']+'", cell.strip()):
        return cell.strip()[1:-1]
    return cell[1:] if re.match(r"'[=+\-@\t\r]", cell) else cell
