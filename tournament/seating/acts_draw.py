"""Drawing the seating of all qualifying rounds, publishing it, and taking it back; drawing one
further round from those who are present after the break.

A draw in public: the digest of list and secret is shown, or taken down, before the cards are cut;
what stands of it, and what the last draw was made from.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from secrets import token_hex
from typing import Any

from django.utils.crypto import salted_hmac

from scoring.seating import (
    Key,
    Round,
    SeatingImpossibleError,
    TablePlan,
    best_draw,
    chosen_plan,
    movement_sentence,
    next_round,
)
from scoring.seating.public_draw import PublicDraw, commitment, seed, values
from scoring.words import first_few, noun
from tournament.counting.plan import plan_for, plans_for, table_label
from tournament.counting.seats import Hall, hall, present
from tournament.ledger.chain import Signature, all_or_nothing, append, known, writing
from tournament.models import Event, Game, Guest, LedgerEntry, Seat
from tournament.models import Round as RoundRow
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import clear_round, cleared, drop_games, laid, published
from tournament.seating.acts_places import list_all
from tournament.seating.words import entries
from tournament.server.snapshot import after_snapshot

SHOWN, DOWN, DRAWN = "digest", "digest_down", "draw"


def secret_of(nonce: str) -> str:
    """The secret behind a digest: this server alone can say it before the draw, and keeps no row of
    it that an official or an archive could read.
    """
    return salted_hmac("a draw in public", nonce, algorithm="sha256").hexdigest()[:32]


def mark_of(nonce: str) -> str:
    """By what a server knows a digest that it showed itself; it tells nothing of the secret."""
    return salted_hmac("shown here", nonce, algorithm="sha256").hexdigest()[:16]


def standing(acts: Iterable[LedgerEntry]) -> LedgerEntry | None:
    """The digest that was shown and neither taken down nor drawn with yet."""
    last = None
    for entry in acts:
        if entry.kind in (SHOWN, DOWN, DRAWN):
            last = entry if entry.kind == SHOWN else None
    return last


@dataclass(frozen=True, slots=True)
class Draft:
    """A seating as drawn, not yet laid: tables of badges for each round, and the seed that gives it
    again, or all that it follows from where it was drawn in public.
    """

    rounds: tuple[Round, ...]
    movement: str
    seed: int
    public: PublicDraw | None = None


def drawn(hall_: Hall, seed: int, tables: int | None = None) -> Draft:
    """Draw all qualifying rounds at so many `tables`, or as many as do least harm; the same guests,
    tables and seed give the same seating. Writes nothing.

    Raises Refused where the numbers or the fixed tables allow no seating.
    """
    plan = plan_of(hall_, tables)
    seating = best_draw(hall_.wishes, plan, hall_.event.qualifying_rounds, Random(seed))  # noqa: S311 -- to be repeatable
    return Draft(seating.rounds, movement_sentence(seating), seed)


def plan_of(hall_: Hall, tables: int | None) -> TablePlan:
    """The plan with so many tables, or that of least harm, at which all fixed tables stand.

    Raises Refused as `drawn`.
    """
    sitters = hall_.wishes.sitters
    try:
        plan = chosen_plan(plans_for(hall_.event, len(sitters)), tables)
    except SeatingImpossibleError as error:
        raise Refused(str(error)) from None
    for sitter in sitters:
        if sitter.fixed_table is not None and not 1 <= sitter.fixed_table <= plan.tables:
            words = (
                f"{hall_.name(sitter.key)} is fixed to table"
                f" {table_label(hall_.event, sitter.fixed_table)}"
            )
            raise Refused(
                f"{words}, but the tables run from 1 to {plan.tables}: change that first."
            )
    return plan


@after_snapshot
def draw_seating(event: Event, draft: Draft, signature: Signature) -> None:
    """Lay every qualifying round as a draft in the place of an earlier one, in one transaction.

    Reverse act: draw again with the seed and tables of the earlier draft, which the ledger keeps.
    Raises Refused once a round is published, or when the guests changed while the draw
    was made.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        hall_ = hall(row)
        _same_guests(hall_, draft)
        refs = {guest.badge: guest.ref for guest in hall_.guests.values()}
        for number, tables in enumerate(draft.rounds, start=1):
            refs_at = [
                [refs[key] if isinstance(key, int) else None for key in table] for table in tables
            ]
            laid(row, number, refs_at, movement=draft.movement if number > 1 else "")
        for spare in hall_.rounds[len(draft.rounds) :]:
            clear_round(row, spare.number)
        body: dict[str, Any] = {"seed": draft.seed, "rounds": len(draft.rounds)}
        body["guests"] = len(hall_.present)
        if draft.public:
            body["public"] = _shown_digest(row, draft.public)
        append(row, "draw", body | {"tables": len(draft.rounds[0])}, signature)


