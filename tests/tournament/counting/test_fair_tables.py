"""A declared par of tables: its own column in every output, frozen with the first result, and
nothing without it.
"""

import io
import json
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tournament.ending import following, fresh, signed_in
from tests.tournament.evening import NOW, add_guests, new_event, save, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.counting.chances import Chances, event_chances
from tournament.entry.acts_cards import record_round_total
from tournament.event.acts import change_event
from tournament.ledger.chain import tail
from tournament.models import Event
from tournament.refusal import Refused

pytestmark = pytest.mark.django_db
PAR = "4: 15.7, 5: 16.4, 6: 16.5"
TABLES = (("P001", "P002", "P003", "P004"), ("P005", "P006", "P007", "P008", "P009"))


def played(par: str = PAR) -> Event:
    """A table of four and one of five, three games each: two points come to whoever sat at four."""
    event = seated_event(
        9, tables=TABLES, table_par=par, qualifying_rounds=1, games_per_round=3, cut_size=3
    )
    for game in (1, 2, 3):
        save(event, ("out", "=7", "=9", "=12"), (1, 1, game))
        save(event, ("out", "=8", "=9", "=13", "=14"), (1, 2, game))
    return fresh(event)


def totals(event: Event, until: int | None = None) -> dict[str, tuple[int, int]]:
    """Total and par of every guest."""
    return {
        standing.player: (standing.total, standing.par)
        for standing in compute(event, until=until).standings
    }


def test_games_at_a_table_of_four_are_corrected_and_those_at_five_are_not() -> None:
    found = totals(played())
    assert [found[ref] for ref in ("P001", "P002", "P005", "P006")] == [
        (2, 2),
        (23, 2),
        (0, 0),
        (24, 0),
    ]
    assert {par for _total, par in totals(played("")).values()} == {0}


def page(client: Client, event: Event, path: str) -> str:
    """A page of the event."""
    answer = client.get(f"/e/{event.slug}/{path}")
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return bytes(content).decode()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("standings/", "Table par"),
        ("cut/", "table par +2"),
        ("board/", "par +2"),
        ("as-of/", "Table par"),
        ("paper/standings/", ">Par<"),
        ("paper/the-ten/", "Totals hold the declared par of tables"),
        ("guests/1/why/", "+2 by the par of tables"),
        ("files/standings.csv", "table_par"),
    ],
)
def test_every_output_shows_it_where_it_is_declared_and_none_where_it_is_not(
    path: str, said: str
) -> None:
    event = following(played())
    client = signed_in(event)
    assert said in page(client, event, path)
    Event.objects.filter(pk=event.pk).update(table_par="", version=event.version + 1)
    assert said not in page(client, event, path)


def test_the_files_hold_it_beside_their_usual_columns() -> None:
    event = played()
    client = signed_in(event)
    rows = [line.split(",") for line in page(client, event, "files/standings.csv").splitlines()]
    assert (rows[0][-2:], rows[1][:2], rows[1][-1]) == (["qualified", "table_par"], ["1", "1"], "0")
    document = json.loads(page(client, event, "files/standings.json"))
    assert [standing.get("table_par") for standing in document["standings"]] == [
        None,
        2,
        2,
        None,
        None,
        2,
        2,
        None,
        None,
    ]
    answer: Any = client.get(f"/e/{event.slug}/files/standings.xlsx")
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    sheet = load_workbook(io.BytesIO(content))["Standings"]
    head = [cell.value for cell in sheet[1]]
    column = head.index("Table par")
    assert head[column + 1] == "Total"
    assert [row[column].value for row in sheet.iter_rows(min_row=2)] == [0, 2, 2, 0, 0, 2, 2, 0, 0]
    assert str(sheet.cell(row=2, column=column + 2).value).endswith(
        f":{sheet.cell(row=2, column=column + 1).coordinate})"
    )


def test_it_goes_out_to_an_archive_and_comes_in_again() -> None:
    document = archive(played())
    assert document["event"]["table_par"] == PAR
    assert totals(import_evening(document, NOW)) == totals(played())
    assert "table_par" not in archive(played(""))["event"]


def test_it_is_held_with_the_first_result() -> None:
    event = seated_event(5)
    assert change_event(event, {"table_par": PAR}, sign(), reason="Declared late").table_par == PAR
    save(event, ("out", "8", "A", "K", "Q"))
    with pytest.raises(Refused, match="Sheets were accepted under these rules"):
        change_event(event, {"table_par": ""}, sign(), reason="No more")


def test_as_of_a_number_it_is_what_was_declared_then() -> None:
    event = seated_event(4, tables=(TABLES[0],), qualifying_rounds=1, games_per_round=3)
    before = tail(event).number
    event = change_event(event, {"table_par": PAR}, sign(), reason="Declared late")
    for game in (1, 2, 3):
        save(event, ("out", "=7", "=9", "=12"), (1, 1, game))
    assert totals(event, tail(event).number) == totals(event)
    assert compute(event, until=before).table_par == ""


def test_a_card_that_bears_a_total_alone_is_corrected_by_the_games_it_is_of() -> None:
    event = seated_event(
        4, tables=(TABLES[0],), table_par=PAR, qualifying_rounds=1, games_per_round=3
    )
    record_round_total(event, (1, "P004"), 30, sign(), reason="The card bears no games")
    for game in (1, 2, 3):
        save(event, ("out", "=7", "=9"), (1, 1, game))
    assert totals(event) == {"P001": (2, 2), "P002": (23, 2), "P003": (29, 2), "P004": (32, 2)}
    assert totals(event, tail(event).number) == totals(event)


def test_who_is_absent_leaves_a_smaller_table() -> None:
    event = seated_event(5, table_par="4: 15.4, 5: 16.4", qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "=8", "=9", "=13", "absent"))
    assert {par for _total, par in totals(event).values()} == {1}


@pytest.mark.parametrize("text", ["4: 15.7", "five", "5: 16.4\0"])
def test_the_page_refuses_what_is_no_par(text: str) -> None:
    event = new_event()
    add_guests(event, 5)
    client = signed_in(event)
    form = client.get(f"/e/{event.slug}/settings/").context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"table_par": text}
    answer = client.post(f"/e/{event.slug}/settings/", sent)
    assert fresh(event).table_par == ""
    assert "table_par" in answer.context["form"].errors


def test_a_game_without_points_at_tables_takes_no_par() -> None:
    event = new_event(game="switch", table_par=PAR)
    assert compute(event).table_par == ""


def test_chances_reckon_with_what_the_par_will_add_to_games_to_come() -> None:
    """Nobody else has a game at the small table to come: a hundred points a game more there cost
    its chances.
    """
    shares: list[list[float]] = []
    for par in ("", "4: 16.4, 5: 16.4", "4: 0.0, 5: 100.0"):
        event = seated_event(
            9,
            tables=TABLES,
            table_par=par,
            qualifying_rounds=1,
            games_per_round=2,
            cut_size=3,
            slug=f"par{len(shares)}",
        )
        save(event, ("out", "=7", "=9", "=12"))
        save(event, ("out", "=7", "=9", "=12", "=14"), (1, 2, 1))
        told = event_chances(fresh(event))
        assert isinstance(told, Chances)
        shares.append([told.of_player[ref].share for ref in TABLES[0]])
    assert shares[0] == shares[1]
    assert sum(shares[2]) < sum(shares[0]) / 10
    assert isinstance(event_chances(played()), Chances)
