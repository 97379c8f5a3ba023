"""A shedding game on one page, in words a player can read aloud, made from its rulebook."""

from scoring.cards import RANK_NAMES
from scoring.games.shedding.grounds import named
from scoring.games.shedding.law import Law, law_of
from scoring.law.effects import Effect as Does
from scoring.law.leaflet import Effect, Leaflet, Note, by_frequency, pack_words
from scoring.law.rulebook import Rules
from scoring.words import listed, number_word, spelt


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    law = law_of(rules)
    aim = {
        "winner": "The winner scores what the others hold. Highest total wins.",
        "losers": "Everyone else counts the cards they hold. Lowest total wins.",
        "places": "That wins the game.",
    }[rules.scoring.scorer]
    return Leaflet(
        ("Be first to empty your hand.", aim),
        _call(law) if "caught" in rules.rulebook.aspects else None,
        _play(law),
        tuple(_effect(law, does) for does in law.does.values()),
        _remark(law) if law.penalty else None,
        _starts(law),
        _points(law, "start", "back", option="start_effect"),
        _ends(law),
        by_frequency(rules.rulebook, (*_questions_answered(law), *_asked_further(law))),
    )


def _points(law: Law, *aspects: str, option: str = "") -> tuple[str, ...]:
    """The question of an option that the game asks, and the clauses of parts."""
    book = law.rules.rulebook
    questions = [candidate.questions[0] for candidate in book.options if candidate.name == option]
    return (*questions, *dict.fromkeys(law.clause(aspect) for aspect in aspects))


def _call(law: Law) -> Note:
    soon = law.set_to("challenge_until") == "next_turn"
    draws = f"you draw {_price(law)}."
    caught = f"If you are caught {'before your next turn' if soon else 'at any time'}, {draws}"
    gist = law.rules.rulebook.clause(law.clause("last_card")).gist
    points = _points(law, "last_card", "caught", option="challenge_until")
    return Note(f"“{law.rules.rulebook.call}!”", f"{gist} {caught}", points)


def _price(law: Law) -> str:
    return "a card" if law.flags.price == 1 else spelt(law.flags.price, "card")


def _play(law: Law) -> tuple[Note, ...]:
    deal = law.rules.deal
    (most, first), *steps = deal.dealt_steps
    hands = f"{number_word(first).capitalize()} cards each."
    if steps:
        fewer = number_word(steps[-1][1])
        hands = f"{hands[:-1]} with {number_word(most)} players, {fewer} with more."
    begin = " ".join((
        pack_words(deal),
        hands,
        "The rest is the stock: turn its top card over to start the pile. The player on the"
        " dealer's left plays first.",
    ))  # fmt: skip
    must = (
        "If you can lay, you must. If you cannot, draw"
        if law.compulsory
        else "If you cannot lay, or would rather not, draw"
    )
    turn = (
        f"Play goes clockwise. Lay a card of the suit or rank of the top card. {must}"
        f" {_draw_words(law)}"
    )
    return (
        Note("To begin", begin, _points(law, "players", "deal", "start", "turns")),
        Note("Your turn", turn, _points(law, "fits", "unable", option="compulsory")),
    )


def _draw_words(law: Law) -> str:
    if law.limit == 1:
        keep = "Keep it for your next turn." if _keeps(law) else "If it fits, you may lay it."
        return f"one card. {keep}"
    return "three at most." if law.limit == 3 else "until you can."


def _keeps(law: Law) -> bool:
    return law.set_to("drawn_card") == "keep"


def _effect(law: Law, does: Does) -> Effect:
    rank = "10" if does.rank == "T" else does.rank
    if does.wild:
        words = f"Goes on any card but {named(does.number)}. Name the next suit."
        if law.set_to("wild_on_wild") == "yes":
            words = "Goes on any card. Name the next suit."
        return Effect(rank, "Any time", words, _points(law, "wild", option="wild_on_wild"))
    if does.draws:
        due = number_word(does.draws)
        words = (
            f"The next player draws {due}, or answers with {named(does.number)}: then the one after"
            f" draws {number_word(2 * does.draws)}."
        )
        return Effect(rank, f"{due.capitalize()} more", words, (does.clause,))
    if does.turns:
        words = "Play goes the other way."
        if law.flags.turn_skips_two:
            words = "Play goes the other way. Between two you play again."
        points = (does.clause, *_points(law, option="turn_two"))
        return Effect(rank, "Reverse", words, points)
    if does.again:
        heading = f"{RANK_NAMES[does.number].capitalize()} again"
        return Effect(rank, heading, "You play another card, or draw.", (does.clause,))
    words = "The next player misses a turn."
    if does.answerable:
        rank_named = named(does.number)
        words = (
            f"The next player misses a turn, or answers with {rank_named}: then the one after"
            " misses it."
        )
    return Effect(rank, "Miss", words, (does.clause, *_points(law, option="skip_answer")))


def _penal(law: Law) -> str:
    return named(min(law.penalty))


