"""`manage.py demo --game pursuit` plays to a winner, and an independent recount agrees."""

from collections import Counter, defaultdict
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.management.test_demo import built
from tournament.counting.matches import course
from tournament.matches.reading import winner_of
from tournament.models import Event, LedgerEntry, Pairing
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["pursuit", "switch-for-two"])
def test_the_demo_of_matches_plays_to_a_winner_and_the_recount_agrees(game: str) -> None:
    event = built("--game", game, "--guests", "9", "--until", "end")
    assert list(faults(event)) == []
    found = course(event)
    assert winner_of(found) == _champion_by_ledger(event)
    assert found.orders[0] == _swiss_by_ledger(event)


def _results(event: Event) -> dict[tuple[int, int], tuple[str, str, int, int]]:
    """Of each match as the ledger alone tells it: the two, and the games each won."""
    pairs: dict[tuple[int, int], tuple[str, str]] = {}
    found: dict[tuple[int, int], tuple[str, str, int, int]] = {}
    for kind, body in (
        LedgerEntry.objects.filter(event=event).order_by("number").values_list("kind", "body")
    ):
        if kind == "pair":
            pairs |= {
                (body["round"], match["table"]): (match["one"], match["other"])
                for match in body["matches"]
            }
        elif kind == "match":
            where = body["round"], body["table"]
            found[where] = (*pairs[where], body["games"].count("1"), body["games"].count("2"))
    return found


def _champion_by_ledger(event: Event) -> str:
    """Who won the last match that is not for the third place."""
    last = max(number for number, _table in _results(event))
    final = next(row for (number, table), row in sorted(_results(event).items()) if number == last)
    return final[0] if final[2] > final[3] else final[1]


def _swiss_by_ledger(event: Event) -> tuple[str, ...]:
    """The order of the Swiss by counting wins, then between two who met their match, then Buchholz;
    the lot as told.
    """
    rounds = event.qualifying_rounds
    wins: Counter[str] = Counter()
    met: defaultdict[str, list[str]] = defaultdict(list)
    beaten: set[tuple[str, str]] = set()
    for (number, _table), (one, other, first, second) in _results(event).items():
        if number <= rounds:
            winner, loser = (one, other) if first > second else (other, one)
            wins[winner] += 1
            beaten.add((winner, loser))
            met[one].append(other)
            met[other].append(one)
    byes = Pairing.objects.filter(event=event, round__number__lte=rounds, other=None)
    for ref in byes.values_list("one__ref", flat=True):
        wins[ref] += 1
        met[ref].append(ref)
    told = event.ledger.get(kind="close_stage", body__stage=0).body["order"]
    order: list[str] = []
    for points in sorted({wins[ref] for ref in met}, reverse=True):
        level = [ref for ref in met if wins[ref] == points]
        all_met = all({*level} - {ref} <= {*met[ref]} for ref in level)
        among = {
            ref: sum((ref, other) in beaten for other in level) if all_met else 0 for ref in level
        }
        strength = {ref: sum(wins[other] for other in met[ref]) for ref in level}
        order += sorted(level, key=lambda ref: (-among[ref], -strength[ref], told.index(ref)))
    return tuple(order)


def test_called_again_it_goes_on_round_by_round_and_then_changes_nothing() -> None:
    counts = []
    for until in ("r1g5", "r2g5", "r2g5"):
        event = built("--game", "pursuit", "--guests", "4", "--until", until)
        counts.append((event.slug, event.match_rounds.count(), event.ledger.count()))
    assert [rounds for _, rounds, _ in counts] == [1, 2, 2]
    assert counts[1] == counts[2]


def test_too_few_for_a_demo_of_matches_get_a_sentence() -> None:
    with pytest.raises(CommandError, match="--guests 3: a demo of matches has at least 4 guests"):
        call_command("demo", "--game", "pursuit", "--guests", "3", stderr=StringIO())
