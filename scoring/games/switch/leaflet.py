"""Switch on one page, in words a player can read aloud."""

from scoring.games.switch.rules import SWITCH
from scoring.law.leaflet import Effect, Leaflet, Note, by_frequency, pack_words
from scoring.law.rulebook import Rules

SEVERAL = (
    (
        "same_suit_or_rank",
        "You may lay several cards of one suit, or of one rank.",
        "SW-24",
        "SW-A13",
    ),
    ("suit_runs", "You may lay a run of one suit, up or down.", "SW-25", "SW-A14"),
)

_FIT = {"first": " The first must match the pile.", "every": " All must match the pile."}


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    on = rules["play_on"] == "yes"
    points = rules["scoring"] == "hand_points"
    second = (
        "Lowest total wins."
        if points
        else "The others play on for the places."
        if on
        else "That wins the game."
    )
    return Leaflet(
        ("Be first to empty your hand.", second),
        _call(rules),
        _play(rules),
        _effects(rules),
        _remark(rules),
        (("2 4 7 8 J A", "turn another, then shuffle it back in"),),
        ("SW-5", "SW-6"),
        _ends(rules),
        by_frequency(SWITCH, _questions_answered(rules)),
    )


def _call(rules: Rules) -> Note:
    soon = rules["challenge_until"] == "next_turn"
    caught = "If you are caught at any time, you take a card."
    if soon:
        caught = "If you are caught before your next turn, you take a card."
    words = f"Say it when you are down to one card. {caught}"
    return Note("“Last card!”", words, ("SW-17", "SW-18", "SW-A8"))


def _play(rules: Rules) -> tuple[Note, ...]:
    must = "If you can lay, you must. If you cannot, take one card"
    if rules["compulsory"] == "no":
        must = "If you cannot, or would rather not, take one card"
    several = [
        (words, clause, question)
        for option, words, clause, question in SEVERAL
        if rules[option] == "yes"
    ]
    more = "".join(f" {words}" for words, _, _ in several)
    if rules["suit_runs"] == "yes" and rules["ace_in_run"] == "either":
        more += " An Ace may end it, next to the King too."
    begin = (
        f"{pack_words(rules.deal)} Seven cards each. The rest is the stock: turn its top card over"
        " to start the pile. The player on the dealer's left plays first."
    )
    turn = (
        f"Play goes clockwise. Lay a card of the suit or rank of the top card.{more} {must}, and"
        " your turn is over."
    )
    points = ("SW-7", "SW-8", "SW-9", "SW-A1", *(name for _, *names in several for name in names))
    return (
        Note("To begin", begin, ("SW-2", "SW-4", "SW-5", "SW-7")),
        Note("Your turn", turn, points),
    )


def _effects(rules: Rules) -> tuple[Effect, ...]:
    mixed = rules["mix_penalties"] == "yes"
    answers = "a 2 or 4: they add up." if mixed else "a {}: then the one after picks up {}."
    two = f"The next player picks up two, or answers with {answers.format(2, 'four')}"
    four = f"The next player picks up four, or answers with {answers.format(4, 'eight')}"
    acts = "Only the top card acts." if rules["seven_powers"] == "top" else "All of them act."
    along = "Lay others of its suit with it, in any order."
    if rules["seven_place"] == "first":
        along = "Lay others of its suit with it."
    jack = "Play goes the other way."
    if rules["jack_two"] == "skip":
        jack += " Between two players: you play again."
    barred = "an unanswered 2 or 4" if rules["ace_ban"] == "pending" else "a 2 or 4"
    return (
        Effect("2", "Two more", two, ("SW-10", "SW-A2")),
        Effect("4", "Four more", four, ("SW-11", "SW-A2")),
        Effect("7", "Take along", f"{along} {acts}", ("SW-12", "SW-A4", "SW-A15")),
        Effect("8", "Miss", "The next player misses a turn.", ("SW-13",)),
        Effect("J", "Reverse", jack, ("SW-14", "SW-A6")),
        Effect(
            "A",
            "Any time",
            f"Goes on all but {barred}. {_silent(rules)}",
            ("SW-15", "SW-16", "SW-A3", "SW-A20", "SW-A21"),
        ),
    )


def _remark(rules: Rules) -> Note:
    must = rules["two_compulsory"] == "yes"
    words = (
        "If you can answer a 2 or 4, you must."
        if must
        else "You need not answer a 2 or 4: you may take the cards."
    )
    return Note("", words, ("SW-A10",))


