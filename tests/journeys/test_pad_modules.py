"""The pad's modules one by one, as the browser runs them: counting, the steps, the outbox, the
code, the taps.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, Page

from scoring.cards import RANKS, packs_of, rank_of
from scoring.counting.hand import parse_hand
from scoring.counting.rescue import HEAD, KeptGame, encode, key_of
from scoring.counting.sheet import SeatEntry, Sheet, check_sheet, doubt_limits
from scoring.foresight.simulation import play_out, simple
from scoring.formats.format import EntryKind
from scoring.games.registry import engine
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rulebook
from tests.journeys.hall import Server
from tests.scoring.evenings import FOLDERS, read
from tournament.counting.submission import entry_from
from tournament.phones.views_state import COUNTED_THERE

pytestmark = pytest.mark.browser
CODES = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "rescue_codes.json").read_text(encoding="utf-8")
)
WITH = (
    "async (given) => {{ const {{ {names} }} = await"
    " import('/static/tournament/phones/pad/{module}.js'); {body} }}"
)
TABLE = """const keys = [..."A23456789X"].map((token, at) => ({ token, rank: token, limit: token === "X" ? 16 : 4,
    value: { A: 1, 8: 30, X: 10 }[token] ?? Number(token),
    dear: token === "8" }));
  const game = (players, perHand = false) => ({ number: 1, keys, perHand, form: { entry: "hand" },
    seats: [..."ABCDEF"].slice(0, players).map((letter) => (
      { letter, guest: letter, name: letter, short: letter })) });"""


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page of the server from which modules are imported as they stand."""
    page = browser.new_page(base_url=server.url)
    page.goto("/pad/training/")
    yield page
    page.close()


def run(page: Page, module: str, names: str, body: str, given: object = None) -> Any:
    """What a piece of script says that uses these names of a module."""
    return page.evaluate(WITH.format(module=module, names=names, body=TABLE + body), given)


def test_points_and_counts_are_those_of_the_keys_that_the_server_sent(page: Page) -> None:
    body = """const hand = (cards, said = "cards") => ({ said, cards, digits: "38", eight: false });
      return [points(hand("58X9"), keys), points(hand(""), keys), points(hand("", "points"), keys),
        times(hand("388"), "8"),
        left({ A: hand("33"), B: hand("33") }, keys[2]), left({ A: hand("33"), B: hand("3") }, keys[2]),
        left({ A: hand("X".repeat(15)) }, keys[9]), sorted("X8A5", keys),
        countWords(hand("5")), countWords(hand("55"))];"""
    told = run(page, "cards", "points, times, left, sorted, countWords", body)
    assert told == [54, None, 38, 2, 0, 1, 1, "A58X", "1 card", "2 cards"]


def test_a_value_the_rulebook_does_not_print_leaves_the_points_open(page: Page) -> None:
    body = """const blank = keys.map((key) => ({ ...key, value: null }));
      return points({ said: "cards", cards: "58", digits: "", eight: false }, blank);"""
    assert run(page, "cards", "points", body) is None


def test_what_a_phone_counts_by_itself_is_what_no_receipt_tells_it(page: Page) -> None:
    body = """const hands = { A: { said: "out", cards: "" }, B: { said: "cards", cards: "58" } };
      return given.filter((entry) => scored(hands, keys, entry, "B") !== null);"""
    counted = run(page, "cards", "scored", body, get_args(EntryKind))
    assert set(counted) == COUNTED_THERE


STEPS = (
    "begin, end, tap, undo, next, back, go, tick, unticked, checker, entries, handsOf, say, told,"
    " following"
)


