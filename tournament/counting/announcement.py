"""What the announcer reads aloud: places and points as words, and who has which prize of the
podium.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.counting.board import Board
from scoring.counting.standings import Standing, ordinal
from scoring.formats import in_points

_ONES = (
    "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth",
    "twentieth",
)  # fmt: skip
_PLACE_OF = {"winner": 1} | {word: number for number, word in enumerate(_ORDINALS) if word}
"""The place that a prize is called after, by its name; other prizes are called after none."""
HUNDRED = 100
THOUSAND = 1000
HALF = 0.5


def spoken(number: float) -> str:
    """A number as it is said: `ninety-four`, `one hundred and ten`, `two and a half` of five
    `Halves`; from a thousand on in figures.
    """
    amount = in_points(number)
    if amount == HALF:
        return "a half"
    if amount % 1:
        return f"{spoken(int(amount))} and a half"
    amount = int(amount)
    if not 0 <= amount < THOUSAND:
        return str(amount)
    if amount < len(_ONES):
        return _ONES[amount]
    if amount < HUNDRED:
        tens, units = divmod(amount, 10)
        return _TENS[tens] + (f"-{_ONES[units]}" if units else "")
    hundreds, rest = divmod(amount, HUNDRED)
    if rest:
        return f"{_ONES[hundreds]} hundred and {spoken(rest)}"
    return f"{_ONES[hundreds]} hundred"


def spoken_place(number: int) -> str:
    """A place as it is said: `sixth`; beyond the twentieth in figures."""
    return _ORDINALS[number] if 0 < number < len(_ORDINALS) else ordinal(number)


def places_aloud(standings: Iterable[Standing], refs: Sequence[str]) -> dict[str, str]:
    """The place of each of a list as it is read: `equal first` where nothing separates them."""
    level = {row.player: row.shown_place or 0 for row in standings if row.undecided}
    return {
        ref: f"equal {spoken_place(level[ref])}" if ref in level else spoken_place(order)
        for order, ref in enumerate(refs, start=1)
    }


def points(number: float) -> str:
    """Points as they are said; of a half, `two and a half points`."""
    return f"{spoken(number)} {'point' if in_points(number) in (1, HALF) else 'points'}"


def sentence(place: str, name: str, livery: str, total: float, apart: str = "") -> str:
    """The sentence for one guest: `In sixth place, with ninety-four points, of the Woolmen: Ann
    Lee.` `apart` follows the livery where another guest has the name too.
    """
    choice = of_company(livery, apart)
    if not choice:
        return f"{place}, with {points(total)}, {name}."
    return f"{place}, with {points(total)}, {choice}: {name}."


def of_company(livery: str, apart: str = "") -> str:
    """Whose a guest is, as it is said before the name: `of the Skinners, badge fifty-seven`."""
    return ", ".join(filter(None, (livery and f"of the {livery}", apart)))


class Honour(NamedTuple):
    """A prize of the podium and who has it, as page, board and paper call it.

    `place` is theirs in the play-off, as every list shows it. `placed` says the same in words where
    the prize is not called after that place, since somebody before them was passed over: nobody may
    hear a place that the board denies.
    """

    prize: str
    player: str
    name: str
    livery: str
    total: float
    place: str
    placed: str

    @property
    def sentence(self) -> str:
        """What is read aloud."""
        return podium_sentence(self.prize, self.name, self.livery, self.total, self.placed)


def honours(now: Board) -> tuple[Honour, ...]:
    """The prizes of the podium that somebody has, the first prize first."""
    final = {standing.player: standing for standing in now.playoff}
    awards = now.prizes.podium if now.prizes else ()
    return tuple(
        _honour(award.prize, final[award.player], now) for award in awards if award.player in final
    )


def _honour(prize: str, standing: Standing, now: Board) -> Honour:
    after = _PLACE_OF.get(prize.casefold())
    placed, place = "", spoken_place(standing.shown_place or 0)
    if after != standing.order:
        placed = (
            f"equal {place} in the play-off" if standing.undecided else f"{place} in the play-off"
        )
    called = f"{_ORDINALS[after]} prize" if placed and after else prize
    livery = now.players[standing.player].livery
    return Honour(
        called,
        standing.player,
        standing.name,
        livery,
        in_points(standing.total),
        standing.place_words,
        placed,
    )


def podium_sentence(
    prize: str, name: str, livery: str, total: float, placed: str = "", apart: str = ""
) -> str:
    """The sentence for a prize: `Second, with nine points, of the Woolmen: Ann Lee.`

    Where the holder was placed otherwise: `The second prize goes to Ann Lee of the Woolmen, third
    in the play-off with nine points.`
    """
    if not placed:
        return sentence(in_capitals(prize), name, livery, total, apart)
    person = " ".join(filter(None, (name, of_company(livery, apart))))
    called = f"The {prize.removeprefix('The ').removeprefix('the ')}"
    return f"{called} goes to {person}, {placed} with {points(total)}."


def in_capitals(words: str) -> str:
    """The same with its first letter as a capital."""
    return words[:1].upper() + words[1:]
