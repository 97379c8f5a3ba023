// A match told from its table: a letter for each game, 1 or 2 for who won it, - where time ended it. Nothing here draws.

import { saidIn } from "./sentence.js";

/**
 * @typedef {import("./pad.js").Pad} Pad
 * @typedef {{players: string[], seen: number, games: string, reason: string, replaces?: string}} Taps `replaces`: the key of a
 *   message that these take the place of
 */

/** Reasons at hand for a correction. */
export const WHY = ["The wrong winner was tapped", "A game was missed", "The two were taken for each other"];

/** @param {string} games @param {string} letter */
export const count = (games, letter) => [...games].filter((one) => one === letter).length;

/** Whether one of the two can no longer be caught up. @param {string} games @param {number} best */
const decided = (games, best) => Math.abs(count(games, "1") - count(games, "2")) > best - games.length;

/** Whether no further game is played. @param {string} games @param {number} best */
export const over = (games, best) => games.length === best || decided(games, best);

/** @param {string} games */
export const level = (games) => count(games, "1") === count(games, "2");

/**
 * Who won one of the games; what stands behind a game that now decides is taken away.
 * @param {Taps} taps @param {number} at @param {string} letter @param {number} best @returns {Taps}
 */
export function wins(taps, at, letter, best) {
  const games = taps.games.slice(0, at) + letter + taps.games.slice(at + 1);
  const last = [...games].findIndex((_, one) => decided(games.slice(0, one + 1), best));
  return { ...taps, games: last < 0 ? games : games.slice(0, last + 1) };
}

/** @param {string[]} one @param {string[]} other */
const same = (one, other) => String(one) === String(other);

/** What was tapped of the match before us and not saved yet. @param {Pad} pad @returns {Taps|null} */
export function tapped(pad) {
  const kept = pad.kept.get(pad.draftName("match"));
  return kept && same(kept.players, pad.state.match.players) ? kept : null;
}

/** What is tapped first where nothing is in. @param {Pad} pad @returns {Taps} */
export const untapped = ({ state: { match } }) => ({ players: match.players, seen: match.version, games: "", reason: "" });

/**
 * The newest message about the match before us, if the laptop's word is not newer.
 * @param {Pad} pad @returns {import("./outbox.js").Message|null}
 */
export function newest(pad) {
  const { state } = pad;
  const last = pad.messages().filter((one) => one.kind === "match" && one.fate !== "settled" && one.event === state.event.slug &&
    one.table === state.table && one.round === state.round.number && same(one.body.players, state.match.players)).pop();
  return last && (last.fate !== "sent" || last.turn > state.turn) ? last : null;
}

/** @param {Pad} pad @param {Taps|null} taps kept at every tap @param {string} [view] */
function keep(pad, taps, view = "match") {
  pad.kept.put(pad.draftName("match"), taps);
  pad.to(view);
}

/** Into the outbox first, then away with the taps, then on its way. @param {Pad} pad @param {Taps} taps */
function send(pad, { replaces, ...taps }) {
  const { event, table, round, umpire } = pad.state;
  const key = `match-${round.number}-${table}-${taps.seen}-${pad.line.phone.slice(0, 8)}-${Date.now()}`;
  const body = { key, table, round: round.number, umpire: pad.kept.get("umpire") || umpire, ...taps };
  if (replaces) {
    pad.outbox.settle(replaces);
  }
  delete pad.dropped[0];
  pad.outbox.put({ key, kind: "match", path: "/pad/match", body, code: pad.code, event: event.slug, mark: event.mark, round: round.number, table, game: 0 });
  keep(pad, null);
  pad.outbox.flush();
}

/** Whether a result stands that these taps would change. @param {Pad} pad @param {Taps} taps */
export const corrects = (pad, taps) => taps.seen > 0 && pad.state.match.result !== "";

/** What the buttons of draw/match.js do. @type {Record<string, (pad: Pad, to: string) => any>} */
export const MATCH = {
  matchWins: (pad, to) => {
    const [at, letter] = to.split(" ");
    keep(pad, wins(tapped(pad) || untapped(pad), Number(at), letter, pad.state.match.best_of));
  },
  matchCheck: (pad) => pad.to("checked"),
  matchTaps: (pad) => pad.to("match"),
  matchWhy: (pad, to) => keep(pad, { ...tapped(pad), reason: to }, "checked"),
  matchSave: (pad) => send(pad, tapped(pad)),
  matchAgain: (pad) => {
    const { key, body: { players, seen, games } } = newest(pad);
    keep(pad, { players, seen, games, reason: "", replaces: key });
  },
  matchCorrect: (pad) => keep(pad, { ...untapped(pad), games: pad.state.match.games }),
  matchLeave: (pad) => {
    pad.outbox.settle((tapped(pad) || untapped(pad)).replaces || "");
    keep(pad, null);
  },
  matchSays: async (pad, to) => {
    const { table, round, match: { players, games, version: seen } } = pad.state;
    const key = `says-${round.number}-${table}-${seen}-${pad.line.phone.slice(0, 8)}-${Date.now()}`;
    const said = { key, round: round.number, players, games, seen, agrees: to === "yes", umpire: pad.kept.get("umpire") || pad.state.umpire };
    const { status, body } = await pad.line.post(pad.code, "/pad/agreed", said);
    pad.to("match", { fault: status === 200 ? "" : saidIn(body) || "The laptop was not reached: tap again." });
    pad.refresh();
  },
  matchMine: (pad) => {
    const { key, body: { players, games }, told } = newest(pad);
    send(pad, { players, games, seen: told.theirs.version, reason: "Two versions: this one chosen at the table", replaces: key });
  },
  matchTheirs: (pad) => {
    pad.outbox.settle(newest(pad).key);
    pad.to("match");
    pad.refresh();
  },
};
