// The steps of entering one game, as values: order, who went out, hands, check. Nothing here draws, stores or sends.
import { doubtsOf, left, noHand, sorted } from "./cards.js";

/**
 * @typedef {import("./cards.js").Hand} Hand
 * @typedef {import("./cards.js").Key} Key
 * @typedef {{letter: string, guest: string, name: string, last: string, more: string[], short: string, brief: string, livery: string}} Seat `last`:
 *   the surname, large; `more`: forename and livery, small beneath it
 * @typedef {{number: number, seats: Seat[], keys: Key[], perHand: boolean, form: Form, limits?: any}} Game `limits`: of the doubts
 * @typedef {{entry: "hand"|"winner_and_hands"|"points"|"places"|"winner"|"laps", unit: string, laps: number, best: string, time: string}} Form what
 *   a game counts: `time` says what becomes of it when time is called
 * @typedef {{game: number, seen: number, step: "order"|"out"|"hand"|"check", at: string, ending: ""|"out"|"blocked"|"time",
 *   hands: Record<string, Hand>, ticks: string[], reason: string, replaces?: string, takeBack?: boolean, inSight?: boolean}} Draft `at`: the seat whose hand is
 *   entered; `replaces`: the key of a message that this one takes the place of; `inSight`: the check was on the screen long enough
 * @typedef {{seat: string, guest?: string, out?: true, absent?: true, hand?: string, points?: number|null, eight?: boolean|null,
 *   place?: number, laps?: number}} Entry
 */

/** Digits of bare points, at most so many. */
const DIGITS = 3;

/**
 * @param {number} game
 * @param {{seen?: number, order?: boolean}} about `seen`: the version before us; `order` asks first who sits where
 * @returns {Draft}
 */
export function begin(game, { seen = 0, order = false }) {
  return { game, seen, step: order ? "order" : "out", at: "", ending: "", hands: {}, ticks: [], reason: "" };
}

/** @param {Draft} draft @param {string} seat @returns {Hand} */
export const handOf = (draft, seat) => draft.hands[seat] || noHand();

/** @param {Draft} draft @returns {string} the seat that went out, or "" */
export const wentOut = (draft) => Object.keys(draft.hands).find((seat) => draft.hands[seat].said === "out") || "";

/**
 * The seats whose hands are to be entered, in order.
 * @param {Draft} draft
 * @param {Game} game
 */
const holding = (draft, game) => game.seats.map((seat) => seat.letter).filter((seat) => seat !== wentOut(draft));

/** Whether cards left in hand are entered; other games have a finish instead (finish.js). @param {Game} game */
export const byHand = (game) => ["hand", "winner_and_hands"].includes(game.form.entry);

/**
 * The first step once the order is known: who went out or how it finished; bare points begin with the first seat.
 * @param {Draft} draft
 * @param {Game} game
 * @returns {Draft}
 */
export function inOrder(draft, game) {
  if (game.form.entry !== "points") {
    return { ...draft, step: "out" };
  }
  return say({ ...draft, step: "hand", ending: "out", at: game.seats[0].letter }, "points");
}

/**
 * Who went out, or with an empty seat how the game ended without it; hands entered before are kept.
 * @param {Draft} draft
 * @param {Game} game
 * @param {{seat?: string, ending?: "out"|"blocked"|"time"}} how
 * @returns {Draft}
 */
export function end(draft, game, { seat = "", ending = "out" }) {
  const kept = Object.entries(draft.hands).filter(([letter, hand]) => hand.said !== "out" && letter !== seat);
  const hands = Object.fromEntries(kept);
  if (seat) {
    hands[seat] = { ...noHand(), said: "out" };
  }
  const ended = { ...draft, hands, ending, ticks: [] };
  return { ...ended, step: "hand", at: holding(ended, game)[0] };
}

/** @param {Draft} draft @param {Hand} hand @returns {Draft} a changed hand has to be checked anew */
const withHand = (draft, hand) => ({
  ...draft,
  hands: { ...draft.hands, [draft.at]: hand },
  ticks: draft.ticks.filter((seat) => seat !== draft.at),
});

/**
 * A card key, one that stands for two cards alike, or a digit of bare points.
 * @param {Draft} draft
 * @param {Game} game
 * @param {string} token
 * @returns {Draft}
 */
export function tap(draft, game, token) {
  const hand = handOf(draft, draft.at);
  if (hand.said === "points") {
    const digits = (hand.digits + token).replace(/^0+/, "").slice(0, DIGITS);
    return withHand(draft, { ...hand, digits });
  }
  const key = game.keys.find((one) => one.token === token[0]);
  if (!key || left(draft.hands, key) < token.length) {
    return draft;
  }
  return withHand(draft, { ...noHand(), said: "cards", cards: hand.cards + token });
}

/** @param {Draft} draft @returns {Draft} */
export function undo(draft) {
  const hand = handOf(draft, draft.at);
  if (hand.said === "points") {
    return withHand(draft, { ...hand, digits: hand.digits.slice(0, -1) });
  }
  const cards = hand.cards.slice(0, -1);
  return withHand(draft, { ...noHand(), said: cards ? "cards" : "", cards });
}

/**
 * Cards, bare points, or not there: what is said of the hand before us; another way of saying it begins anew.
 * @param {Draft} draft
 * @param {""|"points"|"absent"} said
 * @returns {Draft}
 */
export const say = (draft, said) => withHand(draft, { ...noHand(), said });

