"""Open questions weighed in simulated play, and the figures that stand in the rulebooks."""

from random import Random

import pytest

from scoring.__main__ import main
from scoring.commands.questions import GAMES
from scoring.foresight.weighing import TABLE, weigh
from scoring.games.registry import ENGINES
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.readings import readings
from tests.scoring import weight_of_questions


def measured(
    game: str, games: int, players: int = TABLE, options: str = ""
) -> dict[str, tuple[int, int]]:
    found = weigh(rulebook(game).rules(options), games, Random(f"weights {game}"), players)
    return {weight.question: (weight.turned, weight.follows) for weight in found}


def test_the_table_of_questions_is_current() -> None:
    assert weight_of_questions.FILE.read_text(encoding="utf-8") == weight_of_questions.text()


@pytest.mark.parametrize("game", ENGINES)
def test_questions_are_shown_by_how_often_they_turn_a_verdict(game: str) -> None:
    book = RULEBOOKS[game]
    order = [(-weight.turned, -weight.follows) for weight in book.weights]
    assert order == sorted(order)
    assert [weight.question for weight in book.weights] == [
        reading.id for reading in readings(book.rules())[: len(book.weights)]
    ]
    assert {weight.question for weight in book.weights} <= {
        question.id for question in book.questions
    }


@pytest.mark.parametrize("game", ["swedish_pursuit", "switch"])
def test_the_same_games_give_the_same_figures_and_the_heaviest_question_is_among_the_first(
    game: str,
) -> None:
    found = measured(game, 3)
    assert found == measured(game, 3)
    assert next(iter(found)) in RULEBOOKS[game].most_asked[:3]


def test_a_blocked_end_and_every_game_can_be_weighed() -> None:
    ottawa, pursuit = measured("ottawa", 1), measured("pursuit", 1)
    assert ("OT-A11" in ottawa, "PU-A2" in pursuit) == (True, True)
    assert measured("mau_mau", 2)["MM-A13"] == (100, 0), "another deal turns every set-up"
    assert measured("mau_mau", 2)["MM-A15"][0] > 0, "a Jack was left in a hand that was counted"
    blocked = measured("swedish_pursuit", 12)
    assert blocked["SP-A16"][1] > 0


@pytest.mark.torture
@pytest.mark.parametrize("game", ENGINES)
def test_the_figures_in_the_rulebooks_are_those_measured(game: str) -> None:
    assert measured(game, GAMES) == {
        weight.question: (weight.turned, weight.follows) for weight in RULEBOOKS[game].weights
    }


@pytest.mark.torture
@pytest.mark.parametrize("game", ENGINES)
def test_the_figures_of_other_tables_are_those_measured_there(game: str) -> None:
    for weight in RULEBOOKS[game].elsewhere:
        found = measured(game, GAMES, weight.players, weight.options)
        assert found.get(weight.question, (0, 0)) == (weight.turned, weight.follows)


def test_a_question_that_only_another_table_meets_is_weighed_there() -> None:
    assert measured("mau_mau", 1, 6, "packs=two")["MM-A14"] == (100, 0), "six sit at one table"
    assert "MM-A14" not in measured("mau_mau", 1)
    assert measured("swedish_pursuit", 1, 2)["SP-A19"][1] > 0, "a Queen was laid between two"


def test_the_command_measures_and_says_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["questions", "swedish-pursuit", "--measure", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("SWEDISH PURSUIT", "")
    assert all(len(line.split()) == 3 for line in lines[1:-1])
    measuring = ["questions", "mau-mau", "--measure", "--games", "1"]
    assert main([*measuring, "--players", "6", "--options", "packs=two"]) == 0
    assert "MM-A14 100 0" in capsys.readouterr().out.splitlines()
    assert main([*measuring, "--options", "packs=three"]) == 2
    assert "The option “packs” cannot be “three”." in capsys.readouterr().err
    assert main(["questions", "swedish-pursuit", "--measure", "--games", "0"]) == 2
    assert "--games is from 1 to 10000." in capsys.readouterr().err
    assert main(["questions", "swedish-pursuit"]) == 0
    said = capsys.readouterr().out
    assert "    In a hundred games: " in said
    assert said.index("SP-A2,") < said.index("SP-A41") < said.index("SP-A28")
