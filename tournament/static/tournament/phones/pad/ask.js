// Asking the rules at a table. The pages are the laptop's, fetched with the code of the table; an answer may be made a ruling.
import { fill } from "../../parts/old.js";
import { drawAsked } from "./draw/asked.js";
import { make, shape } from "./draw/elements.js";
import { called, help, UNREACHED, WAIT } from "./draw/help.js";
import { Kept, storage } from "./store.js";
import { decided } from "./decides.js";
import { HALLMARK, Line, PATIENCE, STUMBLED } from "./connection.js";
import { bearing, newPhone } from "./phone.js";
import { saidIn } from "./sentence.js";
import { missing, tapped } from "./taps.js";

const PAGES = "/pad/ask/";
const NO_LINE = "No connection to the laptop: tap again. What you have tapped is kept.";
/** Seconds until a page that did not come is asked for again; the last one is repeated. */
const AGAIN = [2, 4, 8, 15];
const NOT_RECORDED = "No connection to the laptop: this is NOT recorded. Tap again.";

class Asking {
  /** @param {HTMLElement} main @param {string} code @param {string} phone @param {any} state what the pad knows of the table, if anything */
  constructor(main, code, phone, state) {
    this.main = main;
    this.code = code;
    this.phone = phone;
    this.state = state;
    this.at = PAGES;
    /** @type {Promise<any>} one tap after another: a quick thumb is ahead of the line */
    this.last = Promise.resolve();
    /** @type {(() => Promise<any>)|null} the page that did not come */
    this.wanted = null;
    this.failures = 0;
    this.timer = 0;
    /** @type {import("./taps.js").Told|null} what is told of a situation, here alone */
    this.asked = null;
  }

  /**
   * @param {string} address
   * @param {{kept?: "pushState"|"replaceState"|"", pressed?: HTMLButtonElement|null}} [how] `kept`: how the way back knows of it
   */
  async go(address, { kept = "pushState", pressed = null } = {}) {
    clearTimeout(this.timer);
    this.wanted = null;
    const { page, at, told: words } = await this.fetched(address);
    if (!page) {
      return words ? this.say("fault", words) : this.failed(() => this.go(address, { kept, pressed }));
    }
    this.failures = 0;
    const before = openQuestion();
    const fresh = new DOMParser().parseFromString(page, "text/html");
    const main = fresh.querySelector("main");
    this.main.className = main.className;
    fill(this.main, main.childNodes);
    document.title = fresh.title;
    const facts = this.main.querySelector(".facts");
    document.getElementById("ask-about").textContent = facts ? facts.textContent : "";
    decided();
    this.at = at;
    const told = this.main.querySelector("#taps");
    this.asked = told ? JSON.parse(told.textContent) : null;
    this.draw();
    if (kept) {
      history[kept](null, "", `#${at.slice(PAGES.length)}`);
    }
    this.look(before, pressed);
  }

