// The pad: what this phone knows of its tables, where one stands in it, and what is drawn. Acts change it (acts.js).
import { tremble } from "../../parts/old.js";
import { begin, handsOf, inOrder } from "./flow.js";
import { atDesk, Outbox } from "./outbox.js";
import { newPhone } from "./phone.js";
import { saidIn } from "./sentence.js";
import { gameIn, gameOf, isGone, marks, messageOf, newsOf, nextMissing, ofRound, orderOf, pointsOf, roundOf, versionOf } from "./table.js";
import { draw, tickSeconds } from "./draw/screens.js";
import { lineState } from "./draw/frame.js";

/** The phone that sent a sheet may take it back for so long; the laptop allows 60 s. */
const TAKE_BACK = 57000;

export class Pad {
  /**
   * @param {HTMLElement} root
   * @param {import("./store.js").Kept} kept
   * @param {(phone: string) => any} makeLine
   * @param {{training?: boolean, moved?: (code: string) => void}} [around] `moved`: another table's code is before us
   */
  constructor(root, kept, makeLine, { training = false, moved = () => {} } = {}) {
    const phone = kept.get("phone") || newPhone();
    kept.put("phone", phone);
    this.root = root;
    this.kept = kept;
    this.training = training;
    this.moved = moved;
    this.line = makeLine(phone);
    this.outbox = new Outbox(kept, (message) => this.line.post(this.codeFor(message), message.path, message.body), {
      changed: (message) => this.heard(message),
    });
    this.view = "reach";
    /** @type {any} */ this.state = null;
    /** @type {any} the laptop's word that is not shown yet */ this.latest = null;
    /** @type {import("./flow.js").Draft|null} */ this.draft = null;
    /** @type {Record<string, any>} */ this.about = {};
    this.opened = true;
    /** Whether it was said that the phone keeps nothing. */
    this.warned = false;
    this.mark = "";
    /** @type {boolean|undefined} */ this.reached = undefined;
    /** @type {Record<number, {at: string, rows: {short: string, before: any, after: any}[]}>} games changed elsewhere and not looked at yet */
    this.changed = {};
    /** @type {Record<number, string>} what became of sheets that the laptop has no longer, by game */
    this.dropped = {};
    this.code = "";
    /** Nothing is drawn anew under a thumb until then, or its press would be lost. */
    this.pressedUntil = 0;
    this.later = 0;
    this.sentence = "";
    /** How the round stands, and whether that is a call to be heeded (clock.js). */
    this.clock = { words: "", call: false };
  }

  /** @returns {{code: string, event: string, name: string, table: number, label: string, at: number}[]} newest first */
  tables() {
    return this.kept.all("table.").sort((one, other) => other.at - one.at);
  }

  /** A card that was replaced has a newer code for the same table: what waits goes out under that. */
  codeFor({ event, table, code }) {
    return (this.tables().find((one) => one.event === event && one.table === table) || { code }).code;
  }

  /** @param {string} code begins with what the phone remembers of the table, then asks the laptop */
  async open(code) {
    this.code = code;
    // What is kept of the table may be older than the last word it told.
    this.line.tags = {};
    this.state = this.kept.get(`state.${code}`);
    this.latest = null;
    this.draft = null;
    this.opened = true;
    this.view = "reach";
    this.sentence = "";
    this.moved(code);
    if (this.state) {
      this.land();
    } else {
      this.show();
    }
    await this.refresh();
    this.outbox.flush();
  }

  /** Asks the laptop where the table stands. While a game is being entered nothing moves under the thumbs. */
  async refresh() {
    const { code } = this;
    const { gone } = this.line;
    const { early } = /** @type {any} */ (window);
    const { turn = this.kept.turn(), asked } = (early && early(code)) || {};
    const { status, body } = await this.line.state(code, this.keptCount(), asked);
    const known = this.latest || this.state;
    if (code !== this.code || (known && known.turn > turn)) {
      // Of another table, or a later question was answered sooner: not the latest moment, nor is its tag.
      this.line.tags = {};
      return;
    }
    this.sentence = status === 401 || status === 403 ? body.sentence : status === 0 ? "" : this.sentence;
    this.mark = status === 403 ? body.mark : this.mark;
    this.reached = status === 200 || status === 304;
    if (status === 200) {
      this.take(body, turn);
    } else if (status === 304 && known) {
      known.turn = turn;
    } else if (!known) {
      this.show();
    }
    if (this.state && gone !== this.line.gone) {
      this.touch();
    } else {
      this.sayLine();
    }
  }

