"""Verdicts of every kind by the thousand, and the faults that no sentence of theirs may have."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.cards import card_symbol, card_text, cards_text
from scoring.games.registry import ENGINES
from scoring.law.plays import (
    DRAW,
    END_TURN,
    LAY,
    MISS,
    PICK_UP,
    TAKE_DISCARD,
    TAKE_PENALTY,
    Discard,
    Lay,
    PutDown,
)
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict
from tests.scoring.law.told_tables import played

CHANCES = (MISS, PICK_UP, TAKE_PENALTY, DRAW, TAKE_DISCARD, END_TURN)


@dataclass(frozen=True)
class Spoken:
    """A verdict, the rules it was given under, and what was asked, for the report of a fault."""

    verdict: Verdict
    rules: Rules
    asked: str
    laid: tuple[int, ...] = ()


def plays(table: Any, rng: Random) -> Iterator[Any]:
    """Plays of all sorts at a table, more wrong ones than right ones."""
    hand = list(table.hand(table.turn))
    pack = list(table.rules.deal.pack)
    yield from rng.sample(CHANCES, 3)
    for card in rng.sample(hand, min(3, len(hand))):
        yield LAY[card]
        yield Lay((card,), rng.randrange(4))
        yield Discard(card)
    yield LAY[rng.choice(pack)]
    for count in (2, 3):
        row = tuple(rng.sample(hand, min(count, len(hand))))
        yield Lay(row)
        yield PutDown((row,))
        yield PutDown(tuple((card,) for card in row))
    right = list(table.some_plays())
    rng.shuffle(right)
    yield from sorted(right, key=lambda play: not isinstance(play, PutDown))[:4]


def at_tables(game: str, rng: Random) -> Iterator[Spoken]:
    """Verdicts at a table of simulated play under options mixed at random."""
    rules, table = played(game, rng)
    for play in plays(table, rng):
        laid = play.cards if isinstance(play, Lay) else ()
        asked = f"{game} {rules} seat {table.turn} {cards_text(table.hand(table.turn))}: {play}"
        yield Spoken(table.check(play), rules, asked, laid)


def claims(game: str, rng: Random) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Claims that are no plays: set-up, start, tally, blocked game, challenge,
    a suit named late.
    """
    deal = ENGINES[game].rulebook.deal
    pack = list(deal.pack)
    cards = [card_text(card) for card in rng.sample(pack, 12)]
    players = rng.randint(max(2, deal.seats_min), deal.seats_max)
    decks, dealt = rng.choice((None, 1, 2, 3)), rng.choice((None, 5, 6, 7))
    yield {"players": rng.randint(1, 16), "decks": decks, "dealt": dealt}, {"kind": "setup"}
    if game == "pursuit":
        yield from chases(rng)
        return
    yield (
        {"players": players, "turned_up": cards[: rng.randint(1, 3)], "dealer": 1},
        {"kind": "start"},
    )
    yield {"hand": cards[: rng.randint(0, 9)]}, {"kind": "tally", "claimed": rng.choice((None, 30))}
    misses, stock = rng.choice((None, 0, 1, 2, 10)), rng.choice((None, 0, 3))
    yield (
        {"players": players, "stock": stock, "consecutive_misses": misses},
        {"kind": "claim_blocked"},
    )
    if game == "ottawa":
        yield (
            {"others": [cards[:2], cards[2:3]]},
            {"kind": "score", "claimed": rng.choice((None, 30))},
        )
        return
    facts = {
        "offender_hand_count": rng.choice((None, 0, 1, 2)),
        "said": rng.choice((None, True, False)),
        "next_player_has_acted": rng.choice((None, True, False)),
        "offender_has_acted": rng.choice((True, False)),
        "stock": rng.choice((None, 0, 1, 9)),
        "game_over": rng.choice((None, True, False)),
        "confirmed": rng.choice((True, False)),
    }
    yield (
        {"players": players, "offender": 1, **facts},
        {"kind": "challenge", "by": rng.choice((1, 2))},
    )
    options = ENGINES[game].rulebook.options
    if not any(option.name == "nominate_until" for option in options):
        return
    named = {
        "next_player_has_acted": rng.choice((None, True, False)),
        "named_before": rng.random() < 0.3,
    }
    yield named, {"kind": "nominate", "nominate": "S"}


