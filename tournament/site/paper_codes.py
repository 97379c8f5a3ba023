"""The codes as they are printed: addresses for the squares, six characters beside them, and
warnings about both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.words import listed, many
from tournament.models import Code, Event
from tournament.models.phone import CodeKind
from tournament.site.binding import way_in
from tournament.site.codes import (
    base_address,
    digest_of,
    is_local,
    paper_code,
    spaced,
    typed_address,
)

LETTERS = {CodeKind.TABLE: "T", CodeKind.GUEST: "G"}


@dataclass(frozen=True, slots=True)
class PaperCodes:
    """Addresses by table number and by badge, the six characters by table, and sentences of
    warning.
    """

    tables: Mapping[int, str] = field(default_factory=dict)
    shorts: Mapping[int, str] = field(default_factory=dict)
    guests: Mapping[int, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def paper_codes(event: Event) -> PaperCodes:
    """Every code in force that this server can print. One query.

    Capitals throughout: a QR code holds them more tightly, and scheme and host are read alike in
    any case.
    """
    codes = Code.objects.filter(event=event, kind__in=LETTERS, revoked_at=None).select_related(
        "event", "guest"
    )
    tables, shorts, guests, printed, foreign = {}, {}, {}, set(), 0
    for code in codes:
        spelt = paper_code(code)
        if digest_of(spelt) != code.digest:
            foreign += 1
            continue
        link = f"{base_address()}/".upper() + f"{LETTERS[CodeKind(code.kind)]}/{spelt}"
        printed.add(code.address)
        if code.table is not None:
            tables[code.table], shorts[code.table] = link, spaced(code.short or "")
        elif code.guest is not None:
            guests[code.guest.badge] = link
    return PaperCodes(tables, shorts, guests, tuple(_warnings(printed - {""}, foreign)))


def warnings(event: Event) -> tuple[str, ...]:
    """What is wrong with the address that codes would bear, also while none was made yet."""
    return paper_codes(event).warnings


def _warnings(printed: set[str], foreign: int) -> list[str]:
    sentences, now = [], base_address()
    if is_local(now):
        sentences.append(f"Codes lead to {now}, which no phone can reach. {way_in()} Then print.")
    older = sorted(printed - {now})
    if older and not is_local(now):
        sentences.append(
            f"The address has changed since cards were printed: from {listed(older)} to"
            f" {now}. Print them again, or let phones open {typed_address()} and type the code,"
            " which holds at every address."
        )
    if foreign:
        sentences.append(
            f"{many(foreign, 'code was', 'codes were')} made by another server and cannot"
            " be printed here. The paper stays good; on the page Phones a new code can be made."
        )
    return sentences