def test_the_steps_lead_from_who_went_out_to_the_check_and_back(page: Page) -> None:
    body = """const five = game(5, true); let draft = begin(2, { key: "" });
      draft = end(draft, five, { seat: "B" });
      const seen = [draft.step, draft.at];
      const held = (cards) => { for (const card of cards) draft = tap(draft, five, card); };
      draft = next(draft, five); seen.push(draft.at);
      for (const cards of ["567", "589X", "3457", "9"]) { held(cards); draft = next(draft, five); }
      seen.push(draft.step, unticked(draft, five).letter);
      for (const seat of "ABCDE") draft = tick(draft, seat);
      seen.push(unticked(draft, five)?.letter ?? "all");
      draft = go(draft, five, "C"); draft = undo(draft); seen.push(draft.ticks.join(""), following(draft, five));
      draft = next(draft, five);
      seen.push(draft.step, unticked(draft, five).letter, checker(draft, five, "E").letter);
      draft = back(draft, five); seen.push(draft.at); draft = go(draft, five, "B"); seen.push(draft.step);
      return [seen, entries(draft, five)];"""
    seen, entries = run(page, "flow", STEPS, body)
    assert seen == [
        "hand",
        "A",
        "A",
        "check",
        "A",
        "all",
        "ABDE",
        "",
        "check",
        "C",
        "A",
        "E",
        "out",
    ]
    assert entries == [
        {"seat": "A", "guest": "A", "hand": "5 6 7"},
        {"seat": "B", "guest": "B", "out": True},
        {"seat": "C", "guest": "C", "hand": "5 8 9"},
        {"seat": "D", "guest": "D", "hand": "3 4 5 7"},
        {"seat": "E", "guest": "E", "hand": "9"},
    ]


def test_a_fifth_eight_bare_points_and_one_who_was_not_there(page: Page) -> None:
    body = """const four = game(4); let draft = end(begin(1, { key: "" }), four, { ending: "blocked" });
      for (const card of "88888") draft = tap(draft, four, card);
      const eights = draft.hands.A.cards; draft = next(draft, four); draft = tap(draft, four, "8");
      const fifth = told(draft, "B"); draft = say(draft, "points");
      for (const digit of "0380") draft = tap(draft, four, digit);
      draft = next(draft, four); const third = draft.hands.C.said; draft = say(draft, "absent");
      draft = next(draft, four); draft = tap(draft, four, "X");
      const sent = entries(draft, four);
      return [eights, fifth, third, sent, entries({ ...draft, hands: handsOf(sent, keys) }, four)];"""
    eights, fifth, third, sent, again = run(page, "flow", STEPS, body)
    assert (eights, fifth, third) == ("8888", False, "points")
    assert sent == again
    assert [
        {key: value for key, value in entry.items() if key not in ("seat", "guest")}
        for entry in sent
    ] == [
        {"hand": "8 8 8 8"},
        {"points": 380},
        {"absent": True},
        {"hand": "X"},
    ]


TAPS = """const median = [];
  for (const hands of given) {
    const table = game(hands.length); let taps = 0; const out = hands.indexOf(null);
    const count = (changed) => {
      if (changed === draft) throw new Error("a tap that does nothing");
      taps += 1; return changed;
    };
    let draft = begin(1, { key: "" });
    draft = count(end(draft, table, out < 0 ? { ending: "blocked" } : { seat: "ABCDEF"[out] }));
    while (draft.step === "hand") {
      for (const card of hands["ABCDEF".indexOf(draft.at)].match(/XX|./g)) draft = count(tap(draft, table, card));
      draft = count(next(draft, table));
    }
    if (unticked(draft, table)) throw new Error("a tick is wanting");
    median.push(taps + 1);
  }
  return median;"""
"""What one taps from who went out to the save, with one tick for all, which is the save itself;
pairs by their key.
"""


def test_a_table_of_five_takes_eighteen_taps_over_the_reference_evenings(page: Page) -> None:
    games = [game for folder in FOLDERS for game in read(folder, "evening.json")["games"]]
    hands = [_hands(game) for game in games if len(_hands(game)) == 5]
    assert len(hands) > 100
    assert median(run(page, "flow", STEPS, TAPS, hands)) <= 18


