"""What a seating does to its guests, counted and in words: who meets whom again, who sits at
small tables, what nobody could avoid and what was given up.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.seating import Certificate, Harm, Kind, TablePlan
from scoring.seating.balance import Balanced
from scoring.words import listed, number_word
from tournament.seating.words import LABELS, label, tables_words

ALWAYS: tuple[Kind, ...] = ("repeats", "same_livery")
SHOWN = 12  # single harms named before the rest is only counted


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the certificate; `after` is empty unless a change is tried, `worse` that the
    change harms.
    """

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
    """The lines for a round; those that are nought and stay nought are left out, but for meetings
    and liveries.
    """
    sides = (now, tried) if tried else (now,)
    lines = [
        _count(kind, now, tried)
        for kind in LABELS
        if kind in ALWAYS or any(side.count(kind) for side in sides)
    ]
    sizes = [_size(seats, now, tried, number) for seats, _ in now.tables_by_size[number - 1]]
    wishes = [
        _kept_figure(
            "Fixed seats kept",
            now.fixed_wished,
            now.fixed_kept,
            tried.fixed_kept if tried else None,
        ),
        _kept_figure(
            "Kept apart", now.apart_wished, now.apart_kept, tried.apart_kept if tried else None
        ),
    ]
    most = [_most("small", now, tried), _most("large", now, tried)]
    last = [lines.pop()] if lines and lines[-1].label == LABELS["off_plan"] else []
    return [*lines, *sizes, *(line for line in (*most, *wishes) if line), *last]


def named(harms: Iterable[Harm]) -> Named:
    """The harms in words, exceptions to the movement aside."""
    sentences = [harm.sentence for harm in harms if harm.kind != "off_plan"]
    return Named(tuple(sentences[:SHOWN]), max(0, len(sentences) - SHOWN))


def unavoidable(check: Certificate) -> list[str]:
    """The counts that no seating of these guests could bring to nought."""
    return [entry.sentence for entry in check.counts if entry.count and entry.least]


def exceptions(check: Certificate, number: int) -> list[str]:
    """The moves to a round that do not follow the movement, in words."""
    return [harm.sentence for harm in check.exceptions if harm.round == number]


def new_harms(now: Certificate, tried: Certificate) -> list[Harm]:
    """What the change would do that is not so now, exceptions to the movement aside."""
    cases = {_case(harm) for harm in now.harms}
    return [harm for harm in tried.harms if harm.kind != "off_plan" and _case(harm) not in cases]


def in_words(plan: TablePlan) -> str:
    """The tables of a plan: 21 tables of five and 1 of four."""
    return tables_words(plan.by_size)


def _case(harm: Harm) -> tuple[Kind, frozenset[object]]:
    return harm.kind, frozenset(harm.keys)


def _count(kind: Kind, now: Certificate, tried: Certificate | None) -> Figure:
    count = now.count(kind)
    grave = kind != "off_plan"
    if tried is None:
        return Figure(label(kind, now), str(count), amiss=bool(count) and grave)
    after = tried.count(kind)
    return Figure(label(kind, now), str(count), str(after), worse=after > count and grave)


def _size(seats: int, now: Certificate, tried: Certificate | None, number: int) -> Figure:
    before = dict(now.tables_by_size[number - 1]).get(seats, 0)
    after = str(dict(tried.tables_by_size[number - 1]).get(seats, 0)) if tried else ""
    return Figure(f"Tables of {number_word(seats)}", str(before), after)


def _most(word: str, now: Certificate, tried: Certificate | None) -> Figure | None:
    """The most rounds any guest spends at a table of unusual size, beside the least that any
    seating could do with.
    """
    before, after = (
        (check.small if word == "small" else check.large) if check else None
        for check in (now, tried)
    )
    if not (before and before[0]) and not (after and after[0]):
        return None
    words = [f"{row[0]}, at least {row[1]}" if row else "" for row in (before, after)]
    worse = bool(before and after and after[0] > before[0])
    return Figure(f"Most rounds at a {word} table", words[0], words[1], worse=worse)


def _kept_figure(label: str, wished: int, before: int, after: int | None) -> Figure | None:
    if not wished:
        return None
    words = "" if after is None else f"{after} of {wished}"
    return Figure(
        label,
        f"{before} of {wished}",
        words,
        worse=after is not None and after < before,
        amiss=after is None and before < wished,
    )


def notes(shares: Balanced, games: list[int]) -> list[str]:
    """What the seating shares out, in sentences; where it cannot be even they say so."""
    if not shares.guests:
        return []
    sizes = sorted({size for guest in shares.guests for size in guest.sizes if size})
    if len(sizes) == 1:
        sentences = [
            f"Every table has {number_word(sizes[0])}: nobody gains or loses by the size of a"
            " table."
        ]
    else:
        sentences = [*_uneven(shares, large=False), *_uneven(shares, large=True)]
    odd = [size for size in sizes if any(number % size for number in games)]
    if odd:
        tables = listed(number_word(size) for size in odd)
        sentences.append(
            f"At tables of {tables} the deal does not come round to everybody equally often in a"
            " round."
        )
    return sentences


def _uneven(shares: Balanced, *, large: bool) -> list[str]:
    share = shares.large if large else shares.small
    if not share.seats:
        return []
    word, guests = "larger" if large else "smaller", len(shares.guests)
    sentence = (
        f"{share.seats} seats in all rounds are at tables {word} than {number_word(shares.usual)}:"
        f" the most any guest has is {share.most}, and no seating can do with less than"
        f" {share.least_most}."
    )
    cannot = (
        f"{share.seats} seats do not divide by {guests} guests, so equal shares are not possible."
    )
    return [sentence if share.even else f"{sentence} {cannot}"]
