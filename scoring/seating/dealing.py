"""Who deals each game of a table: whoever somebody named, and from there to the left."""

from collections.abc import Mapping, Sequence


def dealers(
    dealer_by_game: Mapping[int, str], seats_by_game: Mapping[int, Sequence[str]], last: str = ""
) -> dict[int, str]:
    """The seat that deals each game, by game in their order; empty where nothing is known.

    `dealer_by_game` is the seat that somebody named as the dealer of a game, `seats_by_game` the
    letters of the seats that are taken in each game, in their order, and `last` the seat that dealt
    before the first of these games, or "" where it does not go on from there. From a game whose
    dealer was named the deal passes to the left; games before the first such game are reckoned
    back. Empty seats are passed over, and a game of an empty table has no dealer.
    """
    seat_of: dict[int, str] = {}
    dealer = last
    for game in sorted(seats_by_game):
        seats = seats_by_game[game]
        if dealer_by_game.get(game) in seats:
            dealer = dealer_by_game[game]
        elif dealer and seats:
            dealer = next((seat for seat in seats if seat > dealer), seats[0])
        if dealer and seats:
            seat_of[game] = dealer
    dealer = seat_of[min(seat_of)] if seat_of else ""
    for game in sorted(seats_by_game.keys() - seat_of.keys(), reverse=True):
        seats = seats_by_game[game]
        if dealer and seats:
            dealer = next((seat for seat in reversed(seats) if seat < dealer), seats[-1])
            seat_of[game] = dealer
    return dict(sorted(seat_of.items()))
