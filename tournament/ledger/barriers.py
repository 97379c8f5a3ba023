"""What stands in the way of taking presses back: a later press on the same rows, a row that points
at one of theirs, a round that is closed, a seal, an act of its own. It is asked for many presses at
once, and costs as many queries as for one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain

from django.apps import apps
from django.db.models import Model, Q, Value
from django.utils.timezone import localtime

from tournament.ledger.own import Led, led, may_press, read_origins
from tournament.ledger.pressing import schema
from tournament.ledger.wiped import WIPED
from tournament.models import Change, Event, LedgerEntry, Press, Round, Seal, Stage
from tournament.models.ledger import Verb
from tournament.models.seating import RoundState

COUNTED = frozenset(
    {
        *("sheet", "flag", "game", "seat", "table", "round", "answer", "roundtotal", "cardtotal"),
        *("conflict", "secondkeying", "cutofcards", "guest"),
    }
)
"""Kinds of rows that results are counted from."""
RECORDED = frozenset({"tally", "ledgerentry", "sheet"})
MOST_POINTING = 400
"""So many rows that point at what would go are looked at; the others are as many again."""
MOST_KEYS = 500
"""So many rows are asked for by one query."""
KEPT = "sheet"
"""The kind of row that is never taken away: it counts or does not."""
ROUND = {
    **dict.fromkeys(("seat", "table", "roundtotal", "cardtotal"), "round"),
    "game": "table__round",
    **dict.fromkeys(("sheet", "conflict", "answer"), "game__table__round"),
    **dict.fromkeys(("flag", "secondkeying"), "sheet__game__table__round"),
}
"""The way from a row to its round."""
Groups = Mapping[int, Collection[Press]]
"""Presses that would go together, by the number of the one that was asked about."""
Place = tuple[str, str]
"""A kind of rows, and the column by which they point."""
Changes = Mapping[int, Sequence[Change]]
"""What each press changed, the newest first, by its number."""
Undoings = Mapping[int, Press]
"""What took each press back, by the number of what it took back."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stands in the way: a sentence, and the press that would have to go first, or the act of
    its own that this one is led to.
    """

    sentence: str
    press: int | None = None
    led: Led | None = None


ON_RECORD = Hindrance("Sheets of these guests are on record, and the record keeps them.")
FOREIGN = Hindrance("An organiser did this, and an organiser takes it back.")


def hindrances(
    event: Event, presses: Sequence[Press], role: str = ""
) -> dict[int, list[Hindrance]]:
    """Everything that stands in the way of taking each of these presses back alone, the gravest
    first, by its number. `role` is the office of whoever would take it back.
    """
    changes = _changes(presses)
    never, shut = _never(event, presses, changes), _shut(event, changes)
    built = _built_on({press.pk: [press] for press in presses}, changes)
    return {
        press.pk: [
            *never[press.pk],
            *([FOREIGN] if role and not may_press(press, role) else []),
            *shut.get(press.pk, []),
            *built[press.pk],
        ]
        for press in presses
    }


def standing_on(presses: Iterable[Press]) -> dict[int, list[Press]]:
    """The presses that would have to go before each of these, the newest first, by its number."""
    standing = {press.pk: {press.pk: press} for press in presses}
    growing = set(standing)
    while growing:
        groups = {pk: standing[pk].values() for pk in growing}
        built = _built_on(groups, _changes(chain.from_iterable(groups.values())))
        further = {
            pk: {hindered.press for hindered in built[pk] if hindered.press} - standing[pk].keys()
            for pk in growing
        }
        rows = Press.objects.in_bulk(set().union(*further.values()))
        for pk, numbers in further.items():
            standing[pk] |= {number: rows[number] for number in numbers}
        growing = {pk for pk, numbers in further.items() if numbers}
    return {
        pk: [group[number] for number in sorted(group, reverse=True) if number != pk]
        for pk, group in standing.items()
    }


def _changes(presses: Iterable[Press]) -> dict[int, list[Change]]:
    changes: dict[int, list[Change]] = {press.pk: [] for press in presses}
    for change in Change.objects.filter(press__in=list(changes)).order_by("-pk"):
        changes[change.press_id or 0].append(change)
    return changes


def _parts(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    yield from (ordered[start : start + MOST_KEYS] for start in range(0, len(ordered), MOST_KEYS))


# ------------------------------------------------------------------ what no other press mends


def _never(event: Event, presses: Sequence[Press], changes: Changes) -> dict[int, list[Hindrance]]:
    read_origins(presses)
    undoings, erased = _undoings(changes), _erased(event)
    reasons: dict[int, list[Hindrance]] = {}
    for press in presses:
        guests = {change.key for change in changes[press.pk] if change.kind == "guest"}
        badges = [badge for key, badge, at in erased if key in guests and at >= press.at]
        reasons[press.pk] = [
            *_fixed(event, press, undoings.get(press.pk), badges),
            *(
                Hindrance("This is taken back by an act of its own. " + way.way.says, led=way)
                for way in led(event, press)
            ),
        ]
    return reasons


def _fixed(
    event: Event, press: Press, undoing: Press | None, erased: Sequence[int]
) -> Iterator[Hindrance]:
    if undoing is not None:
        yield Hindrance(f"{_who(undoing)} took this back at {_at(undoing)}.", undoing.pk)
    if press.schema != schema():
        yield Hindrance("This was done before the program was renewed, and stays.")
    if event.names_wiped_at is not None and press.at <= event.names_wiped_at:
        yield Hindrance("The names were wiped since: what was done before stays.")
    if erased:
        name = f"The name of badge {erased[0]}"
        yield Hindrance(f"{name} was erased since: what was done to it stays.")


def _erased(event: Event) -> list[tuple[int, int, datetime]]:
    """Guests whose name was erased at their wish: their row, badge, and when."""
    wipings = LedgerEntry.objects.filter(event=event, kind=WIPED).values_list("body", "at")
    times = {ref: at for body, at in wipings.order_by("number") if (ref := body.get("guest"))}
    guests = event.guests.filter(ref__in=list(times)) if times else event.guests.none()
    return [(pk, badge, times[ref]) for pk, badge, ref in guests.values_list("pk", "badge", "ref")]


def _undoings(numbers: Iterable[int]) -> Undoings:
    """What took each of these back, and what took that back again."""
    undoings: dict[int, Press] = {}
    remaining = set(numbers)
    while remaining:
        parts = (Press.objects.filter(undoes__in=part) for part in _parts(remaining))
        undoing = {press.undoes_id or 0: press for press in chain.from_iterable(parts)}
        remaining = {press.pk for press in undoing.values()}
        undoings |= undoing
    return undoings


def _stands(number: int, undoings: Undoings) -> bool:
    """Whether a press was not taken back, or done again since."""
    undoing = undoings.get(number)
    return undoing is None or not _stands(undoing.pk, undoings)


# ------------------------------------------------------------------ what was built on it


def _built_on(groups: Groups, changes: Changes) -> dict[int, list[Hindrance]]:
    """Who changed the same since, and whose rows point at rows that would go, each press once."""
    later, pointing = _later(groups, changes), _spoken_of(groups, changes)
    return {pk: list(dict.fromkeys([*later[pk], *pointing[pk]])) for pk in groups}


def _later(groups: Groups, changes: Changes) -> dict[int, list[Hindrance]]:
    """Whoever changed the same since, or said of the same row that it is as it should be."""
    touched = {
        change.pk: change
        for press in changes.values()
        for change in press
        if change.verb != Verb.UPDATE or change.before
    }
    since = _since(touched)
    presses = {change.press_id or 0 for rows in since.values() for change in rows}
    undoings = _undoings(presses - {0})
    reasons: dict[int, list[Hindrance]] = {}
    for pk, group in groups.items():
        numbers = {press.pk for press in group}
        reasons[pk] = [
            _named(change.press)
            for earlier in chain.from_iterable(changes[number] for number in numbers)
            if earlier.pk in touched
            for change in since.get((earlier.kind, earlier.key), ())
            if change.press_id not in numbers
            if _meets(earlier, change) and _counts(change, earlier, undoings)
        ]
    return reasons


def _since(touched: Mapping[int, Change]) -> dict[tuple[str, int], list[Change]]:
    """Every change of these rows since the first of these, by row, the newest first."""
    keys: dict[str, set[int]] = {}
    for change in touched.values():
        keys.setdefault(change.kind, set()).add(change.key)
    changes: dict[tuple[str, int], list[Change]] = {}
    for kind, numbers in keys.items():
        for part in _parts(numbers):
            rows = Change.objects.filter(kind=kind, key__in=part, pk__gt=min(touched))
            for change in rows.select_related("press").order_by("-pk"):
                changes.setdefault((kind, change.key), []).append(change)
    return changes


def _meets(earlier: Change, change: Change) -> bool:
    if change.pk <= earlier.pk:
        return False
    if earlier.verb != Verb.UPDATE or change.verb != Verb.UPDATE or not change.before:
        return True
    return bool(earlier.before.keys() & change.before.keys())


def _counts(change: Change, earlier: Change, undoings: Undoings) -> bool:
    """Whether a later change is still there: not where its press was taken back, nor where it took
    back a press that was later too.
    """
    later = change.press
    if later is None:
        return True
    if not _stands(later.pk, undoings):
        return False
    return later.undoes_id is None or later.undoes_id < (earlier.press_id or 0)


def _spoken_of(groups: Groups, changes: Changes) -> dict[int, list[Hindrance]]:
    """Rows of others that point at a row which would go."""
    going: dict[int, dict[str, set[int]]] = {pk: {} for pk in groups}
    for pk, group in groups.items():
        for change in chain.from_iterable(changes[press.pk] for press in group):
            if change.verb == Verb.INSERT and change.kind != KEPT:
                going[pk].setdefault(change.kind, set()).add(change.key)
    reasons: dict[int, list[Hindrance]] = {pk: [] for pk in groups}
    for kind in sorted(set(chain.from_iterable(going.values()))):
        keys = set(chain.from_iterable(kinds.get(kind, ()) for kinds in going.values()))
        pointing = {
            (pk, place): rows
            for place, pairs in _pointing(kind, keys).items()
            for pk, kinds in going.items()
            if (rows := _staying(pairs, kinds, kind, place[0]))
        }
        makers = _makers(pointing)
        for (pk, place), rows in pointing.items():
            numbers = {press.pk for press in groups[pk]}
            for maker in dict.fromkeys(makers.get((place, row)) for row in rows):
                if maker is None:
                    reasons[pk].append(ON_RECORD if place[0] in RECORDED else _named(None))
                elif maker.pk not in numbers:
                    reasons[pk].append(_named(maker))
    return reasons


def _pointing(kind: str, keys: Iterable[int]) -> dict[Place, list[tuple[int, int]]]:
    """All rows that point at these, by their kind and the column: themselves and at which."""
    relations = [
        relation
        for relation in kinds_of_rows()[kind]._meta.related_objects
        if isinstance(relation.related_model, type)
        if relation.related_model not in (Change, Press)
    ]
    pairs: dict[Place, list[tuple[int, int]]] = {}
    for part in _parts(keys) if relations else ():
        queries = [
            relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": part})
            .order_by()
            .values_list(Value(index), "pk", relation.field.attname)
            for index, relation in enumerate(relations)
        ]
        for index, row, key in queries[0].union(*queries[1:], all=True):
            field = relations[index].field
            place = str(field.model._meta.model_name), str(field.column)
            pairs.setdefault(place, []).append((row, key))
    return pairs


def _staying(
    pairs: Iterable[tuple[int, int]], going: Mapping[str, set[int]], kind: str, pointing: str
) -> list[int]:
    """Of rows that point at some which go with a press those that do not go themselves."""
    leaving, targets = going.get(pointing, set()), going.get(kind, set())
    rows = [row for row, key in pairs if key in targets and row not in leaving]
    return rows[:MOST_POINTING]


def _makers(
    pointing: Mapping[tuple[int, Place], Iterable[int]],
) -> dict[tuple[Place, int], Press | None]:
    """Who let each of these rows point where it does."""
    keys: dict[Place, set[int]] = {}
    for (_pk, place), rows in pointing.items():
        keys.setdefault(place, set()).update(rows)
    makers: dict[tuple[Place, int], Press | None] = {}
    for (kind, column), every in keys.items():
        for part in _parts(every):
            writes = Q(verb=Verb.INSERT) | Q(before__has_key=column)
            changes = Change.objects.filter(writes, kind=kind, key__in=part)
            for change in changes.select_related("press").order_by("pk"):
                makers[(kind, column), change.key] = change.press
    return makers


def _named(later: Press | None) -> Hindrance:
    if later is None:
        return Hindrance("Something else was changed since, which stands on it.")
    return Hindrance(
        f"Press {later.pk}, {_who(later)} at {_at(later)}, stands on it: take that back first.",
        later.pk,
    )


# ------------------------------------------------------------------ what shuts it


def _shut(event: Event, changes: Changes) -> dict[int, list[Hindrance]]:
    """What is counted is shut by the seal, and by the closing of its round."""
    sealed = Seal.objects.filter(event=event, broken_at=None).exists()
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(event=event)}
    if not sealed and all(round_.state != RoundState.CLOSED for round_ in rounds.values()):
        return {}
    counted = {
        pk: [change for change in press if change.kind in COUNTED] for pk, press in changes.items()
    }
    homes = _rounds_of(list(chain.from_iterable(counted.values())))
    reasons: dict[int, list[Hindrance]] = {}
    for pk, press in counted.items():
        for change in press:
            round_ = rounds.get(homes.get(change.pk) or 0)
            if sealed and (round_ is None or round_.stage == Stage.QUALIFYING):
                reasons[pk] = [Hindrance("The cut is sealed: break the seal first.")]
            elif round_ is not None and round_.state == RoundState.CLOSED:
                reasons[pk] = [Hindrance(f"Round {round_.number} is closed: open it again first.")]
            if pk in reasons:
                break
    return reasons


def _rounds_of(changes: Collection[Change]) -> dict[int, int | None]:
    """The row of the round that each changed row is part of, by change; None where of none."""
    homes: dict[int, int | None] = {
        change.pk: change.key for change in changes if change.kind == "round"
    }
    for kind, path in ROUND.items():
        deleted = [
            change for change in changes if change.kind == kind and change.verb == Verb.DELETE
        ]
        first, _, rest = path.partition("__")
        standing = [
            change for change in changes if change.kind == kind and change.verb != Verb.DELETE
        ]
        rounds = _rounds(kinds_of_rows()[kind], path, {change.key for change in standing})
        homes |= {change.pk: rounds.get(change.key) for change in standing}
        images = {change.pk: change.before.get(f"{first}_id") for change in deleted}
        if rest:
            keys = {key for key in images.values() if key is not None}
            rounds = _rounds(kinds_of_rows()[first], rest, keys)
            images = {pk: rounds.get(key or 0) for pk, key in images.items()}
        homes |= images
    return homes


def _rounds(model: type[Model], path: str, keys: Collection[int]) -> dict[int, int]:
    """The round of each of these rows."""
    parts = (model._base_manager.filter(pk__in=part) for part in _parts(keys))
    return dict(chain.from_iterable(rows.values_list("pk", path) for rows in parts))


@cache
def kinds_of_rows() -> dict[str, type[Model]]:
    """Every model by the kind of its rows."""
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {str(model._meta.model_name): model for model in models}


def _who(press: Press) -> str:
    return press.actor or "somebody"


def _at(press: Press) -> str:
    return localtime(press.at).strftime("%H:%M")
