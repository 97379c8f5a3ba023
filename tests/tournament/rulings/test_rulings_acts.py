"""Rulings: numbered and kept, accepted or overruled by a further row, and alike in alike cases."""

import pytest
from django.db import DatabaseError, transaction

from tests.tournament.ending import played_event
from tests.tournament.evening import UMPIRE, save, seated_event, sign
from tests.tournament.rulings.rulings import LAST_CARD, MISCOUNTED, QUEEN
from tournament.counting.rulings import (
    Where,
    decided,
    outstanding,
    outstanding_words,
    precedents,
    state,
)
from tournament.home.hindrances import Waiting, wants_a_word_why
from tournament.models import Decision, Event, LedgerEntry, Ruling
from tournament.refusal import Refused
from tournament.rulings.acts import accept, explain, make_ruling, overrule
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db
AT = Where(1, 1, 1)
STANDS = {"act": "stands", "rectification": "The Queen stays, as nobody minded."}


@pytest.fixture
def event() -> Event:
    """Ten guests at two tables, one round of two games."""
    return seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=3)


def test_an_answer_becomes_a_numbered_ruling_of_five_parts_with_its_entry(event: Event) -> None:
    made = make_ruling(event, sign(), claim=QUEEN, place=AT)
    assert (made.number, made.seat, made.guest and made.guest.ref) == (1, "C", "P003")
    assert list(made.answer)[2:7] == ["finding", "law", "rectification", "penalty", "finality"]
    assert "SP-19" in made.clauses.split()
    assert (made.entry.kind, made.entry.body["answer"]) == ("ruling", made.answer)
    assert state(made) == "given"
    assert make_ruling(event, sign(), claim=LAST_CARD, place=AT).number == 2


def test_the_same_request_twice_is_one_ruling(event: Event) -> None:
    first = make_ruling(event, sign("once"), claim=QUEEN, place=AT)
    assert make_ruling(event, sign("once"), claim=QUEEN, place=AT).pk == first.pk
    assert Ruling.objects.filter(event=event).count() == 1


def test_a_ruling_is_not_changed_and_not_deleted(event: Event) -> None:
    made = make_ruling(event, sign(), claim=QUEEN, place=AT)
    accept(event, made.number, sign())
    for rows in (Ruling.objects.filter(pk=made.pk), Decision.objects.filter(ruling=made)):
        with pytest.raises(DatabaseError, match="past is not changed"), transaction.atomic():
            rows.update(event=event)
        with pytest.raises(DatabaseError, match="past is not changed"), transaction.atomic():
            rows._raw_delete(rows.db)


def test_overruling_is_a_further_row_and_both_stay(event: Event) -> None:
    made = make_ruling(event, sign(), claim=QUEEN, place=AT)
    overrule(event, 1, sign(), reason="All at the table had agreed on it", own=STANDS)
    found = Ruling.objects.get(pk=made.pk)
    assert found.answer["rectification"]["act"] == "restore"
    assert decided(found) == ("stands", "none", 0)
    assert state(found) == "overruled"
    with pytest.raises(Refused, match="overruled: that is what stands"):
        accept(event, 1, sign())
    kinds = LedgerEntry.objects.filter(event=event, kind__contains="ruling").values_list(
        "kind", "actor"
    )
    assert list(kinds.order_by("number")) == [
        ("ruling", UMPIRE.name),
        ("overrule_ruling", UMPIRE.name),
    ]


def test_a_case_alike_is_its_precedent_and_departing_from_it_wants_a_word(event: Event) -> None:
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    overrule(event, 1, sign(), reason="All at the table had agreed on it", own=STANDS)
    second = make_ruling(event, sign(), claim=QUEEN, place=Where(1, 2, 1))
    assert second.precedent
    assert second.precedent.number == 1
    assert second.departs
    assert [one.number for one in outstanding(event, 1)] == [2]
    assert outstanding_words(outstanding(event, 1)) == (
        "Ruling 2 departs from an earlier one: say why first."
    )
    explain(event, 2, sign(), reason="Here nobody had agreed on anything")
    assert outstanding(event, 1) == []
    third = make_ruling(event, sign(), claim=QUEEN, place=Where(1, 2, 2))
    assert (third.precedent and third.precedent.number, third.departs) == (2, False)