@after_snapshot
def publish_seating(event: Event, signature: Signature) -> None:
    """Publish every drawn round: from now on cards are printed.

    Reverse act: `unpublish_seating`.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        hall_ = hall(row)
        if reason := not_ready(hall_):
            raise Refused(reason)
        drafts = [drafted for drafted in hall_.rounds if drafted.state == RoundState.DRAFT]
        for drafted, signed in zip(drafts, _for_each(signature, drafts), strict=True):
            published(row, drafted, signed)


@after_snapshot
def unpublish_seating(event: Event, signature: Signature, *, reason: str) -> None:
    """Make the published rounds drafts again while no sheet is in.

    Reverse act: `publish_seating`.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        rounds = [round_ for round_ in hall(row).rounds if round_.state != RoundState.DRAFT]
        _untouched(row, rounds)
        drop_games(Game.objects.filter(table__round__in=rounds), "The seating")
        for round_, signed in zip(rounds, _for_each(signature, rounds), strict=True):
            round_.state, round_.published_at = RoundState.DRAFT, None
            round_.save()
            append(row, "unpublish", {"round": round_.number}, signed, reason=reason)


def not_ready(hall_: Hall) -> str:
    """Why the draft cannot be published yet, or nothing."""
    target = hall_.event.qualifying_rounds
    if (number := len(hall_.rounds)) != target:
        verb = noun(number, "is", "are")
        return f"The evening has {target} qualifying rounds and {number} {verb} drawn: draw again."
    for number, tables in enumerate(hall_.seating.rounds, start=1):
        seated = {key for table in tables for key in table if key is not None}
        if without := sorted(hall_.present - seated, key=str):
            has = noun(len(without), "has", "have")
            return (
                f"{_some(hall_, without)} {has} no seat in round {number}: draw again, or seat them"
                " in a free place."
            )
        if departed := sorted(seated - hall_.present, key=str):
            has = noun(len(departed), "has", "have")
            return (
                f"{_some(hall_, departed)} {has} gone home but still {has} a seat in round"
                f" {number}:"
                " draw again."
            )
    return ""


def _some(hall_: Hall, keys: list[Key]) -> str:
    return first_few([hall_.name(key) for key in keys], 3)


def _shown_digest(row: Event, public: PublicDraw) -> dict[str, Any]:
    """What a draw in public follows from, if its digest is still the one that is shown."""
    ledger_entry = standing(entries(row))
    if ledger_entry is None or ledger_entry.body["digest"] != public.digest:
        raise Refused("The digest of this draw is not shown any more: draw again.")
    return values(public)


def _same_guests(hall_: Hall, draft: Draft) -> None:
    seated = {key for table in draft.rounds[0] for key in table}
    if seated != hall_.present:
        raise Refused("The list of guests changed while the draw was made: draw again.")


def _untouched(row: Event, rounds: list[RoundRow]) -> None:
    """Refuse where anything was entered for a game of these rounds."""
    if not rounds:
        raise Refused("No round is published, so there is nothing to take back.")
    games = Game.objects.filter(event=row, table__round__in=rounds)
    entered = games.filter(sheets__isnull=False) | games.filter(not_played=True)
    first = (
        entered.select_related("table__round")
        .order_by("table__round__number", "table__number", "number")
        .first()
    )
    if first is not None:
        called = table_label(row, first.table.number)
        place = f"game {first.number} at table {called} of round {first.table.round.number}"
        raise Refused(f"Something is entered for {place}: the seating stays as published.")


def _for_each(signature: Signature, rounds: Sequence[object]) -> list[Signature]:
    """One request writes an entry for each round: the first bears its key, the others one made from
    it.
    """
    return [
        replace(signature, key=f"{signature.key[:70]} {place}" if place else signature.key)
        for place in range(len(rounds))
    ]


GONE = "Not back after the break"


@dataclass(frozen=True, slots=True)
class Further:
    """A further round as drawn, not laid yet: its number, tables of badges, the seed, and who has
    gone home.
    """

    number: int
    tables: Round
    seed: int
    gone: tuple[str, ...] = ()


def number_to_draw(event: Event) -> int | None:
    """The number of the qualifying round that could be drawn now; None while one is not closed, or
    all are there.
    """
    rounds = list(RoundRow.objects.filter(event=event).order_by("number"))
    if (
        not rounds
        or len(rounds) >= event.qualifying_rounds
        or any(row.state != RoundState.CLOSED for row in rounds)
    ):
        return None
    return len(rounds) + 1


def drawn_further(hall_: Hall, number: int, seed: int, departed: Sequence[str] = ()) -> Further:
    """Draw a further round for those present but for the `departed`, by ref. Writes nothing.

    Raises Refused where so few or so many fit no tables.
    """
    keys: set[Key] = {guest.badge for guest in present(hall_.event) if guest.ref not in departed}
    sitters = tuple(sitter for sitter in hall_.wishes.sitters if sitter.key in keys)
    try:
        plan = plan_for(hall_.event, len(sitters))
        before = hall_.seating.rounds[: number - 1]
        tables = next_round(replace(hall_.wishes, sitters=sitters), plan, before, Random(seed))  # noqa: S311 -- repeatable
    except SeatingImpossibleError as error:
        raise Refused(str(error)) from None
    return Further(number, tables, seed, tuple(departed))