  /** @param {any} state the laptop's word @param {number} turn when it was asked for: what was answered later, it need not know of */
  take(state, turn) {
    this.latest = { ...state, turn };
    this.kept.put(`table.${this.code}`, {
      code: this.code, event: state.event.slug, name: state.event.name, table: state.table, label: state.label, at: (this.kept.get(`table.${this.code}`) || { at: Date.now() }).at,
    });
    const first = !this.state;
    const anew = this.nextRound();
    const before = this.state;
    if (!anew) {
      this.adopt();
    }
    this.resend(this.latest || this.state);
    if (!anew) {
      this.compare(before);
    }
    const gone = this.draft && !anew && !gameIn(this.state, this.draft.game);
    if (gone) {
      // Everybody has left the table; what was tapped is kept, in case they come back.
      this.leave();
    }
    // A round that begins moves nobody: the game half entered is finished first, and the last round read out.
    if (!this.draft && (first || gone || (anew && this.opened))) {
      this.land();
    } else {
      this.touch();
    }
    this.opened = false;
  }

  /**
   * What the laptop took and has no longer is sent once more: after a copy was put back it is taken again (the key makes it safe), and where the
   * desk moved it or set it aside the laptop says so. @param {any} state the laptop's word, also of a round that is not shown yet
   */
  resend(state) {
    const lost = ofRound(state, this.messages()).filter((message) => isGone(state, message));
    for (const { key, resent } of lost) {
      this.outbox.settle(key, resent ? "settled" : "waiting", { resent: true });
    }
    if (lost.length) {
      this.outbox.flush();
    }
  }

  /** Notes the figures that another phone or the desk has changed since, and lets the phone tremble once. @param {any} before */
  compare(before) {
    const now = this.state;
    if (!before || !before.round || before === now || before.table !== now.table) {
      return;
    }
    for (const { game, version, saved_at: at } of now.games) {
      const known = gameIn(before, game);
      const [was, is] = [before, now].map((state) => (gameIn(state, game) ? pointsOf(state, this.messages(), game) : {}));
      const rows = this.game(game).seats.filter(({ guest }) => was[guest] !== undefined && is[guest] !== undefined && was[guest] !== is[guest])
        .map(({ guest, short }) => ({ short, before: was[guest], after: is[guest] }));
      if (!version) {
        delete this.changed[game];
      } else if (known && known.version && version !== known.version && rows.length) {
        this.changed[game] = { at, rows };
        tremble();
      }
    }
    // Nothing was tapped yet, and the game came in from elsewhere.
    if (this.draft && this.idle() && !this.draft.seen && versionOf(now, this.draft.game)) {
      const { game } = this.draft;
      this.leave({ forget: true });
      this.look(game);
    }
  }

  /** The round that the laptop has gone on to, while this page still shows another. */
  nextRound() {
    const other = this.state && this.latest && roundOf(this.latest) !== roundOf(this.state);
    return other ? this.latest.round : null;
  }

  /** Takes the laptop's last word for the state. */
  adopt() {
    if (this.latest) {
      this.state = this.latest;
      this.latest = null;
      this.kept.put(`state.${this.code}`, this.state);
    }
  }

  /** @param {import("./outbox.js").Message|null} message something became of a message, or the outbox came to rest */
  heard(message) {
    if (message && message.fate === "refused" && (message.resent || message.kind === "dealer")) {
      // Its game is asked for again, with what became of the sheet; who deals, after the next game.
      if (message.kind !== "dealer") {
        this.dropped[message.game] = saidIn(message.told);
      }
      this.outbox.settle(message.key);
      return;
    }
    if (message && message.fate !== "waiting" && message.kind !== "name") {
      this.refresh();
    }
    this.touch();
  }

  /** Shows what has changed by itself; where somebody taps cards or types, nothing but the state of the line. */
  touch() {
    if (this.view === "name" || (this.draft && !this.idle())) {
      this.sayLine();
    } else {
      this.show();
    }
  }

  /** The clock of a phone is put right, and nothing else has changed. */
  sayLine() {
    for (const line of this.root.querySelectorAll(".line")) {
      line.replaceWith(lineState(this));
    }
  }

  /** Whether nothing is under the thumb that may not move. */
  idle() {
    const { draft, about } = this;
    return !draft || (draft.step === "order" && !about.moving && !about.order) || (draft.step === "out" && !Object.keys(draft.hands).length && !about.away);
  }

  keptCount() {
    return this.outbox.open().filter((message) => message.kind !== "name" && !atDesk(message)).length;
  }

  messages() {
    return this.outbox.all();
  }

