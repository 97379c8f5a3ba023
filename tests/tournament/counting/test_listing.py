"""Guests listed as they were before an entry; and older entries that do not say how that was."""

from typing import Any

import pytest

from scoring.counting.tally import Player
from tournament.counting.history_entries import Entry
from tournament.counting.history_listing import undo_listing

ANN, BEN = Player("ann", "Ann", "Cooks", status="late"), Player("ben", "Ben")
SAYS = "Entry 9 is of an older kind and does not say how guests were listed before it."


def undone(kind: str, body: dict[str, Any], *earlier: Entry) -> tuple[dict[str, Player], str]:
    """The field before an entry, and what is said of it."""
    field = {"ann": ANN, "ben": BEN}
    said = undo_listing(field, Entry(9, kind, body), list(earlier))
    return field, said


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("attendance", {"guest": "ann", "before": "registered", "after": "late"}),
        ("door", {"absent": [{"guest": "ann", "before": "registered"}]}),
        ("next_round", {"gone": {"ann": "registered"}, "late": []}),
        ("next_round", {"gone": {}, "late": ["ann"]}),
        (
            "substitute",
            {"guest": "ben", "before": "registered", "comes": "ann", "comes_before": "registered"},
        ),
        ("unsubstitute", {"listed": {"ann": "registered"}}),
        ("reopen_door", {"listed": {"ann": "registered"}}),
        ("open_table", {"round": 2, "listed": {"ann": "registered"}}),
        (
            "guest",
            {"act": "change", "guest": "ann", "before": {"status": "registered", "title": "Mrs"}},
        ),
        (
            "guest",
            {
                "act": "import",
                "added": [],
                "changed": [{"guest": "ann", "before": {"status": "registered"}}],
            },
        ),
    ],
)
def test_a_guest_is_listed_as_before_the_entry(kind: str, body: dict[str, Any]) -> None:
    field, said = undone(kind, body)
    assert (field["ann"].status, field["ann"].livery, said) == ("registered", "Cooks", "")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("walk_in", {"guests": ["ann"]}),
        ("guest", {"act": "add", "guest": "ann"}),
        ("guest", {"act": "hold", "guests": ["ann"]}),
        ("guest", {"act": "import", "added": ["ann"], "changed": []}),
    ],
)
def test_who_came_with_the_entry_was_not_there_before(kind: str, body: dict[str, Any]) -> None:
    field, said = undone(kind, body)
    assert (sorted(field), said) == (["ben"], "")


def test_who_was_taken_off_the_list_is_on_it_again() -> None:
    before = {
        "name": "Cleo",
        "badge": 3,
        "livery": None,
        "office": "",
        "host_connected": True,
        "status": "registered",
    }
    field, said = undone("guest", {"act": "remove", "guest": "cleo", "before": before})
    assert (field["cleo"], said) == (Player("cleo", "Cleo", host_connected=True), "")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("unsubstitute", {}),
        ("reopen_door", {"of": 3}),
        ("open_table", {"round": 2}),
        (
            "guest",
            {"act": "import", "added": [], "changed": [{"guest": "ann", "changed": ["name"]}]},
        ),
        ("guest", {"act": "remove", "guest": "cleo", "before": {"name": "Cleo", "badge": 3}}),
    ],
)
def test_an_older_entry_that_does_not_say_is_named(kind: str, body: dict[str, Any]) -> None:
    field, said = undone(kind, body)
    assert (field["ann"], said) == (ANN, SAYS)


def test_taking_a_round_back_lists_guests_anew_only_where_it_was_drawn_after_a_break() -> None:
    drawn = Entry(7, "next_round", {"round": 2, "gone": {"ann": "registered"}, "late": []})
    quiet = Entry(7, "next_round", {"round": 2, "gone": {}, "late": []})
    back = {"round": 2}
    assert [undone("unpublish", back, *earlier)[1] for earlier in ((), (quiet,), (drawn,))] == [
        "",
        "",
        SAYS,
    ]
    assert undone("unpublish", back, drawn, Entry(8, "unpublish", back))[1] == ""
    assert (
        undone("unpublish", back | {"listed": {"ann": "withdrawn"}}, drawn)[0]["ann"].status
        == "withdrawn"
    )
    assert undone("seal", {}) == ({"ann": ANN, "ben": BEN}, "")
