// The screens of a match: who won each game, the check in another layout, what became of it, two versions.
import { corrects, count, level, newest, over, tapped, untapped, WHY } from "../match.js";
import { saidIn } from "../sentence.js";
import { backward, button, lines, make, saving, shape } from "./elements.js";

/** @typedef {import("../pad.js").Pad} Pad */

/** @param {Pad} pad */
export function match(pad) {
  if (!pad.state.match) {
    // Nothing is under a thumb here: the first match of the table comes up by itself.
    pad.adopt();
  }
  const { state } = pad;
  if (!state.match) {
    return nothing();
  }
  const taps = tapped(pad);
  const message = newest(pad);
  return { what: `${state.round.name} · best of ${state.match.best_of}`, ...screen(pad, taps, message) };
}

function screen(pad, taps, message) {
  if (taps) {
    return pad.view === "checked" ? agreed(pad, taps) : tapping(pad, taps);
  }
  if (message && message.fate === "conflict") {
    return versions(pad, message);
  }
  const { result, testimony, own } = pad.state.match;
  if (!message && testimony === "waits" && !own) {
    return asking(pad);
  }
  return message || result ? afterwards(pad, message) : tapping(pad, untapped(pad));
}

/** @param {Pad} pad */
const namesOf = ({ state }) => state.match.players.map((ref) => state.people[ref].name);

/** @param {string} games */
const scoreOf = (games) => games === "-" ? "½–½" : `${count(games, "1")}–${count(games, "2")}`;

/** Who won so many games, in words. @param {string} games @param {string[]} names */
const wonBy = (games, names) => (level(games) ? "A draw" : `${names[count(games, "1") > count(games, "2") ? 0 : 1]} wins`);

/** @param {string} letter @param {string[]} names */
const winnerOf = (letter, names) => (letter === "-" ? "time: nobody" : names[Number(letter) - 1]);

const nothing = () => ({
  kind: "match",
  heading: "No match here now",
  inside: [make("p.soft", "When the next pairings are published, the match of this table appears here. Enter its result here, or at the desk.")],
  foot: [button("refresh", { kind: "button-foot button-wide" }, "Look again")],
});

function tapping(pad, taps) {
  const { best_of: best, needs_winner: knockOut, sides = ["", ""] } = pad.state.match;
  const names = namesOf(pad);
  const done = over(taps.games, best);
  const drawn = done && knockOut && level(taps.games);
  const short = shortNames(pad);
  const game = (at) => (best > 1 ? make("li.match-game", gameRow(at, taps.games[at], names, short)) : make("li.laps", choices(at, taps.games[at], names)));
  return {
    kind: "match",
    key: "match taps",
    heading: best > 1 ? "Who won each game?" : "Who won?",
    inside: [
      make("p.soft", `${names[0]} ${sides[0]}, ${names[1]} ${sides[1]}${best > 1 ? "; they change over for every further game" : ""}.`),
      make("ul.people", Array.from({ length: done ? taps.games.length : taps.games.length + 1 }, (_, at) => game(at))),
      pad.dropped[0] && make("p.soft", { role: "status" }, pad.dropped[0]),
      make("p.fault", { role: "alert" }, drawn && "A knock-out needs a winner: let them play a game that decides, and tap who won that one."),
      pad.state.match.result !== "" && button("matchLeave", { kind: "button-link" }, "Leave it as it stands"),
    ],
    foot: [done && !drawn
      ? button("matchCheck", { kind: "button-main button-foot button-wide" }, lines(wonBy(taps.games, names), "Check"))
      : button("notYet", { kind: "button-foot button-wide button-not-yet" }, drawn ? "Nobody has won" : `Game ${taps.games.length + 1} is missing`)],
  };
}

/** What fits a key: the surname, the whole name where both have the same one. @param {Pad} pad */
function shortNames(pad) {
  const found = pad.state.match.players.map((ref) => pad.state.people[ref].surname || pad.state.people[ref].name);
  return found[0] === found[1] ? namesOf(pad) : found;
}

