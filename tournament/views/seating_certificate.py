"""A certificate as the page shows it: figures before and after a change, and what the change would harm."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.seating import Certificate, Harm, Kind, TablePlan
from scoring.words import number_word

LABELS: dict[Kind, str] = {
    "unseated": "Without a seat",
    "doubled": "With two seats",
    "steps": "Away from the step-free side",
    "room_changed": "Fixed guests in another room",
    "repeats": "Guests meeting twice",
    "same_livery": "Pairs of one livery",
    "same_group": "Pairs of one party",
    "size": "Too often at an unusual size",
    "off_plan": "Off the plan",
}
ALWAYS: tuple[Kind, ...] = ("repeats", "same_livery")
SHOWN = 12  # single harms named before the rest is only counted


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the certificate; `after` is empty unless a change is tried, `worse` that the change harms."""

    label: str
    before: str
    after: str = ""
    worse: bool = False
    amiss: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """Single harms as sentences, and how many more there are than are shown."""

    sentences: tuple[str, ...] = ()
    more: int = 0


def figures(now: Certificate, tried: Certificate | None, number: int) -> list[Figure]:
    """The lines for a round; those that are nought and stay nought are left out, but for meetings and liveries."""
    lines = [_count(kind, now, tried) for kind in LABELS if _said(kind, now, tried)]
    sizes = [_size(seats, now, tried, number) for seats, _ in now.tables_by_size[number - 1]]
    kept = [
        _kept("Fixed seats kept", now.fixed_wished, now.fixed_kept, tried.fixed_kept if tried else None),
        _kept("Kept apart", now.apart_wished, now.apart_kept, tried.apart_kept if tried else None),
    ]
    most = [_most("small", now, tried), _most("large", now, tried)]
    last = [lines.pop()] if lines and lines[-1].label == LABELS["off_plan"] else []
    return [*lines, *sizes, *(line for line in (*most, *kept) if line), *last]


def named(harms: Iterable[Harm]) -> Named:
    """The harms in words, exceptions to the movement aside."""
    told = [harm.sentence for harm in harms if harm.kind != "off_plan"]
    return Named(tuple(told[:SHOWN]), max(0, len(told) - SHOWN))


def unavoidable(found: Certificate) -> list[str]:
    """The counts that no seating of these guests could bring to nought."""
    return [entry.sentence for entry in found.counts if entry.count and entry.least]


def exceptions(found: Certificate, number: int) -> list[str]:
    """The moves to a round that do not follow the movement, in words."""
    return [harm.sentence for harm in found.exceptions if harm.round == number]


def new_harms(now: Certificate, tried: Certificate) -> list[Harm]:
    """What the change would do that is not so now, exceptions to the movement aside."""
    known = {_case(harm) for harm in now.harms}
    return [harm for harm in tried.harms if harm.kind != "off_plan" and _case(harm) not in known]


def in_words(plan: TablePlan) -> str:
    """The tables of a plan: 21 tables of five and 1 of four."""
    parts = [f"{tables} of {number_word(seats)}" for seats, tables in plan.by_size]
    first, *rest = parts
    word = "table" if plan.by_size[0][1] == 1 else "tables"
    return " and ".join([first.replace(" of", f" {word} of"), *rest])


def _case(harm: Harm) -> tuple[Kind, frozenset[object]]:
    return harm.kind, frozenset(harm.keys)


def _said(kind: Kind, now: Certificate, tried: Certificate | None) -> bool:
    return bool(kind in ALWAYS or now.count(kind) or (tried and tried.count(kind)))


def _count(kind: Kind, now: Certificate, tried: Certificate | None) -> Figure:
    count = now.count(kind)
    grave = kind != "off_plan"
    if tried is None:
        return Figure(LABELS[kind], str(count), amiss=bool(count) and grave)
    after = tried.count(kind)
    return Figure(LABELS[kind], str(count), str(after), worse=after > count and grave)


def _size(seats: int, now: Certificate, tried: Certificate | None, number: int) -> Figure:
    before = dict(now.tables_by_size[number - 1]).get(seats, 0)
    after = str(dict(tried.tables_by_size[number - 1]).get(seats, 0)) if tried else ""
    return Figure(f"Tables of {number_word(seats)}", str(before), after)


def _most(word: str, now: Certificate, tried: Certificate | None) -> Figure | None:
    """The most rounds any guest spends at a table of unusual size, beside the least that any seating could do with."""
    before, after = (_exposed(word, one) if one else None for one in (now, tried))
    if not (before and before[0]) and not (after and after[0]):
        return None
    said = [f"{one[0]}, at least {one[1]}" if one else "" for one in (before, after)]
    worse = bool(before and after and after[0] > before[0])
    return Figure(f"Most rounds at a {word} table", said[0], said[1], worse=worse)


def _exposed(word: str, one: Certificate) -> tuple[int, int]:
    return (one.most_small, one.least_most[0]) if word == "small" else (one.most_large, one.least_most[1])


def _kept(label: str, wished: int, before: int, after: int | None) -> Figure | None:
    if not wished:
        return None
    said = "" if after is None else f"{after} of {wished}"
    return Figure(
        label,
        f"{before} of {wished}",
        said,
        worse=after is not None and after < before,
        amiss=after is None and before < wished,
    )
