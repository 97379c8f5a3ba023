// The line to the laptop: by header, without cookies. A call that hangs is given up, and said to be no line.

import { ALONE, bearing, stateHeaders } from "./phone.js";

export const PATIENCE = 12000;
/** What every page of ours bears, that of our own fault too: an answer without it came from somebody else on the way. */
export const HALLMARK = "X-Last-Card";
export const STUMBLED = "The laptop stumbled: call the umpire.";

export class Line {
  /** @param {string} phone who this phone is */
  constructor(phone) {
    this.phone = phone;
    /** @type {Record<string, string>} */
    this.tags = {};
    /** Seconds by which this phone's clock is ahead of the laptop's. */
    this.ahead = 0;
    /** Whether the last call came to nothing. */
    this.gone = false;
    /** What the laptop said to the last call where it took nothing. */
    this.fault = "";
  }

  /**
   * What the table of a code stands at; status 304 when nothing has changed. Says how many games are kept here, and the time.
   * @param {string} code @param {number} kept @param {Promise<Response>} [asked] where it was asked before this script was there
   */
  async state(code, kept, asked) {
    const tag = this.tags[code];
    return this._call(code, "/pad/state", { asked, headers: { ...stateHeaders(kept), ...(tag && { "If-None-Match": tag }) } });
  }

  /** @param {string} code @param {string} path @param {any} body */
  async post(code, path, body) {
    return this._call(code, path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  }

  /** Whether a page answers. @param {string} code @param {string} path */
  async head(code, path) {
    return this._call(code, path, { method: "HEAD" });
  }

  /** @param {string} code @param {string} path @param {any} options @returns {Promise<import("./outbox.js").Answer>} */
  async _call(code, path, options) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { ...options.headers, ...bearing(code, this.phone) };
      const answer = await (options.asked || fetch(path, { ...options, ...ALONE, headers, signal: stop.signal }));
      const stumbled = answer.status === 500 && answer.headers.has(HALLMARK);
      const body = stumbled ? { sentence: STUMBLED, stumbled } : answer.status === 304 || options.method === "HEAD" ? {} : await answer.json();
      this.gone = false;
      this.fault = answer.status >= 500 ? body.sentence || "" : "";
      this.ahead = (Date.now() - (Date.parse(answer.headers.get("Date")) || Date.now())) / 1000;
      if (options.method === undefined && answer.ok && answer.headers.get("ETag")) {
        this.tags[code] = answer.headers.get("ETag");
      }
      return { status: answer.status, body, wait: Number(answer.headers.get("Retry-After")) || 0 };
    } catch {
      // No line, a reply cut short, or one that is no JSON: none of them says that anything was saved.
      this.gone = true;
      this.fault = "";
      return { status: 0, body: {}, wait: 0 };
    } finally {
      clearTimeout(timer);
    }
  }
}