RING = "A23456789"


def chases(rng: Random) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Sequences of Pursuit put down near the opponent, up and down, with Jokers now and then."""
    for _ in range(4):
        at, way, suit, length = (
            rng.randrange(9),
            rng.choice((1, 1, -1)),
            rng.choice("CDHS"),
            rng.randint(1, 5),
        )
        row = [
            RING[(at + way * place) % 9] + suit
            for place in range(length)
            if 0 <= at + way * place < 9
        ]
        laid = [card if rng.random() < 0.8 else "JK" for card in row]
        laid = laid if laid.count("JK") < 3 else row
        steps = rng.choice((0, 46, 47, 48, 49))
        told = {
            "up_to": f"{RING[at]}C",
            "opponent_up_to": f"{rng.choice(row)[0]}D",
            "hand": laid,
            "steps": steps,
        }
        yield (
            told | {"opponent_has_put_down": rng.choice((None, True, False))},
            {
                "kind": "put_down",
                "sequences": [laid] if rng.random() < 0.7 else [laid[:1], laid],
            },
        )


def about_claims(game: str, rng: Random) -> Iterator[Spoken]:
    """Verdicts on claims, under options mixed at random."""
    engine = ENGINES[game]
    book = engine.rulebook
    rules = book.rules(
        {option.name: rng.choice(option.values) for option in book.options if rng.random() < 0.5}
    )
    for position, play in claims(game, rng):
        read = engine.read_position(position, play["kind"])
        verdict = engine.check(read, engine.read_question(play, position), rules)
        yield Spoken(verdict, rules, f"{game} {rules} {position} {play}")


def spoken(seed: int) -> Iterator[Spoken]:
    """Some hundred verdicts of all games."""
    rng = Random(seed)
    for game in ENGINES:
        yield from at_tables(game, rng)
        yield from about_claims(game, rng)


NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|\d\d+)"
THING = r"(?:card|player|pack|point|turn|hand)"
FAULTS: dict[str, str] = {
    "a program's name": r"\w=\w|\w_\w|\bNone\b|\bTrue\b|\bFalse\b|[\[\]{}<>]|(?<!\w)'",
    "a plural after one": rf"\b(?:one|1) {THING}s\b",
    "a singular after many": rf"\b{NUMBER} {THING}\b(?! of)",
    "a plural written for both numbers": r"\(s\)",
    "one that are": r"\b(?:one|1) (?:card|player)\b[^.,;:]* (?:are|have)\b",
    "only one that have": r"\bOnly (?:one|1) of [^.]* have\b",
    "a word left over": r"\bbe win\b|for from|under [a-z]+ [a-z]+:|\bup to Joker\b",
    "the wrong article": r"\ba (?:8|Ace|eight|8s|A)\b|\ban (?:2|4|7|10|King|Queen|Jack|Joker)\b",
    "these for one card": r"\b[Tt]hese can be laid: (?:X|the \w+ of \w+)\.",
    "one card for several": r"\b[Tt]his card (?:can|must) be laid: [^.]*,",
    "two spaces or stops": r"  |\.\.|,\.|\s[,.;:]|\(\)",
    "no sentence": r"^[a-z]|\. [a-z]|[^.:!?)]$",
}
"""What may stand in no sentence, as patterns."""
HOLDS: tuple[tuple[str, str, str, str], ...] = (
    ("swedish_pursuit", r"must follow suit", "trick_match", "suit"),
    ("swedish_pursuit", r"only another 2 averts|averted by a 2 alone", "eight_on_two", "no"),
    ("swedish_pursuit", r"only another 2 averts|averted by a 2 alone", "deflect_two", "no"),
    ("swedish_pursuit", r"unless they answer with a 2\.", "eight_on_two", "no"),
    ("switch", r"need a 7 as the first", "seven_place", "first"),
    ("switch", r"need a 7", "same_suit_or_rank", "no"),
    ("switch", r"need a 7", "suit_runs", "no"),
    ("switch", r"only by Alternative 1", "same_suit_or_rank", "no"),
    ("switch", r"only by Alternative 2", "suit_runs", "no"),
    ("switch", r"Alternative 1 lets", "same_suit_or_rank", "yes"),
    ("switch", r"Alternative 2 lets", "suit_runs", "yes"),
    ("switch", r"Only a player with nothing to lay", "compulsory", "yes"),
    ("switch", r"answer with a [24]\.", "mix_penalties", "no"),
    ("switch", r"Only (?:the|its) first card has to match", "row_fit", "first"),
    ("switch", r"Here every card of a group", "row_fit", "every"),
    ("switch", r"nobody takes the cards", "final_penalty", "at_once"),
    ("switch", r"next player still takes", "final_penalty", "pick_up"),
    ("switch", r"Here no Ace goes down", "ace_covered", "no"),
    ("switch", r"suit of the Ace itself", "unnamed", "own"),
    ("switch", r"until one is named|in time", "nominate_until", "next_play"),
    ("switch", r"rest of the penalty lapses", "short_stock", "lapse"),
    ("switch", r"dealt again", "blocked", "redeal"),
    ("crazy_eights", r"Only a player with nothing to lay draws", "compulsory", "yes"),
    ("crazy_eights", r"are shuffled first", "stock", "reshuffle"),
    ("mau_mau", r"goes on any card but another", "wild_on_wild", "no"),
    ("mau_mau", r"kept until the next turn", "drawn_card", "keep"),
    ("mau_mau", r"may be laid at once", "drawn_card", "lay"),
    ("mau_mau", r"answered and so must be", "answer_compulsory", "yes"),
    ("mau_mau", r"may not be the last card", "wild_finish", "no"),
    ("pursuit", r"is for two players(?! or)", "racing", "no"),
    ("pursuit", r"which the opponent is up to, wins|Running through", "racing", "no"),
    ("pursuit", r"\bRacing\b(?! alone)|\brace\b|\blap\b", "racing", "yes"),
    ("pursuit", r"has not put down yet, so", "no_early_wins", "yes"),
    ("pursuit", r"a Joker may not be the last", "no_final_joker", "yes"),
)
"""Game, words, and the option with the one value under which these words are true."""


def ill_said(words: str) -> Iterator[str]:
    """What is wrong with a sentence whatever it is about."""
    bare = re.sub(r"10?[♣♦♥♠]|[A-Z2-9][♣♦♥♠]", "X", words)
    yield from (f"{name}: {words}" for name, pattern in FAULTS.items() if re.search(pattern, bare))


def faults(one: Spoken) -> Iterator[str]:
    """Everything that is wrong with the sentences of a verdict."""
    said = [*(reason.words for reason in one.verdict.reasons), one.verdict.text]
    yield from (fault for words in said for fault in ill_said(words))
    yield from (fault for reason in one.verdict.reasons for fault in out_of_place(one, reason))
    if len(set(said[:-1])) < len(said) - 1:
        yield f"said twice: {one.verdict.text}"


def out_of_place(one: Spoken, reason: Reason) -> Iterator[str]:
    """What a reason says that does not hold at this table, or to a player who has just done it."""
    book = one.rules.rulebook
    for game, pattern, option, value in HOLDS:
        if game == book.name and re.search(pattern, reason.words) and one.rules[option] != value:
            yield f"not so under {option}={one.rules[option]}: {reason.words}"
    if reason.status == "default" and reason.question not in {
        question.id for question in book.questions
    }:
        yield f"a reading of no question: {reason.words}"
    if reason.clause not in {clause.id for clause in book.clauses}:
        yield f"no clause: {reason.clause}"
    required = re.search(
        r"must be laid: ([^.]*)|(?:these|this card) can be laid: ([^.]*)", reason.words
    )
    laid = {card_symbol(card) for card in one.laid}
    if required and laid & set((required[1] or required[2]).split(", ")):
        yield f"told to lay what was laid: {reason.words}"
