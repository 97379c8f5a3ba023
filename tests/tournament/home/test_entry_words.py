"""Whatever is entered, and whatever is declared, has words of its own: never the name that the
program has for it.
"""

import pytest
from django.db.models import Field

from scoring.words import capital
from tests.tournament.evening import new_event
from tournament.event.copied import COPIED
from tournament.event.words import called
from tournament.home.words import OF_A_GAME, OF_A_ROUND, OWN, PLAIN, UNNAMED, entry_words
from tournament.ledger.own import BY_ROWS
from tournament.ledger.own import OWN as LED
from tournament.models import Event, LedgerEntry
from tournament.seating.words import KINDS

ONE_WORD = frozenset({"name", "time_zone", "date", "venue", "charity", "prizes", "is_demo"})
"""What people call by the same plain word, and what nobody changes."""


@pytest.mark.promise("Whatever is entered has words of its own")
def test_each_kind_of_entry_has_words() -> None:
    worded = {*OF_A_GAME, *OF_A_ROUND, *OWN, *PLAIN, *KINDS, "substitute", "unsubstitute"}
    assert (BY_ROWS | set(LED)) - worded == set()


@pytest.mark.django_db
@pytest.mark.control("test_each_kind_of_entry_has_words")
def test_a_kind_that_nobody_worded_is_not_told_by_its_name() -> None:
    entry = LedgerEntry(event=new_event(), kind="take_all_back", body={})
    assert entry_words(entry, {}, entry.event) == UNNAMED


@pytest.mark.django_db
def test_what_finalists_answer_is_told_of_one_by_name_and_of_many_in_number() -> None:
    event = new_event()
    names = {"g1": "Guest 1", "g2": "Guest 2", "g3": "Guest 3"}
    answers = {
        ("g1",): "Guest 1 is here for the play-off",
        ("g1", "g2"): "Guest 1 and Guest 2 are here for the play-off",
        ("g1", "g2", "g3"): "3 finalists are here for the play-off",
    }
    for refs, words in answers.items():
        entry = LedgerEntry(kind="reply", body={"guests": list(refs), "declined": False})
        assert entry_words(entry, names, event) == words
    declined = LedgerEntry(kind="reply", body={"guests": ["g2"], "declined": True})
    assert entry_words(declined, names, event) == "Guest 2 declined"


def test_each_setting_has_a_name_for_people() -> None:
    columns = {column.name for column in Event._meta.get_fields() if isinstance(column, Field)}
    settings = columns & (COPIED | {"sign_in_secret", "tablet_secret", "guests_check_in"})
    unnamed = {name for name in settings if called(name) == capital(name.replace("_", " "))}
    assert unnamed - ONE_WORD == set()
