"""The pages of rulings: the five parts, what may be done by whom, the effect before it is made, the
filters.
"""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tournament.ending import fresh, played_event, sealed_event, signed_in
from tests.tournament.evening import NOW, official, seated_event, sign
from tests.tournament.rulings.rulings import LAST_CARD, MISCOUNTED, QUEEN
from tournament.approvals.acts import approve
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where, state
from tournament.counting.submission import Place
from tournament.ledger.chain import Signature
from tournament.models import Adjustment, AdjustmentKind, Event, Pending, Role, Ruling
from tournament.refusal import Refused
from tournament.rulings.acts import accept, make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust
from tournament.seating.acts import clear_published
from tournament.site.access import Actor

pytestmark = pytest.mark.django_db
AT = Where(1, 1, 1)
TALLY = {
    "round": 1,
    "table": 1,
    "game": 1,
    "guest": "P003",
    "hand": "8 KD",
    "reason": "An 8 was counted as 8",
}


def address(event: Event, name: str, *args: Any) -> str:
    return reverse(name, args=[event.slug, *args])


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def make(client: Client, event: Event, claim: Any = QUEEN, **more: Any) -> HttpResponse:
    told = claim if isinstance(claim, str) else json.dumps(claim)
    said = {"key": "made", "claim": told, "round": 1, "table": 1, "game": 1} | more
    return client.post(address(event, "make_ruling"), said, follow=True)  # type: ignore[return-value]


def test_one_tap_makes_an_answer_a_ruling_and_the_second_tap_the_same_one() -> None:
    event = played_event()
    client = signed_in(event, Role.UMPIRE)
    shown = words(make(client, event))
    assert "Ruling 1 is recorded." in shown
    places = [
        shown.index(f"<h2>{part}</h2>")
        for part in ("Finding", "Law", "Rectification", "Penalty", "Finality")
    ]
    assert places == sorted(places)
    make(client, event)
    assert Ruling.objects.filter(event=event).count() == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"table": 9}, "There is no table 9 in round 1"),
        ({"claim": "{"}, "The question was not understood"),
        ({"claim": "[1]"}, "The question was not understood"),
        ({"claim": '{"kind": "nothing"}'}, "knows no irregularity"),
        ({"refers_to": 7}, "There is no ruling 7"),
        (
            {"claim": json.dumps(QUEEN | {"facts": {"cards": ["QS", "QS"], "top": "QH"}})},
            "Q♠ is named 2 times",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_recorded(
    more: dict[str, Any], said: str
) -> None:
    event = played_event()
    assert said in words(make(signed_in(event), event, **more))
    assert not Ruling.objects.exists()


def test_an_umpire_decides_once_and_the_desk_overrules_what_is_signed() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    umpire, head = signed_in(event, Role.UMPIRE), signed_in(event, Role.HEAD_UMPIRE)
    assert "Accept and sign" in words(umpire.get(address(event, "ruling", 1)))
    umpire.post(address(event, "accept_ruling", 1), {"key": "signed"})
    own = {
        "key": "over",
        "act": "stands",
        "rectification": "The Queen stays.",
        "reason": "All had agreed",
    }
    assert "head umpire or the organiser can overrule" in words(
        umpire.post(address(event, "overrule_ruling", 1), own, follow=True)
    )
    assert state(Ruling.objects.get()) == "accepted"
    shown = words(head.post(address(event, "overrule_ruling", 1), own, follow=True))
    assert "Overruled: It stands" in shown
    assert "The Queen of spades goes back" not in shown
    assert "struck-words" in shown


def test_an_overruling_without_a_reason_keeps_what_was_typed() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    answer = signed_in(event).post(
        address(event, "overrule_ruling", 1), {"key": "k", "rectification": "It stays."}
    )
    assert answer.status_code == 422
    assert "It stays." in words(answer)


def test_a_precedent_is_shown_with_what_was_decided_and_departing_asks_for_a_word() -> None:
    event = played_event(guests=10)
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    overrule(event, 1, sign(), reason="All had agreed", own={"act": "stands"})
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 2, 1))
    client = signed_in(event)
    shown = words(client.get(address(event, "ruling", 2)))
    assert "Decided differently" in shown
    assert "It stands." in shown
    assert "Why it departs from ruling 1" in shown
    client.post(
        address(event, "explain_ruling", 2), {"key": "why", "reason": "Here nobody had agreed"}
    )
    assert "Here nobody had agreed" in words(client.get(address(event, "ruling", 2)))


def test_an_adjustment_is_seen_before_it_is_made_and_taken_back() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=MISCOUNTED, place=AT)
    client = signed_in(event)
    where = address(event, "adjust", 1, "tally")
    assert client.get(where).status_code == 200
    preview = words(client.post(where, TALLY | {"key": "put right"}))
    assert "moves out</span><h2>Guest 3</h2><p>Place 3 to 4</p>" in preview
    assert "moves in</span><h2>Guest 4</h2><p>Place 4 to 3</p>" in preview
    assert not Adjustment.objects.exists()
    done = words(client.post(where, TALLY | {"key": "put right", "step": "save"}, follow=True))
    assert "the tally of Guest 3 is corrected" in done
    assert "moves in" in words(client.get(address(event, "cancel_adjustment", 1)))
    back = words(
        client.post(
            address(event, "cancel_adjustment", 1), {"key": "c", "reason": "No"}, follow=True
        )
    )
    assert "Adjustment 1 is cancelled." in back


