"""Asking a guest what bare points leave open: their eights, the number of their cards; and taking
an answer back.

A card that bears only the total of a round: a state of its own, never beside hands of the same
guest and round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from scoring.counting.hand import fault_of_answer
from scoring.counting.sheet import SeatEntry
from tournament.counting.consequences import line
from tournament.counting.scores import rules, seal_in_force
from tournament.counting.submission import Place
from tournament.entry.acts_corrections import (
    GameFound,
    Rewrite,
    Told,
    games_found,
    keep_the_seal,
    no_conflicts,
    rewrite,
)
from tournament.entry.acts_desk import HIGHEST
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import (
    LARGEST,
    Answer,
    Event,
    Game,
    Guest,
    Round,
    RoundTotal,
    Seat,
    Tally,
    TypedHand,
)
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot


@dataclass(frozen=True, slots=True)
class Said:
    """What a guest (by ref) said of one game; None is what they were not asked."""

    place: Place
    guest: str
    eights: int | None = None
    cards: int | None = None


def record_answer(event: Event, answer: Said, signature: Signature) -> Answer:
    """Record what a guest said of their bare points; it counts in the tie-breaks. Reverse act:
    `take_back_answer`.

    A later answer takes the place of an earlier one, and keeps of it what was not asked again.
    Raises Refused where their cards are known, where the points cannot come from such
    cards, or where a sealed cut would change.
    """
    with writing(event) as row:
        if known(row, signature):
            return Answer.objects.get(event=row, entry__key=signature.key)
        tally = _bare(row, answer)
        earlier = Answer.objects.filter(
            event=row, game=tally.sheet.game, guest=tally.guest, taken_back_by=None
        )
        before = earlier.filter(points=tally.points or 0).first()
        eights = answer.eights if answer.eights is not None or before is None else before.eights
        cards = answer.cards if answer.cards is not None or before is None else before.cards
        _possible(row, tally, eights, cards)
        sealed = line(row) if seal_in_force(row) else None
        body = _body(answer, tally, eights, cards)
        replaced = earlier.values_list("entry__number", flat=True).first()
        if replaced is not None:
            back = append(
                row,
                "answer_back",
                {"of": replaced},
                Signature(signature.actor, signature.at, f"{signature.key[:70]}/back"),
            )
            earlier.update(taken_back_by=back)
        entry = append(row, "answer", body, signature)
        created = Answer.objects.create(
            event=row,
            entry=entry,
            game=tally.sheet.game,
            guest=tally.guest,
            points=tally.points or 0,
            eights=eights,
            cards=cards,
        )
        if sealed is not None:
            keep_the_seal(row, sealed)
    return created


@after_snapshot
def take_back_answer(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Take the answer of a ledger entry back. Reverse act: `record_answer`."""
    with writing(event) as row:
        if known(row, signature):
            return
        answers = Answer.objects.filter(event=row, entry__number=number, taken_back_by=None)
        needs(reason)
        if not answers.exists():
            raise Refused("This answer no longer counts: there is nothing to take back.")
        sealed = line(row) if seal_in_force(row) else None
        answers.update(
            taken_back_by=append(row, "answer_back", {"of": number}, signature, reason=reason)
        )
        if sealed is not None:
            keep_the_seal(row, sealed)


def _bare(row: Event, answer: Said) -> Tally:
    """The bare points the answer is about."""
    place = answer.place
    rows = Tally.objects.filter(
        event=row, sheet__accepted=True, guest__ref=answer.guest, points__isnull=False
    )
    rows = rows.filter(sheet__game__number=place.game, sheet__game__table__number=place.table)
    rows = rows.filter(sheet__game__table__round__number=place.round).select_related(
        "sheet__game", "guest"
    )
    tally = rows.first() if max(place.round, place.table, place.game) <= LARGEST else None
    if tally is None:
        raise Refused(f"This guest has no points in {place}.")
    if tally.hand is not None:
        raise Refused(
            f"The cards of {tally.guest.name} in {place} are known: correct the sheet instead."
        )
    return tally


def _possible(row: Event, tally: Tally, eights: int | None, cards: int | None) -> None:
    if eights is None and cards is None:
        raise Refused(f"Type what {tally.guest.name} said: the number of eights, or of cards.")
    if any(number is not None and not 0 <= number <= 99 for number in (eights, cards)):
        raise Refused("Eights and cards are whole numbers from 0 to 99.")
    if tally.eights is not None and eights is not None and eights != tally.eights:
        raise Refused(f"Their {tally.points} points prove {tally.eights} eights: ask again.")
    fault = fault_of_answer(
        tally.points or 0, eights if tally.eights is None else tally.eights, cards, rules(row)
    )
    if fault:
        raise Refused(f"{tally.guest.name}: {fault}")


def _body(answer: Said, tally: Tally, eights: int | None, cards: int | None) -> dict[str, object]:
    place = answer.place
    body: dict[str, object] = {
        "round": place.round,
        "table": place.table,
        "game": place.game,
        "guest": answer.guest,
    }
    numbers = {"points": tally.points, "eights": eights, "cards": cards}
    return body | {name: number for name, number in numbers.items() if number is not None}


