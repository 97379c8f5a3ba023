// Counts cards with the values the server sent from the rulebook: none is written here.

/**
 * @typedef {{token: string, rank: string, value: number|null, dear: boolean, limit: number}} Key
 * @typedef {{said: ""|"cards"|"points"|"absent"|"out"|"place"|"laps", cards: string, digits: string, eight: boolean, place?: number}} Hand `digits`: of
 *   bare points, a finishing place or laps; `place`: the finish of one who ran as many laps as another
 * @typedef {Record<string, Hand>} Hands by seat
 */

/** @returns {Hand} */
export const noHand = () => ({ said: "", cards: "", digits: "", eight: false });

/** A figure as it is shown, or what stands for none. @param {number|null|undefined} figure @param {string|number} none */
export const figureOr = (figure, none = "–") => (figure === null || figure === undefined ? none : figure);

/**
 * The points of a hand; null while nothing is known.
 * @param {Hand} hand
 * @param {Key[]} keys
 * @returns {number|null}
 */
export function points(hand, keys) {
  if (hand.said === "points") {
    return hand.digits === "" ? null : Number(hand.digits);
  }
  const values = [...hand.cards].map((token) => keys.filter((key) => key.token === token).map((key) => key.value)[0]);
  if (!values.length || !values.every(Number.isFinite)) {
    return null;
  }
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * How often a key was tapped in one hand.
 * @param {Hand} hand
 * @param {string} token
 */
export const times = (hand, token) => hand.cards.split(token).length - 1;

/**
 * How many more of a key the pack can hold for anybody at the table.
 * @param {Hands} hands
 * @param {Key} key
 */
export const left = (hands, key) => Object.values(hands).reduce((rest, hand) => rest - times(hand, key.token), key.limit);

/**
 * The cards of a hand in the order of the keys.
 * @param {string} cards
 * @param {Key[]} keys
 */
export function sorted(cards, keys) {
  const place = (token) => keys.findIndex((key) => key.token === token);
  return [...cards].sort((one, other) => place(one) - place(other)).join("");
}

/**
 * What each seat scores, or null where only the laptop can say it yet.
 * @param {Hands} hands
 * @param {Key[]} keys
 * @param {string} entry what the format has entered
 * @param {string} seat
 */
export function scored(hands, keys, entry, seat) {
  const held = (hand) => (!hand || hand.said === "out" || hand.said === "absent" ? 0 : points(hand, keys));
  const hand = hands[seat];
  if (entry === "winner_and_hands") {
    const sums = Object.values(hands).map(held);
    const won = hand.said === "out";
    return Object.values(hands).some((one) => one.said === "out") && !sums.includes(null) ? (won ? sums.reduce((sum, one) => sum + one, 0) : 0) : null;
  }
  return entry === "hand" || entry === "points" ? held(hand) : null;
}

/**
 * What is unlikely about hands, as the laptop will flag it (scoring/counting/sheet.py, from which the limits come): its kind and the seats.
 * @param {Hands} hands
 * @param {Key[]} keys
 * @param {{cards: number, points: number, explained: number, alike: number, eight: number}|undefined} limits none from a laptop of an earlier edition
 * @returns {{kind: "long_hand"|"high_points"|"bare_eight"|"same_hand", seats: string[]}[]}
 */
export function doubtsOf(hands, keys, limits) {
  const found = [];
  const held = Object.entries(hands).filter(([, hand]) => limits && (hand.said === "cards" || hand.said === "points"));
  for (const [seat, hand] of held) {
    const sum = points(hand, keys) || 0;
    const count = hand.cards.length;
    const explained = count >= limits.explained && times(hand, "8") < 2;
    const kinds = {
      long_hand: count > limits.cards,
      high_points: limits.points > 0 && sum > limits.points && !explained,
      bare_eight: limits.eight > 0 && (count ? hand.cards === "8" : sum === 8),
    };
    found.push(...Object.keys(kinds).filter((kind) => kinds[kind]).map((kind) => ({ kind, seats: [seat] })));
  }
  held.forEach(([seat, { cards }], at) => {
    const same = held.slice(at + 1).filter(([, other]) => cards.length >= limits.alike && sorted(other.cards, keys) === sorted(cards, keys));
    found.push(...same.map(([other]) => ({ kind: "same_hand", seats: [seat, other] })));
  });
  return found;
}

/** @param {number} number @param {string} word */
export const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/**
 * The number of cards, to be read aloud.
 * @param {Hand} hand
 */
export function countWords(hand) {
  if (hand.said === "points") {
    return hand.eight ? "points, with an 8" : "points only";
  }
  return hand.said === "absent" ? "was not there" : many(hand.cards.length, "card");
}
