"""How cards are drawn on pages: rank, value and whether it surprises; all from the rulebook."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from types import MappingProxyType

from django.utils.html import json_script
from django.utils.safestring import SafeString

from scoring.cards import RANKS
from scoring.counting.hand import Hand
from scoring.law.rulebook import Rules
from tournament.counting.formats import Play

COURTS = "TJQK"


@cache
def pad_tokens(rules: Rules) -> tuple[str, ...]:
    """The card keys in the order of a pad: the ranks of this game's pack; ten and court cards share
    one, `X`, where they count the same.
    """
    shared = rules.scoring.courts_alike
    ranks = [rank for rank in RANKS if rank in rules.deal.ranks]
    return (*(rank for rank in ranks if not (shared and rank in COURTS)), *("X" if shared else ""))


@dataclass(frozen=True, slots=True)
class Face:
    """One rank as drawn; `dear` when it counts more than its own number."""

    token: str
    rank: str
    value: int | None
    dear: bool = False


@cache
def faces(rules: Rules) -> Mapping[str, Face]:
    """The face of every rank, and of `X`, a ten or court card."""
    return MappingProxyType({rank: _face(rank, rules) for rank in f"{RANKS}X"})


@cache
def pad_faces(rules: Rules) -> tuple[Face, ...]:
    """The card keys as drawn, in the order of a pad."""
    return tuple(faces(rules)[token] for token in pad_tokens(rules))


def drawn(hand: Hand, face_by_rank: Mapping[str, Face]) -> Iterator[Face]:
    """The cards of a hand in the order entered."""
    return (face_by_rank[token[0]] for token in hand.tokens)


def for_script(play: Play) -> SafeString:
    """The faces as a page hands them to its script; none where no cards are entered."""
    return _for_script(play.rules) if play.format.tapped else json_script(None, "faces")


@cache
def _for_script(rules: Rules) -> SafeString:
    return json_script({rank: asdict(face) for rank, face in faces(rules).items()}, "faces")


def _face(rank: str, rules: Rules) -> Face:
    text = "10" if rank == "T" else rank
    if rules.scoring.values is None:
        return Face(rank, text, None)
    value = rules.scoring.value_of(rank)[0]
    number = RANKS.index("K" if rank == "X" else rank) + 1
    return Face(rank, text, value, dear=value > number)
