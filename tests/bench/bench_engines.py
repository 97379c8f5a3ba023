"""The engine of Swedish Pursuit against two public ones: random play, replay and verdicts."""

import os
import statistics
from collections.abc import Callable
from functools import partial
from random import Random

from scoring.cards import FULL_PACK, Card
from scoring.games.rulebooks import rulebook
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.games.swedish_pursuit.check import check_table, lay_out, position_of
from scoring.law.plays import PICK_UP, Play
from scoring.law.position import TablePosition
from scoring.transcript import Dealt, Transcript, dumps, loads, replay, transcript_of
from tests.bench import opponents
from tests.bench.measure import Row, Series, in_a_word, interleaved, judge, load, noted

RULES = rulebook("swedish_pursuit").rules()
PLAYERS = 5
GAMES = 150
"""Games of ours and of pyspiel in each round; rlcard, some ten times slower, plays fewer."""
UNO_GAMES = 15
ROUNDS = int(os.environ.get("ROUNDS", "11"))

SPIEL = "pyspiel, random play"
LEAN = "pyspiel, random play, lean chance"
FAIR = """
  How this is fair: five players, choices by the same random.Random, one process, turns taken series by series; rates
  are player actions: neither pyspiel's 52 chance calls a game nor our shuffle and deal are counted, though both take
  their time. pyspiel's chance is drawn by its probabilities, as its manual says, but with the standard library, which
  is far cheaper than the manual's numpy. Points are asked for at the end of every game, and both keep the history.
  Where it is not: who knows that all chance of this game is uniform may draw it by legal_actions; those are the lines
  with lean chance, and they are the harder measure. pyspiel does not validate an action, ours validates every play.
  pyspiel is C++ behind a thin skin and could play without Python. Drawing and passing are two actions there and one
  here, and the games differ: its game is longer. rlcard's uno is another game and its environment builds a whole
  observation at every step: that ratio shows an order of magnitude only. Replay makes no choices, so it is compared
  with pyspiel's replay of its own histories too, which checks nothing and leaves Python only to hand over integers.
"""

VERDICTS = """
  Both sides of the ratio start from what an umpire knows. Inside a running game the bare test is one AND of two
  integers and no explanation comes near it; the last line puts each question again under every other option value.
"""
Asked = tuple[SwedishPursuit, TablePosition, Play]


def at_random() -> int:
    """Deal, play, record and count so many games; gives the number of plays."""
    rng = Random(1)
    plays = 0
    for _ in range(GAMES):
        game = SwedishPursuit.deal(RULES, PLAYERS, shuffle=rng.shuffle)
        while not game.over:
            game.apply(rng.choice(game.legal_plays()))
        game.points()
        plays += len(game.record)
    return plays


def recorded() -> list[tuple[tuple[Card, ...], SwedishPursuit]]:
    """Finished games and the packs they were dealt from."""
    rng = Random(1)
    found = []
    for _ in range(GAMES):
        pack = tuple(rng.sample(FULL_PACK, 52))
        game = SwedishPursuit.deal(RULES, PLAYERS, pack)
        while not game.over:
            game.apply(rng.choice(game.legal_plays()))
        found.append((pack, game))
    return found


def replays(games: list[tuple[tuple[Card, ...], list[Play]]]) -> Callable[[], None]:
    """Deal each game again and apply its record, every play validated; then the points."""

    def run() -> None:
        for pack, plays in games:
            game = SwedishPursuit.deal(RULES, PLAYERS, pack)
            for play in plays:
                game.apply(play)
            game.points()

    return run


def transcripts(games: list[Transcript]) -> Callable[[], None]:
    """Replay transcripts that have been read: deal from the tags, validate all, compare the closing
    tags.
    """

    def run() -> None:
        for transcript in games:
            assert replay(transcript).stop is None

    return run


def texts(games: list[str]) -> Callable[[], None]:
    """Read transcripts and replay them."""

    def run() -> None:
        for text in games:
            assert replay(loads(text)).stop is None

    return run


def unplayed(games: list[tuple[tuple[Card, ...], list[Play]]]) -> Callable[[], None]:
    """Walk through the records and play nothing: the no-op beside the rows."""

    def run() -> None:
        for _pack, plays in games:
            for _play in plays:
                pass

    return run


def each(series: Series, count: int) -> Series:
    """The seconds of one action."""
    return Series(series.name, tuple(seconds / count for seconds in series.seconds))