def test_another_situation_or_moment_is_no_precedent(event: Event) -> None:
    made = make_ruling(event, sign(), claim=QUEEN, place=AT)
    clauses = made.clauses.split()
    assert [
        precedent.number for precedent in precedents(event, made.kind, made.noticed, clauses)
    ] == [1]
    assert precedents(event, made.kind, "after_game", clauses) == []
    assert precedents(event, "last_card_not_said", made.noticed, clauses) == []
    assert precedents(event, made.kind, made.noticed, clauses[1:]) == []


def test_a_second_ruling_refers_to_the_first(event: Event) -> None:
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    second = make_ruling(event, sign(), claim=MISCOUNTED, place=AT, refers_to=1)
    assert second.refers_to
    assert second.refers_to.number == 1
    with pytest.raises(Refused, match="There is no ruling 9 this evening"):
        make_ruling(event, sign(), claim=MISCOUNTED, place=AT, refers_to=9)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (Where(1, 3, 1), "There is no table 3 in round 1"),
        (Where(1, 10**30, 1), "There is no table"),
        (Where(2, 1), "There is no table 1 in round 2"),
        (Where(1, 1, 9), "There is no round 1, table 1, game 9"),
    ],
)
def test_a_table_or_game_that_is_not_there_is_said_so(
    event: Event, where: Where, words: str
) -> None:
    with pytest.raises(Refused, match=words):
        make_ruling(event, sign(), claim=QUEEN, place=where)
    assert not Ruling.objects.filter(event=event).exists()


def test_what_is_wrong_with_a_claim_is_said_and_a_ruling_needs_all_its_parts(event: Event) -> None:
    save(event, ("out", "8", "3", "4", "5"))
    made = make_ruling(event, sign(), claim=QUEEN)
    assert (made.table, made.game, made.guest) == (None, None, None)
    with pytest.raises(Refused, match="knows no irregularity"):
        make_ruling(event, sign(), claim={"kind": "nothing"}, place=AT)
    with pytest.raises(Refused, match="Nobody sits at seat F"):
        make_ruling(
            event,
            sign(),
            claim=QUEEN | {"seat": 6, "facts": QUEEN["facts"] | {"players": 6}},
            place=AT,
        )
    part = {name: value for name, value in made.answer.items() if name != "penalty"}
    with pytest.raises(Refused, match="lacks its penalty"):
        make_ruling(event, sign(), claim=QUEEN, answer=part, place=AT)
    with pytest.raises(Refused, match="Say why"):
        overrule(event, 1, sign(), reason=" ", own=STANDS)
    with pytest.raises(Refused, match="needs no reason"):
        explain(event, 1, sign(), reason="x")
    with pytest.raises(Refused, match="decided instead"):
        overrule(event, 1, sign(), reason="So be it", own={})


def test_a_round_is_closed_once_every_departure_has_its_word_and_the_home_says_so() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    overrule(event, 1, sign(), reason="All at the table had agreed on it", own=STANDS)
    make_ruling(event, sign(), claim=QUEEN, place=AT)
    nobody = Waiting(0, 0, 0, 0, 0, 0, 0)
    assert [one.words for one in wants_a_word_why(event, nobody)] == ["1 ruling without its reason"]
    with pytest.raises(Refused, match="Ruling 2 departs from an earlier one: say why first"):
        close_round(event, 1, sign())
    explain(event, 2, sign(), reason="Here nobody had agreed")
    assert list(wants_a_word_why(event, nobody)) == []
    assert not close_round(event, 1, sign()).open