  /** To the game half entered, else to the next one missing, else to what there is. */
  land() {
    this.adopt();
    if (this.kept.loose.size && !this.warned) {
      this.draft = null;
      return this.to("fleeting");
    }
    if (!this.training && !this.kept.get("umpire") && !this.state.umpire) {
      this.draft = null;
      return this.to("name");
    }
    const back = this.kept.get(`back.${this.code}`);
    this.kept.put(`back.${this.code}`, null);
    if (back && back.round === roundOf(this.state) && this.isBack(back)) {
      return this.to(back.view, back.about);
    }
    if ("match" in this.state) {
      return this.to("match");
    }
    const half = this.drafts().pop();
    const next = this.state.round && this.state.round.open ? nextMissing(this.state, this.messages()) : null;
    if (half || next) {
      return this.enter(half ? half.game : next);
    }
    return this.state.games.length ? this.look(this.state.games[this.state.games.length - 1].game) : this.to("tables");
  }

  /** Whether what stood here before somebody asked the rules can stand here again: the game half entered, the message looked at. */
  isBack({ view, about, draft }) {
    const game = draft || about.game;
    if (game && !gameIn(this.state, game)) {
      return false;
    }
    if (draft) {
      this.choose(draft);
      return this.draft;
    }
    return !["code", "conflict"].includes(view) || messageOf(this.state, this.messages(), game);
  }

  /** @param {number|string} game */
  draftName(game) {
    return `draft.${this.state.event.slug}.${this.state.table}.${this.state.round.number}.${game}`;
  }

  drafts() {
    return this.state.round ? this.kept.all(this.draftName("")).filter(({ game }) => gameIn(this.state, game)) : [];
  }

  /** @param {number} number a game to be entered: the draft there is, or a new one */
  enter(number) {
    const { event, table, round } = this.state;
    const asked = this.kept.get(`ordered.${event.slug}.${table}.${round.number}`);
    const order = round.fresh && !asked && !ofRound(this.state, this.messages()).length;
    const anew = begin(number, { order });
    this.draft = this.kept.get(this.draftName(number)) || (order ? anew : inOrder(anew, this.game(number)));
    this.to("draft");
  }

  /** @param {number} number a game of this round: entered where it is missing, looked at where it is not */
  choose(number) {
    const { mark } = marks(this.state, this.messages()).find((one) => one.number === number) || { mark: "" };
    if (this.kept.get(this.draftName(number)) || (mark === "missing" && this.state.round.open)) {
      this.enter(number);
    } else {
      this.look(number);
    }
    this.refresh();
  }

  /** @param {number} number */
  look(number) {
    this.draft = null;
    this.to("saved", { game: Math.min(number, this.state.games.length) });
  }

  /** @param {string} view @param {Record<string, any>} about */
  to(view, about = {}) {
    this.view = view;
    this.about = about;
    this.show();
  }

  /** @param {import("./flow.js").Draft|null} draft kept at every tap */
  keep(draft) {
    if (draft) {
      this.draft = draft;
      this.kept.put(this.draftName(draft.game), draft);
    }
    this.show();
  }

  /** Leaves the draft: for good, or as it stands. */
  leave({ forget = false } = {}) {
    if (forget) {
      this.kept.put(this.draftName(this.draft.game), null);
    }
    this.draft = null;
  }

  /** The hands of a game that went out or came in, opened anew. @param {import("./outbox.js").Message} message @param {number} seen */
  reopen(message, seen, more = {}) {
    this.reopened({ ...message.body, game: message.game }, seen, more);
  }

  /** @param {{game: number, blocked: boolean, entries: any[]}} sheet @param {number} seen @param {object} more */
  reopened({ game, blocked, entries }, seen, more = {}) {
    const hands = handsOf(entries, this.game(game).keys);
    this.draft = { ...begin(game, { seen }), step: "check", ending: blocked ? "blocked" : "out", hands, ...more };
    this.view = "draft";
    this.keep(this.draft);
  }

  /** Who deals a game, if anybody has said so: as this phone told it last, until the laptop tells it; from there to the left. @param {number} number */
  dealer(number) {
    const told = newsOf(this.state, this.messages(), "dealer");
    const { seat, game } = told && told.game <= number ? told : { seat: gameIn(this.state, number).dealer, game: number };
    const { seats } = this.game(number);
    return seats[(seats.findIndex(({ letter }) => letter === seat) + number - game) % seats.length];
  }

  /** @param {number} number */
  game(number) {
    return gameOf(this.state, number, orderOf(this.state, this.messages()));
  }

  /** Milliseconds in which the sheet of a game may still be taken back. @param {number} number */
  takeBackLeft(number) {
    const message = messageOf(this.state, this.messages(), number);
    return message && message.fate === "sent" && !message.told.repeated ? Math.min(TAKE_BACK, Math.max(0, message.sentAt + TAKE_BACK - Date.now())) : 0;
  }

  show() {
    const wait = this.pressedUntil - Date.now();
    clearTimeout(this.later);
    if (wait > 0) {
      this.later = setTimeout(() => this.show(), wait);
    } else {
      draw(this);
    }
  }

  /** Once a second: what counts down. */
  second() {
    tickSeconds(this);
  }
}
