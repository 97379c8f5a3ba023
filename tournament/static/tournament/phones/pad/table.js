// What is known of a table: the laptop's last word with the phone's own messages laid over it. Reads, changes nothing.
import { scored } from "./cards.js";
import { handsOf } from "./flow.js";

/**
 * @typedef {import("./outbox.js").Message} Message
 * @typedef {import("./flow.js").Game} Game
 * @typedef {any} State as in docs/phone.md
 */

/** @param {State} state @returns {import("./cards.js").Key[]} */
export const keysOf = (state) =>
  state.keys.map(({ key, label, points: value, has, dear }) => ({ token: key, rank: label, value, dear, limit: has * state.packs }));

/**
 * The messages of this table in its present round, oldest first; settled ones left out.
 * @param {State} state
 * @param {Message[]} messages
 */
export const ofRound = (state, messages) =>
  messages.filter((one) => one.kind !== "name" && one.fate !== "settled" &&
    one.event === state.event.slug && one.table === state.table && one.round === roundOf(state));

/**
 * The newest message about a game, if the laptop's word is not newer.
 * @param {State} state
 * @param {Message[]} messages
 * @param {number} number
 * @returns {Message|undefined}
 */
export function messageOf(state, messages, number) {
  const last = ofRound(state, messages).filter((one) => one.game === number).pop();
  return last && !isGone(state, last) && (last.fate !== "sent" || last.told.version >= versionOf(state, number)) ? last : undefined;
}

/**
 * Whether the laptop, asked since, has not got what it took before: moved, taken away, or a copy of the database was put back.
 * @param {State} state
 * @param {Message} message
 */
export const isGone = (state, message) =>
  message.fate === "sent" && !(message.turn >= state.turn) && versionNow(state, message) < (message.told.version || 1);

/** The version that the laptop has of what a message is about; of what it says nothing of, none is missing. @param {State} state @param {Message} message */
function versionNow(state, { kind, game, body }) {
  if (kind === "match") {
    return state.match && String(state.match.players) === String(body.players) ? state.match.version : Infinity;
  }
  const lost = kind === "dealer" && (gameIn(state, body.game) || {}).dealer === "";
  return kind === "sheet" ? versionOf(state, game) : lost ? 0 : Infinity;
}

/** @param {State} state @param {number} number */
export const gameIn = (state, number) => state.games.find((game) => game.game === number);

/** The version of a game that is in; 0 where it is not. @param {State} state @param {number} number */
export const versionOf = (state, number) => (gameIn(state, number) || { version: 0 }).version;

/** The number of the round that the laptop speaks of, if there is one. @param {State} state */
export const roundOf = (state) => (state.round ? state.round.number : undefined);

const TITLES = /^(the|rev|revd|mr|mrs|ms|miss|dr|sir|dame|lord|lady|alderman|prof|professor|sheriff|master|captain|colonel|canon)\.?$/i;

/** The initial and the surname; what a laptop of an earlier edition told has none. @param {{name: string, surname?: string, rest?: string}} person */
function initialled({ name, surname = name, rest = "" }) {
  const [given] = rest.split(" ").filter((word) => word && !TITLES.test(word));
  return given ? `${[...given][0]}. ${surname}` : surname;
}

/**
 * A game as the flow needs it; `order` (seat to guest) is a change of places that is still on its way.
 * @param {State} state
 * @param {number} number
 * @param {Record<string, string>} [order]
 * @returns {Game}
 */
