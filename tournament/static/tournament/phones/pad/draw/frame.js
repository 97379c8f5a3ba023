// The frame of every screen: where one is, the state of the line, the strip, the screen itself, its foot.
import { figureOr, many, points } from "../cards.js";
import { fill } from "../../../parts/old.js";
import { STUMBLED } from "../connection.js";
import { deafen } from "../deafness.js";
import { handOf, told, wentOut } from "../flow.js";
import { atDesk } from "../outbox.js";
import { button, make, shape } from "./elements.js";

/** Pixels of a letter that was 16. */
const WIDER = 18;
const LARGE = 24;

/**
 * @typedef {{key: string, what: any, heading: any, whole?: string, strip?: HTMLElement|null, inside: any[], foot: any[], kind?: string}} Screen
 */

/**
 * Puts a screen on the page. A new step takes the focus to its heading; within a step the focus stays on its control.
 * @param {HTMLElement} root
 * @param {Screen} screen
 * @param {{title: string, line: HTMLElement, clock: {words: string, call: boolean}, canGoBack: any, canAsk: any}} frame
 */
export function show(root, screen, { title, line, clock, canGoBack, canAsk }) {
  const before = root.dataset.screen;
  const at = focused();
  const [scrolled] = [...root.querySelectorAll("main"), { scrollTop: 0 }].map((main) => main.scrollTop);
  const heading = make("h2", { tabindex: "-1", id: "step", "aria-label": screen.whole }, screen.heading);
  heading.style.setProperty("--letters", String(heading.textContent.length));
  fill(root, [
    make("header.top",
      canGoBack ? button("back", { kind: "button-back", "aria-label": "Back" }, shape("back")) : make("span.no-back"),
      make("div.where", make("h1", title), make("span", { class: clock.call ? "clock clock-call" : "clock" }, clock.words), make("p", screen.what)),
      line,
      canAsk && button("help", { kind: "button-help", "aria-label": "Umpire and rules" }, make("span", "?"))),
    ...(screen.strip ? [screen.strip] : []),
    make(`main.step.${screen.kind || "plain"}`, { "aria-labelledby": "step" }, heading, screen.inside),
    make("footer.foot", screen.foot),
  ]);
  root.dataset.screen = screen.key;
  if (before !== screen.key) {
    deafen(root);
    heading.focus({ preventScroll: true });
    return;
  }
  root.querySelector("main").scrollTop = scrolled;
  if (at) {
    (/** @type {HTMLElement|null} */ (root.querySelector(at)) || heading).focus({ preventScroll: true });
  }
}

/** From half again the usual size of text on, screens have another form. @param {HTMLElement} root */
export function followText(root) {
  const rem = make("span.rem");
  document.body.append(rem);
  const measure = () => {
    root.dataset.text = rem.offsetWidth < WIDER ? "" : rem.offsetWidth < LARGE ? "wide" : "large";
  };
  measure();
  if (window.ResizeObserver) {
    new ResizeObserver(measure).observe(rem);
  }
}

/** @returns {string} a selector of the control that has the focus */
function focused() {
  const { id, dataset: { act, to = "" } } = /** @type {HTMLElement} */ (document.activeElement || document.body);
  return act ? `[data-act="${CSS.escape(act)}"][data-to="${CSS.escape(to)}"]` : id && `#${CSS.escape(id)}`;
}

/**
 * The state of the line: a shape and words, always at the same place.
 * @param {import("../pad.js").Pad} pad
 */
export function lineState(pad) {
  const kept = pad.keptCount();
  if (pad.kept.loose.size) {
    return make("p.line.line-kept", shape("flagged"), make("span", "Keep this page open"));
  }
  if (kept) {
    return make("p.line.line-kept", shape("entered"), make("span", `${kept} kept here`));
  }
  if (Math.abs(pad.line.ahead) > 120) {
    return make("p.line.line-kept", shape("flagged"), make("span", "Clock is wrong"));
  }
  if (pad.line.fault) {
    return make("p.line.line-kept", shape("flagged"), make("span", pad.line.fault === STUMBLED ? "Call the umpire" : "Not saved"));
  }
  if (pad.line.gone || pad.reached === false) {
    return make("p.line.line-gone", shape("unplayed"), make("span", "No connection"));
  }
  if (pad.outbox.open().some(atDesk)) {
    return make("p.line", shape("flagged"), make("span", "Desk"));
  }
  return pad.state ? make("p.line", shape("done"), make("span", pad.training ? "Training" : "All sent")) : make("p.line");
}

/**
 * The games of the round.
 * @param {{number: number, mark: string, word: string}[]} games
 * @param {number} now
 */
export function gameStrip(games, now) {
  const cells = games.map(({ number, mark, word }) =>
    make("li", make("button", {
      type: "button", "data-act": "game", "data-to": number, "aria-current": number === now && "step",
      "aria-label": `Game ${number}: ${word}`,
    }, shape(mark), make("span.strip-word", number))));
  return make("nav.strip", { "aria-label": "Games of this round" }, make("ol", cells));
}

/**
 * The hands of one game, while one of them is entered.
 * @param {import("../flow.js").Draft} draft
 * @param {import("../flow.js").Game} game
 */
export function seatStrip(draft, game) {
  const cells = game.seats.map(({ letter, short }) => {
    const out = wentOut(draft) === letter;
    const known = told(draft, letter);
    const sum = points(handOf(draft, letter), game.keys);
    const mark = out ? null : shape(known ? "entered" : "missing");
    const said = out ? "out" : known ? figureOr(sum) : "";
    return make("li", make("button", {
      type: "button", "data-act": "go", "data-to": letter, "aria-current": letter === draft.at && "step",
      "aria-label": `${letter}, ${short}: ${out ? "went out" : known ? (sum === null ? "not there" : many(sum, "point")) : "no cards yet"}`,
    }, make("span.strip-seat", mark, letter), said !== "" && make("span.strip-said", said)));
  });
  return make("nav.strip.strip-seats", { "aria-label": "Hands of this game" }, make("ol", cells));
}

/** @param {string} letter */
export const disc = (letter) => make("span.disc", { "aria-hidden": "true" }, letter);

/** The surname, and small beneath it the rest: two lines for everybody. @param {import("../flow.js").Seat} seat */
export const person = ({ last, more }) =>
  make("span.person", make("span.name", last), more.length > 0 && make("span.livery", more.join(" · ")));
