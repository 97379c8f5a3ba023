"""The promises of reliability as the tests hold them, and docs/proofs/promises.md made from them.

`@pytest.mark.promise("No acknowledged save is lost", faults=(5,), figure="kill_sqlite")` marks the
test that proves one, `@pytest.mark.control("test_of_the_promise")` its negative control; `python -m
tests.promises` writes the page.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.figures import FIGURES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proofs" / "promises.md"
FAULTS = ROOT / "tests" / "faults.json"
NOT_RUN = "not run"
HEAD = """# The promises, and what proves them

Made from the tests by `python -m tests.promises`; a test fails when this page is not what the tests
say. Each promise names the test that proves it and its negative control: the same trial with the
protection removed, which must lose. Figures are those of the last `make torture` (see
[torture.md](torture.md)).
"""


LONGER = "the longer run of `{}`, whose control holds for it"
PLANTED = "it plants each fault itself: a look that finds nothing fails it"
WITHOUT_CONTROL: Mapping[str, str] = {
    "test_who_changes_a_wiped_entry_or_the_wiping_itself_is_found": PLANTED,
    "test_every_column_of_every_derived_table_is_compared_with_its_entry": PLANTED,
    "test_a_thousand_changed_values_and_a_cut_tail_are_all_found": PLANTED,
    "test_two_hundred_kills_lose_and_double_nothing_on_sqlite": LONGER.format(
        "test_two_kills_lose_and_double_nothing"
    ),
    "test_two_hundred_kills_lose_and_double_nothing_on_postgresql": LONGER.format(
        "test_two_kills_lose_and_double_nothing"
    ),
    "test_at_each_single_call_of_the_disk_that_fails_nothing_acknowledged_is_lost": LONGER.format(
        "test_at_each_kind_of_call_of_the_disk_that_fails_nothing_acknowledged_is_lost"
    ),
    "test_a_hundred_officials_save_while_five_hundred_look": LONGER.format(
        "test_many_save_at_once_while_many_look_and_nothing_is_missing"
    ),
    "test_the_time_of_a_save_while_somebody_prints_is_told": LONGER.format(
        "test_many_save_at_once_while_many_look_and_nothing_is_missing"
    ),
    "test_a_hundred_officials_save_beside_two_hundred_hostile_connections": LONGER.format(
        "test_many_save_at_once_while_many_look_and_nothing_is_missing"
    ),
    "test_a_thousand_guesses_are_looked_at_ten_times": LONGER.format(
        "test_a_flood_of_guesses_is_looked_at_ten_times_and_hinders_nobody_else"
    ),
    "test_all_hostile_spreadsheets_are_answered_and_their_cost_is_told": LONGER.format(
        "test_a_hostile_spreadsheet_gets_a_sentence_and_little_memory"
    ),
    "test_a_server_on_a_full_disk_refuses_reads_on_and_recovers": (
        "the refusal is SQLite's own; that one which nobody reads would be a 500 is the control of"
        " `test_on_a_full_disk_a_sheet_is_said_not_to_be_saved_and_its_button_saves_it_later`"
    ),
    "test_on_a_full_disk_a_phone_is_told_in_json_and_sends_it_again": (
        "the same reading of the fault as on the page, whose control holds for it"
    ),
    "test_another_laptop_goes_on_from_the_stick": (
        "what was saved after the last copy is lost in the trial itself, and counted"
    ),
    "test_a_copy_brings_everything_back_that_was_saved_before_it": (
        "what was saved after the copy has to be missing in the same trial"
    ),
    "test_no_bytes_break_a_reader": (
        "nothing is there to be taken away: any exception of a reader ends the trial"
    ),
    "test_a_foreign_host_header_is_refused_everywhere": (
        "the refusal is Django's own, and the trial asks under the right name as well"
    ),
    "test_every_answer_says_what_a_browser_may_do_with_it": (
        "it reads each header off each answer: one that is missing fails it"
    ),
    "test_the_deployment_check_is_clean_but_for_an_old_sqlite": (
        "on plain HTTP the same test hears what is lost"
    ),
    "test_nine_times_the_guests_cost_no_page_more_than_their_share": (
        "it compares one page at two sizes: one that grows with its guests fails it"
    ),
    "test_no_page_fails_at_5000_guests": "a page that fails is an answer of 500, which it counts",
    "test_a_paper_shows_such_names_literally": (
        "it looks on the paper for each name as it is written: a changed one is not found"
    ),
    "test_any_name_goes_into_files_or_is_refused_with_a_reason": (
        "it compares what went in with what is read out again: a changed name fails it"
    ),
}
"""Why a promise has no control of its own, in a sentence."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A test with a mark: where it is, what it promises or controls, whether it is a long proof."""

    file: str
    test: str
    words: str
    faults: tuple[int, ...]
    figure: str
    long: bool

    @property
    def where(self) -> str:
        """The test as one would call it, as a link."""
        return f"[{self.test}](../../{self.file})"


