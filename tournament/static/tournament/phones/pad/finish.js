// Games that count a finish instead of hands: the order of finishing, who won, or laps. Steps as values, as in flow.js.
import { noHand } from "./cards.js";
import { handOf } from "./flow.js";

/** @typedef {import("./flow.js").Draft} Draft */
/** @typedef {import("./flow.js").Game} Game */

/** @param {Draft} draft @param {string} seat @param {Partial<import("./cards.js").Hand>} said @returns {Draft} */
const saying = (draft, seat, said) => ({ ...draft, hands: { ...draft.hands, [seat]: { ...noHand(), ...said } } });

/** The finishing place of a seat, or 0. @param {Draft} draft @param {string} seat */
export const placeOf = (draft, seat) => (handOf(draft, seat).said === "place" ? Number(handOf(draft, seat).digits) : 0);

/** The next place to give. @param {Draft} draft */
const nextPlace = (draft) => 1 + Math.max(0, ...Object.keys(draft.hands).map((seat) => placeOf(draft, seat)));

/**
 * The next to finish; one who has a place gives it back, and so do all behind.
 * @param {Draft} draft
 * @param {string} seat
 * @returns {Draft}
 */
export function place(draft, seat) {
  const from = placeOf(draft, seat);
  if (!from) {
    return saying(draft, seat, { said: "place", digits: String(nextPlace(draft)) });
  }
  return { ...draft, hands: Object.fromEntries(Object.entries(draft.hands).filter(([one]) => !(placeOf(draft, one) >= from))) };
}

/** The one winner: on to the check. @param {Draft} draft @param {string} seat @returns {Draft} */
export function win(draft, seat) {
  const others = Object.entries(draft.hands).filter(([, hand]) => hand.said === "absent");
  return { ...saying({ ...draft, hands: Object.fromEntries(others) }, seat, { said: "out" }), ending: "out", step: "check" };
}

/** Not there, or there after all. @param {Draft} draft @param {string} seat @returns {Draft} */
export function away(draft, seat) {
  const freed = placeOf(draft, seat) ? place(draft, seat) : draft;
  return saying(freed, seat, { said: handOf(draft, seat).said === "absent" ? "" : "absent" });
}

/** @param {Draft} draft @param {string} seat @param {string} number @returns {Draft} */
export const run = (draft, seat, number) => saying(draft, seat, { said: "laps", digits: number });

/** Time was called: whoever has finished keeps the place. @param {Draft} draft @returns {Draft} */
export function time(draft) {
  const kept = Object.entries(draft.hands).filter(([, hand]) => hand.said !== "out");
  return { ...draft, hands: Object.fromEntries(kept), ending: "time", step: "check" };
}

/** The seats of which nothing is said. @param {Draft} draft @param {Game} game */
export const untold = (draft, game) => game.seats.filter((seat) => handOf(draft, seat.letter).said === "");

/** All is said: a race that nobody won was ended by time. @param {Draft} draft @param {Game} game @returns {Draft} */
export function done(draft, game) {
  const won = game.form.entry !== "laps" || game.seats.some((seat) => handOf(draft, seat.letter).digits === String(game.form.laps));
  return untold(draft, game).length ? draft : { ...draft, ending: won ? "out" : "time", step: "check" };
}
