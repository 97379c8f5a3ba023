"""A shedding game on one page, in words a player can read aloud, made from its rulebook."""

from scoring.cards import ACE, FULL_PACK, RANK_NAMES, rank_of
from scoring.games.shedding.grounds import named
from scoring.games.shedding.law import Law, law_of
from scoring.law.effects import Effect
from scoring.law.leaflet import Leaflet, Note, by_frequency
from scoring.law.rulebook import Rules
from scoring.words import number_word, spelt


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    law = law_of(rules)
    aim = {
        "winner": "The winner scores what the others hold. Highest total wins.",
        "losers": "Everyone else counts the cards they hold. Lowest total wins.",
        "places": "No cards are counted: the winner is all there is.",
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


def _pack(law: Law) -> str:
    """Which pack is used, where it is not a whole one."""
    pack = law.rules.deal.pack
    if len(pack) == len(FULL_PACK):
        return ""
    low = min(rank_of(card) for card in pack if rank_of(card) != ACE)
    return f"Use {len(pack)} cards, {RANK_NAMES[low]} to Ace."


def _play(law: Law) -> tuple[Note, ...]:
    deal = law.rules.deal
    hands = [f"{number_word(dealt).capitalize()} cards each" for _, dealt in deal.dealt_steps]
    most = number_word(deal.dealt_steps[0][0])
    begin = " ".join((
        *filter(None, [_pack(law)]),
        f"{hands[0]} with {most} players." if len(hands) > 1 else f"{hands[0]}.",
        *(f"{hand} with more." for hand in hands[1:]),
        *(["Two packs from six players on."] if deal.packs(deal.seats_max) > 1 else []),
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


def _effect(law: Law, does: Effect) -> Note:
    rank = "10" if does.rank == "T" else does.rank
    if does.wild:
        words = f"Goes on any card but {named(does.number)}. Name the next suit."
        if law.set_to("wild_on_wild") == "yes":
            words = "Goes on any card. Name the next suit."
        return Note("Any time", words, _points(law, "wild", option="wild_on_wild"), rank)
    if does.draws:
        due = number_word(does.draws)
        words = f"The next player draws {due}, or answers with {named(does.number)}: they add up."
        return Note(f"{due.capitalize()} more", words, (does.clause,), rank)
    if does.turns:
        words = "Play goes the other way."
        if law.flags.turn_skips_two:
            words = "Play goes the other way. Between two you play again."
        points = (does.clause, *_points(law, option="turn_two"))
        return Note("Reverse", words, points, rank)
    if does.again:
        heading = f"{RANK_NAMES[does.number].capitalize()} again"
        return Note(heading, "You play another card, or draw.", (does.clause,), rank)
    words = "The next player misses a turn."
    if does.answerable:
        rank_named = named(does.number)
        words = f"The next player lays {rank_named} too, which passes it on, or misses a turn."
    return Note("Miss", words, (does.clause, *_points(law, option="skip_answer")), rank)


def _penal(law: Law) -> str:
    return named(min(law.penalty))


def _remark(law: Law) -> Note:
    must = law.set_to("answer_compulsory") == "yes"
    words = (
        f"If you can answer {_penal(law)}, you must."
        if must
        else f"You may take the cards of {_penal(law)} and keep your answer."
    )
    points = _points(law, "penalty", option="answer_compulsory")
    if law.flags.dry_answer and not must:
        words = f"{words} With nothing to take, lay it."
    return Note("", words, (*points, *_points(law, option="dry_answer")))


def _starts(law: Law) -> tuple[tuple[str, str], ...]:
    acts = law.set_to("start_effect") == "yes"
    does = "it acts as though the dealer had laid it" if acts else "it does nothing"
    return (
        *((named(rank), "it goes under the stock: turn another") for rank in sorted(law.wild)),
        *((named(rank), does) for rank in sorted(set(law.does) - law.wild)),
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
        "difference": "The game ends, and the lowest hand scores what the others hold beyond it.",
        "no_score": "The game ends without a winner.",
        "no_winner": "The game ends without a winner.",
        "redeal": "The game is void; deal again.",
    }[law.set_to("blocked")]
    return (
        _finish(law),
        *_penalty_last(law),
        Note("No stock left", stock, _points(law, "stock", option="stock")),
        Note("Nobody can act", blocked, _points(law, "blocked", option="blocked")),
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
        heading = "Winning on a card that does something"
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
        price = _price(law).capitalize()
        words = f"{price}, if you are {'caught in time' if soon else 'ever caught'}."
        points = _points(law, "caught", option="challenge_until")
        notes.append(Note("I forgot to say it.", words, points))
    return tuple(notes)
