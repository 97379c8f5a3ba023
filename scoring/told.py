"""What a player says, when asked, of a hand of which only bare points are known."""

from scoring.rulebook import Rulebook, Rules


def fault_of_answer(points: int, eights: int | None, cards: int | None, rules: Rulebook | Rules) -> str:
    """A sentence that says why `points` cannot come from so many eights and cards, or nothing when they can.

    All are counted from 0; None is what was not asked. Only what the card values forbid is refused, since bare points
    say nothing of the packs. Where the game prints no card values, anything may be.
    """
    values = rules.scoring.card_values
    if values is None:
        return ""
    eight, others = values["8"], [value for rank, value in values.items() if rank != "8"]
    if eights is not None and eights * eight > points:
        return f"{_eights(eights)} count {eights * eight}, more than the {points} points entered: ask again."
    if eights is not None and cards is not None and eights > cards:
        return f"There cannot be more eights ({eights}) than cards ({cards}): ask again."
    held = range(points // eight + 1) if eights is None else (eights,)
    if not any(_fits(points - number * eight, None if cards is None else cards - number, others) for number in held):
        with_eights = "" if eights is None else f", {_eights(eights)} among them,"
        what = f"{_cards(cards)}{with_eights}" if cards is not None else _eights(eights or 0)
        return f"{what} cannot make {points} points: ask again."
    return ""


def _fits(rest: int, cards: int | None, values: list[int]) -> bool:
    """Whether so many further cards, or any number where that is open, can count the rest."""
    if cards is None:
        return rest == 0 or rest >= min(values)
    return 0 <= cards * min(values) <= rest <= cards * max(values)


def _eights(number: int) -> str:
    return "1 eight" if number == 1 else f"{number} eights"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