@cache
def marked(mark: str) -> tuple[Marked, ...]:
    """Every test of the tree that carries this mark (`promise` or `control`), by file and line."""
    return tuple(_marked(mark))


def _marked(mark: str) -> Iterator[Marked]:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if f"mark.{mark}(" not in text:
            continue
        tree = ast.parse(text)
        long = "torture" in "".join(ast.unparse(node) for node in tree.body if _is_pytestmark(node))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from _of(path, node, mark, long)


def page() -> str:
    """The whole page: the promises by file, then the faults of an evening, each with what proves
    it.
    """
    promises, controls = marked("promise"), marked("control")
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    rows = [_row(promise, controls, figures) for promise in promises]
    table = "\n".join(
        ["| promise | test | last figure | negative control |", "|---|---|---|---|", *rows]
    )
    return f"{HEAD}\n{table}\n\n{_faults(promises)}\n\n{_not_run(figures)}\n"


def _row(one: Marked, controls: Sequence[Marked], figures: dict[str, str]) -> str:
    own = [control.where for control in controls if control.words == one.test]
    return (
        f"| {one.words} | {one.where} | {_figure(one, figures)} |"
        f" {', '.join(own) or f'none: {WITHOUT_CONTROL[one.test]}'} |"
    )


def _figure(one: Marked, figures: dict[str, str]) -> str:
    if one.figure:
        return figures.get(one.figure, "**not run** since this page was made")
    return "**not run** by `make test`" if one.long else "in every `make test`"


def _faults(promises: Sequence[Marked]) -> str:
    names: dict[str, str] = json.loads(FAULTS.read_text(encoding="utf-8"))
    lines = ["## The faults of an evening", "", "| no. | fault | proved by |", "|---|---|---|"]
    for number, fault in names.items():
        proofs = [promise.where for promise in promises if int(number) in promise.faults]
        lines.append(f"| {number} | {fault} | {', '.join(proofs) or '**no test of its own**'} |")
    return "\n".join(lines)


def _not_run(figures: dict[str, str]) -> str:
    lines = [f"* `{name}`: {words}" for name, words in figures.items() if words.startswith(NOT_RUN)]
    return "\n".join(["## Not run, and why", "", *(lines or ["Everything above was run."])])


def _of(path: Path, node: ast.FunctionDef, mark: str, long: bool) -> Iterator[Marked]:
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    for one in node.decorator_list:
        if not (isinstance(one, ast.Call) and ast.unparse(one.func) == f"pytest.mark.{mark}"):
            continue
        more = {word.arg: ast.literal_eval(word.value) for word in one.keywords}
        yield Marked(
            file=str(path.relative_to(ROOT)),
            test=node.name,
            words=ast.literal_eval(one.args[0]),
            faults=tuple(more.get("faults", ())),
            figure=more.get("figure", ""),
            long=long or any("torture" in text for text in decorators),
        )


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
