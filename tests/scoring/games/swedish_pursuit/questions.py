"""Many questions to Swedish Pursuit, in the words of case files, and their answers as text."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from scoring.games.swedish_pursuit import ENGINE
from scoring.law.verdict import Verdict

TABLE: dict[str, Any] = {"players": 5, "turn": 2, "direction": 1, "pending": 0, "stock": 20}


def table(top: str, hand: str, play: str, options: str = "", **facts: Any) -> dict[str, Any]:
    """A play at a table of five: `+`, `-`, or cards with the suit named, such as `8C=S`."""
    position = TABLE | {"top": top, "suit_in_force": top[-1], "hand": hand.split()} | facts
    if play in "+-":
        asked: dict[str, Any] = {"kind": "pick_up" if play == "+" else "miss"}
    else:
        cards, _, suit = play.partition("=")
        asked = {"kind": "discard", "cards": cards.split(",")} | (
            {"nominate": suit} if suit else {}
        )
    return {"position": position, "play": asked, "options": options}


def plays() -> Iterator[dict[str, Any]]:
    """Plays of a turn: each ground of a verdict, legal and illegal."""
    for play in ("9H", "KS", "QS", "8C=S", "8C", "2C", "+", "-", "9H,KS", "9H=S", "AD", "KS=D"):
        yield table("KH", "9H KS QS 8C 2C 3D", play)
    for play, pending in product(("2C", "KH", "8C=S", "AH", "QH", "+", "-"), (2, 4)):
        yield table("2H", "2C KH 8C AH QH", play, pending=pending)
        yield table("2H", "KH 8C AH QH 5S", play, pending=pending)
    for options in (
        "eight_on_two=keeps",
        "eight_on_two=cancels",
        "deflect_two=ace",
        "deflect_two=queen",
    ):
        if options.split("=")[1] in ENGINE.rulebook.option(options.split("=")[0]).values:
            yield from (
                table("2H", "8C AH QH 2C", play, options, pending=2)
                for play in ("8C=S", "AH", "QH", "2C", "+")
            )
    for play in ("+", "-"):
        yield from (
            table("KH", hand, play, stock=stock) for hand in ("3C 4D", "3C 8D") for stock in (0, 1)
        )
        yield from (table("2H", "3C 4D", play, pending=pending, stock=1) for pending in (2, 6))
        yield table("2H", "3C 4D", play, pending=2, stock=0)
        yield table("2H", "2C 4D", play, "two_compulsory=no", pending=2)
    yield from (
        table("8H", hand, play, suit_in_force="S")
        for hand in ("9S 9H QH 8C", "QS 3S")
        for play in ("9S", "9H", "QS")
    )
    yield from (table("2H", "2C AC 9C", play) for play in ("2C", "AC", "9C"))
    yield from (
        table("QH", "QS 3C 9D", play, option)
        for play in ("QS", "3C")
        for option in ("", "trick_match=rank_or_suit")
    )


def last_cards() -> Iterator[dict[str, Any]]:
    """Lays that leave one card or none, and hands already picked up."""
    for hand in ("9H", "AH", "QH", "2H", "8C", "9H 3C", "AH 3C", "QH 3C", "2H 3C", "8C 3C"):
        first = hand.split()[0]
        yield table("KH", hand, first)
        yield table("KH", hand, first, players=2, turn=1)
    yield table("KH", "2H", "2H", "final_two=pick_up")
    yield table("KH", "AH", "AH", "trick_finish=barred")
    yield table("KH", "AH 3C", "AH", "trick_finish=barred")
    yield table("KH", "QH 3C", "QH", "queen_two=skip", players=2, turn=1)
    yield table("KH", "8C 3C", "8C", "unnominated_eight=before")
    yield table("KH", "9H 3C", "9H", already_picked_up="one card")
    yield table("KH", "9H 3C", "9H", already_picked_up="penalty cards")
    silences: list[dict[str, Any]] = [
        {key: None} for key in ("top", "suit_in_force", "pending", "stock", "hand", "turn")
    ]
    for silence, play in product(
        [*silences, {"players": None}, {"direction": -1}], ("2C", "9S", "9H", "+", "-")
    ):
        for asked in (
            table("2H", "2C 9S 9H", play, pending=2),
            table("8H", "9S 9H 2C", play, suit_in_force="S"),
        ):
            yield asked | {"position": asked["position"] | silence}


def starts() -> Iterator[dict[str, Any]]:
    """Every kind of start card, and cards wrongly put under the stock."""
    turned = (
        "KS",
        "AS",
        "QS",
        "2S",
        "8D",
        "8D 4S",
        "8D 8C 4S",
        "8D 8C AS",
        "8D QS",
        "8D 2S",
        "4S 8D",
        "4S 5S",
        "8C 4S 9H",
    )
    ways = ("", "start_trick=off", "start_queen=dealer", "start_queen=left", "first_player=dealer")
    for cards, options, dealer in product(turned, ways, (5, 2)):
        if dealer == 5 or not options:
            position = {"players": 5, "dealer": dealer, "turned_up": cards.split()}
            yield {"position": position, "play": {"kind": "start"}, "options": options}


FACTS: list[dict[str, Any]] = [
    {}, {"game_over": True}, {"confirmed": True}, {"stock": 1}, {"offender_has_acted": True}
]  # fmt: skip
LATER: list[dict[str, Any]] = [
    {}, {"offender_hand_count": 1, "offender_has_acted": True}, {"confirmed": True}, {"game_over": True}
]  # fmt: skip


def challenges() -> Iterator[dict[str, Any]]:
    """Challenges for a missing LAST CARD under every combination of facts that matters, and suits
    named late.
    """
    for left, said, acted in product((0, 1, 2, None), (True, False, None), (True, False, None)):
        for more in FACTS:
            position: dict[str, Any] = {
                "players": 5,
                "offender": 1,
                "offender_hand_count": left,
                "said": said,
            } | more
            yield {
                "position": position | {"next_player_has_acted": acted},
                "play": {"kind": "challenge", "by": 3},
            }
    late: dict[str, Any] = {
        "players": 5,
        "offender": 1,
        "offender_hand_count": 0,
        "said": False,
        "stock": 0,
    }
    ways = ("challenge_until=tally", "challenge_until=next_turn", "short_stock=reshuffle")
    for options, more in product(ways, LATER):
        position = late | {"next_player_has_acted": True} | more
        yield {"position": position, "play": {"kind": "challenge", "by": 3}, "options": options}
    yield {"position": late, "play": {"kind": "challenge", "by": 1}}
    ways = ("", "nominate_until=card", "nominate_until=next_play")
    for acted, named, options in product((True, False, None), (True, False), ways):
        position = {"next_player_has_acted": acted, "named_before": named}
        yield {
            "position": position,
            "play": {"kind": "nominate", "nominate": "S"},
            "options": options,
        }


def claims() -> Iterator[dict[str, Any]]:
    """Tallies, blocked games, set-ups."""
    for hand, claimed in (
        ("", None),
        ("", 0),
        ("", 1),
        ("8C", 8),
        ("8C", 30),
        ("8H AS 10C QD 7S 2D 8D", 90),
    ):
        yield {"position": {"hand": hand.split()}, "play": {"kind": "tally", "claimed": claimed}}
    for stock, misses, players in product((0, 3, None), (0, 4, 5, None), (5, None)):
        position = {"players": players, "stock": stock, "consecutive_misses": misses}
        yield {"position": position, "play": {"kind": "claim_blocked"}}
    for value in ENGINE.rulebook.option("blocked").values:
        position = {"players": 2, "stock": 0, "consecutive_misses": 2}
        yield {
            "position": position,
            "play": {"kind": "claim_blocked"},
            "options": f"blocked={value}",
        }
    for decks, dealt in product((1, 2, None), (5, 6, None)):
        yield {
            "position": {"players": 5, "decks": decks, "dealt": dealt},
            "play": {"kind": "setup"},
        }


def questions() -> list[dict[str, Any]]:
    """All of them, in a fixed order."""
    return [*plays(), *last_cards(), *starts(), *challenges(), *claims()]


def answered(asked: dict[str, Any]) -> Verdict:
    """The verdict on one question."""
    position = ENGINE.read_position(asked["position"], asked["play"]["kind"])
    question = ENGINE.read_question(asked["play"], asked["position"])
    return ENGINE.check(position, question, ENGINE.rulebook.rules(asked.get("options", "")))


def told(asked: dict[str, Any]) -> str:
    """Question and answer as a paragraph: reasons, consequences, plays, needs, and what would turn
    it.
    """
    verdict = answered(asked)
    lines = [json.dumps(asked, ensure_ascii=False), f"  {verdict.answer} ({verdict.status})"]
    lines += [
        f"  {reason.clause} {reason.status} {reason.question or '-'}: {reason.words}"
        for reason in verdict.reasons
    ]
    lines += [f"  needs {need}" for need in verdict.needs]
    lines += [f"  then {json.dumps(dict(verdict.then))}"] if verdict.then else []
    for name, some in (("may", verdict.legal_plays), ("instead", verdict.instead)):
        lines += [f"  {name} {' '.join(map(str, some))}"] if some else []
    for turn in verdict.turned_by:
        changed = {key: value for key, value in turn.then.items() if verdict.then.get(key) != value}
        lines.append(f"  {turn.option}={turn.value}: {turn.answer} {json.dumps(changed)}")
    return "\n".join(lines) + "\n"
