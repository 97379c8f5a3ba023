"""Reading the rulings of an evening: what is in force, which precedents a case has, what still
wants a word.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from scoring.words import noun
from tournament.models import Adjustment, Decision, DecisionKind, Event, Guest, Ruling
from tournament.site.cache import KeptQuery
from tournament.site.keep import KeptByVersion

Decided = tuple[str, str, int]
"""The act at the table, the sanction, and the cards it costs: what two rulings are compared by."""


OWN_WORD = "umpire_decides"
"""The kind of a ruling that no rule covers: each is a case of its own and has no precedent."""


@dataclass(frozen=True, slots=True)
class Where:
    """The table of a ruling, the game where there is one, and when the table called where no open
    call says so.

    `while_open`: it is given at the table itself, which ends with the round.
    """

    round: int
    table: int
    game: int | None = None
    called_at: datetime | None = None
    while_open: bool = False

    def __str__(self) -> str:
        if self.game:
            return f"round {self.round}, table {self.table}, game {self.game}"
        return f"round {self.round}, table {self.table}"


def rulings(event: Event) -> QuerySet[Ruling]:
    """All rulings of an event in order, with place, guest and decisions. Two queries."""
    decisions = Prefetch(
        "decisions", Decision.objects.select_related("entry").order_by("entry__number")
    )
    rows = Ruling.objects.filter(event=event).select_related(
        "entry", "table__round", "game", "guest", "refers_to", "precedent"
    )
    return rows.prefetch_related(decisions).order_by("number")


def with_effects(rows: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """The same with what each did to the scores. One query more."""
    adjustments = Adjustment.objects.select_related(
        "event", "guest", "game__table__round", "cancellation"
    ).order_by("number")
    return rows.prefetch_related(Prefetch("adjustments", adjustments))


def answered(answer: Mapping[str, Any]) -> Decided:
    """What an answer decides."""
    penalty = answer["penalty"]
    return answer["rectification"]["act"], penalty["sanction"], penalty["cards"]


def overruling(ruling: Ruling) -> Decision | None:
    """The overruling in force: the last one, if any."""
    return next(
        (
            decision
            for decision in reversed(ruling.decisions.all())
            if decision.kind == DecisionKind.OVERRULED
        ),
        None,
    )


def decided(ruling: Ruling) -> Decided:
    """What a ruling comes to, with what overruled it."""
    last = overruling(ruling)
    act, sanction, cards = answered(ruling.answer)
    return own_decision(last.parts, (act, sanction, cards)) if last else (act, sanction, cards)


def own_decision(parts: Mapping[str, Any], otherwise: Decided) -> Decided:
    """What an umpire decided in place of an answer; what they left open stays
    as it was answered.
    """
    act, sanction, cards = otherwise
    return parts.get("act", act), parts.get("sanction", sanction), parts.get("cards", cards)


def state(ruling: Ruling) -> str:
    """`given` until an umpire accepts or overrules it."""
    kinds = [
        decision.kind
        for decision in ruling.decisions.all()
        if decision.kind != DecisionKind.EXPLAINED
    ]
    return str(kinds[-1]) if kinds else "given"


def precedents(event: Event, kind: str, noticed: str, clauses: Collection[str]) -> list[Ruling]:
    """The rulings of this event on the same situation by the same clauses, the latest first."""
    if kind == OWN_WORD:
        return []
    alike = rulings(event).filter(kind=kind, noticed=noticed).order_by("-number")
    return [ruling for ruling in alike if set(ruling.clauses.split()) == set(clauses)]


def wants_a_word(ruling: Ruling) -> bool:
    """Whether it departs from its precedent and nobody has said why yet."""
    decisions = list(ruling.decisions.all())
    if any(decision.kind == DecisionKind.EXPLAINED for decision in decisions):
        return False
    last = overruling(ruling)
    if last is not None:
        return False  # an overruling has its reason by itself
    return ruling.departs and not ruling.departs_reason


def outstanding(event: Event, round: int | None = None) -> list[Ruling]:
    """The rulings that depart from their precedent without a word why, of one round or of all."""
    if round is None:
        return OUTSTANDING.of(event.pk)
    return list(_outstanding(event.pk).filter(Q(table__round__number=round) | Q(table=None)))


def _outstanding(event: int) -> QuerySet[Ruling]:
    unexplained = Ruling.objects.filter(event=event, departs=True, departs_reason="").order_by(
        "number"
    )
    # An overruling has its reason by itself.
    return unexplained.exclude(decisions__kind__in=(DecisionKind.EXPLAINED, DecisionKind.OVERRULED))


OUTSTANDING = KeptQuery(_outstanding)


def outstanding_words(some: Iterable[Ruling]) -> str:
    """What is said of them where a round is to be closed; nothing when there is none."""
    numbers = [str(ruling.number) for ruling in some]
    if not numbers:
        return ""
    departs = noun(len(numbers), "departs", "depart")
    return f"Ruling {', '.join(numbers)} {departs} from an earlier one: say why first."


def rulings_for(guest: Guest) -> list[tuple[Ruling, list[Adjustment]]]:
    """The rulings that touched this guest's own score, each with the adjustments that did, in
    order. One query, and none where no ruling touched a score.

    Points and corrected tallies are their own alone; a game that is void or played again is
    everybody's at its table.
    """
    rows = _touching.of(guest.event)
    seats = (
        list(guest.seats.values_list("table_id", "from_game", "left_after_game")) if rows else []
    )
    touched = (
        (ruling, [adjustment for adjustment in adjustments if _touches(adjustment, guest, seats)])
        for ruling, adjustments in rows
    )
    return [(ruling, adjustments) for ruling, adjustments in touched if adjustments]


def _with_adjustments(event: Event) -> list[tuple[Ruling, list[Adjustment]]]:
    """The rulings that touched any score, each with what it did."""
    rows = with_effects(rulings(event).filter(adjustments__isnull=False).distinct())
    return [(ruling, list(ruling.adjustments.all())) for ruling in rows]


_touching: KeptByVersion[list[tuple[Ruling, list[Adjustment]]]] = KeptByVersion(_with_adjustments)
Sat = tuple[int, int, int | None]


def _touches(adjustment: Adjustment, guest: Guest, seats: Iterable[Sat]) -> bool:
    """Whether an adjustment is about this guest, or about a game at which they had a seat."""
    game = adjustment.game
    if adjustment.guest_id is not None or game is None:
        return adjustment.guest_id == guest.pk
    return any(
        table == game.table_id and since <= game.number and (until is None or game.number <= until)
        for table, since, until in seats
    )
