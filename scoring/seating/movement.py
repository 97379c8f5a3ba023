"""The movement from round to round: A stays, B moves on one table, C two, said in one sentence."""

from scoring.seating.values import Seating, seat_letter

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def steps_for(seats: int) -> tuple[int, ...]:
    """By how many tables each of `seats` seats moves on in the cyclic plan: A 0, B 1, C 2, …."""
    return tuple(range(seats))


def movement_sentence(seating: Seating) -> str:
    """The movement for the master of ceremonies ("A stays, B moves on one table, C two"), without a full stop.

    Empty when the rounds follow no plan or there is only one. A seat whose step leads round the hall back to its own
    table stays. After the last table comes table 1.
    """
    if not seating.steps or len(seating.rounds) < 2:
        return ""
    tables = len(seating.rounds[0])
    moves = [(seat_letter(seat), step % tables) for seat, step in enumerate(seating.steps)]
    staying = [letter for letter, step in moves if step == 0]
    moving = [(letter, step) for letter, step in moves if step]
    parts = [f"{_listed(staying)} {'stay' if len(staying) > 1 else 'stays'}"] if staying else []
    for number, (letter, step) in enumerate(moving):
        word = NUMBER_WORDS[step] if step < len(NUMBER_WORDS) else str(step)
        verb = f" moves on {word} {'table' if step == 1 else 'tables'}" if number == 0 else f" {word}"
        parts.append(letter + verb)
    return ", ".join(parts)


def _listed(letters: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(letters[:-1]), letters[-1])))