def at_least(
    words: str, ours: Series, theirs: Series, no_op: Series, goal: float = 0, aim: float = 0
) -> None:
    """Print the ratio of rates (the median round by round, quartiles) and whether goal and aim, if
    any, are met.
    """
    ratios = [other / own for own, other in zip(ours.seconds, theirs.seconds, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    told = (
        f", goal at least {goal:g}: {'met' if middle >= goal else 'MISSED'}"
        if goal
        else ", no goal set"
    )
    told += f", aim {aim:g}: {'met' if middle >= aim else 'not met'}" if aim else ""
    noise = "; noisy, judge again on a quiet machine" if ours.noisy or theirs.noisy else ""
    print(f"  {words}: {middle:.2f} ({low:.2f} to {high:.2f}){told}{noise}")
    if goal:
        rates = [f"{1 / series.quartiles[1]:,.0f} a second" for series in (ours, theirs, no_op)]
        own, other, nothing = rates
        spread = f"{middle:.2f} ({low:.2f} to {high:.2f})"
        verdict = in_a_word(ours, theirs, met=middle >= goal)
        noted(Row(f"{words}, actions", f"at least {goal:g}", own, other, spread, nothing, verdict))


def rate(series: Series) -> None:
    """Print the actions a second, median and quartiles."""
    low, middle, high = (1 / seconds for seconds in reversed(series.quartiles))
    print(f"  {series.name:44} {middle:12,.0f} actions/s  ({low:,.0f} to {high:,.0f})")


def engines() -> None:
    """Random play and replay against pyspiel and rlcard, where they are installed."""
    games = recorded()
    records = [(pack, [play for _, play in game.record]) for pack, game in games]
    written = [transcript_of(game, Dealt(RULES, PLAYERS, pack, PLAYERS)) for pack, game in games]
    replayed = sum(len(plays) for _, plays in records)
    things: dict[str, Callable[[], object]] = {
        "random play, validated and recorded": at_random,
        "records walked through": unplayed(records),  # type: ignore[arg-type]
        "replay of records": replays(records),  # type: ignore[arg-type]
        "replay of transcripts": transcripts(written),
        "reading and replay of transcripts": texts([dumps(transcript) for transcript in written]),
    }
    counts = dict(zip(things, (at_random(), *[replayed] * 4), strict=True))
    try:
        game = opponents.spiel()
        histories = opponents.spiel_histories(game, GAMES)
        for name, weighed in ((SPIEL, True), (LEAN, False)):
            things[name] = opponents.spiel_at_random(game, GAMES, weighed=weighed)
            counts[name] = opponents.spiel_at_random(game, GAMES, weighed=weighed)()
        things["pyspiel, replay of histories"] = opponents.spiel_replays(game, histories)
        counts["pyspiel, replay of histories"] = counts[LEAN]
    except ImportError:
        print(
            "  not run: pyspiel is not installed (mend: make bench with the internet within reach)"
        )
    try:
        things["rlcard uno environment, random play"] = opponents.uno_at_random(UNO_GAMES)
        counts["rlcard uno environment, random play"] = opponents.uno_at_random(UNO_GAMES)()
    except ImportError:
        print(
            "  not run: rlcard is not installed (mend: make bench with the internet within reach)"
        )
    compare(
        {
            name: each(series, counts[name])
            for name, series in interleaved(things, rounds=ROUNDS).items()
        }
    )


def compare(found: dict[str, Series]) -> None:
    """Print rates, ratios and how far they may be trusted."""
    for series in found.values():
        rate(series)
    ours, no_op = found["random play, validated and recorded"], found["records walked through"]
    uno = found.get("rlcard uno environment, random play")
    if SPIEL in found:
        records, transcripts = found["replay of records"], found["replay of transcripts"]
        at_least("random play : pyspiel", ours, found[SPIEL], no_op, 1, 1.5)
        at_least("replay of records : pyspiel", records, found[SPIEL], no_op, 2, 2.5)
        at_least("replay of transcripts : pyspiel", transcripts, found[SPIEL], no_op, 2, 2.5)
        print(
            "  The same against pyspiel with its chance drawn in the leanest way, and replay"
            " against replay:"
        )
        at_least("random play : lean pyspiel", ours, found[LEAN], no_op, 1, 1.5)
        at_least("replay of records : lean pyspiel", records, found[LEAN], no_op, 2, 2.5)
        at_least("replay of transcripts : lean pyspiel", transcripts, found[LEAN], no_op, 1, 1.5)
        at_least(
            "replay of records : pyspiel's replay",
            records,
            found["pyspiel, replay of histories"],
            no_op,
        )
    if uno:
        at_least("random play : rlcard environment", ours, uno, no_op, 10)
    print(FAIR)


def questions(least: int = 240) -> list[Asked]:
    """Positions in the middle of games, with each card of the hand and a pick-up as the play asked
    about.
    """
    rng = Random(2)
    asked: list[Asked] = []
    while len(asked) < least:
        game = SwedishPursuit.deal(RULES, PLAYERS, shuffle=rng.shuffle)
        for _ in range(rng.randrange(30)):
            if not game.over:
                game.apply(rng.choice(game.legal_plays()))
        if not game.over:
            known = position_of(game)
            plays: list[Play] = [*game.listed(game.hands[game.turn]), PICK_UP]
            asked += [(game, known, play) for play in plays]
    return asked


def verdicts() -> None:
    """What an explanation costs beside the bare answer."""
    asked = questions()
    ways: dict[str, Callable[[SwedishPursuit, TablePosition, Play], object]] = {
        "the questions alone": lambda _game, _position, _play: None,
        "bare test in a game that is set up": lambda game, _, play: game.is_legal(play),
        "bare test of a position": (
            lambda _, position, play: lay_out(position, RULES).is_legal(play)
        ),
        "verdict with reasons, clauses, consequences": lambda _, position, play: check_table(
            position, play, RULES
        ),
        "and with every option that would turn it": lambda _, position, play: (
            check_table(position, play, RULES).text
        ),
    }
    print(f"  {len(asked)} questions about positions")
    found = interleaved(
        {name: partial(ask, way, asked) for name, way in ways.items()}, rounds=ROUNDS
    )
    no_op, _, bare, explained, _ = found.values()
    judge("explained verdict : bare test of a position", explained, bare, 10, no_op=no_op)
    print(VERDICTS)


def ask(way: Callable[[SwedishPursuit, TablePosition, Play], object], asked: list[Asked]) -> None:
    """Put every question in one way."""
    for game, position, play in asked:
        way(game, position, play)


def main() -> None:
    """Print all of it."""
    print(load())
    engines()
    verdicts()


if __name__ == "__main__":
    main()
