"""The flags of the sheets that count, in the order in which they are answered, and the answers to
each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from scoring.counting.sheet import DISMISSALS
from scoring.words import number_word
from tournament.counting.formats import event_format
from tournament.counting.submission import Place
from tournament.entry.reading import TablePage
from tournament.entry.twin import KIND
from tournament.models import Event, Flag, LedgerEntry, Sheet

COUNTED_AGAIN, RIGHT = DISMISSALS[0], DISMISSALS[-1]
ONE_KEY = (RIGHT, COUNTED_AGAIN)
"""The reasons that have a key of their own; the rest is folded away."""


@dataclass(frozen=True, slots=True)
class FlagAnswer:
    """One answer to a flag: the reason for which it stands, where it is put right, the press that
    is taken back, or that the game it belongs to is typed beside it (`moves`).
    """

    words: str
    reason: str = ""
    url: str = ""
    press: int = 0
    moves: bool = False


def answers_of(page: TablePage, flag: Flag, sheet: Sheet, *, at_desk: bool) -> Iterator[FlagAnswer]:
    """What may be answered, in the order of the keys: umpires correct a hand, the desk puts right
    what stands in a wrong place.
    """
    place, slug = page.place, page.event.slug
    game = [slug, place.round, place.table, place.game]
    place_words = f"round={place.round}&table={place.table}&game={place.game}"
    wrong_place = f"{reverse('put_right', args=[slug])}?{place_words}"
    if flag.kind == KIND:
        yield FlagAnswer("It is so", RIGHT)
        if at_desk and sheet.entry.press_id:
            words = _taken_back_words(page.event, sheet)
            yield FlagAnswer(words, press=sheet.entry.press_id)
        if at_desk:
            yield FlagAnswer("It belongs to …", moves=True)
        return
    yield FlagAnswer("Right as it is", RIGHT)
    yield FlagAnswer("Counted again: the same", COUNTED_AGAIN)
    words = "An 8 was a lower card" if flag.kind == "bare_eight" else "Another hand is right"
    yield FlagAnswer(words, url=f"{reverse('correction', args=game)}?seat={flag.seat[:1]}")
    if at_desk and flag.seat:
        yield FlagAnswer("Another player’s hand", url=wrong_place)


def _taken_back_words(event: Event, sheet: Sheet) -> str:
    """What goes back with the press that saved a sheet: a whole table is saved by one."""
    saves = LedgerEntry.objects.filter(event=event, press=sheet.entry.press_id, kind="sheet")
    number = saves.count()
    if number < 2:
        return "Take this one back"
    every = "both" if number == 2 else f"all {number_word(number)}"
    return f"Take {every} {event_format(event).units} of this save back"


def flags_in_a_row(event: Event) -> list[tuple[Place, Flag]]:
    """Every flag of the sheets that count, in the order of the games. One query."""
    table = "sheet__game__table"
    spot = (f"{table}__round__number", f"{table}__number", "sheet__game__number")
    own = [field.attname for field in Flag._meta.concrete_fields]
    flags = Flag.objects.filter(event=event, sheet__accepted=True)
    ordered = flags.select_related(f"{table}__round").only(*own, *spot).order_by(*spot, "pk")
    games = ((flag.sheet.game, flag) for flag in ordered)
    return [
        (Place(game.table.round.number, game.table.number, game.number), flag)
        for game, flag in games
    ]


def next_flagged(flags: Sequence[tuple[Place, Flag]], place: Place) -> Place | None:
    """The next game with an open flag, looking on from this one and then from the first."""
    games = list(
        dict.fromkeys(spot for spot, flag in flags if not flag.dismissed and spot != place)
    )
    here = (place.round, place.table, place.game)
    behind = (spot for spot in games if (spot.round, spot.table, spot.game) > here)
    return next(behind, games[0] if games else None)


def address_after(event: Event, place: Place) -> str:
    """Where an answer leads: to the next flag, and after the last one home, which says what else is
    to do.
    """
    flags = flags_in_a_row(event)
    stays = any(spot == place and not flag.dismissed for spot, flag in flags)
    following = place if stays else next_flagged(flags, place)
    if following is None:
        return reverse("evening", args=[event.slug])
    spot = (following.round, following.table, following.game)
    return reverse("sheet", args=[event.slug, *spot])
