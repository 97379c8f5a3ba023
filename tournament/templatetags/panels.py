"""Panels that several pages share: the call of an umpire, “Take back” beside what was just done,
and what a guest's own page says of them: line of the evening, next opponent, and the rulings that
touched their score.
"""

from collections.abc import Collection
from typing import Any

from django import template
from django.utils.safestring import SafeString

from scoring.disputes.adjudication import ClaimError, read_claim
from scoring.pairing.course import next_match
from scoring.pairing.values import PairingError
from tournament.counting.consequences import words as effect_words
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course
from tournament.counting.rulings import rulings_for
from tournament.counting.scores import rules
from tournament.home.presses import Reader
from tournament.ledger.own import led, may_press, origin
from tournament.ledger.pressing import record_named
from tournament.ledger.said import newest_act, press_of
from tournament.ledger.signing import new_key
from tournament.matches.reading import (
    names_of,
    own_places,
    own_words,
    round_name,
    shown,
    standing_shown,
    table_words,
)
from tournament.models import Event, Guest, LedgerEntry, Press, Ruling
from tournament.rulings.drawing import sketch
from tournament.rulings.forms_questions import asked_again
from tournament.rulings.packed import replay_address
from tournament.rulings.reading import about_table, headline, state_words
from tournament.rulings.transcripts import claim_transcript
from tournament.rulings.words import sentence
from tournament.site.access import DESK
from tournament.standings.drawing import drawing
from tournament.standings.public import is_frozen
from tournament.steps.offers import step_for_guests
from tournament.templatetags.text import drawn

register = template.Library()


@register.inclusion_tag("rulings/_call.html", takes_context=True)
def call_the_umpire(context: dict[str, Any], round: int, table: int) -> dict[str, Any]:
    """The button to call, or what became of the call; nothing while no umpire is on duty.

    Two queries at most.
    """
    event: Event = context["event"]
    of_page = {
        "round": round,
        "table": table,
        "csrf_token": context.get("csrf_token"),
        "key": new_key(),
    }
    return of_page | about_table(event, round, table)


@register.simple_tag(takes_context=True)
def last_act(context: dict[str, Any]) -> dict[str, Any] | None:
    """What this official of the desk did last in this evening, and what takes it back or does it
    again, or where it leads; None where nothing is said of it.

    Four queries at most; of what was done in silence more, once.
    """
    message, official = newest_act(context.get("messages") or ()), context.get("official")
    if message is None or official is None or official.role not in DESK.roles:
        return None
    event = official.event
    presses = Press.objects.select_related("undoes", "undone")
    mine = {"record": record_named(event), "user": official.user_id}
    press = presses.filter(pk=press_of(message), **mine).first()
    if press is None:
        return None
    if not message.message:
        message.message = Reader(event, official).told([press])[press.pk].words
    line = {"message": message, "at": press.at, "of": press}
    grave = next(led(event, press), None)
    if grave is not None:
        return line | {"link": grave.way.link, "url": grave.url(event.slug)}
    if hasattr(press, "undone") or not may_press(press, official.role):
        return line
    request = context["request"]
    return line | {
        "press": press.pk,
        "again": not origin(press)[1],
        "key": new_key(),
        "back": request.get_full_path() if request.method == "GET" else "",
    }


@register.simple_tag
def just_changed(line: dict[str, Any] | None, round: int) -> Collection[int]:
    """The tables of a round whose sheets the last act saved, changed or took back; one query."""
    if line is None:
        return ()
    entries = LedgerEntry.objects.filter(press=origin(line["of"])[0], body__round=round)
    tables = entries.filter(body__has_key="game").values_list("body__table", flat=True)
    return frozenset(tables)


def _comes(event: Event, *, waits: bool) -> str:
    """What comes next for whoever has no match to play; `waits` where they had none so far."""
    texts = step_for_guests(event).guests
    return (texts.get("waiting") if waits else "") or texts.get("everybody", "")


@register.simple_tag
def evening_line_of(guest: Guest) -> SafeString | str:
    """Place after place, drawn; nothing while the board is held."""
    line = None if is_frozen(guest.event) else drawing(guest.event, guest.ref)
    unit = event_format(guest.event).unit
    return drawn("standings/_evening_line.html", line=line, unit=unit) if line else ""


@register.inclusion_tag("phones/_guest_opponent.html")
def opponent_of(guest: Guest) -> dict[str, Any]:
    """The match that comes or was the last, the way so far, and the place; nothing of it where
    nobody is paired.
    """
    event = guest.event
    if not event.paired:
        return {}
    try:
        course = kept_course.of(event)
    except PairingError:
        return {"paired": True, "coming": _comes(event, waits=True)}
    names = names_of(event, public=True) | {guest.ref: guest.name}
    coming = next_match(course, guest.ref)
    context: dict[str, Any] = {"paired": True, "event": event}
    if coming is None:
        return context | {"coming": _comes(event, waits=True)}
    round_, match = coming
    row = shown(match, names)
    peer = match.opponent(guest.ref)
    context["coming"] = "" if peer and not row.done else _comes(event, waits=False)
    context |= {
        "round": round_name(course, round_.number),
        "row": row,
        "came": own_words(match, guest.ref, names),
        "where": table_words(row),
        "opponent": names[peer] if peer else "",
        "side": event_format(event).sides[match.one != guest.ref],
        "best_of": course.plan[round_.stage].best_of,
        "way": [
            (round_name(course, item.number), own_words(mine, guest.ref, names))
            for item in course.rounds
            if item.published and item.number < round_.number and (mine := item.of(guest.ref))
        ],
    }
    if event.held:
        return context
    context["places"] = own_places(course, guest.ref)
    if course.plan[round_.stage].kind != "knock_out" and not context["places"]:
        context["place"] = next(
            (
                line
                for line in standing_shown(event, course, round_.stage, names)
                if line.ref == guest.ref
            ),
            None,
        )
    return context


@register.inclusion_tag("rulings/_position_of.html")
def position_of(ruling: Ruling) -> dict[str, Any]:
    """The position a ruling is about, drawn as it was told; nothing where its claim is not one of
    this game.
    """
    in_force = rules(ruling.event)
    try:
        case = asked_again(read_claim(ruling.claim, in_force), in_force)
    except ClaimError:
        return {}
    return {"sketch": sketch(case), "sentence": sentence(case)}


@register.simple_tag
def replay_of(ruling: Ruling) -> str:
    """The address of the replay of the play a ruling is about, or nothing."""
    text = claim_transcript(ruling.claim, rules(ruling.event))
    return f"{replay_address(ruling.event.slug, text)}&step=1" if text else ""


@register.inclusion_tag("phones/_guest_rulings.html")
def rulings_of(guest: Guest) -> dict[str, Any]:
    """Each ruling with what it did to this guest; nothing where none did."""
    rows = [
        {
            "ruling": ruling,
            "headline": headline(ruling),
            "state": state_words(ruling),
            "effects": [
                (effect, effect_words(effect), getattr(effect, "cancellation", None))
                for effect in effects
            ],
        }
        for ruling, effects in rulings_for(guest)
    ]
    return {"rulings": rows}
