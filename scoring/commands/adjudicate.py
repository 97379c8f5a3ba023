"""The command `adjudicate`: answers every case of a file of questions."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from scoring.command import Command, CommandError, Outcome, Read
from scoring.games.rulebooks import SLUGS
from scoring.json_text import read_json
from scoring.law.facts import FACTS
from scoring.umpire import adjudicate

MANUAL = """
Answers the questions of a file and prints a JSON list, an object for each case in the order of the file.

FILE holds an object with a list “cases” (or that list alone). Each case has
  id        its name
  game      GAMES
  options   the options in force, such as {"trick_match": "rank_or_suit"}; {} for the defaults
  position  what is known: players, turn, direction, top, suit_in_force, pending, stock, hand ... (all may be missing)
  play      what was done or claimed, such as {"kind": "discard", "card": "10H"} or {"kind": "tally", "claimed": 40}
What a player is not said to have done in this turn (already_picked_up, drawn_this_turn ...) they have not done.
Cards are written 10H or TH, JK is a Joker; seats count from 1 clockwise, the dealer is the last seat unless given.
The keys expected, clauses, status, why and alternative may be there but are never read.

Kinds of play, with their own keys, and below them the keys of their positions; a key you do not know may be missing.
  Swedish Pursuit and Switch
    discard (card, or cards in their order; nominate = the suit named), pick_up (one card, or the penalty due), miss:
      players, turn, direction (1 or -1), top, suit_in_force, pending (penalty cards due), stock (how many cards), hand
      (before the play), already_picked_up, consecutive_misses, discards (cards on the pile); in Switch also out (the
      seats that have gone out, where the others play on) and brought (2 or 4: what brought the penalty)
    nominate (nominate): next_player_has_acted, named_before
    challenge (by): players, offender, offender_hand_count (when challenged), held_then (when it had to be said), said,
      next_player_has_acted, turn_came_back (straight to the offender, by the card that left one), offender_has_acted,
      stock, game_over, confirmed
  Ottawa
    lay_off (cards; without them it asks whether one may lay off at all), draw, pass:
      players, turn, hand, pile_top_last (the two cards on top), drawn_this_turn, laid_off_this_turn, stock, discards
    score (claimed): others (the hands of the other players)
  Pursuit
    take (from = stock or discard), put_down (sequences), discard (card):
      up_to, opponent_up_to, hand, opponent_has_put_down, turn, taken, has_put_down, stock, discards; in a race also
      direction, and steps or laps with start
  all but Pursuit
    start: players, turned_up, dealer
    tally (claimed): hand
    claim_blocked: players, stock, consecutive_misses
  all
    setup: players, decks, dealt (cards to each)

Each answer has
  verdict   legal, illegal, depends; win; correct, incorrect; upheld, denied
  then      what follows, or after an illegal play what is required instead
  clauses   the rules that decide, most specific first (print them with: python -m scoring rules GAME)
  status    certain (the text alone decides) or interpretation (a default reading or an option decides)
  text      the verdict in words, to be read aloud
  turned_by the options that would change the answer, with what they would make of it
  read_so   the questions without an option on which the answer rests, read here in one way, with the other reading
  needs     what must be known first, where the verdict is “depends”
  not_read  keys of the position or the play that no question knows, such as a mistyped one

A file that asks one question:
  [{"id": "Q", "game": "swedish-pursuit", "position": {"top": "QH", "suit_in_force": "H", "pending": 0,
    "hand": ["QS", "3C"]}, "play": {"kind": "discard", "card": "QS"}}]

Example:  python -m scoring adjudicate fixtures/rulebook/cases.json
Ends with 2 and a sentence if the file or a case cannot be read, or tells of a table that cannot be: a card in two
places, a penalty that no card has brought, a suit that none has named, a seat that is not there.
""".replace("GAMES", SLUGS)


KEYS = {
    *FACTS,
    "kind",
    "from",
    "offender",
    "next_player_has_acted",
    "game_over",
    "others",
    "said_last_card",
    "has_put_down",
    "steps",
    "laps",
    "start",
    "discards",
    "out",
}
"""What positions and plays are told in: the facts of claims, and those of cases alone."""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file of cases, or - for the standard input"
    )


def _run(arguments: Namespace, read: Read) -> Outcome:
    content = read_json(read(arguments.file), arguments.file)
    cases = content.get("cases") if isinstance(content, dict) else content
    if not isinstance(cases, list):
        raise CommandError(f"{arguments.file}: there is no list “cases”.")
    answers = [answer(case, place) for place, case in enumerate(cases, start=1)]
    return Outcome(json.dumps(answers, indent=1, ensure_ascii=False) + "\n")


def answer(case: Any, place: int = 1) -> dict[str, Any]:
    """Answer one case as the manual says. Raises CommandError naming the case."""
    name = case.get("id", f"number {place}") if isinstance(case, dict) else f"number {place}"
    try:
        return _answer(case)
    except KeyError as missing:
        raise CommandError(f"Case {name}: the key {missing} is missing.") from None
    except ValueError as fault:
        raise CommandError(f"Case {name}: {fault}") from None
    except (TypeError, AttributeError, IndexError):
        words = (
            "a value has another form than the manual says (python -m scoring adjudicate --help)."
        )
        raise CommandError(f"Case {name}: {words}") from None


def _answer(case: Mapping[str, Any]) -> dict[str, Any]:
    game, play, position = case["game"], case["play"], case.get("position", {})
    # An option value as text; true and false are read as yes and no.
    options = {
        name: ({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))
        for name, value in case.get("options", {}).items()
    }
    verdict = adjudicate(game, position, play, options)
    record: dict[str, Any] = {
        "id": case.get("id"),
        "verdict": verdict.answer,
        "then": dict(verdict.then),
        "clauses": list(verdict.clauses),
        "status": "certain" if verdict.status == "text" else "interpretation",
        "text": verdict.text,
        "turned_by": [
            {
                "option": f"{turn.option}={turn.value}",
                "verdict": turn.answer,
                "then": dict(turn.then),
            }
            for turn in verdict.turned_by
        ],
    }
    if verdict.read_so:
        record["read_so"] = [
            {
                "question": reading.id,
                "asked": reading.question,
                "reading": reading.reading,
                "otherwise": reading.alternative,
            }
            for reading in verdict.read_so
        ]
    unread = [key for key in (*position, *play) if key not in KEYS]
    more = {"needs": list(verdict.needs), "not_read": unread}
    return record | {name: entries for name, entries in more.items() if entries}


COMMAND = Command("adjudicate", "answer the questions of a file of cases", MANUAL, _arguments, _run)