def record_round_total(
    event: Event, card: tuple[int, str], points: int, signature: Signature, *, reason: str
) -> RoundTotal:
    """Let the total on a guest's card (round, ref) stand for their games. Reverse act:
    `take_back_round_total`.

    Raises Refused where a hand of theirs is on a sheet of the round, or where a sealed cut
    would change.
    """
    with writing(event) as row:
        if known(row, signature):
            return RoundTotal.objects.get(event=row, entry__key=signature.key)
        round_, guest = _card(row, *card)
        needs(reason)
        if not 0 <= points <= HIGHEST:
            raise Refused(f"A card has a whole number from 0 to {HIGHEST}.")
        if _standing(round_, guest) is not None:
            raise Refused(
                f"A total of {guest.name} for round {round_.number} is recorded already: take it"
                " back."
            )
        games = _games_without_hand(row, round_, guest)
        before = line(row) if seal_in_force(row) else None
        body = {"round": round_.number, "guest": guest.ref, "points": points, "games": games}
        entry = append(row, "round_total", body, signature, reason=reason)
        round_total = RoundTotal.objects.create(
            event=row, entry=entry, round=round_, guest=guest, points=points, games=games
        )
        TypedHand.objects.filter(event=row, guest=guest, game__table__round=round_).delete()
        if before is not None:
            keep_the_seal(row, before)
    return round_total


@after_snapshot
def take_back_round_total(
    event: Event,
    card: tuple[int, str],
    hands: Mapping[int, SeatEntry],
    signature: Signature,
    *,
    reason: str,
) -> None:
    """Take a round total back: the guest's games want their hands again. Reverse act:
    `record_round_total`.

    `hands` are those of the games whose sheets were saved without them; each gets a new version
    that has them. Raises Refused where one of these is wanting, or where a sealed cut
    would change.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        round_, guest = _card(row, *card)
        needs(reason)
        total = _standing(round_, guest)
        if total is None:
            raise Refused(f"No total of {guest.name} for round {round_.number} is recorded.")
        games = saved_without(row, round_, guest)
        no_conflicts(row, [game_found for game_found, _letter in games])
        changes = [_with_hand(game_found, letter, guest, hands) for game_found, letter in games]
        act = Told(
            "round_total_back",
            {"round": round_.number, "guest": guest.ref, "of": total.entry.number},
            reason,
        )
        mine = RoundTotal.objects.filter(pk=total.pk)
        rewrite(row, act, changes, signature, lambda entry: mine.update(taken_back_by=entry))


def saved_without(row: Event, round_: Round, guest: Guest) -> list[tuple[GameFound, str]]:
    """The games of a guest whose sheets are in without them, each with the seat they had."""
    games = []
    for seat in Seat.objects.filter(event=row, round=round_, guest=guest).order_by("from_game"):
        here = Q(
            table=seat.table_id,
            number__gte=seat.from_game,
            number__lte=seat.left_after_game or round_.games,
        )
        games += [
            (game_found, seat.letter)
            for game_found in games_found(row, here)
            if game_found.sheet and guest.ref not in game_found.refs.values()
        ]
    return games


def _card(row: Event, number: int, ref: str) -> tuple[Round, Guest]:
    round_ = Round.objects.filter(event=row, number=number).exclude(state=RoundState.DRAFT).first()
    guest = Guest.objects.filter(event=row, ref=ref).first()
    if round_ is None or guest is None:
        raise Refused(
            "There is no such round or guest: choose a published round and a badge of it."
        )
    return round_, guest


def _standing(round_: Round, guest: Guest) -> RoundTotal | None:
    totals = RoundTotal.objects.filter(round=round_, guest=guest, taken_back_by=None)
    return totals.select_related("entry").first()


def _games_without_hand(row: Event, round_: Round, guest: Guest) -> int:
    """How many games the total is of; refused where a hand of one of them is on a sheet."""
    games, on_record = 0, []
    for seat in Seat.objects.filter(event=row, round=round_, guest=guest).order_by("from_game"):
        here = Game.objects.filter(
            event=row, table=seat.table_id, number__gte=seat.from_game, not_played=False
        )
        here = here.filter(number__lte=seat.left_after_game or round_.games, void=False)
        games += here.count()
        on = here.filter(sheets__accepted=True, sheets__tallies__guest=guest).order_by("number")
        on_record += list(on.values_list("number", flat=True))
    if on_record:
        listed = ", ".join(map(str, on_record))
        raise Refused(
            f"Game {listed} of {guest.name} is on record: a total is for a card without games."
            " Enter the games that are missing."
        )
    if not games:
        raise Refused(f"{guest.name} has no game in round {round_.number}: there is no card of it.")
    return games


def _with_hand(
    game_found: GameFound, letter: str, guest: Guest, hands: Mapping[int, SeatEntry]
) -> Rewrite:
    entry = hands.get(game_found.game.number)
    if entry is None:
        raise Refused(
            f"The sheet of game {game_found.game.number} at table {game_found.game.table.number}"
            " was saved"
            f" without {guest.name}: type their hand in it, then take the total back."
        )
    submission = game_found.said
    entries = sorted(
        (*submission.entries, replace(entry, seat=letter)), key=lambda seat_entry: seat_entry.seat
    )
    return Rewrite(
        game_found,
        replace(submission, entries=tuple(entries), dismissed={}),
        game_found.refs | {letter: guest.ref},
    )