  /** The page stays whole, with a sentence and a way to try again; it is tried by itself as well. @param {() => Promise<any>} wanted */
  failed(wanted) {
    this.wanted = wanted;
    const wait = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.again(), wait * 1000);
    if (!this.main.querySelector("#try-again")) {
      this.say("fault", NO_LINE, undefined, make("button.button", { type: "button", id: "try-again" }, "Tap again"));
    }
  }

  /** Asks once more for what did not come. */
  again() {
    const wanted = this.wanted;
    return wanted ? this.next(wanted) : null;
  }

  /** One after another, and whatever becomes of one, the next is heard. @param {() => any} act */
  next(act) {
    this.last = this.last.then(act).catch(() => this.say("fault", `${STUMBLED} What you have tapped is kept.`));
    return this.last;
  }

  /** A page for whoever bears the code, or what the laptop said in its place; neither where the answer is not ours. @param {string} address */
  async fetched(address) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { ...bearing(this.code, this.phone), Accept: "text/html" };
      const answer = await fetch(address, { headers, credentials: "omit", cache: "no-store", signal: stop.signal });
      const text = await answer.text();
      const { pathname, search } = new URL(answer.url);
      return answer.status === 500 && answer.headers.has(HALLMARK)
        ? { page: "", at: address, told: `${STUMBLED} What you have tapped is kept.` }
        : answer.headers.has(HALLMARK)
        ? { page: text, at: pathname + search, told: "" }
        : { page: "", at: address, told: saidIn(JSON.parse(text)) };
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
    const to = openQuestion() !== before || !pressed ? pressed && question : key;
    (to || this.main).focus({ preventScroll: Boolean(to) });
    if (!to) {
      scrollTo(0, 0);
    }
  }

  /** What has been told, drawn without the laptop; the address keeps it, so that a reload loses nothing. */
  draw() {
    if (this.asked) {
      drawAsked(this.form(), this.asked);
      const told = Object.entries({ ...this.asked.told, on: this.asked.on, key: this.asked.key }).filter(([, text]) => text);
      this.at = `${this.at.split("?")[0]}?${new URLSearchParams(told)}`;
    }
  }

  form() {
    return /** @type {HTMLFormElement|null} */ (document.getElementById("swap"));
  }

  /** A tap that needs no line. @param {HTMLButtonElement} pressed @returns {boolean} whether it was one */
  tap(pressed) {
    const next = this.asked && pressed && pressed.name === "tap" ? tapped(this.taken(), pressed.value) : null;
    if (!next) {
      return false;
    }
    const before = openQuestion();
    this.asked = next;
    this.draw();
    history.replaceState(null, "", `#${this.at.slice(PAGES.length)}`);
    this.look(before, pressed);
    return true;
  }

  /** What is told, with the figure that is being typed. */
  taken() {
    const typed = /** @type {HTMLInputElement|null} */ (this.form().querySelector(".pad-typed input"));
    return typed ? { ...this.asked, told: { ...this.asked.told, [typed.name]: typed.value.trim() } } : this.asked;
  }

  /** @param {HTMLFormElement} sent @param {HTMLButtonElement|null} pressed */
  sent(sent, pressed) {
    const form = sent.isConnected ? sent : this.form();
    if (!form || this.tap(pressed)) {
      return null;
    }
    if (this.asked && pressed && pressed.name === "go") {
      this.asked = tapped(this.taken(), "done");
      return this.draw();
    }
    if (this.asked && pressed && pressed.classList.contains("taps-answer") && missing(this.taken()).length) {
      this.asked = { ...this.taken(), on: missing(this.taken())[0], key: "" };
      this.draw();
      return asked() && asked().focus();
    }
    if (form.dataset.ruling !== undefined) {
      return this.rule(form, pressed);
    }
    const query = new URLSearchParams(new FormData(form));
    if (pressed && pressed.name) {
      query.set(pressed.name, pressed.value);
    }
    const where = (pressed && pressed.getAttribute("formaction")) || this.at.split("?")[0];
    const tap = pressed && pressed.name === "tap";
    return this.go(`${where}?${query}`, { kept: tap ? "replaceState" : "pushState", pressed: tap ? pressed : null });
  }

  /** @param {HTMLFormElement} form @param {HTMLButtonElement|null} pressed */
  async rule(form, pressed) {
    const key = pressed || make("button");
    const { claim, round, game, ...said } = Object.fromEntries(new FormData(form));
    const body = { ...said, claim: claim && JSON.parse(claim), round: Number(round), ...(game && { game: Number(game) }) };
    key.setAttribute("disabled", "");
    const { body: told } = await new Line(this.phone).post(this.code, "/pad/ruling", body);
    key.removeAttribute("disabled");
    if (told.ruling) {
      this.say("done", told.words, form);
      form.remove();
      key.remove();
    } else {
      this.say("fault", told.stumbled ? `${STUMBLED} This is NOT recorded.` : saidIn(told) || NOT_RECORDED, form);
    }
  }

  /** Not kept for later: an umpire who comes when all is over helps nobody. */
  async call() {
    const { body } = await new Line(this.phone).post(this.code, "/pad/call", { reason: "" });
    return sheet() && sheet().hasAttribute("open") ? this.sheetSays(called(body)) : this.say(body.words ? "done" : "fault", called(body));
  }

  /** The sheet of the pad over what is asked, which stays as it is beneath. */
  help() {
    const { heading, inside, foot } = help({ here: !this.state || this.state.round !== null, asks: true, rules: Boolean(this.state), told: "", most: this.state && this.state.asked });
    if (sheet()) {
      sheet().remove();
    }
    document.body.append(make("dialog.help-sheet", { id: "help-sheet", "aria-labelledby": "help" },
      make("h2", { id: "help" }, heading), inside, make("div.foot-stays", foot)));
    sheet().showModal ? sheet().showModal() : sheet().setAttribute("open", "");
  }

  /** @param {string} words */
  sheetSays(words) {
    sheet().querySelector("[role=status]").textContent = words;
  }

  /** The page of the rules, if there is a line to it. */
  async rules() {
    const address = `/e/${this.state.event.slug}/rules/`;
    this.sheetSays(WAIT);
    const { status } = await new Line(this.phone).head(this.code, address);
    return status === 200 ? location.assign(address) : this.sheetSays(UNREACHED);
  }

  /** @param {string} kind @param {string} words @param {Element} [where] above what it is about */
  say(kind, words, where = this.main.firstElementChild, more = null) {
    this.main.querySelectorAll(".message").forEach((old) => old.remove());
    const told = message(kind, words, more);
    where ? where.before(told) : this.main.append(told);
    told.focus();
  }
}

