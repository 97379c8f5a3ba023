"""Files of other programs: those that hold people are read as those programs really write them, and
each of the others is named for what it is.
"""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.tournament.evening import new_event
from tests.tournament.guest_lists import zipped
from tests.tournament.tickets.test_messy_lists import read
from tournament.tickets.forms import opened_for
from tournament.tickets.sheets import HIDDEN, HIDDEN_SHEETS, SHEETS, STRUCK, GuestFileError

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "lists"
READ = {
    ("Ottoline Quillfeather", "Mercers"): 1,
    ("Guest of Mercers, name to follow", "Mercers"): 1,
    ("Barnaby Fenwaddle", "Mercers"): 1,
    ("Hugo Ravensbourne", "Drapers"): 1,
    ("Jürgen Łąk", "Skinners"): 1,
}
CARDS = (
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Underh=C3=A4y;"
    "J=C3=BCrgen;;Dr;\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Dr J=C3=BCrgen Underh=\r\n"
    "=C3=A4y\r\nORG:Mercers;Cards\r\nEND:VCARD\r\n"
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Oak\r\nitem1.EMAIL;type=INTERNET:a@example.org\r\n"
    "ORG:Grocers\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRg==\r\nEND:VCARD\r\n"
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Elm;Bo;;;\r\nFN:\r\nORG:Grocers\r\nEND:VCARD\r\n"
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("s01_libreoffice.ods", {SHEETS, HIDDEN_SHEETS, HIDDEN, STRUCK}),
        ("s02_page_of_libreoffice.xls", {SHEETS, STRUCK}),
    ],
)
def test_a_file_as_libreoffice_writes_it_is_read_with_all_that_it_hides(
    name: str, reasons: set[str]
) -> None:
    event = new_event()
    listed = opened_for(event, name, (FOLDER / name).read_bytes())
    people, asked, faults = read(event, listed)
    assert (people, faults) == (READ, [])
    keys = {question.key for question in asked}
    assert keys == {*reasons, "above", "merged"}


NAMES = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
PARTLY_STRUCK = (
    "<o:document-content xmlns:o='" + NAMES.format("office") + "' xmlns:s='" + NAMES.format("style")
    + "' xmlns:t='" + NAMES.format("table") + "' xmlns:x='" + NAMES.format("text") + "'>"
    "<s:style s:name='T1'><s:text-properties s:text-line-through-style='{}'/></s:style>"
    "<t:table t:name='Guests'>"
    "<t:table-row><t:table-cell><x:p>Name</x:p></t:table-cell>"
    "<t:table-cell><x:p>Livery</x:p></t:table-cell></t:table-row>"
    "<t:table-row><t:table-cell><x:p><x:span x:style-name='T1'>Tom Elm </x:span>Ann Oak</x:p>"
    "</t:table-cell><t:table-cell><x:p>Mercers</x:p></t:table-cell></t:table-row>"
    "</t:table></o:document-content>"
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "name", "keys"),
    [("solid", "Ann Oak", {"crossed"}), ("none", "Tom Elm Ann Oak", set())],
)
def test_words_struck_through_in_an_open_document_are_left_out_and_told(
    line: str, name: str, keys: set[str]
) -> None:
    parts = BytesIO()
    with ZipFile(parts, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", PARTLY_STRUCK.format(line))
    event = new_event()
    people, asked, faults = read(event, opened_for(event, "guests.ods", parts.getvalue()))
    assert (people, faults) == ({(name, "Mercers"): 1}, [])
    assert {question.key for question in asked} == keys


@pytest.mark.django_db
def test_cards_of_every_edition_are_read() -> None:
    event = new_event()
    people, asked, faults = read(event, opened_for(event, "cards.vcf", CARDS.encode()))
    assert (dict(people), asked, faults) == (
        {
            ("Dr Jürgen Underhäy", "Mercers"): 1,
            ("Ann Oak", "Grocers"): 1,
            ("Bo Elm", "Grocers"): 1,
        },
        [],
        [],
    )


WRONG = [
    (b"\xd0\xcf\x11\xe0" + bytes(600), "an old or protected workbook"),
    (b"%PDF-1.7\n", "a PDF"),
    (b"GIF89a\1\0\1\0", "a picture"),
    (b"\0\0\0\x18ftypheic\0\0", "a picture"),
    (b"\x1f\x8b\x08\0\0\0", "a compressed file"),
    (b"Rar!\x1a\7\1\0", "a compressed file"),
    (zipped("Index/Document.iwa", b"x"), "a file of Numbers or Pages"),
    (zipped("word/document.xml", b"<x/>"), "a text document of Word"),
    (zipped("list.csv", b"Name\nAnn"), "a zip file"),
    (b"<!DOCTYPE html><html><title>Sign in</title><form></form></html>", "a web page, not a list"),
    (b'<?xml version="1.0"?><plist><dict><key>URL</key></dict></plist>', "a link or the settings"),
    (b'<svg xmlns="http://www.w3.org/2000/svg"></svg>', "a picture"),
    (b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "a link"),
    (b'{"url":"https://docs.example.org/","doc_id":"x"}', "a link to an online sheet"),
    (b'{"error":"not logged in"}', "a JSON file of another program"),
    (b"From: a@example.org\nTo: b@example.org\n\nAnn Oak\n", "an e-mail"),
    (b"BEGIN:VCALENDAR\nVERSION:2.0\n", "a calendar"),
    (b"guests:\n  - name: Ann Oak\n", "a YAML file"),
    (b"INSERT INTO guests VALUES ('Ann');\n", "a copy of a database"),
    (b"012 Open\n022 London\n001    1 m    Oak, Ann\n", "a report of a chess tournament"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("data", "words"), WRONG, ids=[words for _data, words in WRONG])
def test_a_wrong_file_is_named_for_what_it_is(data: bytes, words: str) -> None:
    with pytest.raises(GuestFileError) as refused:
        opened_for(new_event(), "list", data)
    assert str(refused.value).startswith(f"This is {words}")
    assert str(refused.value).count(".") >= 1
