// What each button does. Every act keeps what it changed before it draws.
import { back, end, entries, go, inOrder, next, say, tap, tick, undo, withEight } from "./flow.js";
import { isInSight } from "./deafness.js";
import { keyOf } from "./rescue.js";
import { gameIn, messageOf, nextMissing, roundOf } from "./table.js";

/** @typedef {import("./pad.js").Pad} Pad */

/** @param {Pad} pad @param {(draft: import("./flow.js").Draft, game: import("./flow.js").Game) => import("./flow.js").Draft|null} change */
const step = (pad, change) => pad.keep(change(pad.draft, pad.game(pad.draft.game)));

/** @param {Pad} pad @returns {import("./outbox.js").Message} the message about the game looked at */
export const message = (pad) => messageOf(pad.state, pad.messages(), pad.about.game);

/** @type {Record<string, (pad: Pad, to: string) => any>} */
export const ACTS = {
  move,
  help: (pad) => pad.to("help", { back: pad.view, about: pad.about }),
  closeHelp: (pad) => pad.to(pad.about.back, pad.about.about),
  dealer: (pad, to) => {
    tellTable(pad, "dealer", { game: nextMissing(pad.state, pad.messages(), pad.about.game), seat: to });
    pad.outbox.flush();
  },
  missing: (pad) => pad.to("draft", { note: "Ask the desk to change the seating: the pad updates on its own. Games wait for it." }),
  inOrder: goOn,
  out: (pad, to) => step(pad, (draft, game) => end(draft, game, { seat: to })),
  nobody: (pad, to) => step(pad, (draft, game) => end(draft, game, { ending: /** @type {any} */ (to) })),
  tap: (pad, to) => step(pad, (draft, game) => tap(draft, game, to)),
  undo: (pad) => step(pad, undo),
  say: (pad, to) => step(pad, (draft) => say(draft, /** @type {any} */ (to))),
  eight: (pad) => step(pad, withEight),
  next: (pad) => step(pad, next),
  go: (pad, to) => step(pad, (draft, game) => go(draft, game, to)),
  toTick: (pad, to) => {
    pad.root.querySelectorAll(`[data-act=tick][data-to="${CSS.escape(to)}"]`).forEach((/** @type {HTMLElement} */ key) => key.focus());
  },
  tick: (pad, to) => step(pad, (draft) => tick(draft, to)),
  back: stepBack,
  save,
  because: send,
  becauseOwn,

  game: (pad, to) => pad.choose(Number(to)),
  again: (pad) => pad.reopen(message(pad), message(pad).body.seen, { replaces: message(pad).key }),
  takeBack: (pad) => pad.reopen(message(pad), message(pad).told.version, { takeBack: true }),
  correct,
  isRight: (pad, to) => {
    delete pad.changed[to];
    pad.show();
  },
  flush: (pad) => pad.outbox.flush({ anew: true }),
  code: (pad) => pad.to("code", pad.about),
  desk: (pad) => {
    pad.outbox.settle(message(pad).key, "waiting", { desk: true });
    pad.to("saved", pad.about);
  },
  saved: (pad) => pad.to("saved", pad.about),
  round: (pad) => pad.to("round", { ...pad.about, at: 0 }),
  read: (pad, to) => pad.to("round", { ...pad.about, at: Number(to) }),

  conflict: (pad) => pad.to("conflict", pad.about),
  countAgain: (pad, to) => fromConflict(pad, { step: "hand", at: to, reason: "Counted again: two versions" }),
  takeMine: (pad) => {
    fromConflict(pad, { reason: "Two versions: this one chosen at the table", inSight: message(pad).body.checked });
    send(pad, pad.draft.reason);
  },
  keepTheirs: (pad) => {
    pad.outbox.settle(message(pad).key);
    pad.look(pad.about.game);
    pad.refresh();
  },

  tables: (pad) => pad.to("tables", { game: pad.about.game }),
  table: (pad, to) => pad.open(to),
  setAside: (pad, to) => pad.outbox.settle(to),
  land: (pad) => pad.land(),
  warned: (pad) => {
    pad.warned = true;
    pad.land();
  },
  rename: (pad) => pad.to("name"),
  name: named,
  refresh: (pad) => pad.refresh(),
};

/** @param {Pad} pad @param {string} to */
function move(pad, to) {
  const moving = pad.about.moving;
  if (!moving || moving === to) {
    return pad.to("draft", { moving: moving ? "" : to, order: pad.about.order });
  }
  const game = pad.game(pad.draft.game);
  const order = pad.about.order || Object.fromEntries(game.seats.map((seat) => [seat.letter, seat.guest]));
  return pad.to("draft", { moving: "", order: { ...order, [to]: order[moving], [moving]: order[to] } });
}

/** @param {Pad} pad */
function goOn(pad) {
  const { event, table, round } = pad.state;
  const { order } = pad.about;
  pad.about = {};
  if (order) {
    tellTable(pad, "order", { order });
  }
  pad.kept.put(`ordered.${event.slug}.${table}.${round.number}`, true);
  step(pad, inOrder);
  pad.outbox.flush();
}

