// Two versions of one game side by side. What is equal shrinks to a line; only what differs keeps both columns.
import { countWords, figureOr, points } from "../cards.js";
import { button, make, shape } from "./elements.js";
import { tiles } from "./check.js";

/**
 * @typedef {import("../cards.js").Hand} Hand
 * @param {{game: import("../flow.js").Game, mine: Record<string, Hand>, theirs: Record<string, Hand>, mineAt: string,
 *   theirsBy: string, theirsAt: string}} view
 */
export function conflict({ game, mine, theirs, mineAt, theirsBy, theirsAt }) {
  const differing = game.seats.filter(({ letter }) => differs(mine[letter], theirs[letter]));
  const first = differing[0];
  const one = differing.length === 1;
  const whose = [`This phone, ${mineAt}`, [theirsBy || "Already in", theirsAt].filter(Boolean).join(", ")];
  return {
    kind: "conflict",
    heading: `Two versions of game ${game.number}`,
    inside: [
      make("p.soft", "Another phone saved this game first, with different figures. Yours is kept too."),
      make("div", { class: differing.length > 1 ? "versions versions-several" : "versions" },
        differing.length > 1 && make("p.beside-heads", make("span"), whose.map((words) => make("span", words))),
        game.seats.map((seat) => differing.includes(seat)
          ? (one ? different : beside)(seat, [[mine[seat.letter], whose[0]], [theirs[seat.letter], whose[1]]], game)
          : make("p.same", make("span", seat.short), make("span.small", "same in both"), make("span.same-sum", figure(mine[seat.letter], game))))),
    ],
    foot: [
      make("div.pair",
        button("takeMine", { kind: "button-foot" }, one ? `Take mine: ${figure(mine[first.letter], game)}` : "Take mine"),
        button("keepTheirs", { kind: "button-foot" }, one ? `Keep theirs: ${figure(theirs[first.letter], game)}` : "Keep theirs")),
      first && button("countAgain", { to: first.letter, kind: "button-main button-foot button-wide" }, `Count ${first.short}’s hand again`),
    ],
  };
}

/** @param {Hand} hand all of it that can differ */
const whole = (hand) => (hand ? `${hand.said} ${[...hand.cards].sort().join("")} ${hand.digits} ${hand.eight} ${hand.place || ""}` : "");

/** @param {Hand} one @param {Hand} other */
export const differs = (one, other) => whole(one) !== whole(other);

/** @param {Hand} hand @param {import("../flow.js").Game} game */
const figure = (hand, game) => {
  if (!hand || ["place", "laps"].includes(hand.said)) {
    return hand ? hand.digits : "–";
  }
  return hand.said === "out" ? (game.form.entry === "winner" ? "won" : 0) : figureOr(points(hand, game.keys));
};

/** One row of both versions. @param {any} seat @param {[Hand, string][]} versions each with whose it is @param {import("../flow.js").Game} game */
function different(seat, versions, game) {
  const why = gapWords(versions.map(([hand]) => figure(hand, game)), game);
  const cell = ([hand, whose]) => make("div.version", make("span.small", whose), make("b.version-sum", figure(hand, game)),
    make("span.small", !hand ? "nothing" : hand.said === "out" ? "went out" : ["", "place", "laps"].includes(hand.said) ? (hand.said || "nothing told") : countWords(hand)),
    hand && hand.said === "cards" && tiles(hand.cards, game.keys));
  return make("div.differing", make("p.same", make("b", seat.short), make("span.why", shape("flagged"), why)),
    make("div.pair", versions.map(cell)));
}

/** By how much two figures differ. @param {any[]} figures @param {import("../flow.js").Game} game */
function gapWords([mine, theirs], game) {
  const gap = Math.abs(Number(mine) - Number(theirs));
  const key = game.keys.find((one) => one.value === gap && one.dear);
  return key ? `differs by an ${key.rank}` : gap ? `differs by ${gap}` : "differs";
}

/** Where several hands differ, each is one line: the name, this phone's figure, the other's. @param {any} seat @param {[Hand, string][]} versions each with whose it is @param {import("../flow.js").Game} game */
function beside(seat, versions, game) {
  const figures = versions.map(([hand]) => figure(hand, game));
  return make("p.beside", make("span", make("b", seat.short), make("span.why", shape("flagged"), gapWords(figures, game))),
    figures.map((sum, at) => make("b.version-sum", make("span.visually-hidden", `${versions[at][1]}: `), String(sum))));
}
