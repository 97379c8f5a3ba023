// The check before it counts: rows instead of cards, the neighbour's name, a tick a hand or one for all.
import { countWords, many, points, scored, sorted } from "../cards.js";
import { checker, handOf, unticked, wentOut } from "../flow.js";
import { button, make, shape } from "./make.js";

/** @param {{game: import("../flow.js").Game, draft: import("../flow.js").Draft}} view */
export function check({ game, draft }) {
  const wanting = unticked(draft, game);
  const sums = game.seats.map((seat) => points(handOf(draft, seat.letter), game.keys) ?? 0);
  const cards = game.seats.map((seat) => handOf(draft, seat.letter).cards.length);
  const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
  return {
    kind: "check",
    heading: "Check before it counts",
    inside: [
      make("p.soft", "The neighbour on the left looks at each hand. Tap a row to go back to it."),
      make("ul.list.checks", game.seats.map((seat) => row(seat, game, draft, wanting))),
      make("p.sum-line", make("span", `${many(total(cards), "card")} on the table`), make("span", many(total(sums), "point"))),
      ending(draft),
    ],
    foot: [wanting
      ? button("toTick", { to: wanting.letter, kind: "button-foot button-wide button-not-yet" }, shape("missing"),
        make("span.button-lines", make("span", `Save game ${game.number}`), make("small", `${wanting.short}’s hand still to tick`)))
      : button("save", { kind: "button-main button-foot button-wide" },
        make("span.button-lines", make("small", game.perHand ? "Every hand is ticked" : "All hands were checked"), make("span", `Save game ${game.number}`)))],
  };
}

/** @param {import("../flow.js").Draft} draft */
const ending = (draft) =>
  draft.ending === "blocked" || draft.ending === "time"
    ? make("p.soft", draft.ending === "blocked" ? "Blocked: nobody went out." : "Time was called: nobody went out.")
    : null;

function row(seat, game, draft, wanting) {
  const held = handOf(draft, seat.letter);
  const out = wentOut(draft) === seat.letter;
  const sum = scored(draft.hands, game.keys, game.form.entry === "winner_and_hands" && !out ? "hand" : game.form.entry, seat.letter);
  const now = wanting?.letter === seat.letter;
  const ticked = draft.ticks.includes(seat.letter);
  const by = checker(draft, game, seat.letter);
  const words = now ? ["now ", make("b", by?.short), " checks"] : ticked ? ["checked by ", make("b", by?.short)] : [make("b", by?.short), " checks"];
  const checks = by && held.said !== "absent" && make("span.by", words);
  return make("li", { class: now ? "row row-now" : "row" },
    make("button", { type: "button", class: "row-hand", "data-act": "go", "data-to": seat.letter },
      make("span.row-what", make("span.name", seat.short),
        out ? make("span.soft", game.form.entry === "winner_and_hands" ? "went out, takes what the others hold" : "went out") : held.said === "cards" ? tiles(held.cards, game.keys) : make("span.soft", countWords(held)),
        checks),
      make("span.row-sum", make("b.points", sum ?? "–"), make("span", out ? "no card" : countWords(held)))),
    game.perHand && make("button", {
      type: "button", class: `tick${ticked ? " tick-on" : ""}`, "data-act": "tick", "data-to": seat.letter,
      "aria-pressed": String(ticked), "aria-label": `${seat.short}’s hand is checked`,
    }, shape(ticked ? "done" : "missing")));
}

/** Small tiles in the order of the keys. @param {string} cards @param {import("../cards.js").Key[]} keys */
export function tiles(cards, keys) {
  return make("span.tiles", [...sorted(cards, keys)].map((token) => {
    const key = keys.find((one) => one.token === token);
    return make("span", { class: key?.dear ? "tile tile-dear" : "tile" }, token === "X" ? "10" : (key?.rank ?? token));
  }));
}
