"""Settings as one reads them: what each is called, and what its value means."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.counting.tie_breaks import CRITERIA
from scoring.formats import Format
from scoring.pairing.ranking import CRITERION_WORDS
from scoring.words import capital, in_turn, listed, number_word, spelt
from tournament.counting.formats import event_format
from tournament.ledger.settings import of_round
from tournament.models import Event

CALLED: Mapping[str, str] = {
    "cut_size": "How many go through",
    "cut_tie": "A tie on the line that nothing splits",
    "tie_breaks": "Ties are split by",
    "absent_policy": "An absent guest's game counts",
    "withdrawn_policy": "A guest who went home",
    "unplayed_policy": "A game some tables could not play",
    "table_par": "Par of the tables",
    "one_official": "One official only",
    "rules": "Options that differ from the usual",
    "has_playoff": "There is a play-off",
    "playoff_tables": "Tables of the play-off",
    "playoff_games": "Games of the play-off",
    "playoff_carries": "The play-off starts from the totals",
    "third_place_match": "A match for the third place",
    "game": "The rulebook",
    "format": "The format",
    "choices": "The choices of the format",
    "further_prizes": "Prizes beside the podium",
    "qualifying_rounds": "Rounds before the cut",
    "games_per_round": "Games in a round",
    "courses": "Courses of the dinner",
    "time_zone": "Time zone",
    "paper_size": "Paper in the printer",
    "list_separator": "Cells of a list (.csv) are parted by a",
    "group_one": "Where guests come from",
    "group_many": "Where guests come from, several",
    "team_figure": "Ranked as teams",
    "team_best": "Totals that count for a team (0 for all)",
    "team_minimum": "Ranked guests a team needs",
    "playoff_tie_breaks": "Ties of the play-off are split by",
    "second_keying": "Paper is typed twice",
    "hall_plan": "Names and places of the tables",
    "sign_in_secret": "The code on the wall for coming in",
    "tablet_secret": "The tablet at the door",
    "guests_check_in": "Guests say themselves that they are here",
    "pad_ticks": "How hands are confirmed on a phone",
    "phones_wait": "Phones wait to be let in",
    "names_kept_days": "How many days names are kept",
    "names_wiped_alone": "Names are wiped by the program itself",
    "list_headings": "How the headings of lists are read",
    "list_mends": "What was fixed in lists",
    "arms": "The picture of the arms",
    "sponsor": "The picture of the sponsor",
    "board_full": "The board lists everybody",
    "chances_shown": "Guests see their chances",
    "playoff_live": "The board follows the play-off",
}


def called(name: str) -> str:
    """What a setting is called."""
    if number := of_round(name):
        return f"Games of round {number}"
    text = CALLED.get(name, name.replace("_", " "))
    return capital(text)


def in_aid_of(charity: str) -> str:
    """The sentence that names the charity of an evening."""
    return f"The evening was in aid of {charity}."


def tie_break_words(order: Iterable[str]) -> list[str]:
    """Each tie-break of an order in words: of totals, or of matches where one of them splits
    matches alone.
    """
    names = list(order)
    of_totals = {name: criterion.words for name, criterion in CRITERIA.items()}
    of_matches = any(name in CRITERION_WORDS and name not in CRITERIA for name in names)
    criteria = of_totals | CRITERION_WORDS if of_matches else of_totals
    return [criteria[name] for name in names if name in criteria]


def value_words(name: str, value: Any) -> str:
    """What a value of this setting means."""
    if name.endswith("tie_breaks") and isinstance(value, list):
        return in_turn(tie_break_words(value)) or "nothing"
    field = Event._meta.get_field(name) if not of_round(name) else None
    choices = dict(getattr(field, "choices", None) or ())
    return str(choices[value] if isinstance(value, str) and value in choices else _plain(value))


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return (
            ", ".join(
                str(item.get("name", item) if isinstance(item, dict) else item) for item in value
            )
            or "nothing"
        )
    return str(value).replace("_", " ") or "nothing"


def chosen_words(form: Format) -> list[tuple[str, str]]:
    """Each choice made for a format as a question with its answer."""
    chosen = dict(form.chosen)
    senses = [
        (choice.question, value.words)
        for choice in form.choices
        for value in choice.values
        if value.value == chosen.get(choice.name)
    ]
    return [
        *senses,
        *(
            (number.question, chosen[number.name])
            for number in form.numbers
            if number.name in chosen
        ),
    ]


def four_words(event: Event) -> dict[str, str]:
    """What each of the four open settings means, as it is now."""
    form = event_format(event)
    if form.paired:
        return {}
    words = {
        "qualifying_rounds": "Each at a new table." if event.qualifying_rounds > 1 else "",
        "games_per_round": f"{form.counted(event.games_per_round * event.qualifying_rounds)} before"
        " the cut.",
    }
    if event.has_playoff:
        start = "on top of the totals" if event.playoff_carries else "from zero"
        words["cut_size"] = f"They fill {_tables(event.cut_size, event.playoff_tables)}."
        words["playoff"] = f"{form.counted(event.playoff_games)} {start}; {form.direction} wins."
    return words


def _tables(guests: int, tables: int) -> str:
    """Tables that differ by one seat at most: `two tables of five`."""
    size, larger = divmod(guests, tables)
    parts = [(larger, size + 1), (tables - larger, size)]
    return listed(
        f"{spelt(count, 'table')} of {number_word(seats)}" for count, seats in parts if count
    )


SAID_FIRST = 2
"""So many tie-breaks are named in the line of the house rules."""


def house_rules(event: Event) -> dict[str, str]:
    """Each group of settings in one line, as it is now."""
    form = event_format(event)
    order = tie_break_words(event.tie_breaks)
    more = len(order) - SAID_FIRST
    ties = in_turn(order[:SAID_FIRST])
    if more > 0:
        ties = f"{ties}, and {number_word(more)} more"
    starts = "from the totals" if event.playoff_carries else "from zero"
    changed = sum(1 for part in event.rules.split() if part)
    return {
        "name": ", ".join(filter(None, (event.name, event.venue, event.charity))),
        "playoff": f"{form.counted(event.playoff_games)}, starting {starts}"
        if event.has_playoff
        else "none",
        "ties": ties or "nothing splits them",
        "absent": f"absent: {_low(event.get_absent_policy_display())}; gone home:"
        f" {_low(event.get_withdrawn_policy_display())}",
        "unplayed": _low(event.get_unplayed_policy_display()),
        "sizes": f"par {event.table_par}"
        if event.table_par
        else "every total is the points played",
        "prizes": ", ".join(str(prize["name"]) for prize in event.prizes) or "none",
        "officials": "one official, with a named witness"
        if event.one_official
        else "two officials agree on what matters",
        "rules": "as usual"
        if not changed
        else f"{spelt(changed, 'option')} changed from the usual",
    }


def _low(text: str) -> str:
    return text[:1].lower() + text[1:]
