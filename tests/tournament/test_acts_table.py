"""The table of acts and reverses says what the code has, and each row is proved somewhere."""

from functools import cache
from pathlib import Path

import pytest

from tests.tournament.acts_table import PAGE, ROOT, acts, page_with
from tests.tournament.trials import TRIALS, around, ending, mending, results, seating
from tests.tournament.trials.matches import MATCH_TRIALS

ALL_TRIALS = (*TRIALS.values(), *MATCH_TRIALS.values())
BY_TRIAL = {trial.act for trial in ALL_TRIALS} | {trial.reverse for trial in ALL_TRIALS}
COUNTED = "test_costs_of_the_rest.py"
"""To count what an act asks is no proof of what it does."""
TESTS = tuple(
    path
    for path in sorted((ROOT / "tests" / "tournament").rglob("test_*.py"))
    if path.name != COUNTED
)
assert {seating, results, ending, mending, around}


def test_the_table_is_that_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page_with(text) == text, "run: make format"


def test_every_act_names_its_reverse() -> None:
    assert [f"{act.file}.{act.name}" for act in acts() if not act.reverse] == []


def test_every_row_is_proved_by_a_trial_or_by_a_test_of_its_own() -> None:
    named = {path: path.read_text(encoding="utf-8") for path in TESTS}
    unproved = [
        act.name for act in acts() if act.name not in BY_TRIAL and not _tested(act.name, named)
    ]
    assert sorted(unproved) == sorted(ON_PAGES)
    for name, (file, words) in ON_PAGES.items():
        assert words in (ROOT / "tests" / "tournament" / file).read_text(encoding="utf-8"), name


def _tested(name: str, named: dict[Path, str]) -> bool:
    """Whether a test calls the act."""
    return any(
        f"{name}(" in text or f"partial({name}" in text or f"{name}," in text
        for text in named.values()
    )


@cache
def copied_before() -> frozenset[str]:
    """The acts that make a copy first; the code is read for all of them once."""
    return frozenset(act.name for act in acts() if act.copied)


@pytest.mark.parametrize("name", sorted({trial.reverse for trial in ALL_TRIALS}))
def test_a_copy_of_the_database_is_made_before_every_reverse(name: str) -> None:
    copied = copied_before()
    own = {trial.act for trial in ALL_TRIALS if trial.act == trial.reverse}
    assert name in copied | own | FORWARD


ON_PAGES = {
    "keep_typed": ("entry/test_desk.py", "TypedHand.objects.count()"),
    "key_again": ("entry/test_desk.py", "does_not_see_the_first_and_equal_is_checked"),
    "create_organiser": ("home/test_start.py", 'client.post("/own/"'),
    "change_password": ("home/test_account.py", 'here.post("/account/"'),
    "decline_appointment": ("home/test_account.py", 'hugo.post("/asked/"'),
    "take_back_appointment": ("home/test_account.py", "/officials/asked/"),
    "record_from_phone": ("phones/test_rescue.py", "rescue"),
    "record_match_from_phone": ("phones/test_pad_match.py", 'phone.post("match"'),
    "order_seats": ("phones/test_pad_calls.py", 'phone.post("order"'),
    "lay_extra_game": ("counting/test_extra_game.py", "open_extra_game("),
}
"""Acts that tests do through their page alone: the file, and a word of it."""
FORWARD = frozenset(
    {"record_sheet", "correct_sheet", "ask", "withdraw_ask", "lay_round", "let_meet"}
    | {"undo_check_in", "read_back"}
    | {"wait_again", "revoke_phone", "remove_screen", "note_arrived"}
)
"""Reverses that overwrite nothing: versions stay in the database for good, and marks of the hour
are set again.
"""


def test_the_control_finds_a_row_that_was_edited() -> None:
    text = PAGE.read_text(encoding="utf-8")
    edited = text.replace("| `seal_cut` |", "| `seal_cuts` |")
    assert edited != text
    assert page_with(edited) == page_with(text) != edited
