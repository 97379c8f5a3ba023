"""What a shedding game brings to disputes, made from its rulebook."""

from dataclasses import replace

from scoring.games.shedding.law import SHAPES
from scoring.law.case import Calls, Conduct, Plays, Turns
from scoring.law.effects import Effect, with_article
from scoring.law.rulebook import Rulebook
from scoring.law.rules_text import text_of
from scoring.law.situations import Situation, situations_of
from scoring.words import capital


def conduct_by(book: Rulebook) -> Conduct:
    """What this game brings: its situations, who is next, what is said at the last card."""
    calls = "caught" in book.aspects
    skips = next((row for row in book.effects if row.skips and not row.answerable), None)
    turns = next((effect for effect in book.effects if effect.turns), None)
    asked = {option.name: option.questions[0] for option in book.options}
    between_two = ("turn_two", asked["turn_two"]) if "turn_two" in asked else ("", "")
    return Conduct(
        _situations(book),
        Turns(
            _order(turns),
            book.aspects["turns"][0],
            skip=(skips.number, skips.clause) if skips else None,
            turn=(turns.number, turns.clause, *between_two) if turns else None,
            again={effect.number: effect.clause for effect in book.effects if effect.again},
        ),
        Plays(names_suit=True, single=True, draws_on=True),
        practice={name: asked[name] for name in ("blocked", "unnamed") if name in asked},
        blocked=SHAPES["blocked"][0],
        calls=Calls(book.aspects["caught"][0], book.call.upper()) if calls else Calls(""),
        tally=book.aspects["count"][0],
        last_penalty=asked.get("final_penalty", ""),
        **text_of("games/shedding/conduct"),
    )


def _situations(book: Rulebook) -> dict[str, Situation]:
    """Those of every shedding game, counts only where cards count, a missing call only where there
    is one, a suit or a penalty only where a card names or brings one; where a card that passes a
    player over can be answered, it decides whether it has been paid.
    """
    answered = any(effect.answerable for effect in book.effects)
    answered |= any(option.name == "skip_answer" for option in book.options)
    absent = set() if "caught" in book.aspects else {"last_card_not_said"}
    absent |= set() if book.scoring.values else {"tally_miscounted", "tally_contested"}
    wild = next((effect for effect in book.effects if effect.wild), None)
    bringing = next((effect for effect in book.effects if effect.draws), None)
    absent |= set() if wild else {"suit_named"}
    absent |= set() if bringing else {"penalty_not_taken"}
    names = {"Wild": capital(str(wild)), "Bringing": capital(str(bringing)), "bringing": bringing}
    further = ["passed_over"] if answered else []
    unasked = {"turn_came_back"}
    if not any(effect.turns for effect in book.effects):
        unasked.add("way_before")
    situations = {}
    for kind, situation in situations_of("shedding").items():
        asks = [fact for fact in situation.helpful if fact not in unasked]
        asks += further if "pending" in asks else []
        if kind not in absent:
            name, example = (part.format_map(names) for part in (situation.name, situation.example))
            situations[kind] = replace(situation, name=name, example=example, helpful=tuple(asks))
    return situations


def _order(turns: Effect | None) -> str:
    if turns is None:
        return "Turns pass clockwise."
    return f"Turns pass clockwise until {with_article(turns.number)} turns them."
