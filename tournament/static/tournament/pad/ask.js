// Asking the rules at a table. The pages are the laptop's, fetched with the code of the table; an answer may be made a ruling.
import { make, shape } from "./draw/make.js";
import { Kept, storage } from "./kept.js";
import { bearing, Line, newPhone, PATIENCE } from "./line.js";

const PAGES = "/pad/ask/";
const NO_LINE = "No line to the laptop: try again.";
const NOT_RECORDED = "No line to the laptop: this is NOT recorded. Tap again.";

class Asking {
  /** @param {HTMLElement} main @param {string} code @param {string} phone */
  constructor(main, code, phone) {
    this.main = main;
    this.code = code;
    this.phone = phone;
    this.at = PAGES;
    /** @type {Promise<any>} one tap after another: a quick thumb is ahead of the line */
    this.last = Promise.resolve();
  }

  /**
   * @param {string} address
   * @param {{kept?: "pushState"|"replaceState"|"", pressed?: HTMLButtonElement|null}} [how] `kept`: how the way back knows of it
   */
  async go(address, { kept = "pushState", pressed = null } = {}) {
    const { page, at, told } = await this.fetched(address);
    if (!page) {
      return this.say("fault", told || NO_LINE);
    }
    const before = asked()?.textContent;
    const fresh = new DOMParser().parseFromString(page, "text/html");
    const main = fresh.querySelector("main");
    this.main.className = main.className;
    this.main.replaceChildren(...main.childNodes);
    document.title = fresh.title;
    this.at = at;
    if (kept) {
      history[kept](null, "", `#${at.slice(PAGES.length)}`);
    }
    this.look(before, pressed);
  }

  /** A page for whoever bears the code, or what the laptop said in its place. @param {string} address */
  async fetched(address) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { ...bearing(this.code, this.phone), Accept: "text/html" };
      const answer = await fetch(address, { headers, credentials: "omit", cache: "no-store", signal: stop.signal });
      const text = await answer.text();
      const { pathname, search } = new URL(answer.url);
      return answer.headers.get("Content-Type")?.startsWith("text/html")
        ? { page: text, at: pathname + search, told: "" }
        : { page: "", at: address, told: sentenceIn(JSON.parse(text)) };
    } catch {
      return { page: "", at: address, told: "" };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Where a tap leaves one: at the next question, at the key that was tapped, else at the top. */
  look(before, pressed) {
    const question = asked();
    const key = pressed && [...this.main.querySelectorAll("button")].find((one) => one.name === pressed.name && one.value === pressed.value);
    const to = question?.textContent !== before || !pressed ? pressed && question : key;
    (to ?? this.main).focus({ preventScroll: Boolean(to) });
    if (!to) {
      scrollTo(0, 0);
    }
  }

  /** @param {HTMLFormElement} tapped @param {HTMLButtonElement|null} pressed */
  sent(tapped, pressed) {
    const form = tapped.isConnected ? tapped : /** @type {HTMLFormElement|null} */ (document.getElementById("swap"));
    if (!form) {
      return null;
    }
    if (form.dataset.ruling !== undefined) {
      return this.rule(form, pressed);
    }
    const query = new URLSearchParams(new FormData(form));
    if (pressed?.name) {
      query.set(pressed.name, pressed.value);
    }
    const where = pressed?.getAttribute("formaction") ?? this.at.split("?")[0];
    const tap = pressed?.name === "tap";
    return this.go(`${where}?${query}`, { kept: tap ? "replaceState" : "pushState", pressed: tap ? pressed : null });
  }

  /** @param {HTMLFormElement} form @param {HTMLButtonElement|null} pressed */
  async rule(form, pressed) {
    const { claim, round, game, ...said } = Object.fromEntries(new FormData(form));
    const body = { ...said, claim: JSON.parse(claim), round: Number(round), ...(game && { game: Number(game) }) };
    pressed?.setAttribute("disabled", "");
    const { body: told } = await new Line(this.phone).post(this.code, "/pad/ruling", body);
    pressed?.removeAttribute("disabled");
    if (told.ruling) {
      this.say("done", told.words, form);
      form.remove();
    } else {
      this.say("fault", sentenceIn(told) || NOT_RECORDED, form);
    }
  }

  /** @param {string} kind @param {string} words @param {Element} [where] above what it is about */
  say(kind, words, where = this.main.firstElementChild) {
    this.main.querySelectorAll(".message").forEach((old) => old.remove());
    const told = message(kind, words);
    where ? where.before(told) : this.main.append(told);
    told.focus();
  }
}

const asked = () => document.getElementById("asked");

/** @param {any} told */
const sentenceIn = (told) => told.faults?.map((one) => one.sentence).join(" ") ?? told.sentence ?? "";

const message = (kind, words) =>
  make(`div.message.message-${kind}`, { role: kind === "fault" ? "alert" : "status", tabindex: -1 },
    shape(kind === "fault" ? "flagged" : "tick"), make("p.message-words", words));

/** @param {Asking} asking */
function listen(asking) {
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement|null} */
    const link = /** @type {HTMLElement} */ (event.target).closest(`a[href^="${PAGES}"]`);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      asking.go(link.getAttribute("href"));
    }
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    asking.last = asking.last.then(() => asking.sent(form, /** @type {any} */ (event.submitter)));
  });
  addEventListener("popstate", () => asking.go(PAGES + location.hash.slice(1), { kept: "" }));
}

const main = document.querySelector("main[data-code]");
if (main) {
  const kept = new Kept(storage());
  const phone = kept.get("phone") ?? newPhone();
  kept.put("phone", phone);
  const asking = new Asking(/** @type {HTMLElement} */ (main), /** @type {HTMLElement} */ (main).dataset.code, phone);
  listen(asking);
  asking.go(PAGES + location.hash.slice(1), { kept: "" });
}
