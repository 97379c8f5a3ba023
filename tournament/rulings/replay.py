"""A transcript as it is drawn: every move with its verdict, the cards on the table after it, the
first fault marked.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.cards import SUIT_NAMES as SUITS
from scoring.cards import Card, CardError, card_symbol, card_text, parse_card
from scoring.games.registry import conduct
from scoring.law.game import GameError
from scoring.law.plays import (
    Challenge,
    Discard,
    Draw,
    EndTurn,
    Lay,
    Miss,
    Nominate,
    PickUp,
    PutDown,
    Reshuffle,
    TakeDiscard,
    TakePenalty,
)
from scoring.law.rulebook import Rules, RulesError
from scoring.law.verdict import Verdict
from scoring.transcript import (
    Move,
    Step,
    Stop,
    Transcript,
    TranscriptError,
    follow,
    is_whole,
    loads,
    replay,
    steps,
)
from scoring.transcript.fragments import tracker_of
from scoring.transcript.writing import move_text
from scoring.words import noun
from tournament.refusal import Refused
from tournament.rulings.drawing import DrawnCard, drawn, spread
from tournament.rulings.words import letter_of, lettered

_DID: dict[type, str] = {
    PickUp: "picked up a card",
    TakePenalty: "took the penalty cards",
    Miss: "missed the turn",
    Draw: "drew a card",
    TakeDiscard: "took the top discard",
    EndTurn: "ended the turn",
}


@dataclass(frozen=True, slots=True)
class Played:
    """One step: its number (0 is the deal), how it is written, what was done, the verdict, the
    table after it.

    `tone` is right, wrong, open or plain; `hands` are those known, by seat letter, with a mark on
    who plays next.
    """

    number: int
    written: str
    did: str
    tone: str
    verdict: str
    clauses: tuple[str, ...] = ()
    top: DrawnCard | None = None
    hands: tuple[tuple[str, tuple[DrawnCard, ...], bool], ...] = ()
    stock: int | None = None
    tried: DrawnCard | None = None


def played(text: str, rules: Rules) -> tuple[Played, ...]:
    """Every step up to the first fault.

    Raises Refused with a sentence for what cannot be replayed.
    """
    try:
        transcript = loads(text)
        _same_game(transcript, rules)
        return tuple(_played_game(transcript) if is_whole(transcript) else _part(transcript))
    except TranscriptError as unreadable:
        first, more = unreadable.faults[0], len(unreadable.faults) - 1
        more_words = f" There {noun(more, 'is', 'are')} {more} more." if more else ""
        raise Refused(f"The transcript cannot be read. {first}{more_words}") from None
    except (GameError, CardError, RulesError, KeyError, IndexError) as wrong:
        raise Refused(f"The deal of the transcript cannot be used. {wrong}") from None


def _same_game(transcript: Transcript, rules: Rules) -> None:
    game = (transcript.tag("Game") or "").replace("_", "-")
    if game != rules.rulebook.slug:
        raise Refused(
            f"This transcript is of “{game[:40]}”, but this evening plays {rules.rulebook.title}:"
            " paste a game of that."
        )


def _played_game(transcript: Transcript) -> Iterator[Played]:
    """A game with every card known, and after it what disagrees with its closing tags."""
    last, word = 0, _word(transcript)
    for step in steps(transcript):
        last = step.number
        yield _step(step, word)
    closing = replay(transcript).stop
    if closing is not None and closing.move is None:
        yield Played(last + 1, "end", "The closing tags", "wrong", closing.words)


def _word(transcript: Transcript) -> str:
    """What is said in this game at the last card."""
    return conduct(transcript.tag("Game") or "").calls.word


def _step(step: Step, word: str) -> Played:
    tone, words, clauses = _judged(step.verdict, step.stop)
    if step.move is not None and step.move.illegal and not step.stop:
        tone, words = "plain", f"Ruled illegal and taken back. {words}"
    return Played(
        step.number,
        move_text(step.move) if step.move else "deal",
        _did(step.move, word) if step.move else "The cards are dealt.",
        tone if step.move else "plain",
        words,
        clauses,
        None if step.top is None else drawn(card_text(step.top)),
        tuple(
            (letter_of(place + 1), _cards(hand), place + 1 == step.turn)
            for place, hand in enumerate(step.hands)
        ),
        step.stock,
        _laid(step.move) if step.move and step.stop else None,
    )


def _cards(hand: tuple[Card, ...]) -> tuple[DrawnCard, ...]:
    return spread([card_text(card) for card in hand])


def _judged(verdict: Verdict | None, stop: Stop | None) -> tuple[str, str, tuple[str, ...]]:
    """Tone, words and clauses of a move."""
    grounds = stop.verdict if stop and stop.verdict else verdict
    why = " ".join(lettered(reason.words) for reason in grounds.reasons) if grounds else ""
    clauses = grounds.clauses if grounds else ()
    if stop:
        return "wrong", f"{lettered(stop.words)} {why}".strip(), clauses
    return ("right" if verdict else "plain"), why, clauses


def _part(transcript: Transcript) -> Iterator[Played]:
    """A fragment: each move judged by what is known; where something unknown
    decides, what that is.
    """
    progress, open_at = follow(transcript), dict(follow(transcript).undecided)
    hands = tuple(
        (letter_of(seat), _cards(tuple(hand)), False)
        for seat, hand in tracker_of(transcript).hands.items()
    )
    top = _first_top(transcript)
    yield Played(0, "start", "The table as it was noted.", "plain", "", (), top, hands)
    end = progress.stop.number if progress.stop else len(transcript.moves)
    for number, move in enumerate(transcript.moves[:end], start=1):
        stopped = progress.stop is not None and progress.stop.number == number
        top = _laid(move) if _laid(move) and not (move.illegal or stopped) else top
        step = _fragment_move(
            number, move, progress.stop if stopped else None, open_at.get(number, ()), top
        )
        yield replace(step, did=_did(move, _word(transcript)))


def _fragment_move(
    number: int, move: Move, stop: Stop | None, needs: tuple[str, ...], top: DrawnCard | None
) -> Played:
    tone, words, clauses = _judged(None, stop)
    if needs:
        tone, words = "open", f"It depends on {', '.join(needs)}."
    elif move.illegal:
        words = "Ruled illegal and taken back."
    elif not stop:
        tone, words = "right", "In order, as far as is known."
    tried = _laid(move) if stop or move.illegal else None
    return Played(number, move_text(move), "", tone, words, clauses, top, tried=tried)


def _first_top(transcript: Transcript) -> DrawnCard | None:
    top = (
        transcript.tag("Top")
        or (transcript.tag("Pile") or "")[-2:]
        or transcript.tag("Turn-up")
        or ""
    )
    return drawn(card_text(parse_card(top))) if top else None


def _laid(move: Move) -> DrawnCard | None:
    return (
        drawn(card_text(move.play.cards[-1]))
        if isinstance(move.play, Lay) and move.play.cards
        else None
    )


def _did(move: Move, word: str) -> str:
    """What was done, as one would say it; `word` is said at the last card."""
    if isinstance(move.play, Reshuffle):
        return "The discards became a new stock."
    if move.called:
        return f"Seat {letter_of(move.seat)} {_act(move)} and says {word}."
    return f"Seat {letter_of(move.seat)} {_act(move)}."


def _act(move: Move) -> str:
    play = move.play
    if isinstance(play, Lay):
        if play.suit is not None:
            return f"lays {_card_names(play.cards)} and names {SUITS[play.suit]}"
        return f"lays {_card_names(play.cards)}"
    if isinstance(play, PutDown):
        return f"puts down {'; '.join(_card_names(cards) for cards in play.sequences)}"
    if isinstance(play, Discard):
        return f"discards {card_symbol(play.card)}"
    if isinstance(play, Challenge):
        return f"challenges seat {letter_of(play.offender)}"
    if isinstance(play, Nominate):
        return f"names {SUITS[play.suit]}"
    return _DID[type(play)]


def _card_names(cards: tuple[Card, ...]) -> str:
    return ", ".join(card_symbol(card) for card in cards)