@after_snapshot
def open_further(event: Event, further: Further, signature: Signature) -> None:
    """Lay and publish a further round; who is gone is listed as withdrawn. Reverse act:
    `take_further_back`.

    Raises Refused where the round before is not closed, or the guests changed since the
    draw.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        if number_to_draw(row) != further.number:
            raise Refused(
                f"Round {further.number} cannot be drawn now: the round before it is closed first."
            )
        here = {guest.ref: guest for guest in present(row)}
        seated = [guest for ref, guest in here.items() if ref not in further.gone]
        if {guest.badge for guest in seated} != {key for table in further.tables for key in table}:
            raise Refused("The list of guests changed while the draw was made: draw again.")
        guests = [here[ref] for ref in further.gone if ref in here]
        before = list_all(dict.fromkeys(guests, GuestStatus.WITHDRAWN.value), GONE)
        refs = {guest.badge: guest.ref for guest in seated}
        round_ = laid(
            row,
            further.number,
            [[refs[int(str(key))] for key in table] for table in further.tables],
        )
        published(row, round_, replace(signature, key=f"{signature.key[:70]} published"))
        body = {
            "round": further.number,
            "seed": further.seed,
            "guests": len(seated),
            "gone": before,
        }
        append(
            row, "next_round", body | {"late": _now_late(row, seated, further.number)}, signature
        )


@after_snapshot
def take_further_back(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """The round was drawn too early: it goes, and everybody is listed as before.

    Reverse act: `open_further`.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        entry = (
            LedgerEntry.standing.filter(event=row, kind="next_round", body__round=number)
            .order_by("-number")
            .first()
        )
        round_ = RoundRow.objects.filter(event=row, number=number).first()
        if entry is None or round_ is None or not round_.open:
            raise Refused(f"Round {number} was not drawn after a break, or is not open.")
        guests = {guest.ref: guest for guest in Guest.objects.filter(event=row)}
        listed = {ref: guests[ref].status for ref in (*entry.body["gone"], *entry.body["late"])}
        cleared(row, round_, signature, reason=reason, listed=listed)
        back = entry.body["gone"] | dict.fromkeys(entry.body["late"], GuestStatus.REGISTERED.value)
        list_all({guests[ref]: status for ref, status in back.items()}, "")


def _now_late(row: Event, seated: Sequence[Guest], number: int) -> list[str]:
    """Who sits down for the first time now has missed the rounds before."""
    sat = Seat.objects.filter(event=row, round__number__lt=number).values_list(
        "guest_id", flat=True
    )
    new = [
        guest
        for guest in seated
        if guest.pk not in set(sat) and guest.status == GuestStatus.REGISTERED
    ]
    Guest.objects.filter(pk__in=[guest.pk for guest in new]).update(status=GuestStatus.LATE)
    return [guest.ref for guest in new]


ANOTHER = "take it down and show another."


def show_digest(event: Event, signature: Signature) -> None:
    """Show the digest of the guest list and of a secret, before the room cuts cards for the draw.

    Reverse act: `take_digest_down`. Raises Refused where nothing can be drawn.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        hall_ = hall(row)
        if hall_.published:
            raise Refused("The seating is published: nothing is to be drawn.")
        if standing(entries(row)):
            raise Refused("A digest is shown already: draw with it, or take it down.")
        plan_of(hall_, None)
        nonce = token_hex(16)
        digest = commitment(hall_.wishes, secret_of(nonce))
        append(row, SHOWN, {"nonce": nonce, "digest": digest, "server": mark_of(nonce)}, signature)


@after_snapshot
def take_digest_down(event: Event, signature: Signature) -> None:
    """Nothing is drawn with the digest that is shown; that it was shown stays on record.

    Reverse act: `show_digest`.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        ledger_entry = standing(entries(row))
        if ledger_entry is None:
            raise Refused("No digest is shown.")
        append(row, DOWN, {"digest": ledger_entry.body["digest"]}, signature)


def drawn_in_public(hall_: Hall, cards: str, tables: int | None = None) -> Draft:
    """Draw from the secret of the digest that is shown and the cards that were cut. Writes nothing.

    Raises Refused where no digest stands, or the list is another than when it was
    shown.
    """
    ledger_entry = standing(entries(hall_.event))
    if ledger_entry is None:
        raise Refused("No digest is shown: show one, then let the room cut the cards.")
    nonce = ledger_entry.body["nonce"]
    if ledger_entry.body.get("server", mark_of(nonce)) != mark_of(nonce):
        raise Refused(
            "This digest was shown by another server, which alone knows its secret: draw there, or"
            f" {ANOTHER}"
        )
    secret = secret_of(nonce)
    if commitment(hall_.wishes, secret) != ledger_entry.body["digest"]:
        raise Refused(f"The guest list or the hall changed since the digest was shown: {ANOTHER}")
    plan = plan_of(hall_, tables)
    rounds = hall_.event.qualifying_rounds
    public = PublicDraw(
        hall_.wishes, plan.sizes, rounds, ledger_entry.body["digest"], secret, cards
    )
    seating = public.drawn()
    draft = Draft(seating.rounds, movement_sentence(seating), seed(secret, cards))
    return replace(draft, public=public)