def _hands(game: dict[str, Any]) -> list[str | None]:
    """The keys of each hand in seat order, None for the one who went out; without those who were
    absent.
    """
    played = [result for result in game["results"] if result["status"] == "played"]
    return [
        (
            None
            if one["player"] == game["went_out"]
            else "".join(sorted("X" if card[0] in "TJQK" else card[0] for card in one["hand"]))
        )
        for one in sorted(played, key=lambda one: str(one["seat"]))
    ]


@pytest.mark.parametrize(("players", "most"), [(4, 14), (6, 22)])
def test_tables_of_four_and_six_take_few_taps_over_simulated_games(
    page: Page, players: int, most: int
) -> None:
    rng = random.Random(players)
    assert (
        median(run(page, "flow", STEPS, TAPS, [_played(players, rng) for _game in range(120)]))
        <= most
    )


def _played(players: int, rng: random.Random) -> list[str | None]:
    """The keys of each hand after a game played by the engine to its end."""
    rules = rulebook("swedish_pursuit").rules("")
    cards = packs_of(rules.deal.pack, rules.deal.packs(players))
    game = engine("swedish_pursuit").deal(
        rules, players, cards, dealer=rng.randrange(players) + 1, shuffle=rng.shuffle
    )
    assert play_out(game, simple, rng)
    seats = range(1, players + 1)
    return [
        None if seat == game.result().winner else "".join(sorted(map(_key, game.hand(seat))))
        for seat in seats
    ]


def _key(card: int) -> str:
    rank = RANKS[rank_of(card)]
    return "X" if rank in "TJQK" else rank


def test_a_kept_game_is_the_same_code_and_key_on_the_phone_as_at_the_desk(page: Page) -> None:
    body = """return given.map((one) => [encode(one, one.mark), qrText(one, one.mark), keyOf(one, 0)]);"""
    told = run(page, "rescue", "encode, qrText, keyOf", body, CODES)
    assert told == [[code["text"], code["qr"], code["key"]] for code in CODES]
    drawn = [_game(random.Random(seed)) for seed in range(300)]
    kept = [_kept(one) for one in drawn]
    wanted = [[encode(one, "K7QD"), HEAD + encode(one, "K7QD"), key_of(one)] for one in kept]
    assert run(page, "rescue", "encode, qrText, keyOf", body, drawn) == wanted


def _kept(one: dict[str, Any]) -> KeptGame:
    entries = tuple(map(entry_from, one["entries"]))
    return KeptGame(one["round"], one["table"], one["game"], entries, blocked=one["blocked"])


def _game(rng: random.Random) -> dict[str, Any]:
    """A game as the pad sends it."""
    entries = [{"seat": seat, **_said(rng)} for seat in "ABCDEF"[: rng.randrange(3, 7)]]
    where = {
        "mark": "K7QD",
        "round": rng.randrange(1, 4),
        "table": rng.randrange(1, 120),
        "game": rng.randrange(1, 11),
    }
    return where | {"blocked": bool(rng.randrange(2)), "entries": entries}


def _said(rng: random.Random) -> dict[str, Any]:
    """What is said of one seat, in one of the ways there are."""
    keys = "A23456789X"
    hand = " ".join(sorted(rng.choices(keys, k=rng.randrange(1, 9)), key=keys.index))
    points: dict[str, Any] = {"points": rng.randrange(1, 400)} | rng.choice([{}, {"eight": True}])
    return rng.choice([{"hand": hand}, points, {"absent": True}])


OUTBOX = """const { Kept, forgetful } = await import("/static/tournament/phones/pad/store.js");
  let now = 0; const timers = []; const answers = [...given]; const asked = [];
  const send = async (message) => {
    const [status, wait] = answers.shift() ?? [201];
    asked.push(message.key); return { status, body: {}, wait: wait ?? 0 };
  };
  const store = forgetful();
  const box = new Outbox(new Kept(store), send, { now: () => (now += 1), timer: (act, wait) => timers.push(wait) });
  for (const key of ["one", "two", "three"]) box.put({ key });
  await box.flush();
  const again = new Outbox(new Kept(store), send);
  return [asked, timers, again.all().map((message) => message.fate)];"""