/** One of several games in one line: its number, the two names, and that time ended it. */
function gameRow(at, letter, names, short) {
  const choice = (said, name, words) => button("matchWins", { to: `${at} ${said}`, kind: "button-foot", "aria-pressed": String(letter === said), "aria-label": name },
    letter === said && shape("done"), make("span", words));
  return [
    make("b", { "aria-hidden": "true" }, at + 1),
    make("div.pair", { role: "group", "aria-label": `Game ${at + 1}` }, names.map((name, one) => choice(String(one + 1), name, short[one]))),
    choice("-", `Time ended game ${at + 1}`, "Time"),
  ];
}

/** The two names, and apart from them that time ended the game. */
function choices(at, letter, names) {
  const choice = (said, name, kind, words) =>
    button("matchWins", { to: `${at} ${said}`, kind, "aria-pressed": String(letter === said) }, name, letter === said && make("b.small", words));
  return [
    make("div.pair", { role: "group", "aria-label": `Game ${at + 1}` }, names.map((name, one) => choice(String(one + 1), name, "button-foot", "won"))),
    choice("-", `Time ended game ${at + 1}`, "button-link", "nobody won"),
  ];
}

function agreed(pad, taps) {
  const names = namesOf(pad);
  const row = (letter, at) => make("li.row", make("button", { type: "button", class: "row-hand", "data-act": "matchTaps", "data-to": at },
    make("span.row-what", make("span.soft", `Game ${at + 1}`)), make("b.name", winnerOf(letter, names))));
  const why = corrects(pad, taps);
  return {
    kind: "check",
    key: "match check",
    heading: "Look, then save",
    inside: [
      make("p.sums", make("b.hero", scoreOf(taps.games)), make("span", wonBy(taps.games, names))),
      make("ul.list.checks", [...taps.games].map(row)),
      make("p.soft", "Show this to both players. Tap a row to go back."),
      why && make("h3", "Why does the result change?"),
      why && make("ul.people", WHY.map((words) => make("li", button("matchWhy", { to: words, kind: "button-person", "aria-pressed": String(words === taps.reason) }, words)))),
    ],
    foot: [backward(), why && !taps.reason
      ? button("notYet", { kind: "button-foot button-next button-not-yet" }, "The reason is missing")
      : saving("matchSave", "Save the match", "Both players agree")],
  };
}

/** What another phone told, for the other player's own word; the next match does not wait for it. @param {Pad} pad */
function asking(pad) {
  const { games, by, saved_at: at } = pad.state.match;
  const next = pad.nextRound();
  return {
    kind: "saved",
    key: "match asked",
    heading: "Is that right?",
    inside: [
      make("p.sums", make("b.hero", scoreOf(games)), make("span", wonBy(games, namesOf(pad)))),
      make("p.soft", `${namesOf(pad).join(" and ")}. Told by ${by} at ${hour(at)}.`),
      make("p.fault", { role: "alert" }, pad.about.fault),
      next && button("land", { kind: "button-link" }, `On to the next match, ${next.name}`),
    ],
    foot: [
      button("matchSays", { to: "no", kind: "button-foot button-side" }, "No: ask the desk"),
      button("matchSays", { to: "yes", kind: "button-main button-foot button-next" }, "Yes, that is right"),
    ],
  };
}

/** What is known of the other player's word. */
const TESTIMONY = {
  waits: "The other player can say so too: let them scan the same card. Nothing waits for it.",
  agreed: "Both of you say so.",
  disputed: "You do not agree. The desk is told: stay at the table, somebody comes.",
};

/** @param {Pad} pad */
function testimony(pad) {
  const { testimony: state } = pad.state.match;
  return [
    TESTIMONY[state] && make("p", shape(state === "disputed" ? "flagged" : state === "agreed" ? "done" : "entered"), ` ${TESTIMONY[state]}`),
    state === "disputed" && button("matchSays", { to: "yes", kind: "button-link" }, "It is right after all"),
  ];
}

