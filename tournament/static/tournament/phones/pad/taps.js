// A disputed play told on the phone alone: every tap changes what is told, and nothing is asked of the laptop. Nothing here draws.

/**
 * @typedef {{tap: string, word: string, more: string, suit: string}} TapKey
 * @typedef {{label: string, question: string, cards: ""|"one"|"many", ranks: string[], joker: boolean, next: boolean, keys: TapKey[], suits: TapKey[],
 *   typed: boolean}} Fact as the laptop sends it (tournament/rulings/questions.py)
 * @typedef {{facts: Record<string, Fact>, first: string[], needed: string[], told: Record<string, string>, on: string, key: string,
 *   sequences: boolean, names: Record<string, string>, noticed: Record<string, string>}} Told
 */

export const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };
const NUMBERS = ["10", "2", "3", "4", "5", "6", "7", "8", "9", ...Object.keys(RANKS)];
const LYING = ["top", "pile_top_last", "up_to"];
const BEHIND = [...LYING, "cards", "sequences", "seat", "noticed", "source"];

/** The first fact asked that has not been told. @param {Told} asked */
const nextOpen = (asked) => asked.first.find((name) => !asked.told[name]) || "";

/** @param {Told} asked @returns {Told} */
const onwards = (asked) => ({ ...asked, on: nextOpen(asked) || asked.on, key: "" });

/** @param {Told} asked @param {string} name @param {string} text @returns {Told} */
const but = (asked, name, text) => ({ ...asked, told: { ...asked.told, [name]: text } });

/**
 * What one tap makes of it, as tournament/rulings/forms_taps.py does; null where only the laptop knows the tap.
 * @param {Told} asked
 * @param {string} tap `key:S`, `set:said=no`, `on:hand`, `done`
 * @returns {Told|null}
 */
export function tapped(asked, tap) {
  const [act, what] = [tap.split(":")[0], tap.slice(tap.indexOf(":") + 1)];
  if (act === "done") {
    return onwards(asked);
  }
  if (act === "on" && asked.facts[what]) {
    return { ...asked, on: what, key: "" };
  }
  if (act === "set") {
    const [name, text] = [what.split("=")[0], what.slice(what.indexOf("=") + 1)];
    const changed = but(asked, name, text);
    return [asked.on, "below"].includes(name) ? onwards(changed) : changed;
  }
  return act === "key" ? keyed(asked, what) : null;
}

/** @param {Told} asked @param {string} what @returns {Told|null} */
function keyed(asked, what) {
  const before = asked.told[asked.on] || "";
  if (what === "undo") {
    return NUMBERS.includes(asked.key) ? { ...asked, key: "" } : { ...but(asked, asked.on, before.split(" ").slice(0, -1).join(" ")), key: "" };
  }
  if (what === "next") {
    return but(asked, asked.on, `${before} /`.trim());
  }
  if (what === "JK") {
    return withCard(asked, what);
  }
  const taps = [what, asked.key];
  const rank = taps.find((one) => NUMBERS.includes(one));
  const suit = taps.find((one) => one in SUITS);
  if (!(what in SUITS) && !NUMBERS.includes(what)) {
    return null;
  }
  return rank && suit ? withCard(asked, rank + suit) : { ...asked, key: what };
}

/** @param {Told} asked @param {string} card @returns {Told} */
function withCard(asked, card) {
  if (asked.facts[asked.on].cards === "one") {
    return onwards(but(asked, asked.on, card));
  }
  // The suit stays pressed: hands are told suit by suit.
  return { ...but(asked, asked.on, `${asked.told[asked.on] || ""} ${card}`.trim()), key: card === "JK" ? "" : card.slice(-1) };
}

/** What is still to be told before anything can be answered. @param {Told} asked */
export const missing = (asked) => asked.needed.filter((name) => !asked.told[name]);

/** @param {Told} asked the cards of a fact, one by one @param {string} name */
export const cardsOf = (asked, name) => (asked.told[name] || "").split(/[ /]+/).filter(Boolean);

/** `QS` as `Queen of spades`. @param {string} card */
export const cardName = (card) => (card === "JK" ? "Joker" : `${RANKS[card.slice(0, -1)] || card.slice(0, -1)} of ${SUITS[card.slice(-1)] || "?"}`);

/** A fact's value in a word or two, or nothing. @param {Told} asked @param {string} name */
export function valueOf(asked, name) {
  const { cards, keys, suits } = asked.facts[name];
  const text = asked.told[name] || "";
  if (cards) {
    return cardsOf(asked, name).map(cardName).join(", ");
  }
  const key = [...keys, ...suits].find((one) => one.tap === `set:${name}=${text}`);
  return key ? key.more || key.word : text;
}

/** All that has been told, in words. @param {Told} asked */
export function sentenceOf(asked) {
  const laid = [...cardsOf(asked, "cards"), ...cardsOf(asked, "sequences")].map((card) => `the ${cardName(card)}`);
  const [on] = LYING.flatMap((name) => cardsOf(asked, name).slice(-1)).map((card) => `the ${cardName(card)}`);
  const who = asked.told.seat ? asked.names[asked.told.seat] || `Seat ${asked.told.seat}` : "Somebody";
  const verb = asked.sequences ? "put down" : "laid";
  const behind = on ? `${asked.sequences ? " after " : " on "}${on}` : "";
  const first = laid.length ? `${who} ${verb} ${laid.join(", ")}${behind}.` : on ? `T${on.slice(1)} is showing.` : "";
  const about = asked.told.seat && !laid.length ? `It is about ${who}.` : "";
  const more = Object.keys(asked.facts).filter((name) => asked.told[name] && !BEHIND.includes(name)).map((name) => `${asked.facts[name].label}: ${valueOf(asked, name)}.`);
  const said = [first, about, ...more].filter(Boolean);
  return said.length ? `${said.join(" ")} Noticed ${asked.noticed[asked.told.noticed || "at_once"].toLowerCase()}.` : "Nothing has been said yet.";
}
