"""The script that a phone fetches: all modules in one, small, and cached by its digest."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from django.test import Client

from tournament.phones import views_pad
from tournament.phones.script import (
    ENTRIES,
    MODULES,
    PACKERS,
    modules,
    packed,
    script,
    small,
)
from tournament.phones.training import training_state

MOST_PACKED = 19_250


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_script_has_its_modules_and_no_import_of_them(entry: str) -> None:
    text = script(entry).plain.decode()
    assert text.count('"http://www.w3.org/2000/svg"') == (entry != "early")
    assert re.findall(r"\bimport\s*[{*\w]", text) == []
    assert "@param" not in text


def test_what_every_game_needs_is_as_small_as_promised() -> None:
    assert gzip.decompress(packed("page")) == script("page").plain
    assert len(packed("page")) < MOST_PACKED


def test_only_the_screens_that_most_games_never_show_are_fetched_apart() -> None:
    page, later = script("page").plain.decode(), script("later").plain.decode()
    for words in ("Yours is kept too.", "Read each game aloud"):
        assert (words in page, words in later) == (False, True)
    assert re.findall(r"export\{([^}]*)\}", later) == [
        "carryOn,conflict,FINISH,finish,finished,followClock,help,keepTwice,laps,match,reason,round,square,withoutLaptop"
    ]


def test_every_module_is_part_of_a_script_but_the_worker() -> None:
    every = {path for path in MODULES.rglob("*.js") if path.parent.name != "vendor"}
    assert {path.name for path in every - set().union(*map(modules, ENTRIES))} == {"worker.js"}


def test_two_names_alike_are_refused_instead_of_one_hiding_the_other(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("export function tap() { return 1; }\n")
    (tmp_path / "two.js").write_text(
        'import { tap } from "./one.js";\nfunction tap() { return 2; }\n'
    )
    with pytest.raises(ValueError, match=r"Two modules of two\.js have a tap"):
        small(tmp_path / "two.js")


def test_the_script_is_packed_and_kept_for_ever_under_its_digest(client: Client) -> None:
    page = client.get("/T/ANYTHING").content.decode()
    found = re.search(r'src="(/pad/script/page\.js\?v=\w{16})"', page)
    assert found is not None
    answer = client.get(found[1], headers={"accept-encoding": "gzip, deflate"})
    assert (answer.headers["Content-Encoding"], answer.headers["Cache-Control"][:24]) == (
        "gzip",
        "public, max-age=31536000",
    )
    assert gzip.decompress(answer.content) == script("page").plain
    assert client.get("/pad/script/page.js?v=old").headers["Cache-Control"] == "no-cache"
    assert client.get("/pad/script/else.js").status_code == 404


@pytest.mark.parametrize("packers", [PACKERS, {"gzip": PACKERS["gzip"]}])
def test_a_script_is_packed_by_brotli_where_the_package_is_there(
    packers: dict[str, Callable[[bytes], bytes]], monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr(views_pad, "PACKERS", packers)
    takes = {"accept-encoding": "gzip, deflate, br"}
    answer = client.get("/pad/script/page.js", headers=takes)
    coding = next(iter(packers))
    assert answer.headers["Content-Encoding"] == coding
    assert answer.content == packed("page", coding)
    assert len(packed("page", coding)) <= len(packed("page"))
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}[coding]
    assert unpack(answer.content) == script("page").plain


def test_the_table_is_asked_for_by_a_script_that_comes_before_the_pads_own(client: Client) -> None:
    page = client.get("/T/ANYTHING").content.decode()
    early, own = (page.index(f"/pad/script/{entry}.js") for entry in ("early", "page"))
    assert early < own
    assert len(packed("early")) < 2_000
    assert "/pad/script/early.js" not in client.get("/pad/training/").content.decode()


def test_the_page_is_the_same_for_every_code_and_sets_no_cookie(client: Client) -> None:
    one, other = client.get("/T/" + "A" * 26), client.get("/P/NONSENSE")
    assert one.content == other.content
    assert not one.cookies
    assert not other.cookies
    assert client.get("/pad/worker.js").headers["Service-Worker-Allowed"] == "/T/"


def test_the_training_table_has_the_values_of_the_rulebook() -> None:
    values = {
        key["key"]: (key["points"], key["has"], key["dear"]) for key in training_state()["keys"]
    }
    assert (values["8"], values["A"], values["X"]) == (
        (30, 4, True),
        (1, 4, False),
        (10, 16, False),
    )
    assert {seat["checker"] for seat in training_state()["games"][0]["seats"]} == set("ABCDE")
