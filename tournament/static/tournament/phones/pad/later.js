// What most games never need: it is fetched apart, when the page has come to rest.
import { conflict } from "./draw/conflict.js";
import { finish, finished, laps } from "./draw/finish.js";
import { called, help, UNREACHED, WAIT } from "./draw/help.js";
import { match } from "./draw/match.js";
import { reason } from "./draw/reason.js";
import { round } from "./draw/round.js";
import { square } from "./draw/square.js";
import { keepPage } from "../../parts/offline.js";
import { followClock } from "./clock.js";
import { away, done, place, run, time, win } from "./finish.js";
import { MATCH } from "./match.js";
import { keepTwice } from "./second.js";

/** @typedef {import("./pad.js").Pad} Pad */

/** A lost phone's tables go to this one, once. @param {Pad} pad @param {string} code */
async function carryOn(pad, code) {
  const { status, body } = await pad.line.post(code, "/phone/carry-on", {});
  if (status !== 200) {
    pad.sentence = body.sentence || "";
    pad.reached = status !== 0;
    return pad.show();
  }
  if (body.umpire) {
    pad.kept.put("umpire", body.umpire);
  }
  const [first] = body.codes;
  for (const { code: one, table } of body.codes.slice(1)) {
    pad.kept.put(`table.${one}`, { code: one, table, label: table, event: "", name: "", at: Date.now() });
  }
  return pad.open(first.code);
}

/** The page is the same for every code: it is kept once, without one. */
const withoutLaptop = () => keepPage("/pad/worker.js", "/T/", "/T/page");

/** Another page, if there is a line to it; the way back leads to where one was. @param {Pad} pad @param {string} address @param {string} [part] what is open on it */
async function leaveFor(pad, address, part = "") {
  const [view, about] = pad.view === "help" ? [pad.about.back, pad.about.about] : [pad.view, pad.about];
  const pressed = { ...pad.about, told: WAIT };
  pad.to(pad.view, pressed);
  const { status } = await pad.line.head(pad.code, address);
  if (pad.about !== pressed) {
    return null; // Somebody went on tapping meanwhile, and is not carried away from that.
  }
  if (status !== 200) {
    return pad.to(pad.view, { ...pad.about, told: UNREACHED });
  }
  pad.kept.put(`back.${pad.code}`, { view, about, draft: pad.draft && pad.draft.game, round: (pad.state.round || {}).number });
  return location.assign(address + part);
}

/** Not kept for later: an umpire who comes when all is over helps nobody. @param {Pad} pad */
async function call(pad) {
  const { body } = await pad.line.post(pad.code, "/pad/call", { reason: "" });
  pad.to(pad.view === "help" ? "help" : "tables", { ...pad.about, told: called(body) });
}

/** What the buttons of draw/help.js, draw/finish.js and of a match do. @type {Record<string, (pad: Pad, to: string) => any>} */
const FINISH = {
  ...MATCH,
  ask: (pad, to) => leaveFor(pad, `/A/${pad.code}`, to && `#${to}`),
  rules: (pad) => leaveFor(pad, `/e/${pad.state.event.slug}/rules/`),
  call,
  place: (pad, to) => pad.keep(place(pad.draft, to)),
  win: (pad, to) => pad.keep(win(pad.draft, to)),
  away: (pad, to) => pad.keep(away(pad.draft, to)),
  who: (pad, to) => pad.to("draft", { away: to === "away" }),
  run: (pad, to) => pad.keep(run(pad.draft, ...to.split(" "))),
  time: (pad) => pad.keep(time(pad.draft)),
  done: (pad) => pad.keep(done(pad.draft, pad.game(pad.draft.game))),
};

export { carryOn, conflict, FINISH, finish, finished, followClock, help, keepTwice, laps, match, reason, round, square, withoutLaptop };
