// The check before it counts: rows instead of cards, the neighbour's name, a tick a hand or one for all.
import { countWords, figureOr, many, points, scored, sorted } from "../cards.js";
import { checker, doubts, handOf, unticked, wentOut } from "../flow.js";
import { backward, button, lines, make, saving, shape } from "./elements.js";

/** @param {{game: import("../flow.js").Game, draft: import("../flow.js").Draft}} view */
export function check({ game, draft }) {
  const wanting = unticked(draft, game);
  const doubted = doubts(draft, game);
  const first = game.seats.find(({ letter }) => doubted.some((one) => one.seats[0] === letter));
  const sums = game.seats.map((seat) => points(handOf(draft, seat.letter), game.keys) || 0);
  const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
  return {
    kind: "check",
    heading: "Look, then save",
    inside: [
      make("ul.list.checks", game.seats.map((seat) => row(seat, game, draft, wanting, doubted))),
      make("p.sum-line", make("span.soft", ending(draft)), make("b", many(total(sums), "point"))),
    ],
    foot: first && !wanting
      ? [button("go", { to: first.letter, kind: "button-main button-foot button-next" }, lines("Count again first", first.short)), saving("save", "Save all the same")]
      : [backward(), wanting
        ? button("toTick", { to: wanting.letter, kind: "button-foot button-next button-not-yet" },
          make("span.button-lines", make("span", `Save game ${game.number}`), make("small", `${wanting.short}’s hand still to tick`)))
        : saving("save", `Save game ${game.number}`, game.perHand ? "Every hand is ticked" : "All hands looked over at the table")],
  };
}

/** @param {import("../flow.js").Draft} draft */
const ending = (draft) =>
  ({ blocked: "Blocked: nobody went out.", time: "Time called: nobody went out." })[draft.ending] || "Any hand opens with a tap.";

/** A doubt by name. @param {{kind: string, seats: string[]}} doubt @param {import("../flow.js").Game} game @param {import("../flow.js").Draft} draft */
function doubtWords({ kind, seats: [letter, other] }, game, draft) {
  const hand = handOf(draft, letter);
  const short = (one) => game.seats.find((seat) => seat.letter === one).short;
  const words = {
    long_hand: `${hand.cards.length} cards, more than a hand usually holds.`,
    high_points: `${points(hand, game.keys)} points, more than a hand usually holds.`,
    bare_eight: hand.cards ? `one 8, which counts ${game.limits.eight}: or was it 8 points?` : `8 points: was it an 8 (${game.limits.eight})?`,
    same_hand: `the same cards as ${other && short(other)}: entered twice?`,
  };
  return [make("b", `${short(letter)}: `), words[kind], ["long_hand", "high_points"].includes(kind) && make("b", " Count again?")];
}

function row(seat, game, draft, wanting, doubted) {
  const held = handOf(draft, seat.letter);
  const out = wentOut(draft) === seat.letter;
  const sum = scored(draft.hands, game.keys, game.form.entry === "winner_and_hands" && !out ? "hand" : game.form.entry, seat.letter);
  const now = wanting && wanting.letter === seat.letter;
  const ticked = draft.ticks.includes(seat.letter);
  const by = checker(draft, game, seat.letter);
  const checks = game.perHand && now && by && held.said !== "absent" && make("span.by", "now ", make("b", by.short), " checks");
  const mine = doubted.filter((one) => one.seats[0] === seat.letter);
  return make("li", { class: `row${now ? " row-now" : ""}${mine.length ? " row-doubt" : ""}` },
    make("button", { type: "button", class: "row-hand", "data-act": "go", "data-to": seat.letter },
      make("span.row-what", make("span.name", seat.short),
        out ? make("span.soft", game.form.entry === "winner_and_hands" ? "went out, takes what the others hold" : "went out") : held.said === "cards" ? tiles(held.cards, game.keys) : make("span.soft", held.said === "points" ? `${countWords(held)}, no cards tapped` : countWords(held)),
        checks),
      make("span.row-sum", make("b.points", figureOr(sum)), make("span", out ? "no card" : held.said === "points" ? "" : countWords(held))),
      mine.length > 0 && make("span.doubt", shape("flagged"), make("span", mine.map((one) => make("span.doubt-words", doubtWords(one, game, draft)))))),
    game.perHand && make("button", {
      type: "button", class: `tick${ticked ? " tick-on" : ""}`, "data-act": "tick", "data-to": seat.letter,
      "aria-pressed": String(ticked), "aria-label": `${seat.short}’s hand is checked`, title: by && `${by.short} checks`,
    }, shape(ticked ? "done" : "missing")));
}

/** Small tiles in the order of the keys. @param {string} cards @param {import("../cards.js").Key[]} keys */
export function tiles(cards, keys) {
  return make("span.tiles", [...sorted(cards, keys)].map((token) => {
    const key = keys.find((one) => one.token === token);
    return make("span", { class: key && key.dear ? "tile tile-dear" : "tile" }, token === "X" ? "10" : key ? key.rank : token);
  }));
}