/** Of the table and its round, beside the games. @param {Pad} pad @param {"order"|"dealer"} kind @param {any} body */
function tellTable(pad, kind, body) {
  const { table, round: { number } } = pad.state;
  const key = `${kind}-${pad.line.phone.slice(0, 8)}-${table}-${number}-${Date.now()}`;
  put(pad, kind, { key, round: number, ...body });
}

/** @param {Pad} pad @param {"sheet"|"order"|"dealer"|"name"} kind @param {any} body @param {number} [game] */
function put(pad, kind, body, game = 0) {
  const { event } = pad.state;
  const where = { code: pad.code, event: event.slug, mark: event.mark, round: roundOf(pad.state) || 0, table: pad.state.table, game };
  return pad.outbox.put({ key: body.key || `${kind}-${pad.code}`, kind, path: `/pad/${kind}`, body, ...where });
}

/** What stands before a screen that is no step of a draft; else the tables. */
const BEFORE = { code: "saved", conflict: "saved", round: "saved", checked: "match" };

/** @param {Pad} pad one step back; from the first step to the games, or to the tables */
function stepBack(pad) {
  if (pad.view === "reason") {
    return pad.to("draft");
  }
  if (pad.view === "help") {
    return ACTS.closeHelp(pad, "");
  }
  if (!pad.draft) {
    return pad.to(BEFORE[pad.view] || "tables", pad.about);
  }
  const game = pad.draft.game;
  const before = pad.draft.seen && pad.draft.step === "check" ? null : back(pad.draft, pad.game(game));
  if (before) {
    return pad.keep(before);
  }
  const correcting = pad.draft.seen > 0 || Boolean(pad.draft.replaces);
  pad.leave({ forget: correcting });
  return correcting ? pad.look(game) : pad.to("tables");
}

/** @param {Pad} pad @param {Record<string, any>} more */
function fromConflict(pad, more) {
  const found = message(pad);
  pad.reopen(found, found.told.theirs.version, { ...more, replaces: found.key });
}

/** @param {Pad} pad */
function correct(pad) {
  const number = pad.about.game;
  const known = gameIn(pad.state, number);
  const found = message(pad);
  const newer = found && found.told.version > known.version;
  pad.reopened({ ...(newer ? found.body : known), game: number }, newer ? found.told.version : known.version);
}

/** @param {Pad} pad */
function save(pad) {
  const draft = { ...pad.draft, inSight: isInSight(pad.root) };
  pad.draft = draft;
  if (draft.seen && !draft.reason && !(draft.takeBack && pad.takeBackLeft(draft.game) > 0)) {
    return pad.to("reason");
  }
  return send(pad, draft.reason);
}

/** @param {Pad} pad */
function becauseOwn(pad) {
  const words = /** @type {HTMLInputElement} */ (document.getElementById("own-reason")).value.replace(/\p{C}/gu, "").trim();
  return words ? send(pad, words) : pad.to("reason", { fault: "Choose a reason above, or say in a few words why." });
}

/** Into the outbox first, then away with the draft, then on its way. @param {Pad} pad @param {string} reason */
function send(pad, reason) {
  const { draft, state } = pad;
  const game = pad.game(draft.game);
  const blocked = draft.ending !== "out";
  const kept = { round: state.round.number, table: state.table, game: draft.game, blocked, entries: entries(draft, game) };
  const body = {
    key: keyOf(kept, draft.seen), round: kept.round, game: draft.game, seen: draft.seen, blocked, checked: Boolean(draft.inSight), checker: game.perHand ? "" : "the table",
    counted_at: new Date().toISOString(), umpire: pad.kept.get("umpire") || state.umpire, reason, dismissed: {}, entries: kept.entries,
  };
  if (draft.replaces && draft.replaces !== body.key) {
    pad.outbox.settle(draft.replaces);
  }
  put(pad, "sheet", body, draft.game);
  delete pad.dropped[draft.game];
  delete pad.changed[draft.game];
  pad.leave({ forget: true });
  pad.look(body.game);
  pad.outbox.flush();
}

/** What a name may hold of what was typed: letters, accents, figures and the laptop's own list of signs. @param {string} typed @param {string} signs */
const printed = (typed, signs) =>
  [...typed.normalize("NFC")].filter((sign) => signs.includes(sign) || /[\p{L}\p{M}\p{N}]/u.test(sign)).join("").replace(/\s+/g, " ").trim();

/** @param {Pad} pad */
function named(pad) {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("umpire")).value;
  const umpire = printed(typed, pad.root.dataset.signs);
  if (!umpire) {
    return pad.to("name", { fault: `Give your name${typed.trim() && " in letters"}, so that the desk knows whom to ask.` });
  }
  pad.kept.put("umpire", umpire);
  put(pad, "name", { umpire });
  pad.outbox.flush();
  return pad.land();
}
