"""The scenes of the end: the cut of cards, the names one by one, podium, prizes and thanks.

Nobody is in them who was not read: what a name that is to come would be compared with stays out.
"""

from collections.abc import Collection, Sequence
from typing import Any

from scoring.cards import RANK_NAMES, SUIT_NAMES, card_symbol, parse_card, rank_of, suit_of
from scoring.counting.cut import Cut
from scoring.counting.standings import Decision, Standing
from scoring.formats import in_points
from scoring.words import noun, number_word, spelt
from tournament.counting.announcement import in_capitals, points, spoken, spoken_place
from tournament.counting.finals import CUT, PODIUM, finalists_of, podium_list
from tournament.finals.reading import prize_rows
from tournament.guests.names import publicly
from tournament.guests.namesakes import namesakes
from tournament.models import LARGEST, CutOfCards, Seal
from tournament.screens.reading import Hall, course
from tournament.site.codes import base_address, code_image, is_local
from tournament.standings.public import won_words

Values = dict[str, Any]
SPOON = "spoon"
MOST_PLATES, MOST_LETTERS = 3, 110
SHARED = "Shared by several: the list names them"


def cards(hall: Hall) -> Values | None:
    """The cut of cards: who stands there, and the cards that the announcer has turned so far; what
    is not turned is not there.
    """
    people, cut = cutters(hall), hall.named.cut
    if hall.announced or len(people) < 2 or not isinstance(cut, Cut):
        return None
    through = sum(standing.player in cut.qualifiers for standing, _card in people)
    places = cut.places_left or through
    turned = _turned(hall)
    return {
        "count": in_capitals(number_word(len(people))),
        "total": in_points(people[0][0].total),
        "places": spelt(places, "place"),
        "place": spoken_place(cut.size) if places == 1 else "",
        "crowd": "crowd" if len(people) > FEW_CUT else "few" if len(people) > PAIR else "pair",
        "people": [
            _cutter(hall, standing, card if index < turned else "")
            for index, (standing, card) in enumerate(people)
        ],
    }


PAIR, FEW_CUT = 2, 4
"""So many cards are drawn large, and so many of middling size."""


def cutters(hall: Hall) -> list[tuple[Standing, str]]:
    """Who stands at the cut of cards by their keys, and the card each cut; none before the Umpire
    has recorded it.

    Not in the order of the standings, which would say who goes through.
    """
    cut = None if hall.event.paired else hall.named.cut
    if not isinstance(cut, Cut):
        return []
    last = CutOfCards.objects.filter(event=hall.event, entry__number=hall.facts.line.turned)
    card_of = {
        cut_of_cards.guest.ref: cut_of_cards.card for cut_of_cards in last.select_related("guest")
    }
    refs = set(cut.undecided) | set(card_of)
    people = sorted(
        (standing.player, standing) for standing in cut.standings if standing.player in refs
    )
    return [
        (standing, card_symbol(parse_card(card_of[ref])) if ref in card_of else "")
        for ref, standing in people
    ]


TURNED_FROM = 1
"""So many steps of the announcer come before the first card: who has cut."""


def _turned(hall: Hall) -> int:
    """How many cards the announcer has turned; all, on an evening whose script nobody uses."""
    if not hall.show.scripted:
        return LARGEST
    same = hall.show.course.partition("/")[0] == course(hall)
    return max(0, hall.show.spoken - TURNED_FROM) if same else 0


def _cutter(hall: Hall, standing: Standing, card: str) -> Values:
    livery = hall.named.players[standing.player].livery
    number = parse_card(card) if card else None
    return {
        "name": standing.name,
        "livery": livery,
        "card": card,
        "rank": card[:-1],
        "suit": "" if number is None else SUIT_NAMES[suit_of(number)],
        "words": aloud(card) if card else "",
        "long": max(map(len, standing.name.split()), default=0) > LONG_WORD,
    }


def aloud(card: str) -> str:
    """A card as it is said: the four of clubs."""
    parsed = parse_card(card)
    return f"the {RANK_NAMES[rank_of(parsed)]} of {SUIT_NAMES[suit_of(parsed)]}"