export function gameOf(state, number, order = {}) {
  const seats = gameIn(state, number).seats.map(({ seat, guest }) => ({ letter: seat, guest: order[seat] || guest }));
  const surname = (guest) => state.people[guest].surname || state.people[guest].name;
  const surnames = seats.map(({ guest }) => surname(guest));
  return {
    number,
    keys: keysOf(state),
    form: state.format,
    limits: state.doubts,
    perHand: state.settings.ticks === "each" && ["hand", "winner_and_hands", "points"].includes(state.format.entry),
    seats: seats.map(({ letter, guest }) => {
      const { name, rest, livery } = state.people[guest];
      const last = surname(guest);
      const alike = surnames.indexOf(last) < surnames.lastIndexOf(last);
      const initial = initialled(state.people[guest]);
      return { letter, guest, name, livery, last, more: [rest, livery].filter(Boolean), short: alike ? initial : last, brief: initial };
    }),
  };
}

/**
 * How each game of the round stands: a sign and a word.
 * @param {State} state
 * @param {Message[]} messages
 */
export function marks(state, messages) {
  return state.games.map((game) => {
    const { fate } = messageOf(state, messages, game.game) || { fate: "" };
    if (fate && fate !== "sent") {
      return { number: game.game, mark: fate === "waiting" ? "entered" : "flagged", word: fate === "waiting" ? "kept here" : "check this" };
    }
    if (game.state === "not_played") {
      return { number: game.game, mark: "unplayed", word: "not played" };
    }
    if (game.conflict) {
      return { number: game.game, mark: "flagged", word: "saved, the desk will confirm" };
    }
    const found = fate === "sent" || game.state === "entered";
    return { number: game.game, mark: found ? "done" : "missing", word: found ? "saved" : "missing" };
  });
}

/**
 * The next game that is missing, looking on from one and then from the start.
 * @param {State} state
 * @param {Message[]} messages
 * @param {number} [after]
 * @returns {number|null}
 */
export function nextMissing(state, messages, after = 0) {
  const wanting = marks(state, messages).filter((one) => one.mark === "missing").map((one) => one.number);
  return wanting.find((number) => number > after) || wanting[0] || null;
}

/**
 * Points by guest of one game, as this phone knows it.
 * @param {State} state
 * @param {Message[]} messages
 * @param {number} number
 * @returns {Record<string, number|string|null>}
 */
export function pointsOf(state, messages, number) {
  const message = messageOf(state, messages, number);
  const known = gameIn(state, number);
  // Where the laptop alone counts, its answer says the points: it may speak of the next round before it tells this game again.
  const told = message ? message.fate === "sent" && message.told : known;
  const counted = told.version === known.version ? known.entries || [] : told.entries;
  const entries = counted || message.body.entries;
  const keys = keysOf(state);
  const hands = counted || handsOf(entries, keys);
  return Object.fromEntries(entries.map(({ seat, guest, absent, points }) =>
    [guest, absent ? "–" : counted ? points : scored(hands, keys, state.format.entry, seat)]));
}

/**
 * A row a guest: points a game and the total carried with them.
 * @param {State} state
 * @param {Message[]} messages
 * @param {number} upTo
 */
export function rows(state, messages, upTo) {
  const games = state.games.filter((game) => game.game <= upTo);
  const found = games.map((game) => pointsOf(state, messages, game.game));
  const game = gameOf(state, upTo, orderOf(state, messages));
  return game.seats.map((seat) => {
    const told = found.map(({ [seat.guest]: points = null }) => points);
    const known = told.filter((one) => typeof one === "number");
    const { carried } = state.totals[seat.guest] || { carried: 0 };
    return { ...seat, games: told, carried, total: known.length || carried ? known.reduce((sum, one) => sum + one, carried) : null };
  });
}

/** What was last said of that kind and the laptop has not told back yet. @param {State} state @param {Message[]} messages @param {"order"|"dealer"} kind */
export const newsOf = (state, messages, kind) =>
  ofRound(state, messages).filter((one) => one.kind === kind && (one.fate === "waiting" || (one.fate === "sent" && one.turn > state.turn))).map((one) => one.body).pop();

/** A change of places that is still on its way. @param {State} state @param {Message[]} messages */
export const orderOf = (state, messages) => (newsOf(state, messages, "order") || {}).order;
