"""Reads transcripts: every fault is noted with its place, and reading goes on behind it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scoring.cards import CardError, parse_card, parse_suit, plain
from scoring.games.registry import ENGINES
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.game import Notation
from scoring.law.plays import (
    END_TURN,
    LAY,
    LAY_NAMING,
    MISS,
    TAKE_DISCARD,
    TAKE_PENALTY,
    Challenge,
    Discard,
    Lay,
    Nominate,
    PutDown,
    Reshuffle,
    TurnPlay,
)
from scoring.law.rulebook import RulesError
from scoring.transcript.values import Aside, Fault, Move, Tag, Transcript, TranscriptError, place_of

_TOKEN = re.compile(
    r'\[\s*(?P<name>[A-Za-z][\w-]*)\s+"(?P<text>(?:[^"\\\n]|\\.)*)"\s*\]'
    r"|\{(?P<ruling>[^{}\n]*)\}"
    r"|(?P<word>[^\s\[\]{}]+)"
    r"|(?P<stray>[\[\]{}][^\n]*)"
)
_MOVE = re.compile(r"(\d{1,3}):(!\d{1,3}|.*?)((?:[?*#]|!\d{1,3})*)$", re.ASCII)
_MARK = re.compile(r"\?\?|\*|\?|!(\d+)|#", re.ASCII)
LARGEST = 1_000_000
"""Characters of the longest text that is read: some thousand games."""
LONGEST = 500
"""Characters of the longest move: a new stock from two packs has about 320."""
MOST_FAULTS = 100
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r"}
_SINGLE: dict[str, TurnPlay] = {"-": MISS, ".": END_TURN}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text gave: the transcript without its faulty pieces, and every fault."""

    transcript: Transcript
    faults: tuple[Fault, ...]


def loads(text: str) -> Transcript:
    """Read a transcript. Raises TranscriptError with all faults and their places."""
    reading = read(text)
    if reading.faults:
        raise TranscriptError(reading.faults)
    return reading.transcript


def read(text: str) -> Reading:
    """Read what can be read and note the rest. Never raises.

    Ten as `10` or `T`, suits as letters or symbols, either case, any spacing; canonical form comes
    from `dumps`.
    """
    return _Reader(text).read()


@dataclass
class _Reader:
    """One pass over a text."""

    text: str
    header: list[Tag] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    footer: list[Tag] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    game: str = ""

    def read(self) -> Reading:
        if len(self.text) > LARGEST:
            self.fault(
                0, "", f"The text has more than {LARGEST} characters: one transcript is one game."
            )
            return Reading(Transcript((), ()), tuple(self.faults))
        takes = {"word": self.word, "text": self.tag, "ruling": self.ruling, "stray": self.stray}
        for token in _TOKEN.finditer(self.text):
            takes[token.lastgroup or ""](token)
            if len(self.faults) >= MOST_FAULTS:
                break
        else:
            if not self.game:
                slug = next(iter(RULEBOOKS.values())).slug
                self.fault(0, "", f'The tag Game is missing, such as [Game "{slug}"].')
        parts = (tuple(self.header), tuple(self.moves), tuple(self.footer), tuple(self.places))
        return Reading(
            Transcript(*parts),
            tuple(sorted(self.faults, key=lambda f: (f.place.line, f.place.column))),
        )

    def fault(self, index: int, token: str, words: str) -> None:
        self.faults.append(Fault(place_of(self.text, index), token, words))

    def stray(self, match: re.Match[str]) -> None:
        """A bracket or brace that is no tag and no ruling: skipped up to the end of its line."""
        token = match[0].rstrip()
        self.fault(
            match.start(),
            token,
            f'“{token[:40]}” is neither a tag like [Name "text"] nor a ruling like {{R1}}.',
        )

    def tag(self, token: re.Match[str]) -> None:
        name, raw = token["name"], token["text"]
        value = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), raw)
        if name in dict(self.header + self.footer):
            self.fault(token.start(), name, f"The tag {name} stands twice; the first one counts.")
            return
        (self.footer if self.moves else self.header).append((name, value))
        try:
            self.rules(name, value)
        except RulesError as wrong:
            self.fault(token.start(), value, str(wrong))

    def rules(self, name: str, value: str) -> None:
        """The tags on which the reading of moves depends. Raises RulesError."""
        if name == "Game":
            self.game = value
            self.game = rulebook(value).name
        if name == "Rules" and self.game and value.strip() != "?":
            rulebook(self.game).rules(value)

    def ruling(self, token: re.Match[str]) -> None:
        if not self.moves or self.moves[-1].ruling:
            self.fault(
                token.start(),
                token[0],
                f"The ruling {token[0]} has no move before it that it could belong to.",
            )
            return
        self.moves[-1] = replace(self.moves[-1], ruling=token["ruling"].strip())

    def word(self, token: re.Match[str]) -> None:
        try:
            move = _move(token[0], self.game)
        except ValueError as wrong:
            self.fault(token.start(), token[0], str(wrong))
            return
        if self.footer:
            words = f"The move {token[0][:40]} stands behind the tags that close the game."
            self.fault(token.start(), token[0], words)
        self.moves.append(move)
        self.places.append(token.start())


