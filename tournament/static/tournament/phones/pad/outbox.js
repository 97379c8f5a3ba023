// Games on their way: one message a game, kept until the laptop has given its receipt, sent again until it does.

/**
 * @typedef {"waiting"|"sent"|"refused"|"conflict"|"settled"} Fate
 * @typedef {{key: string, kind: "sheet"|"match"|"order"|"dealer"|"name", path: string, body: any, code: string, event: string, mark: string, round: number,
 *   table: number, game: number, at: number, fate: Fate, told: any, sentAt?: number, turn?: number, desk?: boolean, resent?: boolean}} Message `told`: the laptop's answer, heard at that turn
 * @typedef {{status: number, body: any, wait: number}} Answer status 0: no line; `wait` seconds as asked
 */

/** Seconds until the next try; the last one is repeated. */
const WAITS = [1, 2, 4, 8, 15];
const OUT = "out.";
/** Sent games are forgotten after half a day. */
const LONG_AGO = 12 * 3600 * 1000;

/** @param {number} status what becomes of a message so answered; "waiting" tries again */
export function fateOf(status) {
  if (status >= 200 && status < 300) {
    return "sent";
  }
  if (status === 409) {
    return "conflict";
  }
  return hindered(status) || status === 401 || status === 403 ? "waiting" : "refused";
}

/** Whether the desk has both versions: this one is not unsent. @param {Message} message */
export const atDesk = ({ kind, fate }) => kind === "sheet" && fate === "conflict";

/** @param {number} status no line, or a laptop that is busy: the messages behind would fare no better */
const hindered = (status) => status === 0 || status === 408 || status === 429 || status >= 500;

export class Outbox {
  /**
   * @param {import("./store.js").Kept} kept
   * @param {(message: Message) => Promise<Answer>} send
   * @param {{changed?: (message: Message|null) => void, now?: () => number, timer?: (act: () => void, ms: number) => any}} around
   */
  constructor(kept, send, { changed = () => {}, now = Date.now, timer = (act, ms) => setTimeout(act, ms) } = {}) {
    this.kept = kept;
    this.send = send;
    this.changed = changed;
    this.now = now;
    this.timer = timer;
    this.failures = 0;
    this.nextTry = 0;
    this.asked = 0;
    this.busy = false;
  }

  /** @returns {Message[]} oldest first */
  all() {
    return this.kept.all(OUT).sort((one, other) => one.at - other.at);
  }

  /** @returns {Message[]} what the laptop has not yet taken, nor a person set aside */
  open() {
    return this.all().filter((message) => !["sent", "settled"].includes(message.fate));
  }

  waiting() {
    return this.all().filter((message) => message.fate === "waiting");
  }

  /** @param {string} key @returns {Message|null} */
  get(key) {
    return this.kept.get(OUT + key);
  }

  /** @param {Omit<Message, "fate"|"told"|"at">} said @returns {boolean} whether the phone could keep it */
  put(said) {
    // After the last one, also when the clock of the phone was put back.
    const at = Math.max(this.now(), ...this.all().map((message) => message.at + 1));
    return this._keep({ ...said, at, fate: "waiting", told: null });
  }

  /** @param {string} key @param {Fate} fate as a person decided @param {Partial<Message>} more */
  settle(key, fate = "settled", more = {}) {
    const message = this.get(key);
    if (message) {
      this._keep({ ...message, fate, ...more });
    }
  }

  /**
   * Sends what waits, one after another. Whatever is refused is set aside and does not hold up the others.
   * @param {{anew?: boolean}} [how] `anew`: there is reason to think that the line is back
   */
  async flush({ anew = false } = {}) {
    if (anew) {
      this.failures = 0;
    }
    if (this.busy) {
      return;
    }
    this.busy = true;
    this.asked = 0;
    try {
      await this._each();
    } finally {
      this.busy = false;
    }
    this._again();
  }

  async _each() {
    for (const { key } of this.waiting()) {
      const message = this.get(key);
      if (!message) {
        continue;
      }
      const answer = await this.send(message);
      const fate = fateOf(answer.status);
      if (hindered(answer.status)) {
        this._failed(answer.wait);
        return;
      }
      if (fate === "waiting") {
        this._failed(answer.wait);
      } else {
        this.failures = 0;
      }
      this._keep({ ...this.get(key), fate, told: { status: answer.status, ...answer.body }, sentAt: this.now(), turn: this.kept.turn() });
    }
  }

  /** @param {number} wait */
  _failed(wait) {
    this.failures += 1;
    this.asked = wait;
  }

  _again() {
    if (!this.waiting().length) {
      this.nextTry = 0;
    } else {
      const own = this.failures ? WAITS[Math.min(this.failures, WAITS.length) - 1] : 0;
      const wait = Math.max(own, this.asked) * 1000;
      this.nextTry = this.now() + wait;
      const due = this.nextTry;
      this.timer(() => this.nextTry === due && this.flush(), wait);
    }
    this.changed(null);
  }

  /** @param {Message} message */
  _keep(message) {
    const done = this.kept.put(OUT + message.key, message);
    for (const old of this.all()) {
      if (["sent", "settled"].includes(old.fate) && this.now() - old.at > LONG_AGO) {
        this.kept.put(OUT + old.key, null);
      }
    }
    this.changed(message);
    return done;
  }
}