/** @param {Draft} draft @returns {Draft} an 8 among the cards of bare points */
export function withEight(draft) {
  const hand = handOf(draft, draft.at);
  return withHand(draft, { ...hand, eight: !hand.eight });
}

/** @param {Draft} draft @param {string} seat whether anything is said of it */
export function told(draft, seat) {
  const hand = handOf(draft, seat);
  return { "": false, cards: hand.cards !== "", points: hand.digits !== "", absent: true, out: true, place: true, laps: true }[hand.said];
}

/**
 * The seat after the one before us, or "" when the check comes next.
 * @param {Draft} draft
 * @param {Game} game
 */
export function following(draft, game) {
  const seats = holding(draft, game);
  const later = seats.slice(seats.indexOf(draft.at) + 1);
  // One who came back to mend a single hand goes straight on to the check.
  const open = seats.filter((seat) => seat !== draft.at && !told(draft, seat));
  return open.length ? (later.find((seat) => open.includes(seat)) || open[0]) : "";
}

/**
 * On to the next hand, or to the check; stays where nothing was said.
 * @param {Draft} draft
 * @param {Game} game
 * @returns {Draft}
 */
export function next(draft, game) {
  if (!told(draft, draft.at)) {
    return draft;
  }
  const seat = following(draft, game);
  if (!seat) {
    return { ...draft, step: "check", at: "" };
  }
  const further = { ...draft, at: seat };
  // Who adds up on paper does so for all hands.
  return handOf(draft, draft.at).said === "points" && !told(draft, seat) ? say(further, "points") : further;
}

/**
 * One step back: the hand before, then who went out; null from the first step.
 * @param {Draft} draft
 * @param {Game} game
 * @returns {Draft|null}
 */
export function back(draft, game) {
  const seats = holding(draft, game);
  if (draft.step === "check") {
    return byHand(game) || game.form.entry === "points" ? { ...draft, step: "hand", at: seats[seats.length - 1] } : { ...draft, step: "out", at: "" };
  }
  if (draft.step !== "hand") {
    return null;
  }
  const at = seats.indexOf(draft.at);
  return at > 0 ? { ...draft, at: seats[at - 1] } : byHand(game) ? { ...draft, step: "out", at: "" } : null;
}

/** @param {Draft} draft @param {Game} game @param {string} seat @returns {Draft} to a hand from the check; to who went out for the one who did */
export function go(draft, game, seat) {
  return wentOut(draft) === seat || !(byHand(game) || game.form.entry === "points") ? { ...draft, step: "out", at: "" } : { ...draft, step: "hand", at: seat };
}

/** @param {Draft} draft @param {string} seat @returns {Draft} */
export function tick(draft, seat) {
  const ticks = draft.ticks.filter((one) => one !== seat);
  return { ...draft, ticks: ticks.length < draft.ticks.length ? ticks : [...ticks, seat] };
}

/** @param {Draft} draft @param {Game} game @returns {Seat|undefined} the first hand still to tick */
export const unticked = (draft, game) =>
  game.perHand ? game.seats.find((seat) => !draft.ticks.includes(seat.letter)) : undefined;

/**
 * Who checks a seat: the next one clockwise who was there.
 * @param {Draft} draft
 * @param {Game} game
 * @param {string} seat
 * @returns {Seat|undefined}
 */
export function checker(draft, game, seat) {
  const at = game.seats.findIndex((one) => one.letter === seat);
  const round = [...game.seats.slice(at + 1), ...game.seats.slice(0, at)];
  return round.find((one) => handOf(draft, one.letter).said !== "absent");
}

/** What is unlikely about the hands, before they are saved. @param {Draft} draft @param {Game} game */
export const doubts = (draft, game) => doubtsOf(Object.fromEntries(game.seats.map(({ letter }) => [letter, handOf(draft, letter)])), game.keys, game.limits);

/**
 * What is sent of each seat.
 * @param {Draft} draft
 * @param {Game} game
 * @returns {Entry[]}
 */
export function entries(draft, game) {
  return game.seats.map(({ letter: seat, guest }) => {
    const hand = handOf(draft, seat);
    const ways = {
      out: { out: true },
      absent: { absent: true },
      points: { points: Number(hand.digits), ...(hand.eight ? { eight: true } : {}) },
      cards: { hand: [...sorted(hand.cards, game.keys)].join(" ") },
      place: { place: Number(hand.digits) },
      laps: { laps: Number(hand.digits), ...(hand.place ? { place: hand.place } : {}) },
    };
    return { seat, guest, ...ways[hand.said] };
  });
}

/**
 * The hands of a sheet as it was sent, to be looked at or mended.
 * @param {Entry[]} sent
 * @param {Key[]} keys
 * @returns {Record<string, Hand>}
 */
export function handsOf(sent, keys) {
  const tapped = (token) => (keys.some((key) => key.token === token) ? token : "X");
  return Object.fromEntries(
    sent.map((entry) => {
      const cards = (entry.hand || "").split(" ").filter(Boolean).map((card) => tapped(card[0])).join("");
      const figure = ["laps", "place", "points"].find((name) => typeof entry[name] === "number" && !(name === "points" && entry.bare === false));
      const said = entry.out ? "out" : entry.absent ? "absent" : cards ? "cards" : figure || "";
      const digits = figure && said === figure ? String(entry[figure]) : "";
      return [entry.seat, { said, cards, digits, eight: said === "points" && entry.eight === true, ...(said === "laps" && entry.place ? { place: entry.place } : {}) }];
    }),
  );
}
