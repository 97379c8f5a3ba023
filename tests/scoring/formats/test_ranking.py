"""A field ranked by any format: entry order is no matter, a cut splits nobody silently, who never
sat moves nobody.
"""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.cut import Cut, cut
from scoring.counting.standings import Facts, Ranking, Standing, rank
from scoring.counting.tally import Player, Tally
from scoring.formats import FORMATS, Format, Halves

TABLES = [form for form in FORMATS.values() if not form.paired]
PLAYERS = [Player(f"P{number}", f"Guest {number}") for number in range(8)]
LETTERS = 4


@st.composite
def fields(draw: st.DrawFn) -> tuple[Format, list[Tally]]:
    """A format, and two games of two tables of four with few different points, so that ties are
    common.
    """
    form = draw(st.sampled_from(TABLES))
    found = []
    for game in (1, 2):
        for at, player in enumerate(PLAYERS):
            points = draw(st.integers(0, 3))
            place = draw(st.integers(2, 4))
            counted = Halves(points) if form.halves else points
            found.append(
                Tally(
                    player.id,
                    1,
                    at // LETTERS + 1,
                    game,
                    points=counted,
                    cards=1,
                    eights=0,
                    held=points,
                    place=place,
                )
            )
    return form, found


def ranked(form: Format, tallies: list[Tally], facts: Facts | None = None) -> tuple[Standing, ...]:
    """The field by the format's direction and its own tie-breaks."""
    return rank(tallies, PLAYERS, Ranking(form.direction, form.tie_breaks), facts)


@given(field=fields(), seed=st.integers(0, 99))
def test_totals_and_places_do_not_depend_on_the_order_of_entry(
    field: tuple[Format, list[Tally]], seed: int
) -> None:
    form, tallies = field
    shuffled = tallies[:]
    Random(seed).shuffle(shuffled)
    assert ranked(form, shuffled) == ranked(form, tallies)


@given(field=fields(), size=st.integers(1, 7))
def test_a_cut_splits_equal_keys_only_by_a_recorded_cut_of_cards(
    field: tuple[Format, list[Tally]], size: int
) -> None:
    form, tallies = field
    drawn = cut(ranked(form, tallies), size)
    assert isinstance(drawn, Cut)
    assert not set(drawn.undecided) & set(drawn.qualifiers)
    assert len(drawn.qualifiers) + drawn.places_left == size
    if drawn.undecided:
        cards = tuple((player, place) for place, player in enumerate(drawn.undecided, start=1))
        settled = cut(ranked(form, tallies, Facts(card_cuts=(cards,))), size)
        assert isinstance(settled, Cut)
        assert settled.qualifiers == (*drawn.qualifiers, *drawn.undecided[: drawn.places_left])


@given(field=fields())
def test_a_guest_who_is_never_seated_changes_nobodys_place(
    field: tuple[Format, list[Tally]],
) -> None:
    form, tallies = field
    ranking = Ranking(form.direction, form.tie_breaks)
    more = rank(tallies, [*PLAYERS, Player("P99", "Never Seated")], ranking)
    places = [(one.player, one.total, one.place, one.order) for one in more if one.player != "P99"]
    assert places == [
        (standing.player, standing.total, standing.place, standing.order)
        for standing in ranked(form, tallies)
    ]
