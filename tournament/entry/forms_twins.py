"""The same sheet twice, told while it is typed: before anything is saved, and also of two games of
one grid.
"""

from collections.abc import Iterator

from scoring.counting.sheet import Finding
from scoring.formats import check
from tournament.counting.formats import play_of
from tournament.counting.submission import Place, sheet_of
from tournament.entry.forms_grid import GridForm
from tournament.entry.place import find
from tournament.entry.twin import KIND, NONE, SCALE, Twin, finding_of, number_of, twin_of
from tournament.models import Event


def twins_typed(
    event: Event, table: tuple[int, int], form: GridForm
) -> Iterator[tuple[Finding, dict[str, object]]]:
    """Each whole game of the form that can be right, and says the same as one before it there or as
    one that is in: what is said of it, and the same as the page's script takes it, with the number
    of the other game where that is of this table (0 elsewhere). A query for each whole game.
    """
    play, before = play_of(event), list[tuple[Twin, Place]]()
    for column in form.columns:
        if column.empty or column.missing or column.faults or KIND in form.stand(column.game):
            continue
        place = Place(*table, column.game)
        submission = column.submission(place)
        twin = twin_of(play, submission)
        # The packs of the table are counted when it is saved.
        findings = check(sheet_of(submission, packs=2), *play)
        if twin == NONE or any(finding.refused for finding in findings):
            continue
        facts = find(event, place, "", twin)
        first = next((number_of(spot) for other, spot in before if other == twin), None)
        first = first or (facts.twin if facts else None)
        before.append((twin, place))
        if finding := finding_of(twin, first, submission, play.format.unit):
            own_table = (first or 0) // SCALE == number_of(place) // SCALE
            number = (first or 0) % SCALE if own_table else 0
            field = f"flag_{column.game}_{KIND}"
            about = {"game": column.game, "text": finding.text, "first": number, "field": field}
            yield finding, about