def _ends(rules: Rules) -> tuple[Note, ...]:
    power = rules["power_finish"] == "yes"
    over = "The first player without cards wins."
    if rules["play_on"] == "yes":
        over += " The others play on until all but one have gone out."
    if rules["scoring"] == "hand_points":
        over += " The others count the cards they hold."
    alone = "If an Ace is all you hold, take a card and lay nothing this turn."
    if rules["ace_covered"] == "no":
        alone += " Nor may it lie under your last card."
    return (
        Note("An Ace is never the last card", alone, ("SW-21", "SW-22", "SW-A19")),
        Note(
            "Winning on a 2, 4, 7, 8 or Jack", "Allowed." if power else "Not allowed.", ("SW-A7",)
        ),
        Note(
            "No stock left",
            "Shuffle all but the top discard into a new stock.",
            ("SW-19", "SW-A9"),
        ),
        Note("Nobody can lay or take", _blocked(rules), ("SW-A22",)),
        Note("The end of a game", over, ("SW-20", "SW-A12", "SW-A11")),
    )


def _blocked(rules: Rules) -> str:
    return "Deal again." if rules["blocked"] == "redeal" else "The game is over and nobody won."


def _questions_answered(rules: Rules) -> tuple[Note, ...]:
    must, mixed = rules["compulsory"] == "yes", rules["mix_penalties"] == "yes"
    by_penalty = rules["ace_ban"] == "pending"
    top = rules["seven_powers"] == "top"
    keep = rules["two_compulsory"] == "no"
    return (
        Note(
            "Must I lay a card if I can?",
            "Yes." if must else "No. You may take one instead.",
            ("SW-A1",),
        ),
        Note(
            "May a 4 answer a 2?",
            "Yes, and a 2 a 4." if mixed else "No. A 2 answers a 2, a 4 a 4.",
            ("SW-A2",),
        ),
        Note(
            "May an Ace go on a 2 that was paid?",
            "Yes." if by_penalty else "No, on no 2 and no 4.",
            ("SW-A3",),
        ),
        Note(
            "Must I answer a 2 or 4?",
            "No. You may take the cards." if keep else "Yes, if you can.",
            ("SW-A10",),
        ),
        Note(
            "Which cards act, laid with a 7?",
            "The one on top." if top else "All of them.",
            ("SW-A4",),
        ),
        Note(
            "Which suit follows several cards?",
            "That of the card on top; an Ace names it.",
            ("SW-A5",),
        ),
        *_asked_late(rules),
    )


def _asked_late(rules: Rules) -> tuple[Note, ...]:
    soon = rules["challenge_until"] == "next_turn"
    finish = (
        "Yes. Only on an Ace you may not."
        if rules["power_finish"] == "yes"
        else "No, nor on a 2, 4, 7 or Ace."
    )
    suits, runs = rules["same_suit_or_rank"] == "yes", rules["suit_runs"] == "yes"
    return (
        Note(
            "I forgot to say last card.",
            "You take a card, if you are caught in time."
            if soon
            else "You take a card, if you are ever caught.",
            ("SW-A8",),
        ),
        Note("May I go out on an 8 or a Jack?", finish, ("SW-A7",)),
        Note(
            "The stock runs out as I take cards.",
            (
                "Shuffle the discards and take the rest."
                if rules["short_stock"] == "reshuffle"
                else "Take what is there, and no more."
            ),
            ("SW-A9",),
        ),
        Note(
            "May I lay several cards at once?",
            _several(suits=suits, runs=runs) + (_FIT[rules["row_fit"]] if suits or runs else ""),
            ("SW-A13", "SW-A14", "SW-A17"),
        ),
    )


def _silent(rules: Rules) -> str:
    """Naming the suit of an Ace, and which suit counts when nobody does."""
    counts = "the suit stays" if rules["unnamed"] == "before" else "its own counts"
    if rules["nominate_until"] == "card":
        return f"Name a suit with it, or {counts}."
    return f"Name the next suit: until you do, {counts}."


def _several(*, suits: bool, runs: bool) -> str:
    """What may be laid together, beside the cards of a 7."""
    if suits:
        return (
            "Yes: one suit, one rank or a run of a suit."
            if runs
            else "Yes: all of one suit, or all of one rank."
        )
    return "A run of one suit, or with a 7." if runs else "Only with a 7: others of its suit."
