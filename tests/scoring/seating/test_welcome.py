"""What a move would do is what the certificate says once it is done."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import Seating, Sitter, Weights, Wishes, certificate
from scoring.seating.welcome import Company
from tests.examples import examples
from tests.scoring.seating.naive import drawn

WISHES = Wishes(
    tuple(
        Sitter(key, key % 7, {3: 1, 9: 2}.get(key), key % 4 or None, key in (12, 13))
        for key in range(1, 31)
    ),
    ((1, 2), (4, 9), (8, 30)),
    Weights(off_plan=0, size=0, unseated=0),
    rooms=("Hall", "Hall", "Hall", "Library", "Library", "Library"),
    step_free=frozenset({2, 5}),
)
SEATED = drawn(WISHES)


def harm(company: Company) -> int:
    seating = Seating(tuple(tuple(map(tuple, row)) for row in company.tables))
    return certificate(seating, WISHES).total


@examples(40)
@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.integers(1, 30), st.integers(1, 2)), min_size=1, max_size=6
    )
)
def test_moves_and_exchanges_change_the_harm_by_what_was_told(
    steps: list[tuple[int, int, int]],
) -> None:
    company = Company([[list(table) for table in row] for row in SEATED.rounds], WISHES)
    for one, other, number in steps:
        start, end = company.table(one, number), company.table(other, number)
        if start != end:
            before = harm(company)
            told = company.exchange_change(one, other, number)
            company.exchange(one, other, number)
            assert harm(company) == before + told
            between = before + told
            told = company.change(one, number, end, start)
            company.move(one, number, end, start)
            assert harm(company) == between + told
