"""What happens at every table, whatever is played, and no text has a rule for: a card wanted back,
dropped or stuck to another, a hand shown, a player who is slow or gone, a pack that is not whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.law.case import Case, Settled
from scoring.law.ruling import Act, Noticed, Statement
from scoring.law.situations import Situation

Acts = Mapping[Noticed, tuple[Act, str]]
_GOES_ON: tuple[Noticed, ...] = ("at_once", "after_next_play")


@dataclass(frozen=True, slots=True)
class Custom:
    """How card tables commonly deal with one thing: `matter` is what the text is silent on,
    `finding` what happened, `acts` what is done by the time of noticing.

    `turned` are other acts where a fact has that value. `warning` is given while the game goes on.
    `{who}` begins a sentence with the player, `{them}` goes on with them.
    """

    situation: Situation
    matter: str
    finding: str
    acts: Acts
    turned: Mapping[tuple[str, Any], Acts] = field(default_factory=dict)
    warning: str = ""


def _while_it_lasts(act: Act, words: str, over: str) -> Acts:
    """The same while the game goes on; once it is over it stands."""
    late: tuple[Act, str] = ("stands", over)
    return {
        "at_once": (act, words),
        "after_next_play": (act, words),
        "after_game": late,
        "after_round": late,
    }


_LAID: Acts = {
    "at_once": ("stands", "The card stays: it was laid when {them} let go of it."),
    "after_next_play": ("stands", "The card stays: play has gone on."),
    "after_game": ("stands", "The card stays: the game is over."),
    "after_round": ("stands", "The card stays: the game is over."),
}
_STILL_HELD: Acts = {"at_once": ("restore", "{who} had not let go of it and may take it back.")}
_FELL = "The card goes back into the hand it fell from, and play goes on."
_COUNTS = "It belongs to the hand it fell from and counts there; a winner it fell from has not won."
_NOBODYS = "It goes under the stock, and play goes on."
_UNTOLD: tuple[Act, str] = ("stands", "Nothing is changed: nobody can tell whose it was.")
EVERYDAY: dict[str, Custom] = {
    "changed_mind": Custom(
        Situation(
            "A player wants their card back",
            "it fits, but they changed their mind",
            (),
            ("released",),
        ),
        "when a card counts as laid",
        "{who} wants a card back that fits",
        _LAID,
        {("released", False): _STILL_HELD},
    ),
    "wrong_card": Custom(
        Situation(
            "The wrong card was laid by mistake",
            "it fits, but another one was meant",
            (),
            ("released",),
        ),
        "a card laid by mistake",
        "{who} laid a card that fits and meant another",
        _LAID,
        {("released", False): _STILL_HELD},
    ),
    "stuck_together": Custom(
        Situation("Two cards stuck together", "two were laid, or taken, as one", (), ()),
        "cards that stick together",
        "Two cards of {them} stuck together",
        _while_it_lasts(
            "restore",
            "One card counts, the one that was meant. The other goes back where it came from: to"
            " the hand, or under the stock.",
            "Nothing is changed: the game is over.",
        ),
    ),
    "card_dropped": Custom(
        Situation(
            "A card fell, or was found on the floor",
            "dropped, under the table, missing from a hand at the count",
            (),
            ("owner_known", "period_over"),
        ),
        "cards that are dropped",
        "A card of {them} was dropped",
        {
            "at_once": ("restore", _FELL),
            "after_next_play": ("restore", _FELL),
            "after_game": ("correct", _COUNTS),
            "after_round": ("correct", f"{_COUNTS} A note says who, when and why."),
        },
        {
            ("owner_known", False): {
                "at_once": ("restore", _NOBODYS),
                "after_next_play": ("restore", _NOBODYS),
                "after_game": _UNTOLD,
                "after_round": _UNTOLD,
            },
            ("period_over", True): {
                "after_round": ("stands", "The time for corrections is over: it stands.")
            },
        },
    ),
    "hand_shown": Custom(
        Situation(
            "A hand was shown, or looked into",
            "by its player or a neighbour; advice was given",
            (),
            (),
        ),
        "hands that are seen",
        "The hand of {them} was seen",
        _while_it_lasts(
            "play_on",
            "The hand is taken up again, and play goes on.",
            "Nothing is changed: the game is over.",
        ),
        warning="A warning to whoever showed or looked; nobody says what they saw.",
    ),
    "too_slow": Custom(
        Situation("A player is too slow", "they think for minutes, or are on the phone", (), ()),
        "how long a turn may take",
        "{who} is said to be too slow",
        {
            **_while_it_lasts("complete", "", "Nothing is changed: the game is over."),
            "at_once": ("complete", "{who} is asked to play within a minute."),
            "after_next_play": ("stands", "Nothing is changed: they have played."),
        },
        warning="A warning to {them}; a second time may cost more.",
    ),
    "left_table": Custom(
        Situation("A player left the table", "for a moment, or for good", (), ()),
        "players who leave",
        "{who} left the table",
        {
            **_while_it_lasts(
                "play_on",
                "The table waits as long as the umpire says. Then the others play on, the hand"
                " lies face down and counts as it is, and the desk is told.",
                "",
            ),
            "after_game": ("complete", "The desk is told before the next deal."),
            "after_round": ("complete", "The desk is told before the next seats are drawn."),
        },
    ),
    "who_shuffles": Custom(
        Situation(
            "Who shuffles, who cuts, whose deal is it?", "or the cards were not shuffled", (), ()
        ),
        "who shuffles and cuts",
        "It is asked who shuffles",
        {
            **_while_it_lasts("stands", "The deal stands: play has begun.", "The deal stands."),
            "at_once": (
                "none",
                "The dealer shuffles, and the player on their right cuts. If that was forgotten,"
                " it is done now, before anybody plays.",
            ),
        },
    ),
    "drew_too_many": Custom(
        Situation(
            "Somebody drew too many cards", "two instead of one, or one they need not take", (), ()
        ),
        "cards drawn too much",
        "{who} drew too many cards",
        _while_it_lasts(
            "restore",
            "What was drawn too much, pulled unseen from the hand, goes back under the stock.",
            "Nothing is changed: the cards count as they are held.",
        ),
    ),
    "wrong_dealer": Custom(
        Situation("The wrong player dealt", "or one player twice in a row", (), ()),
        "a deal by the wrong player",
        "The wrong player dealt",
        {
            **_while_it_lasts("stands", "The deal stands: play has begun.", "The deal stands."),
            "at_once": ("redeal", "The cards are gathered, and the right player deals."),
        },
    ),
    "card_missing": Custom(
        Situation(
            "A card is missing from the pack",
            "one too few, one twice, or one of another pack",
            (),
            ("recovered",),
        ),
        "a pack that is not whole",
        "A card is missing from the pack",
        _while_it_lasts(
            "redeal",
            "The game is void and dealt again with a whole pack.",
            "The game counts. The pack is changed before the next deal.",
        ),
        {
            ("recovered", True): {
                "at_once": ("restore", _NOBODYS),
                "after_next_play": ("restore", _NOBODYS),
            }
        },
    ),
}
"""Each by its name in claims, as Situation and remedy."""


def everyday(case: Case) -> Settled:
    """What is done about something that every table meets: custom, and so the umpire's discretion;
    the text speaks of the deal alone.
    """
    custom = EVERYDAY[case.claim.kind]
    acts = dict(custom.acts)
    for (name, value), instead in custom.turned.items():
        if case.facts.get(name) == value:
            acts |= instead
    act, words = acts[case.noticed]
    finding, remedy = (_of(case, text) for text in (custom.finding, words))
    law: tuple[Statement, ...] = (case.discretion(f"The text says nothing of {custom.matter}."),)
    if case.claim.kind in _OF_THE_DEAL and case.conduct.dealing:
        law = (case.text("The deal passes to the left.", case.conduct.dealing), *law)
    settled = Settled(finding, law, act, (case.discretion(remedy),))
    if not custom.warning or case.noticed not in _GOES_ON or act == "stands":
        return settled
    penalty = (case.discretion(_of(case, custom.warning)),)
    return Settled(finding, law, act, settled.remedy, penalty, "warning")


_OF_THE_DEAL = ("who_shuffles", "wrong_dealer")


def _of(case: Case, words: str) -> str:
    return words.format(who=case.who, them=case.them)