const asked = () => document.getElementById("asked");
const sheet = () => /** @type {HTMLDialogElement|null} */ (document.getElementById("help-sheet"));

/** What is asked now; nothing where no question is open. */
const openQuestion = () => asked() && asked().textContent;

/** Away with the sheet, also where a browser cannot close one. */
function closeSheet() {
  if (sheet()) {
    sheet().close ? sheet().close() : sheet().remove();
  }
}

/** What the "?" and the buttons of its sheet do. @type {Record<string, (asking: Asking, to: string) => any>} */
const ACTS = {
  all: () => document.getElementById("rare").focus(),
  help: (asking) => asking.help(),
  closeHelp: closeSheet,
  call: (asking) => asking.call(),
  rules: (asking) => asking.rules(),
  ask: (asking, to) => {
    closeSheet();
    return asking.next(() => asking.go(PAGES + to));
  },
};

const message = (kind, words, more) =>
  make(`div.message.message-${kind}`, { role: kind === "fault" ? "alert" : "status", tabindex: -1 },
    shape(kind === "fault" ? "flagged" : "tick"), make("p.message-words", words), more);

/** @param {Asking} asking */
function listen(asking) {
  /** @type {HTMLButtonElement|null} what sends a form: older browsers do not say it */
  let pressed = null;
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement|null} */
    const link = /** @type {HTMLElement} */ (event.target).closest(`a[href^="${PAGES}"]`);
    /** @type {HTMLElement|null} */
    const control = /** @type {HTMLElement} */ (event.target).closest("[data-act]");
    pressed = /** @type {HTMLElement} */ (event.target).closest("button");
    if (control && ACTS[control.dataset.act]) {
      ACTS[control.dataset.act](asking, control.dataset.to);
    }
    if (/** @type {HTMLElement} */ (event.target).id === "try-again") {
      asking.again();
    }
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      asking.next(() => asking.go(link.getAttribute("href")));
    }
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    asking.next(() => asking.sent(form, /** @type {any} */ (event.submitter || pressed)));
  });
  addEventListener("popstate", () => asking.next(() => asking.go(PAGES + location.hash.slice(1), { kept: "" })));
  for (const back of ["online", "focus"]) {
    addEventListener(back, () => asking.again());
  }
}

const main = /** @type {HTMLElement|null} */ (document.querySelector("main[data-code]"));
if (main) {
  main.querySelector(".late").remove();
  const { code } = main.dataset;
  const kept = new Kept(storage(), window);
  const phone = kept.get("phone") || newPhone();
  kept.put("phone", phone);
  const asking = new Asking(main, code, phone, kept.get(`state.${code}`));
  listen(asking);
  asking.next(() => asking.go(PAGES + location.hash.slice(1), { kept: "" }));
}
