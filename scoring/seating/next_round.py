"""One more round for those who are present, drawn when the rounds before it are known: whom they
met is avoided.
"""

from collections.abc import Sequence
from math import inf
from random import Random

from scoring.seating.plan import TablePlan
from scoring.seating.rooms import settled
from scoring.seating.values import Key, Round, SeatingImpossibleError, Sitter, Wishes
from scoring.seating.welcome import Company

DEALS = 6
"""Fresh deals that are each improved; the best is kept."""


def next_round(wishes: Wishes, plan: TablePlan, before: Sequence[Round], rng: Random) -> Round:
    """Tables for everybody of `wishes`, with the least harm found after the rounds `before`; the
    same for the same rng.

    Those before may seat others, or leave some out. Raises SeatingImpossibleError when the plan is
    for another number of guests or a fixed table does not exist.
    """
    if len(wishes.sitters) != plan.guests:
        raise SeatingImpossibleError(
            f"The table plan seats {plan.guests} and {len(wishes.sitters)} are present; make the"
            " plan again."
        )
    for sitter in wishes.sitters:
        if sitter.fixed_table is not None and not 1 <= sitter.fixed_table <= plan.tables:
            called, last = wishes.called(sitter.fixed_table), wishes.called(plan.tables)
            raise SeatingImpossibleError(
                f"{sitter.key} is fixed to table {called}; the last table is {last}."
            )
    fixed = settled(wishes, plan.sizes)
    least: float = inf
    best: Round = ()
    for _ in range(DEALS):
        table_of = _dealt(fixed, plan, rng)
        deal: list[list[Key | None]] = [[] for _ in plan.sizes]
        for key, table in table_of.items():
            deal[table].append(key)
        company = Company([*before, deal], fixed)
        _improve(company, len(before) + 1, [sitter.key for sitter in fixed.sitters])
        tables = tuple(tuple(table) for table in company.tables[-1])
        harm = sum(company.strain(sitter.key, len(before) + 1) for sitter in fixed.sitters)
        if harm < least:
            least, best = harm, tables
        if not harm:
            break
    return best


def _dealt(wishes: Wishes, plan: TablePlan, rng: Random) -> dict[Key, int]:
    """A table (from 0) for everybody: those with a fixed one at it while it holds them, the others
    at random.
    """
    room = list(plan.sizes)
    table_of: dict[Key, int] = {}
    rest: list[Sitter] = []
    for sitter in wishes.sitters:
        if sitter.fixed_table is not None and room[sitter.fixed_table - 1]:
            table_of[sitter.key] = sitter.fixed_table - 1
            room[sitter.fixed_table - 1] -= 1
        else:
            rest.append(sitter)
    places = [table for table, free in enumerate(room) for _ in range(free)]
    rng.shuffle(places)
    return table_of | {sitter.key: table for sitter, table in zip(rest, places, strict=True)}


def _improve(company: Company, number: int, keys: Sequence[Key]) -> None:
    """Exchange guests in trouble, each with the first who takes all of it away, else with whoever
    eases it most, until no exchange helps anybody.
    """
    better = True
    while better:
        better = False
        for key in keys:
            strain = company.strain(key, number)
            if not strain:
                continue
            table = company.table(key, number)
            least, best = 0, key
            for peer in keys:
                if company.table(peer, number) == table:
                    continue
                change = company.exchange_change(key, peer, number)
                if change < least:
                    least, best = change, peer
                if change <= -strain:
                    break
            if least < 0:
                company.exchange(key, best, number)
                better = True
