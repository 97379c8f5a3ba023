// The training table: the same pad with a line that leads nowhere. What is entered lasts as long as the page.
import { ACTS } from "./acts.js";
import { Kept, forgetful } from "./store.js";
import { fetched, fetchSeldom, further } from "./draw/screens.js";
import { listen } from "./page.js";
import { Pad } from "./pad.js";

const CODE = "TRAINING";

/** A laptop that is played by the page itself. */
class PlayedLine {
  /** @param {any} state @param {string} phone */
  constructor(state, phone) {
    this.table = state;
    this.phone = phone;
    this.gone = false;
    this.rival = false;
    this.receipts = 160;
  }

  async state() {
    return this.gone ? { status: 0, body: {}, wait: 0 } : { status: 200, body: JSON.parse(JSON.stringify(this.table)), wait: 0 };
  }

  /** @param {string} _code @param {string} path @param {any} body */
  async post(_code, path, body) {
    if (this.gone) {
      return { status: 0, body: {}, wait: 0 };
    }
    if (this.rival) {
      return { status: 409, body: { theirs: this.other(body) }, wait: 0 };
    }
    return { status: 201, body: path === "/pad/sheet" ? this.taken(body) : this.ordered(body), wait: 0 };
  }

  /** @param {any} sheet */
  taken(sheet) {
    const game = this.table.games[sheet.game - 1];
    this.receipts += 1;
    const saved = { receipt: this.receipts, version: game.version + 1, saved_at: new Date().toISOString() };
    const values = Object.fromEntries(this.table.keys.map((key) => [key.key, key.points]));
    const entries = sheet.entries.map((entry) => ({
      ...entry, points: entry.out ? 0 : entry.hand ? entry.hand.split(" ").reduce((sum, key) => sum + values[key], 0) : entry.points === undefined ? null : entry.points,
    }));
    Object.assign(game, saved, { state: "entered", blocked: sheet.blocked, entries, by: "Training" });
    this.table.round.fresh = false;
    return { ...saved, repeated: false, flags: [] };
  }

  /** What a second official would have sent: the last card of the longest hand overlooked. @param {any} sheet */
  other({ entries }) {
    const [longest] = entries.filter((one) => one.hand).sort((one, other) => other.hand.length - one.hand.length);
    const theirs = entries.map((one) => (one === longest ? { ...one, hand: one.hand.replace(/(^| )8/, "").trim() } : one));
    return { version: 1, receipt: 160, saved_at: new Date().toISOString(), by: "B. Underhollow", blocked: false, entries: theirs };
  }

  /** What is said of the table beside its games: who sits where, who deals. @param {any} body */
  ordered({ order = {}, seat, game: number }) {
    for (const game of this.table.games) {
      const { seats } = game;
      if (seat && game.game >= number) {
        game.dealer = seats[(seats.findIndex((one) => one.seat === seat) + game.game - number) % seats.length].seat;
      }
      game.seats = game.seats.map((seat) => ({ ...seat, guest: order[seat.seat] || seat.guest }));
    }
    return {};
  }
}

const pause = () => new Promise((done) => setTimeout(done));

/**
 * Plays acts one after another, for the pictures of the manual: `?play=inOrder,out-B,tap-5`; `gone` takes the line away,
 * `rival` sends another sheet first.
 * @param {Pad} pad
 * @param {string} script
 */
async function play(pad, script) {
  for (const [act, to] of script.split(",").filter(Boolean).map((word) => word.split("-"))) {
    if (act === "gone" || act === "rival") {
      pad.line[act] = true;
    } else {
      if (ACTS[act]) {
        ACTS[act](pad, to || "");
      }
      await pause();
    }
  }
}

const state = JSON.parse(document.getElementById("training").textContent);
const pad = new Pad(document.getElementById("pad"), new Kept(forgetful()), (phone) => new PlayedLine(state, phone), { training: true });
listen(pad);
fetchSeldom().then(() => fetched("qr")).then((encoder) => Object.assign(further, { encoder })).then(() => pad.view === "code" && pad.show(), () => {});
pad.open(CODE).then(() => play(pad, new URLSearchParams(location.search).get("play") || ""));
