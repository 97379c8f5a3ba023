"""A shedding game on one page, in words a player can read aloud: what its rulebook fills in where
the text of the page, which these games share, leaves it open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.cards import ACE, FULL_PACK, RANK_NAMES, rank_of
from scoring.games.shedding.law import SHAPES, Law, law_of, set_to
from scoring.law.effects import Effect, with_article
from scoring.law.leaflet import Layout, Leaflet, Note
from scoring.law.rulebook import Rules
from scoring.law.rules_text import Text, text_of
from scoring.words import listed, number_word, spelt


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    law, text = law_of(rules), text_of("games/shedding/leaflet")
    settings = {option: set_to(law.rules, option) for option in SHAPES} | _settings(law)

    def points(name: str) -> tuple[str, ...]:
        if not name.startswith("?"):
            return (law.clause(name),)
        options = (option for option in rules.rulebook.options if option.name == name[1:])
        return tuple(option.questions[0] for option in options)

    layout = Layout(settings.__getitem__, _names(law), points)
    wild, acts = (" ".join(layout.lines(text["starts"][kind])) for kind in ("wild", "acts"))
    cards = [(with_article(rank), wild) for rank in sorted(law.wild)]
    cards += [("any other", acts)] if set(law.does) > law.wild else []
    effects = tuple(_effect(layout, text["does"], does) for does in law.does.values())
    return layout.page(text, rules.rulebook, effects, cards)


def _settings(law: Law) -> dict[str, str]:
    """What the page asks beside the options."""
    deal, aspects = law.rules.deal, law.rules.rulebook.aspects
    yes = {
        "calls": "caught" in aspects,
        "brings": bool(law.penalty),
        "jack": law.asks("jack_value"),
        "last_penalty": law.asks("final_penalty"),
    }
    return {name: "yes" if holds else "no" for name, holds in yes.items()} | {
        "scorer": law.rules.scoring.scorer,
        "finish": "power" if law.asks("power_finish") else "wild",
        "pack": "whole" if len(deal.pack) == len(FULL_PACK) else "short",
        "packs": "two" if deal.packs(deal.seats_max) > 1 else "one",
        "hands": "two" if len(deal.dealt_steps) > 1 else "one",
    }


def _names(law: Law) -> Mapping[str, object]:
    """What stands for the names in braces."""
    rules, book, pack = law.rules, law.rules.rulebook, law.rules.deal.pack
    (few, dealt), (_, dealt_more) = rules.deal.dealt_steps[0], rules.deal.dealt_steps[-1]
    price = "a card" if law.flags.price == 1 else spelt(law.flags.price, "card")
    return {
        "call": book.call,
        "said": book.clause(law.clause("last_card")).gist if "last_card" in book.aspects else "",
        "price": price,
        "cards": len(pack),
        "low": RANK_NAMES[min(rank_of(card) for card in pack if rank_of(card) != ACE)],
        "few": number_word(few),
        "dealt": number_word(dealt).capitalize(),
        "dealt_more": number_word(dealt_more),
        "acting": _one_of(law.does),
        "wild": with_article(min(law.wild)),
        "penal": with_article(min(law.penalty)) if law.penalty else "",
        "points_of_jack": rules.scoring.value_of("J")[0] if law.asks("jack_value") else "",
    }


def _one_of(ranks: Iterable[int]) -> str:
    """Ranks with one article before the first: a 2, 7 or King."""
    first, *others = map(with_article, ranks)
    return listed((first, *(name.partition(" ")[2] for name in others)), "or")


def _effect(layout: Layout, kinds: Mapping[str, Text], does: Effect) -> Note:
    """What a card does, in the words for the first of its kinds."""
    kind = next(kind for kind in kinds if getattr(does, kind))
    due = number_word(does.draws)
    names = {
        **layout.names,
        "rank": with_article(does.number),
        "Rank": RANK_NAMES[does.number].capitalize(),
        "due": due,
        "twice": number_word(2 * does.draws),
        "Due": due.capitalize(),
    }
    answerable = "yes" if does.answerable else "no"

    def setting(name: str) -> str:
        return answerable if name == "answerable" else layout.setting(name)

    def point(name: str) -> tuple[str, ...]:
        return (does.clause,) if name == "card" else tuple(layout.point(name))

    (note,) = Layout(setting, names, point).notes(kinds[kind])
    return replace(note, rank="10" if does.rank == "T" else does.rank)