def test_a_ruling_gives_its_table_more_time_while_its_round_is_open() -> None:
    event = played_event()
    client = signed_in(event)
    page = words(make(client, event))
    assert "More time for the table, in minutes" in page
    said = {"do": "extra", "table": 1, "minutes": "5", "ruling": 1}
    answer = client.post(address(event, "set_clock"), said)
    assert answer.headers["Location"] == address(event, "ruling", 1)
    assert "Table 1: 5 minutes more." in words(client.get(address(event, "ruling", 1)))
    told = Client().get(address(event, "round_call")).json()
    assert (told["state"], told["extra"]) == ("", {"1": 5})


@pytest.mark.parametrize(
    ("kind", "more", "said"),
    [
        ("tally", TALLY | {"hand": "9Z"}, "9Z"),
        ("tally", TALLY | {"game": 9}, "There is no round 1, table 1, game 9"),
        ("tally", TALLY | {"table": 9}, "Select a valid choice"),
        ("points", {"guest": "P003", "points": 0, "into": "1", "reason": "So"}, "not 0"),
        (
            "points",
            {"guest": "P003", "points": 9999, "into": "1", "reason": "So"},
            "from -500 to 500",
        ),
        ("void", {"round": 1, "table": 1, "game": 1, "reason": ""}, "This field is required"),
    ],
)
def test_an_adjustment_that_cannot_be_is_said_at_its_field(
    kind: str, more: dict[str, Any], said: str
) -> None:
    event = played_event()
    make_ruling(event, sign(), claim=MISCOUNTED, place=AT)
    answer = signed_in(event).post(
        address(event, "adjust", 1, kind), {"key": "k", "step": "save"} | more
    )
    assert (answer.status_code, said in words(answer)) == (422, True)
    assert not Adjustment.objects.exists()


def test_across_a_sealed_line_it_waits_for_the_second_official() -> None:
    event = sealed_event()
    make_ruling(event, sign(), claim=MISCOUNTED, place=AT)
    head, second = signed_in(event, Role.HEAD_UMPIRE), official(event, Role.ORGANISER, "second")
    head.post(address(event, "adjust", 1, "tally"), TALLY | {"key": "two", "step": "save"})
    waiting = Pending.objects.get(event=event)
    assert not Adjustment.objects.exists()
    approve(
        event,
        waiting.pk,
        Signature(Actor("Second", second.pk), NOW, "agreed"),
        seen_state=waiting.preview["seen"],
    )
    made = Adjustment.objects.get(event=event)
    assert (made.kind, made.entry.body["witness"]) == (AdjustmentKind.TALLY, "Second")


def test_the_list_finds_by_word_table_situation_and_state() -> None:
    event = played_event(guests=10)
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    make_ruling(event, sign(), claim=LAST_CARD, place=Where(1, 2, 1))
    accept(event, 2, sign())
    client = signed_in(event, Role.UMPIRE)

    def found(**asked: Any) -> list[int]:
        table = client.get(address(event, "rulings"), asked).context["table"]
        return [row.record["number"] for row in table.rows]

    assert found() == [2, 1]
    assert found(q="SP-19") == [1]
    assert found(table="2") == found(kind="last_card_not_said") == found(show="accepted") == [2]
    assert found(show="given", sort="number") == [1]
    assert found(q="<script>") == []


def test_a_ruling_page_costs_at_most_fifteen_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = played_event(guests=10)
    client = signed_in(event)
    for number in range(4):
        make_ruling(
            event, sign(), claim=(QUEEN, LAST_CARD)[number % 2], place=Where(1, 1 + number % 2, 1)
        )
        change = Change(AdjustmentKind.POINTS, "Repeated", number + 1, "P003", 5, 1)
        adjust(event, change, sign())
    for name, args in (("ruling", [3]), ("ruling", [4]), ("rulings", []), ("ruling_report", [4])):
        with django_assert_max_num_queries(15):
            assert client.get(address(event, name, *args)).status_code == 200
    played, told = (words(client.get(address(event, "ruling", number))) for number in (3, 4))
    assert ["Replay the play" in shown for shown in (played, told)] == [True, False]
    assert ["It is about seat B. Said in time: no." in shown for shown in (played, told)] == [
        False,
        True,
    ]
    assert fresh(event).rulings.count() == 4


def test_the_history_of_a_game_names_its_rulings_and_what_they_did_to_it() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    adjust(
        event,
        Change(AdjustmentKind.REPLAY, "Six cards were dealt", 1, place=Place(1, 1, 1)),
        sign(),
    )
    shown = words(signed_in(event).get(address(event, "history", 1, 1, 1)))
    assert "Set aside to be played again, adjustment 1" in shown
    assert "Ruling 1 given" in shown


def test_a_round_with_a_ruling_stays_as_published() -> None:
    event = seated_event(qualifying_rounds=1)
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    with pytest.raises(Refused, match="rulings or answers on record"):
        clear_published(event, 1, sign(), reason="Drawn anew")
