"""What the page of the cut says: the list, the tie on the line, what could still change it, and the
seal.
"""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut, in_words
from scoring.counting.open_sheets import OpenSheet, open_sheets
from scoring.counting.policies import fill
from scoring.counting.standings import Standing, ordinal
from scoring.counting.tie_breaks import CRITERIA
from scoring.words import first_few, many
from tournament.counting import scores as counting_scores
from tournament.counting.announcement import spoken_place
from tournament.counting.formats import event_format
from tournament.counting.tables import decided
from tournament.models import Event, Game, Seal
from tournament.models.event import UnplayedPolicy

SHOWN = 3
FEW = 2


def cut_list(now: Board, cut: Cut) -> dict[str, Any]:
    """Who is through, who is level for what is left, and who is near, each as rows of a table."""
    standing_by_player = {standing.player: standing for standing in cut.standings}
    through, tied = set(cut.qualifiers), {standing.player for standing in cut.tied}

    def rows(players: Any) -> list[dict[str, Any]]:
        return [
            _row(
                standing_by_player[player], now, decided(standing_by_player[player], through), tied
            )
            for player in players
        ]

    level = set(cut.undecided)
    near = [miss for miss in cut.near_misses if miss.player not in level]
    return {
        "through": rows(cut.qualifiers),
        "level": rows(cut.undecided),
        "near": [
            _row(
                miss,
                now,
                _over(miss, cut, through),
                tied,
            )
            for miss in near
        ],
    }


def _row(standing: Standing, now: Board, note: str, tied: set[str]) -> dict[str, Any]:
    return {
        "place": standing.place_words,
        "name": standing.name,
        "livery": now.players[standing.player].livery,
        "total": standing.total,
        "note": "; ".join(
            filter(None, (note, f"table par {standing.par:+d}" if standing.par else ""))
        ),
        "tied": standing.player in tied,
    }


def _over(miss: Standing, cut: Cut, through: set[str]) -> str:
    points = abs(miss.total - cut.cut_score)
    return f"{points} over" if points else decided(miss, through)


def tie(event: Event, cut: Cut) -> dict[str, Any] | None:
    """The tie on the line: two figures face to face where a criterion has figures, and the reason
    in words.
    """
    if not cut.tie:
        return None
    context = {
        "score": cut.cut_score,
        "words": in_words(cut),
        "sides": [],
        "admit_all": _admit_all(cut),
    }
    last = next(
        (standing for standing in reversed(cut.tied) if standing.player in cut.qualifiers), None
    )
    decision = (
        next((decision for decision in last.decided_by if decision.ahead), None)
        if last and not cut.undecided
        else None
    )
    if last is None or decision is None:
        return context
    criterion = CRITERIA[decision.criterion]
    context["words"] = (
        f"{ordinal(last.order or 0)} by {decision.by},"
        f" {_criterion_words(event, decision.criterion)}."
    )
    if criterion.shown:
        subject = (
            criterion.words.split(" ", 1)[1]
            if criterion.words.split(" ")[0] in SIGNS
            else criterion.words
        )
        names = (last.name, decision.other_name)
        context["sides"] = [
            {"figure": figure, "what": subject, "name": name}
            for figure, name in zip(decision.figures, names, strict=True)
        ]
    return context


def _criterion_words(event: Event, criterion: str) -> str:
    """Which of the declared tie-breaks a criterion is."""
    return f"the {spoken_place(event.tie_breaks.index(criterion) + 1)} tie-break of the evening"


SIGNS = frozenset({"most", "fewest", "better"})


def _admit_all(cut: Cut) -> str:
    return (
        f"Were everybody on {cut.cut_score} let in, {cut.admit_all_would_be} would go through"
        f" instead of {cut.size}. The organiser fixes before the first game whether that is so."
    )


def tie_breaks(event: Event) -> list[str]:
    """The order of tie-breaks that was declared, in words."""
    return [CRITERIA[name].words for name in event.tie_breaks if name in CRITERIA]


def still_open(event: Event, cut: Cut) -> list[dict[str, Any]]:
    """The sheets nobody has looked over that could still change the cut, the nearest first."""
    unchecked = counting_scores.unchecked(event)
    if not unchecked:
        return []
    ranking = counting_scores.ranking(event)
    scores = fill(counting_scores.tallies(event), ranking.policies, ranking.direction)
    sheets = open_sheets(cut, scores, unchecked, ranking.direction)
    return [
        _open_sheet(event, sheet, cut, lowest=ranking.direction == "lowest") for sheet in sheets
    ]


def _open_sheet(event: Event, sheet: OpenSheet, cut: Cut, *, lowest: bool) -> dict[str, Any]:
    standing_by_player = {standing.player: standing for standing in cut.standings}
    ranked = [standing.total for standing in cut.standings if standing.ranked]
    more, fewer = ("more", "fewer") if lowest else ("fewer", "more")
    moved = [
        (
            abs(standing_by_player[ref].total - ranked[cut.size]),
            standing_by_player[ref].name,
            more,
            "could put them out",
        )
        for ref in sheet.could_fall_out
    ]
    moved += [
        (
            abs(standing_by_player[ref].total - cut.cut_score),
            standing_by_player[ref].name,
            fewer,
            "could bring them in",
        )
        for ref in sheet.could_come_in
    ]
    moved.sort()
    distance, _name, direction, effect = moved[0]
    return {
        "names": first_few([row[1] for row in moved], FEW),
        "place": f"Round {sheet.round}, table {sheet.table}, game {sheet.game}",
        "url": reverse("table", args=[event.slug, sheet.round, sheet.table]),
        "change": f"{many(max(distance, 1), 'point')} {direction}",
        "effect": effect,
    }


def since_the_seal(seal: Seal, cut: object) -> str:
    """Who would move in or out were the cut sealed anew; nothing while it stands as sealed."""
    names = {row[0]: row[1] for row in seal.snapshot["standings"]}
    sealed: list[str] = seal.snapshot["qualifiers"]
    if not isinstance(cut, Cut):
        return "No cut can be drawn any more."
    names |= {standing.player: standing.name for standing in cut.standings}
    now = list(cut.qualifiers)
    if now == sealed:
        return ""
    out = [names[ref] for ref in sealed if ref not in now]
    into = [names[ref] for ref in now if ref not in sealed]
    parts = [
        f"{', '.join(players)} {words}"
        for players, words in ((out, "would be out"), (into, "would be in"))
        if players
    ]
    return f"{'; '.join(parts)}." if parts else "The same guests go through, in another order."


def counts_nowhere(event: Event, cut: NoCut) -> bool:
    """Whether nobody has a result because a game that one table did not play counts at none."""
    void = event.unplayed_policy == UnplayedPolicy.VOID_EVERYWHERE
    return not cut.field and void and Game.objects.filter(event=event, not_played=True).exists()


def no_line(event: Event, cut: NoCut) -> str:
    """Why no line can be drawn, and the mend."""
    if not counts_nowhere(event, cut):
        return cut.words
    unit = event_format(event).unit
    return (
        f"Nobody has a result: a {unit} that one table did not play counts at none. Change together"
        " what it counts, or have it played after all."
    )


def after_showing(request: HttpRequest, page: str) -> str:
    """Where a press that lets the board show a list leads: back to the home where it came from
    there.
    """
    return "evening" if request.POST.get("from") == "home" else page