def reading(hall: Hall) -> Values | None:
    """Those who go through, as far as they are read; once announced, all of them, with the rounds
    that each won at a table in the place of what decided a tie.
    """
    current = hall.shown["reading"] if hall.said is not None else None
    if current is not None and current["stage"] == CUT:
        return _list(hall, current["called"], current["count"])
    if not hall.announced or hall.seal is None:
        return None
    row_of = {row[0]: row for row in hall.seal.snapshot["standings"]}
    order_of = {ref: order for order, ref in enumerate(_play_on(hall, hall.seal), start=1)}
    rows = [
        {
            "order": order,
            "player": ref,
            "name": row_of[ref][1],
            "livery": hall.named.players[ref].livery,
            "total": row_of[ref][2],
        }
        for ref, order in order_of.items()
    ]
    shown = _list(hall, publicly(reversed(rows), hall.instead), len(rows)) | {"whole": True}
    won = won_words(hall.named)
    for row in shown["rows"]:
        row["one"]["tie"] = won.get(row["one"]["player"]) or row["one"]["tie"]
    return shown


def _play_on(hall: Hall, seal: Seal) -> Sequence[str]:
    """Those who were read; where some declined, those who play on in their place too."""
    through: list[str] = seal.snapshot["qualifiers"]
    if not any(hall.answers.values()):
        return through
    return finalists_of(hall.event, seal, hall.named.standings, hall.answers).players


def _list(hall: Hall, called: list[Values], count: int) -> Values:
    """Ten rows that are always there, covered but for those read; the last read large beside
    them.
    """
    by_order = {row["order"]: row | {"tie": tie_words(hall, row, called)} for row in called}
    last = called[-1]["order"] if called else 0
    remaining = count - len(called)
    level = _level(hall, {row["player"] for row in called}, complete=not remaining)
    shown = {
        order: level[row["player"]].place_words if row["player"] in level else str(order)
        for order, row in by_order.items()
    }
    number = int(shown[last].removeprefix("=")) if last else 0
    spot = spoken_place(number) if last else ""
    if last and by_order[last]["player"] in level:
        spot = f"equal {spot}"
    return {
        "rows": [
            {
                "order": shown.get(order, order),
                "one": by_order.get(order),
                "latest": order == last,
            }
            for order in range(1, count + 1)
        ],
        "latest": _hero(hall, by_order[last]) if last else None,
        "ordinal": in_capitals(spot),
        "reason": why_here(hall, by_order[last], called) if last else "",
        "unit": points(by_order[last]["total"]).rpartition(" ")[2] if last else "",
        "count": count,
        "title": f"The {number_word(count)} who play on" if hall.event.has_playoff else "The list",
        "read": len(called),
        "left": f"{in_capitals(number_word(remaining))} {noun(remaining, 'name')} to come."
        if remaining
        else "Those are the names.",
    }


def _level(hall: Hall, refs: Collection[str], *, complete: bool) -> dict[str, Standing]:
    """Those whom nothing separates from another of the list: who declined is on it no more."""
    return {
        row.player: row
        for row in hall.named.standings
        if row.undecided and not (complete and set(row.undecided) - set(refs))
    }


def _hero(hall: Hall, row: Values) -> Values:
    """The name just read, large: what tells it from another of the evening stands under it, as it
    is said.
    """
    shared = namesakes(hall.event, public=True).get(row["player"])
    if shared is None:
        return row
    livery = ", ".join(filter(None, (row["livery"], shared.aloud)))
    return row | {"name": shared.name, "livery": livery}


def _decided(hall: Hall, player: str) -> Decision | None:
    """The step of a tie that may be told: against somebody read already, or against one who missed
    and stays unnamed.
    """
    standing = next(
        (standing for standing in hall.named.standings if standing.player == player), None
    )
    return next((step for step in standing.decided_by if step.ahead), None) if standing else None


def tie_words(hall: Hall, row: Values, called: list[Values]) -> str:
    """Beside a name in the list: what the tie was decided by, nobody named."""
    step = _decided(hall, row["player"])
    return f"level: {step.by}" if step else ""


def why_here(hall: Hall, first: Values, called: list[Values]) -> str:
    """Why this place, in one sentence: how a tie was decided, or how clear the guest is of the one
    read before.
    """
    step = _decided(hall, first["player"])
    if step is not None:
        rival = next((row["name"] for row in called if row["player"] == step.other), "")
        if not rival:
            return f"Level on {first['total']} with one other guest. {step.unnamed}"
        return f"Level on {first['total']} with {rival}. {step.sentence(first['name'])}"
    before = next((row for row in called if row["order"] == first["order"] + 1), None)
    if before is None:
        return ""
    clear = abs(before["total"] - first["total"])
    if not clear:
        return f"Level on {first['total']} with {before['name']}."
    return f"{in_capitals(points(clear))} clear of {spoken_place(before['order'])}."


