"""What an umpire knows of a table of Pursuit when a question is put, and how case files write it.

What an umpire cannot see of a table of Pursuit: every way the missing facts could be, and which of
them decide.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from scoring.cards import Card, CardError, parse_card, plain, rank_of
from scoring.games.pursuit.sequences import RING, Course, Spot, ways
from scoring.law.game import GameError
from scoring.law.guesses import Guess
from scoring.law.plays import DRAW, TAKE_DISCARD, Discard, PutDown, Setup, TurnPlay
from scoring.law.position import SetupPosition
from scoring.law.rulebook import Rules

WAYS = {1: 1, -1: -1, "up": 1, "down": -1}


@dataclass(frozen=True, slots=True)
class PursuitPosition:
    """A table of Pursuit in the turn of one player; None = not known, and then asked for only where
    it decides.

    `up_to` and `opponent_up_to` are ranks, 0 (Ace) to 9 (ten); `hand` is the player's, after the
    take where they have taken. `opponent_safe` = the opponent has not put down yet. In Racing `way`
    is 1 upwards or -1 downwards (else the `seat` tells) and `steps` the ranks gone so far, ten to a
    lap. `taken` and `has_put_down` belong to this turn; `stock` and `discards` are counts.
    """

    up_to: int | None = None
    opponent_up_to: int | None = None
    hand: tuple[Card, ...] | None = None
    opponent_safe: bool | None = None
    seat: int | None = None
    way: int | None = None
    steps: int | None = None
    taken: bool | None = None
    has_put_down: bool = False
    stock: int | None = None
    discards: int | None = None
    over: bool = False


def read_position(position: Mapping[str, Any], kind: str) -> PursuitPosition | SetupPosition:
    """Read the `position` object of a case; `kind` is that of the play.

    Raises CardError and GameError.
    """
    if kind == "setup":
        players = position.get("players")
        if not isinstance(players, int):
            raise GameError("A question on the set-up needs “players”, the number of players.")
        return SetupPosition(players, position.get("decks"), position.get("dealt"))
    put_down = position.get("opponent_has_put_down")
    hand = position.get("hand")
    return PursuitPosition(
        up_to=_rank(position.get("up_to")),
        opponent_up_to=_rank(position.get("opponent_up_to")),
        hand=None if hand is None else tuple(sorted(plain(parse_card(card)) for card in hand)),
        opponent_safe=None if put_down is None else not put_down,
        seat=position.get("turn"),
        way=WAYS.get(position.get("direction", "")),
        steps=_steps(position),
        taken=position.get("taken"),
        has_put_down=position.get("has_put_down", False),
        stock=position.get("stock"),
        discards=position.get("discards"),
    )


def _steps(position: Mapping[str, Any]) -> int | None:
    """The ranks a racer has gone: told as `steps`, or by whole `laps` and the card they started
    from (`start`).
    """
    if position.get("steps") is not None:
        return int(position["steps"])
    if position.get("laps") is None:
        return None
    start, up_to = _rank(position.get("start")), _rank(position.get("up_to"))
    begun = 0
    if start is not None and up_to is not None:
        way = -1 if WAYS.get(position.get("direction", "")) == -1 else 1
        begun = (up_to - start) * way % RING
    return RING * int(position["laps"]) + begun


def _rank(text: str | None) -> int | None:
    """The rank of a card somebody is up to; a bare Joker says nothing and counts as not known."""
    if text is None or text.strip().upper() == "JK":
        return None
    card = parse_card(text)
    if rank_of(card) >= RING:
        raise CardError(text, "Pursuit has no Jack, Queen or King")
    return rank_of(card)


def read_question(play: Mapping[str, Any], position: Mapping[str, Any]) -> TurnPlay | Setup:
    """Read the `play` object of a case.

    Raises CardError for a card, GameError for a kind the game does not have.
    """
    kind = play.get("kind")
    if kind == "setup":
        return Setup()
    if kind == "put_down":
        sequences = play.get("sequences", ())
        return PutDown(
            tuple(tuple(plain(parse_card(card)) for card in sequence) for sequence in sequences)
        )
    if kind == "discard" and "card" in play:
        return Discard(plain(parse_card(play["card"])))
    if kind == "take" and play.get("from") in ("stock", "discard"):
        return DRAW if play["from"] == "stock" else TAKE_DISCARD
    raise GameError(
        f"Pursuit has no play of the kind “{kind}” in this form: write put_down with sequences,"
        " take with from = stock or discard, discard with card, or setup."
    )


FACTS = {
    "up_to": "the card the player is up to",
    "opponent_up_to": "the card the opponent is up to",
    "opponent_safe": "whether the opponent has put down yet",
    "way": "whether this player runs upwards or downwards",
}
ASKED = {words: f"asks_{name}" for name, words in FACTS.items()}
"""The ground on which each missing fact decides."""
NOBODY = -1
"""The rank of no card: in Racing it decides nothing what the others are up to."""


def spots(position: PursuitPosition, rules: Rules) -> Iterator[tuple[Guess, Spot]]:
    """Every way the table could be, with the values tried for the facts that are not known; only
    one when all that matters is known.
    """
    racing = rules["racing"] == "yes"
    target = position.opponent_up_to
    fixed_facts: dict[str, tuple[int, ...]] = {
        "up_to": _ranks(position.up_to),
        "opponent_up_to": _ranks(NOBODY if racing and target is None else target),
        "opponent_safe": _truth(
            position.opponent_safe, matters=not racing and rules["no_early_wins"] == "yes"
        ),
        "way": _ways(position, rules) if racing else (1,),
    }
    unknown = [name for name, values in fixed_facts.items() if len(values) > 1]
    for up_to, chased, safe, way in product(*fixed_facts.values()):
        run = (way,) if racing else ways(rules, 1)
        spot = Spot(Course(up_to, run), chased, safe=bool(safe), steps=position.steps or 0)
        values = {"up_to": up_to, "opponent_up_to": chased, "opponent_safe": safe, "way": way}
        yield tuple((FACTS[name], values[name]) for name in unknown), spot


def _ways(position: PursuitPosition, rules: Rules) -> tuple[int, ...]:
    """The ways a racing player may turn out to run (PU-26)."""
    if rules["opposite_directions"] == "no":
        return (1,)
    if position.way is not None:
        return (position.way,)
    return (1, -1) if position.seat is None else ways(rules, position.seat)


def _ranks(rank: int | None) -> tuple[int, ...]:
    return tuple(range(RING)) if rank is None else (rank,)


def _truth(value: bool | None, *, matters: bool) -> tuple[int, ...]:
    return (0, 1) if value is None and matters else (int(bool(value)),)
