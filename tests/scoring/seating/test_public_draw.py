"""A draw in public: the digest before, the cards of the room, and the same draw once more."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.seating import Seating, Sitter, Wishes
from scoring.seating.public_draw import (
    PublicDraw,
    commitment,
    cut_cards,
    file_text,
    listed,
    moved,
    read,
    seed,
    values,
)
from tests.scoring.seating.changed import swap

WISHES = Wishes(
    tuple(
        Sitter(
            key,
            livery=("Oak", "Elm", None)[key % 3] if key < 7 else None,
            group=40 if key in (8, 9) else None,
            team="Reds" if key in (12, 13) else None,
            fixed_table=2 if key == 10 else None,
            step_free=key == 11,
        )
        for key in range(1, 17)
    ),
    apart=((1, 16),),
    rooms=("Library", "", "", ""),
    labels=("7", "8", "9", "10"),
    step_free=frozenset({1, 2}),
)
SECRET = "a secret"
CARDS = "QS TH 4C AD"
DRAW = PublicDraw(WISHES, (4, 4, 4, 4), 2, commitment(WISHES, SECRET), SECRET, CARDS)


def saved(folder: Path, draw: PublicDraw, seats: Seating) -> str:
    file = folder / "draw.json"
    file.write_text(file_text(values(draw), seats.rounds), encoding="utf-8")
    return str(file)


def test_four_different_cards_are_cut_in_any_spelling() -> None:
    assert cut_cards("qs, 10h 4C ad") == CARDS
    for wrong in ("QS 10H 4C", "QS QS 4C AD", "QS 10H 4C AD 2D", "JK JK 2D 3D"):
        with pytest.raises(ValueError, match="the 4 different cards"):
            cut_cards(wrong)


def test_the_list_names_no_livery_and_another_list_or_secret_has_another_digest() -> None:
    assert "Oak" not in file_text(values(DRAW), ())
    assert [sitter.livery for sitter in listed(WISHES).sitters[:4]] == [1, None, 2, 1]
    later = replace(WISHES, sitters=(*WISHES.sitters[:-1], Sitter(17)))
    called = replace(WISHES, labels=())
    said = [commitment(*of) for of in ((WISHES, "b"), (later, SECRET), (called, SECRET))]
    assert [digest == DRAW.digest for digest in said] == [False, False, True]


def test_secret_and_cards_make_the_seed_together() -> None:
    seeds = {seed(SECRET, CARDS), seed("b", CARDS), seed(SECRET, "AD TH 4C QS")}
    assert len(seeds) == 3
    assert max(seeds) < 2**48


def test_any_laptop_repeats_it_from_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, DRAW, DRAW.drawn())
    assert read(Path(file).read_text(), "it")[0].drawn() == DRAW.drawn()
    assert main(["draw", file, "--tables"]) == 0
    told = capsys.readouterr().out
    assert "List and secret are those of the digest." in told
    assert "Everybody sits where the draw put them." in told
    first = " ".join(map(str, DRAW.drawn().rounds[0][0]))
    assert f"Round 1, table 1: {first}\n" in told


def test_who_was_exchanged_afterwards_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = DRAW.drawn()
    one, other = drawn.rounds[1][0][0], drawn.rounds[1][3][1]
    assert one is not None
    assert other is not None
    changed = swap(drawn, one, other, 2)
    assert sorted(moved(drawn, changed.rounds), key=int) == sorted([one, other], key=int)
    assert main(["draw", saved(tmp_path, DRAW, changed)]) == 1
    assert "2 guests sit elsewhere than drawn: " in capsys.readouterr().out


def test_another_secret_than_the_one_shown_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(DRAW, secret="b")
    assert main(["draw", saved(tmp_path, other, other.drawn())]) == 1
    assert "List or secret are NOT those of the digest." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"form": "another"}, "this is no file of a public draw"),
        ({"list": 3}, "this is no file of a public draw"),
        ({"sizes": [4, 4]}, "this is no file of a public draw"),
        ({"rounds": "two"}, "this is no file of a public draw"),
        ({"sizes": [16, 0]}, "this is no file of a public draw"),
        ({"rounds": 1}, "this is no file of a public draw"),
        ({"sizes": [16]}, "table 2"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_a_sentence(
    changed: dict[str, object],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = Path(saved(tmp_path, DRAW, DRAW.drawn()))
    file.write_text(json.dumps(json.loads(file.read_text()) | changed), encoding="utf-8")
    assert main(["draw", str(file)]) == 2
    assert said in capsys.readouterr().err