@pytest.mark.parametrize(
    ("answers", "asked", "timers", "fates"),
    [
        ([[201], [200], [201]], ["one", "two", "three"], [], ["sent", "sent", "sent"]),
        ([[0]], ["one"], [1000], ["waiting", "waiting", "waiting"]),
        ([[201], [503, 10]], ["one", "two"], [10000], ["sent", "waiting", "waiting"]),
        ([[422], [409], [201]], ["one", "two", "three"], [], ["refused", "conflict", "sent"]),
        ([[401], [201], [201]], ["one", "two", "three"], [0], ["waiting", "sent", "sent"]),
    ],
)
def test_what_waits_is_sent_again_and_what_is_refused_holds_up_nothing(
    page: Page, answers: list[list[int]], asked: list[str], timers: list[int], fates: list[str]
) -> None:
    assert run(page, "outbox", "Outbox", OUTBOX, answers) == [asked, timers, fates]


def test_a_phone_that_refuses_to_keep_anything_says_so_and_goes_on(page: Page) -> None:
    body = """const full = { ...forgetful(), length: 0, key: () => null, getItem: () => null,
        setItem: () => { throw new Error("full"); } };
      const kept = new Kept(full);
      const good = new Kept(forgetful());
      return [kept.put("draft", 7), kept.get("draft"), kept.all("dra"), kept.loose.size, good.put("draft", 7)];"""
    assert run(page, "store", "Kept, forgetful", body) == [False, 7, [7], 1, True]


def _left_hands(rng: random.Random) -> dict[str, str]:
    """Hands as keys of the pad, among them long ones, lone 8s and bare points."""
    hands = {}
    for seat in "BCDE":
        length = rng.choice([1, 1, 4, 8, 9, 13, 15])
        hands[seat] = rng.choice(
            ["8", "=8", f"={rng.randint(1, 130)}", "".join(rng.choices("A23456789X", k=length))]
        )
    if rng.random() < 0.3:
        hands["C"] = hands["B"]
    return hands


def test_the_phone_doubts_what_the_laptop_flags(page: Page) -> None:
    rules, rng = rulebook("swedish_pursuit"), random.Random(16)
    body = """return given.hands.map((hands) => doubtsOf(Object.fromEntries(Object.entries(hands).map(([seat, text]) =>
      [seat, text[0] === "=" ? { said: "points", cards: "", digits: text.slice(1), eight: false }
        : { said: "cards", cards: text, digits: "", eight: false }])), keys, given.limits)
      .map(({ kind, seats }) => [kind, ...seats]).sort());"""
    hands = [_left_hands(rng) for _game in range(300)]
    told = run(page, "cards", "doubtsOf", body, {"hands": hands, "limits": doubt_limits(rules)})
    assert told == [_flagged(hand, rules) for hand in hands]
    assert {kind for each in told for kind, *_seats in each} == {
        "long_hand",
        "high_points",
        "bare_eight",
        "same_hand",
    }


def _flagged(hands: dict[str, str], rules: Rulebook) -> list[list[str]]:
    """The flags that the check of a whole sheet raises for these hands."""
    entries = [SeatEntry("A", went_out=True)]
    for seat, text in hands.items():
        bare = text.startswith("=")
        entries.append(
            SeatEntry(seat, points=int(text[1:]))
            if bare
            else SeatEntry(seat, hand=parse_hand(" ".join(text)))
        )
    found = [
        finding
        for finding in check_sheet(Sheet(tuple(entries), packs=2), rules)
        if not finding.refused
    ]
    return sorted([one.kind, *one.seats] for one in found)
