"""What mistake would explain a difference between a total and what was claimed for it, most likely
first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from scoring.cards import RANKS
from scoring.counting.hand import Hand, receipt
from scoring.law.rulebook import Rulebook, Rules

Mistake = Literal[
    "eight_at_face",
    "neighbour",
    "digits_swapped",
    "game_left_out",
    "game_twice",
    "another_value",
    "card_missed",
    "card_twice",
    "out_by_ten",
]
"""Commonest first; a mistake that a card seen bears out comes before the same mistake merely
supposed.
"""


class Explanation(NamedTuple):
    """One mistake that would make the whole difference.

    `words` say it to a person; `card` is the card it sits in, as entered, `game` the game of the
    round (from 1), where known; `seen` tells whether the cards entered bear it out.
    """

    mistake: Mistake
    words: str
    card: str = ""
    game: int | None = None
    seen: bool = True


class Entered(NamedTuple):
    """What was entered for one game: the points, None for a game not played, and the hand where it
    is known.
    """

    points: int | None
    hand: Hand | None = None


def explain_round(
    entered: Sequence[Entered],
    claimed: int,
    rules: Rulebook | Rules,
    neighbours: Mapping[str, Sequence[int | None]] | None = None,
) -> tuple[Explanation, ...]:
    """Explain why a card claims this total for the games entered, in order.

    `neighbours` are the points of the others at the table, game by game, under the name to be
    printed for each. Empty if the total agrees or nothing explains it. Raises RulesError where
    hands are given and the game prints no card values.
    """
    points = [game.points or 0 for game in entered]
    total = sum(points)
    if claimed == total:
        return ()
    explanations = [*_in_figure(total, claimed, "The total", None)]
    for place, game in enumerate(entered, start=1):
        explanations += _in_game(place, game, claimed - total, rules)
    for name, row in (neighbours or {}).items():
        explanations += _of_neighbour(name, points, row, claimed)
    return _ranked(explanations)


def _ranked(explanations: list[Explanation]) -> tuple[Explanation, ...]:
    """Most likely first, what was seen before what is supposed, in the order of games and cards."""
    order = get_args(Mistake)
    return tuple(
        sorted(
            dict.fromkeys(explanations),
            key=lambda explanation: (
                not explanation.seen,
                order.index(explanation.mistake),
                explanation.game or 0,
            ),
        )
    )


def _in_game(
    place: int, game: Entered, difference: int, rules: Rulebook | Rules
) -> Iterator[Explanation]:
    points = game.points
    if points is None:
        return
    if points and difference == -points:
        yield Explanation(
            "game_left_out", f"Game {place}, {points} points, was left out.", game=place
        )
    if points and difference == points:
        yield Explanation(
            "game_twice", f"Game {place}, {points} points, was added twice.", game=place
        )
    yield from _in_figure(points, points + difference, f"Game {place}", place)
    if game.hand is not None:
        yield from _in_hand(game.hand, points + difference, rules, place)
    elif rules.scoring.values is not None:
        eight, _ = rules.scoring.value_of("8")
        if eight != 8 and points >= eight and difference == 8 - eight:
            words = f"Game {place}: an 8 may have been counted as 8 instead of {eight}."
            yield Explanation("eight_at_face", words, "8", place, seen=False)


def _in_hand(hand: Hand, claimed: int, rules: Rulebook | Rules, game: int) -> Iterator[Explanation]:
    counted = receipt(hand, rules)
    difference = claimed - counted.total
    for card, points, clause in dict.fromkeys(counted.lines):
        rank, name = card[0], card.replace("T", "10")
        for face in _other_values(rank):
            times, rest = divmod(difference, face - points) if face != points else (0, 0)
            if not rest and 1 <= times <= hand.ranks.count(rank):
                mistake: Mistake = "eight_at_face" if rank == "8" else "another_value"
                rank_name = rank.replace("T", "10")
                cards = f"{times} cards of the rank {rank_name}"
                who = f"{name} was" if times == 1 else f"{cards} were"
                words = f"Game {game}: {who} counted as {face} instead of {points} ({clause})."
                yield Explanation(mistake, words, card, game)
        if difference == -points:
            yield Explanation("card_missed", f"Game {game}: {name} was not counted.", card, game)
        if difference == points:
            yield Explanation("card_twice", f"Game {game}: {name} was counted twice.", card, game)


def _other_values(rank: str) -> tuple[int, ...]:
    """What people take a card for: its number, an Ace as eleven, fifteen or one, court cards as 11,
    12, 13.
    """
    if rank == "X":
        return ()
    return (1, 11, 15) if rank == "A" else (RANKS.index(rank) + 1,)


def _in_figure(right: int, entered: int, subject: str, game: int | None) -> Iterator[Explanation]:
    """Slips of a figure: two digits swapped, a ten carried wrongly."""
    if _swapped(right, entered):
        words = f"{subject}: {right} was written as {entered}, with two digits swapped."
        yield Explanation("digits_swapped", words, game=game)
    if game is None and abs(right - entered) in (10, 100):
        words = (
            f"The sum is out by {abs(right - entered)}: a carry was"
            f" {'lost' if entered < right else 'added twice'}."
        )
        yield Explanation("out_by_ten", words)


def _swapped(right: int, entered: int) -> bool:
    """Whether two neighbouring digits changed places: the difference is then a multiple of nine."""
    if entered < 0 or (right - entered) % 9:
        return False
    width = max(len(str(right)), len(str(entered)))
    first, second = str(right).zfill(width), str(entered).zfill(width)
    swaps = (
        first[:index] + first[index + 1] + first[index] + first[index + 2 :]
        for index in range(width - 1)
    )
    return first != second and second in swaps


def _of_neighbour(
    name: str, own: list[int], row: Sequence[int | None], claimed: int
) -> Iterator[Explanation]:
    theirs = [points or 0 for points in row]
    if claimed == sum(theirs):
        yield Explanation(
            "neighbour", f"This is the total of {name}: the rows were taken for each other."
        )
    for place, (mine, counterpart) in enumerate(zip(own, theirs, strict=False), start=1):
        if mine != counterpart and claimed == sum(own) - mine + counterpart:
            words = (
                f"Game {place}: the {counterpart} points of {name} were added instead of {mine}."
            )
            yield Explanation("neighbour", words, game=place)
