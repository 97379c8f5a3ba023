"""What a printing says, item by item, as digests: a card of a guest, a card of a table, or a list
as a whole.
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from tournament.models import Event, Printing
from tournament.paper.catalogue import catalogue, find
from tournament.paper.kinds import DURING, Kind
from tournament.paper.score_cards import ScoreCard, ScoreCards
from tournament.paper.values import Paper

SHORT, CODE = 10, 6
WHOLE = "-"
BLANK = "blank-"
FROM_SEATING = ("score-cards", "seating-by", "table-")
"""The papers of the seating, which is public: of these anybody may learn whether a printing is
still true.
"""

WITHOUT_PAPER = "without-paper"
"""The kind under which it is kept that an evening is played without paper."""

Items = Mapping[str, str]
_kept: OrderedDict[tuple[UUID, int, str], Items] = OrderedDict()
_to_print: OrderedDict[tuple[UUID, int, int], int] = OrderedDict()
KEPT = 16


@dataclass(frozen=True, slots=True)
class Changed:
    """A paper that was printed and says something else now: what is to print, and the items that
    are no more in it.
    """

    kind: Kind
    paper: Paper
    says: Items
    fresh: tuple[str, ...]
    gone: tuple[str, ...]


def items(paper: Paper, event: Event) -> Items:
    """Every item of a paper with the digest of what it says, without its edition, its time and the
    codes on it.
    """
    return {item: _digest(event, content) for item, content in paper.statements()}


def _digest(event: Event, content: Any) -> str:
    # The event's own number is mixed in, so that nobody can try whether a list they guess has this
    # digest.
    text = json.dumps([str(event.uid), content], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def last_printed(event: Event) -> dict[str, dict[str, str]]:
    """The digest of each item as it was printed last, by the paper's kind. One query."""
    digests: dict[str, dict[str, str]] = {}
    rows = Printing.objects.filter(event=event).order_by("pk")
    for kind, item, digest in rows.values_list("kind", "item", "digest"):
        digests.setdefault(kind, {})[item] = digest
    return digests


def last_printings(event: Event) -> dict[str, datetime]:
    """When each kind of paper was printed last. One query."""
    rows = Printing.objects.filter(event=event).order_by().values_list("kind")
    return dict(rows.annotate(last=Max("printed_at")))


def cards_to_print(event: Event) -> int:
    """How many score cards were never printed as they stand now; kept until the event or what was
    printed of it is another.
    """
    before = last_printed(event).get("score-cards", {})
    key = (event.uid, event.version, hash(frozenset(before.items())))
    if key not in _to_print:
        kind = find(event, "score-cards")
        says = items(kind.make(timezone.localtime()), event) if kind else {}
        _to_print[key] = sum(before.get(item) != digest for item, digest in says.items())
        while len(_to_print) > KEPT:
            _to_print.popitem(last=False)
    return _to_print[key]


def changed(event: Event, now: datetime) -> list[Changed]:
    """Every paper of which something was printed that says something else now; standings of the
    hour are left out.
    """
    before = last_printed(event)
    kinds = [
        kind
        for kind in catalogue(event)
        if kind.key in before and not kind.waits_for and kind.part != DURING
    ]
    return [change for kind in kinds if (change := _changed(kind, event, before[kind.key], now))]


def _changed(kind: Kind, event: Event, printed: Items, now: datetime) -> Changed | None:
    paper = kind.make(now)
    says = items(paper, event)
    fresh = tuple(item for item, digest in says.items() if printed.get(item) != digest)
    departed = tuple(item for item in printed if item not in says)
    return Changed(kind, paper.some(fresh), says, fresh, departed) if fresh or departed else None


def in_force(event: Event, key: str) -> Items | None:
    """What is true now of the seating, or what was printed last of results; None where there is no
    such paper.

    Kept by the event's version: scanning a paper often costs one making of it.
    """
    if not key.startswith(FROM_SEATING):
        return last_printed(event).get(key)
    version = (event.uid, event.version, key)
    if version not in _kept:
        kind = find(event, key)
        if kind is None:
            return None
        _kept[version] = items(kind.make(datetime.now(UTC)), event)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept[version]


def whole_of(event: Event, says: Items) -> str:
    """One digest for a paper of many items."""
    return says[""] if "" in says else _digest(event, dict(says))


def address_of(event: Event, key: str, item: str, says: Items) -> str:
    """Where an item, or a paper as a whole, says whether it is still true."""
    digest = says[item] if item else whole_of(event, says)
    return reverse("edition", args=[event.slug, key, item or WHOLE, digest[:SHORT]])


def _coded(card: ScoreCard, event: Event, key: str, base: str, says: Items) -> ScoreCard:
    """A guest's own page is told which printing was scanned; without a page the code leads to the
    printing itself.
    """
    item = str(card.guest.badge)
    own = (
        f"{card.link}?e={says[item][:SHORT]}"
        if card.link
        else base + address_of(event, key, item, says)
    )
    return replace(card, link=own)


def with_codes(paper: Paper, event: Event, key: str, base: str, says: Items) -> Paper:
    """The paper with the address that tells whether it is still true: on a list, and on cards that
    lead nowhere else.

    `says` are the items of the whole paper, though `paper` may hold some of them alone.
    """
    if key.startswith(BLANK):
        return paper
    if isinstance(paper, ScoreCards):
        return replace(
            paper, cards=tuple(_coded(card, event, key, base, says) for card in paper.cards)
        )
    edition = replace(paper.edition, address=base + address_of(event, key, "", says))
    return replace(paper, edition=replace(edition, code=whole_of(event, says)[:CODE].upper()))