/** The sign and the words of each fate. */
const BECAME = { sent: ["done", "is saved"], waiting: ["entered", "is kept here"], refused: ["flagged", "was not taken"] };

/** @param {Pad} pad @param {import("../outbox.js").Message|null} message */
function afterwards(pad, message) {
  const { match: found } = pad.state;
  const fate = message ? message.fate : "sent";
  const [sign, words] = BECAME[fate];
  const next = pad.nextRound();
  const games = message ? message.body.games : found.games;
  return {
    kind: "saved",
    key: `match ${fate}`,
    heading: [shape(sign, "shape-hero"), make("span", `The match ${words}`)],
    inside: [
      receipt(fate, message ? message.told : found),
      make("p.sums", games && make("b.hero", scoreOf(games)), make("span", games ? wonBy(games, namesOf(pad)) : found.words)),
      make("p.soft", namesOf(pad).join(" and ")),
      message === null && testimony(pad),
      kept(pad, fate),
      message === null && found.onward.map((one) => make("p", one)),
      fate === "sent" && !next && make("p.soft", "The next match of this table appears here when its round is published."),
    ],
    foot: [
      button("tables", { kind: "button-foot button-side" }, "My tables"),
      next && button("land", { kind: "button-main button-foot button-next" }, lines("On to the next match", next.name)),
    ],
  };
}

/** @param {string} fate @param {any} told */
function receipt(fate, told) {
  if (fate !== "sent") {
    return make("p.soft.receipt", saidIn(told) || "No connection to the laptop. Closing the page loses nothing.");
  }
  return told.receipt && make("p.receipt", "Receipt ", make("b", String(told.receipt).padStart(4, "0")), make("span.soft", ` at ${hour(told.saved_at)}`));
}

/** @param {string|number} at */
const hour = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/** @param {Pad} pad @param {string} fate */
function kept({ state }, fate) {
  if (fate === "waiting") {
    return make("div.box.box-kept", shape("entered"),
      make("p", make("b", "The match is kept here"), make("span.small", { id: "next-try" }, "not sent, trying now")),
      button("flush", { kind: "button-kept" }, "Try now"));
  }
  if (fate === "refused") {
    return make("div.box.box-kept", make("p", make("b", "Your taps are kept here.")), button("matchAgain", { kind: "button-kept" }, "Look at the taps again"));
  }
  const open = state.round.open && state.match.result === "played";
  return open && make("div.box", shape("done"), make("p", make("b", "Nothing waiting")), button("matchCorrect", "Correct"));
}

/** @param {Pad} pad @param {import("../outbox.js").Message} message */
function versions(pad, { at, body, told: { theirs } }) {
  const names = shortNames(pad);
  const one = (games, words) => make("div.version", shape("flagged"), make("b.version-sum", games ? scoreOf(games) : "–"), make("span.small", words),
    [...games].map((letter, game) => make("span.small", `Game ${game + 1}: ${winnerOf(letter, names)}`)));
  return {
    kind: "conflict",
    key: "match conflict",
    heading: "Two versions of the match",
    inside: [
      make("p.soft", "Ask both players. Yours is kept here, the other stays on record."),
      make("div.versions",
        make("div.version-heads",
          make("p", make("b", "This phone"), make("span.small", `you, ${hour(at)}`)),
          make("p", make("b", "Already in"), make("span.small", theirs.saved_at ? `${theirs.by}, ${hour(theirs.saved_at)}` : "taken back by the desk"))),
        make("div.differing", make("div.pair", one(body.games, wonBy(body.games, names)), one(theirs.games, theirs.words)))),
    ],
    foot: [make("div.pair", button("matchMine", { kind: "button-foot" }, "Take mine"), button("matchTheirs", { kind: "button-foot" }, "Keep theirs"))],
  };
}
