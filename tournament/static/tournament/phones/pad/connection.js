// The line to the laptop: by header, without cookies. A call that hangs is given up, and said to be no line.

export const PATIENCE = 12000;
/** What every page of ours bears, that of our own fault too: an answer without it came from somebody else on the way. */
export const HALLMARK = "X-Last-Card";
export const STUMBLED = "The laptop stumbled: call the umpire.";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 26 characters of base32, made on this phone. */
export function newPhone() {
  return Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => BASE32[byte % 32]).join("");
}

/** @param {string} code @param {string} phone what every call bears in place of cookies */
export const bearing = (code, phone) => ({ Authorization: `Bearer ${code}`, "X-Phone": phone });

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
   * @param {string} code @param {number} kept
   */
  async state(code, kept) {
    const said = { "X-Unsent": kept, "X-Clock": Math.round(Date.now() / 1000) };
    return this._call(code, "/pad/state", { headers: this.tags[code] ? { ...said, "If-None-Match": this.tags[code] } : said });
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
      const answer = await fetch(path, { ...options, headers, credentials: "omit", cache: "no-store", signal: stop.signal });
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