def _remark(law: Law) -> Note:
    must = law.set_to("answer_compulsory") == "yes"
    words = (
        f"If you can answer {_penal(law)}, you must."
        if must
        else f"You need not answer {_penal(law)}: you may take the cards."
    )
    points = _points(law, "penalty", option="answer_compulsory")
    if law.flags.dry_answer and not must:
        words = f"{words} With no card to take, you must answer."
    return Note("", words, (*points, *_points(law, option="dry_answer")))


def _starts(law: Law) -> tuple[tuple[str, str], ...]:
    acts = law.set_to("start_effect") == "yes"
    does = "it acts as though the dealer had laid it" if acts else "it does nothing"
    return (
        *((named(rank), "it goes under the stock: turn another") for rank in sorted(law.wild)),
        *([("any other", does)] if set(law.does) - law.wild else []),
    )


def _wild(law: Law) -> str:
    return named(min(law.wild))


def _ends(law: Law) -> tuple[Note, ...]:
    stock = (
        "Shuffle all discards but the top one into a new stock."
        if law.renews
        else "Whoever cannot lay passes."
    )
    blocked = {
        "difference": "The game ends; the lowest hand scores how much more each other hand holds.",
        "no_score": "The game ends without a winner.",
        "no_winner": "The game ends without a winner.",
        "redeal": "The game is void; deal again.",
    }[law.set_to("blocked")]
    return (
        _finish(law),
        *_penalty_last(law),
        Note("No stock left", stock, _points(law, "stock", option="stock")),
        Note("Nobody can lay or draw", blocked, _points(law, "blocked", option="blocked")),
        Note(
            "The end of a game",
            f"The first player without cards wins.{_jack(law)}",
            _points(law, "wins", "count", option="jack_value"),
        ),
    )  # fmt: skip


def _finish(law: Law) -> Note:
    """Whether a game may be won with a card that does something."""
    if law.asks("power_finish"):
        allowed = law.set_to("power_finish") == "yes"
        words = "Allowed." if allowed else "Not allowed: draw a card instead."
        heading = f"Winning on {listed((named(rank) for rank in law.does), 'or')}"
        return Note(heading, words, _points(law, "wins", option="power_finish"))
    words = "Allowed." if law.set_to("wild_finish") == "yes" else "Not allowed."
    return Note(f"Winning on {_wild(law)}", words, _points(law, "wild", option="wild_finish"))


def _penalty_last(law: Law) -> tuple[Note, ...]:
    """What a game won with a card that brings a penalty still costs, where the game asks it."""
    points = _points(law, "wins", option="final_penalty")
    if len(points) < 2:
        return ()
    words = {
        "at_once": "The game is over: nobody takes the cards.",
        "pick_up": "The next player still takes the cards, and counts them.",
    }[law.set_to("final_penalty")]
    return (Note(f"Winning on {_penal(law)}", words, points),)


def _jack(law: Law) -> str:
    if not law.asks("jack_value"):
        return ""
    return f" A Jack left in hand counts {law.rules.scoring.value_of('J')[0]}."


def _questions_answered(law: Law) -> tuple[Note, ...]:
    limit = {1: "One.", 3: "Three at most."}.get(law.limit, "As many as it takes.")
    keeps = "No. Keep it for your next turn." if _keeps(law) else "Yes, if it fits."
    unnamed = {
        "own": "The suit of the card itself is followed.",
        "before": "The suit stays as it was.",
    }[law.set_to("unnamed")]
    wild, again = _wild(law), law.set_to("wild_on_wild") == "yes"
    return (
        Note(
            "Must I lay a card if I can?",
            "Yes." if law.compulsory else "No. You may draw instead.",
            _points(law, "fits", option="compulsory"),
        ),
        Note("How many cards do I draw?", limit, _points(law, "unable", option="draws")),
        Note("May I lay the card I drew?", keeps, _points(law, "drawn", option="drawn_card")),
        Note(
            f"May {wild} go on {wild}?",
            "Yes." if again else "No.",
            _points(law, "wild", option="wild_on_wild"),
        ),
        Note("I named no suit.", unnamed, _points(law, "wild", option="unnamed")),
    )


def _asked_further(law: Law) -> tuple[Note, ...]:
    wild, last = _wild(law), min(law.wild) not in law.flags.not_last
    must = law.set_to("answer_compulsory") == "yes"
    soon = law.set_to("challenge_until") == "next_turn"
    renewed = "Shuffle the discards, all but the top one." if law.renews else "Pass."
    notes = [
        Note(
            f"May I go out on {wild}?",
            "Yes." if last else "No.",
            _points(
                law, "wins", option="power_finish" if law.asks("power_finish") else "wild_finish"
            ),
        ),
        Note("I cannot lay and the stock is gone.", renewed, _points(law, "stock", option="stock")),
    ]
    if law.penalty:
        words = "Yes, if you can." if must else "No. You may take the cards."
        points = _points(law, "penalty", option="answer_compulsory")
        notes.append(Note(f"Must I answer {_penal(law)}?", words, points))
    if "caught" in law.rules.rulebook.aspects:
        price = _price(law)
        words = f"You draw {price}, if you are {'caught in time' if soon else 'ever caught'}."
        points = _points(law, "caught", option="challenge_until")
        notes.append(Note(f"I forgot to say “{law.rules.rulebook.call}”.", words, points))
    return tuple(notes)