@lru_cache(maxsize=1 << 15)
def _move(word: str, game: str) -> Move:
    """Read one move.

    Raises ValueError with a sentence. Remembered: few words make up most games.
    """
    parts = _MOVE.match(word) if len(word) <= LONGEST else None
    if parts is None:
        raise ValueError(
            f"“{word[:40]}” is no move: write a seat, a colon and an act, such as 3:7H."
        )
    try:
        play, count, card = _act(parts[2], int(parts[1]), game)
    except ValueError as wrong:
        raise ValueError(f"In the move {word[:40]}: {wrong}") from None
    move = Move(int(parts[1]), play, count, card)
    for mark in _MARK.finditer(parts[3]):
        move = _WITH[mark[0][0] if mark[0] != "??" else "??"](move, mark[1])
    return move


def parse_play(text: str, game: str) -> TurnPlay:
    """Read one play of a turn as a transcript writes it, without its seat: `8H=S`, `+`, `++`, `-`.

    `game` is the name of the rulebook. Raises ValueError with a sentence.
    """
    play = _act(text.strip(), 1, game)[0]
    if isinstance(play, Challenge | Nominate | Reshuffle):
        raise ValueError(f"“{text}” is no play of a turn")
    return play


def _act(
    text: str, seat: int, game: str
) -> tuple[TurnPlay | Aside | Reshuffle, int | None, int | None]:
    """The play, the number of a penalty and the card of a pick-up.

    Raises ValueError with a sentence.
    """
    if text.startswith("~"):
        if seat:
            raise ValueError("a new stock belongs to seat 0")
        return Reshuffle(tuple(plain(parse_card(card)) for card in _split(text[1:]))), None, None
    if not seat:
        raise ValueError("only a new stock (~) belongs to seat 0; players are numbered from 1")
    if text.startswith("++"):
        return TAKE_PENALTY, _number(text[2:]) if text[2:] else None, None
    if text.startswith("+"):
        return _take_move(text[1:], game)
    if text[:1] in _OTHERS:
        return _OTHERS[text[:1]](seat, text[1:]), None, None
    return _SINGLE.get(text) or _cards(text, game), None, None


def _take_move(text: str, game: str) -> tuple[TurnPlay, None, int | None]:
    if text == "d":
        return TAKE_DISCARD, None, None
    return _notation(game).take, None, plain(parse_card(text)) if text else None


def _cards(text: str, game: str) -> TurnPlay:
    laid, suit_mark, suit = text.partition("=")
    if suit_mark and len(suit) != 1:
        raise ValueError(f"after = one suit is named, C, D, H or S, not “{suit}”")
    sequences = tuple(tuple(parse_card(card) for card in _split(part)) for part in laid.split("/"))
    if _notation(game).sequences:
        return PutDown(tuple(tuple(map(plain, sequence)) for sequence in sequences))
    if len(sequences) > 1:
        raise ValueError("this game lays one row of cards: nothing is parted with /")
    cards, new_suit = sequences[0], parse_suit(suit) if suit_mark else None
    if len(cards) > 1:
        return Lay(cards, new_suit)
    return LAY[cards[0]] if new_suit is None else LAY_NAMING[cards[0]][new_suit]


_OTHERS: dict[str, Callable[[int, str], TurnPlay | Aside]] = {
    "!": lambda seat, text: Challenge(seat, _number(text)),
    "=": lambda seat, text: Nominate(seat, parse_suit(text)),
    ">": lambda seat, text: Discard(plain(parse_card(text))),
}
_WITH: dict[str, Callable[[Move, str], Move]] = {
    "*": lambda move, _: replace(move, called=True),
    "?": lambda move, _: replace(move, silent=True),
    "??": lambda move, _: replace(move, illegal=True),
    "#": lambda move, _: replace(move, out=True),
    "!": lambda move, actor: replace(move, challenged=int(actor)),
}


def _notation(game: str) -> Notation:
    """How moves of this game are written; a game that is not known is read as
    one of single cards.
    """
    return ENGINES[game].notation if game in ENGINES else Notation()


def _split(text: str) -> list[str]:
    if not text:
        raise CardError(text)
    return text.split(",")


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise ValueError(f"“{text[:20]}” is no number")
    return int(text)
