// One hand: cards, count and points in large type, the keys under the thumb.
import { figureOr, left, many, points, times } from "../cards.js";
import { following, handOf, told } from "../flow.js";
import { button, lines, make, shape } from "./elements.js";

const NUMBERS = ["none", "one", "two", "three", "all four"];

/** @param {{game: import("../flow.js").Game, draft: import("../flow.js").Draft}} view */
export function hand({ game, draft }) {
  const seat = game.seats.find((one) => one.letter === draft.at);
  const held = handOf(draft, draft.at);
  const bare = held.said === "points";
  const next = game.seats.find((one) => one.letter === following(draft, game));
  const ready = told(draft, draft.at);
  const [, initial, last] = /^(.\. )?(.*)$/u.exec(next ? next.brief : "");
  const large = next ? [initial && make("span.initial", initial), last] : "Check all hands";
  const small = next ? "Next hand" : "Last hand done";
  const brief = next ? `Next: ${next.letter}` : "Check all";
  return {
    kind: "hand",
    heading: seat.last,
    whole: seat.name,
    inside: [
      make("p.livery", seat.more.join(", ")),
      sums(held, game),
      held.said === "absent" ? make("p.soft", "Not at the table in this game.") : bare ? bareHand(held) : cards(held, game),
      ways(draft, game),
      held.said === "absent" ? null : bare ? digits() : keys(draft, game),
    ],
    foot: [
      button("undo", { kind: "button-foot button-undo" }, shape("undo"), "Undo"),
      ready
        ? button("next", { kind: "button-main button-foot button-next" }, lines(small, large, brief))
        : button("notYet", { kind: "button-foot button-next button-not-yet" }, lines("Tap the cards first", large, "Tap the cards")),
    ],
  };
}

/** @param {import("../cards.js").Hand} held @param {import("../flow.js").Game} game */
function sums(held, game) {
  const sum = points(held, game.keys);
  const count = held.said === "points" ? "–" : held.cards.length;
  return make("div.sums",
    make("p", make("b.hero", count), " ", make("span", count === 1 ? "card" : "cards")), " ",
    make("p", make("b.hero", figureOr(sum, held.said === "absent" ? "–" : 0)), " ", make("span", sum === 1 ? "point" : "points")));
}

/** @param {import("../cards.js").Hand} held @param {import("../flow.js").Game} game */
function cards(held, game) {
  const drawn = [...held.cards].map((token, at) => {
    const key = game.keys.find((one) => one.token === token);
    const last = at === held.cards.length - 1;
    return make("li", { class: `card${key.dear ? " card-dear" : ""}${last ? " card-last" : ""}` }, face(key));
  });
  const size = held.cards.length > 16 ? "hand-many" : held.cards.length > 12 ? "hand-close" : "hand-open";
  return make(`ul.held.${size}`, { "aria-label": "Cards of this hand" }, drawn);
}

/** Rank over value; a ten or court card shows all four. @param {import("../cards.js").Key} key */
export function face(key) {
  const rank = key.token === "X" ? make("span.rank.rank-court", ...["10", "J", "Q", "K"].map((one) => make("span", one))) : make("span.rank", key.rank);
  return [rank, key.value !== null && make("span.value", key.value)];
}

/** @param {import("../cards.js").Hand} held */
const bareHand = (held) =>
  make("p.bare", button("eight", { kind: "button-wide", "aria-pressed": String(held.eight) },
    shape(held.eight ? "done" : "missing"), "Caught with an 8"));

/** Other ways of saying it; and the commonest pair by one tap. @param {import("../flow.js").Draft} draft @param {import("../flow.js").Game} game */
function ways(draft, game) {
  const { said } = handOf(draft, draft.at);
  const way = (to, words) => button("say", { to, kind: "button-link" }, words);
  const pair = game.keys.find((key) => key.token === "X");
  const other = said === "points" || said === "absent";
  return make("div.ways",
    other ? way("", "Tap cards instead") : way("points", "Points only"),
    said !== "absent" && way("absent", "Not there"),
    !other && pair && left(draft.hands, pair) > 1 &&
      button("tap", { to: "XX", kind: "key key-pair", "aria-label": "two of ten, jack, queen or king" },
        make("span.rank", "10 J Q K"), make("b", "×2")));
}

/** @param {import("../flow.js").Draft} draft @param {import("../flow.js").Game} game */
function keys(draft, game) {
  const held = handOf(draft, draft.at);
  return make("div.keys", { role: "group", "aria-label": "Card keys" }, game.keys.map((key) => {
    const tapped = times(held, key.token);
    const gone = left(draft.hands, key) < 1;
    const name = `${key.token === "X" ? "ten, jack, queen or king" : key.rank}, ${many(figureOr(key.value, "no"), "point")}`;
    return button("tap", {
      to: key.token, kind: `key${key.dear ? " key-dear" : ""}${gone ? " key-gone" : ""}`, "aria-disabled": gone && "true",
      "aria-label": gone ? `${name}, ${allUsed(key)}` : tapped ? `${name}, ${tapped} in this hand` : name,
    }, gone
      ? [make("span.rank", key.token === "X" ? "10 J Q K" : key.rank), make("span.value", allUsed(key))]
      : [tapped > 0 && make("span.times", `×${tapped}`), face(key)]);
  }));
}

/** @param {import("../cards.js").Key} key */
const allUsed = (key) => `${NUMBERS[key.limit] || `all ${key.limit}`} used`;

const digits = () =>
  make("div.keys", { role: "group", "aria-label": "Digits" },
    [..."1234567890"].map((digit) => button("tap", { to: digit, kind: "key" }, make("span.rank", digit))));