def podium(hall: Hall) -> Values | None:
    """The prizes of the podium that are read, the winner highest; plates to come are not there."""
    current = hall.shown["reading"] if hall.said is not None else None
    if current is not None and current["stage"] == PODIUM:
        rows, count = current["called"], current["count"]
    elif hall.event.podium_revealed_at:
        rows = publicly(podium_list(hall.named), hall.instead)
        count = len(rows)
    else:
        return None
    by_order = {row["order"]: row for row in rows}
    plates = [_plate(by_order[order], by_order) for order in PLACES if order in by_order]
    last = min(by_order, default=0)
    for plate in plates:
        plate["latest"] = current is not None and plate["order"] == last
    return {"plates": plates, "count": count}


PLACES = (2, 1, 3)
"""As they stand: second at the left of the winner, third at the right."""


def _plate(row: Values, read: dict[int, Values]) -> Values:
    order = row["order"]
    return {
        "order": order,
        "heading": "The winner" if order == 1 else f"The {_prize(row)} goes to",
        "name": row["name"],
        "livery": row["livery"],
        "total": row["total"],
        "words": _placed(row, read),
        "long": max(map(len, row["name"].split()), default=0) > LONG_WORD,
        "very": max(map(len, row["name"].split()), default=0) > VERY_LONG,
        "lines": len(row["name"].split()) > MANY_WORDS,
    }


LONG_WORD, VERY_LONG, MANY_WORDS = 9, 13, 3


def _prize(row: Values) -> str:
    prize = str(row["prize"]).removeprefix("The ").removeprefix("the ")
    return prize if "prize" in prize.casefold() else f"{prize} prize"


def _placed(row: Values, read: dict[int, Values]) -> str:
    """What stands beside the total: points, and the margin or the place in the play-off."""
    unit = points(row["total"]).rpartition(" ")[2]
    if row.get("placed"):
        return f"{unit}, {row['placed']}"
    second = read.get(2)
    if row["order"] == 1 and second is not None:
        margin = abs(second["total"] - row["total"])
        return (
            f"{unit}, won by {spoken(margin)}" if margin else f"{unit}, level, and won all the same"
        )
    return f"{unit}, {spoken_place(row['order'])} in the play-off" if row["order"] > 1 else unit


def prizes(hall: Hall) -> Values | None:
    """The prizes beside the podium that were called up so far, the wooden spoon apart."""
    if not hall.all_told:
        return None
    rows = prize_list(hall)
    read = rows[: hall.show.prizes_read]
    return {
        "plates": [row for row in read if not row["spoon"]][-MOST_PLATES:],
        "spoon": next((row for row in read if row["spoon"]), None),
        "left": len(rows) - len(read),
    }


def prize_list(hall: Hall) -> list[Values]:
    """Every prize beside the podium in the order of calling: the organiser's, the spoon at its
    end. For who calls them; a wall gets those that were called.
    """
    rows = [
        _prize_row(hall, prize_row._asdict()) for prize_row in prize_rows(hall.event, hall.named)
    ]
    return sorted(rows, key=lambda row: bool(row["spoon"]))


def _prize_row(hall: Hall, row: Values) -> Values:
    spoon = SPOON in row["prize"].casefold()
    called = row["called"] if len(row["called"]) <= MOST_LETTERS else SHARED
    if spoon and not hall.show.spoon_named:
        return {"prize": row["prize"], "called": "", "livery": "", "result": "", "spoon": True}
    result = "" if spoon else row["result"]
    return {
        "prize": row["prize"],
        "called": called,
        "livery": row["livery"],
        "result": result,
        "spoon": spoon,
    }


def thanks(hall: Hall) -> Values:
    """What was given, to whom, and the way to the results."""
    base = base_address()
    way = "" if is_local(base) else f"{base}/e/{hall.event.slug}/board/"
    return {
        "given": hall.show.given,
        "charity": hall.event.charity,
        "way": way.removeprefix("http://").removeprefix("https://"),
        "code": code_image(way) if way and hall.all_told else "",
    }
