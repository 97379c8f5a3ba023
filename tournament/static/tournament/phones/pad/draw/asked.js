// One situation as it is told on the phone: the cards, the open question with its keys, what is known, and the way to the answer.
import { fill } from "../../../parts/old.js";
import { cardsOf, cardName, missing, sentenceOf, SUITS, valueOf } from "../taps.js";
import { make, shape, svg } from "./elements.js";

/** @typedef {import("../taps.js").Told} Told */

const SHOWN = ["turned_up", "pile_top_last", "top", "card_before", "lies", "up_to", "opponent_up_to", "card", "cards", "sequences", "hand"];

/**
 * Draws what has been told into the form that the laptop sent.
 * @param {HTMLFormElement} form
 * @param {Told} asked
 */
export function drawAsked(form, asked) {
  const put = (selector, ...inside) => form.querySelectorAll(selector).forEach((part) => fill(part, inside));
  put(".taps-cards", ...cards(asked));
  put(".sketch-sentence", sentenceOf(asked));
  form.querySelectorAll(".pad").forEach((part) => part.replaceWith(question(asked)));
  put(".known", ...Object.keys(asked.facts).filter((name) => name !== asked.on).map((name) => fact(asked, name)));
  for (const button of form.querySelectorAll("[value^='set:noticed='], [value^='set:source=']")) {
    const [name, value] = /** @type {HTMLButtonElement} */ (button).value.slice(4).split("=");
    const first = button.parentElement.querySelector("button") === button;
    button.setAttribute("aria-pressed", String(asked.told[name] ? asked.told[name] === value : first));
  }
  const open = missing(asked)[0];
  put(".taps-wait", open ? `First: ${asked.facts[open].question}` : "");
  const answer = /** @type {HTMLButtonElement} */ (form.querySelector(".taps-answer"));
  answer.classList.toggle("button-main", !open);
  answer.setAttribute("aria-disabled", String(Boolean(open)));
  put(".taps-told", ...Object.entries({ ...asked.told, on: asked.on, key: asked.key }).filter(([name, text]) => text && name !== typedName(asked))
    .map(([name, value]) => make("input", { type: "hidden", name, value })));
}

/** @param {Told} asked the fact that is typed now, and so is no hidden field */
const typedName = (asked) => (asked.facts[asked.on] && asked.facts[asked.on].typed ? asked.on : "");

/** @param {Told} asked */
const cards = (asked) => SHOWN.filter((name) => asked.facts[name] && asked.facts[name].cards && asked.told[name]).map((name) =>
  make("figure", make("div.taps-row", cardsOf(asked, name).map((card) => make(/[HD]$/.test(card) ? "span.taps-card.taps-red" : "span.taps-card", card === "JK" ? "Joker" : [card.slice(0, -1), drawn(SUITS[card.slice(-1)])]))),
    make("figcaption", asked.facts[name].label)));

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** @param {string} suit */
const drawn = (suit) => svg("svg", { class: `suit suit-${suit}`, "aria-hidden": "true" }, svg("use", { href: `#shape-${suit}` }));

/** @param {Told} asked @param {string} name */
const fact = (asked, name) => make("button.button.known-fact", { name: "tap", value: `on:${name}` },
  make("small", asked.facts[name].label), make("span", { class: asked.told[name] ? "" : "soft" }, valueOf(asked, name) || "not said"));

/** @param {Told} asked */
function question(asked) {
  const about = asked.facts[asked.on];
  const key = (value, pressed, words, kind = "") => make(`button.button.pad-key${kind}`, { name: "tap", value, "aria-pressed": String(Boolean(pressed)) }, words);
  const chosen = (one) => one.tap === `set:${asked.on}=${asked.told[asked.on]}`;
  const suits = about.cards
    ? Object.entries(SUITS).map(([letter, word]) => key(`key:${letter}`, asked.key.slice(-1) === letter, [drawn(word), capital(word)]))
    : about.suits.map((one) => key(one.tap, chosen(one), [drawn(one.suit), one.word]));
  const ranks = about.ranks.map((rank) => key(`key:${rank}`, asked.key === rank, rank, ".pad-rank"));
  const undo = make("button.button.pad-key", { name: "tap", value: "key:undo", "aria-label": "Undo" }, "⌫");
  const some = cardsOf(asked, asked.on);
  const first = asked.on === "pile_top_last" && some.length === 1 && key("set:below=first", asked.told.below === "first", "It was the first card");
  const enough = about.cards === "many" && some.length > 0 && key("done", false, `That is all: ${some.length > 1 ? `${some.length} cards` : cardName(some[0])}`, ".pad-rest");
  const keys = about.keys.filter(({ tap }) => !tap.startsWith("set:below"))
    .map((one) => key(one.tap, chosen(one), [make("span", one.word), one.more && make("small", one.more)]));
  return make("section.pad", { "aria-labelledby": "asked" },
    make("h2", { id: "asked", tabindex: -1 }, about.question),
    suits.length > 0 && make("div.pad-suits", suits),
    about.cards && make("div.pad-ranks", ranks, undo, about.joker && key("key:JK", false, "Joker", ".pad-wide"), about.next && key("key:next", false, "Next sequence", ".pad-wide"), about.next && enough),
    about.cards && make("div.pad-end", waiting(asked.key), !about.next && enough, first, keys),
    !about.cards && keys.length > 0 && make("div.pad-choices", keys),
    about.typed && typed(asked, about));
}

/** Half a card is told. @param {string} key */
const waiting = (key) => make("p.soft.small", { role: "status" }, key in SUITS ? `${capital(SUITS[key])}: now tap the rank` : key ? `${key}: now tap the suit` : "These taps need no connection; only the answer does.");

/** @param {Told} asked @param {import("../taps.js").Fact} about */
function typed(asked, about) {
  const input = /** @type {HTMLInputElement} */ (make("input.input", { name: asked.on, inputmode: "numeric", maxlength: 6, size: 6, autocomplete: "off" }));
  input.value = asked.told[asked.on] || "";
  return make("label.pad-typed", make("span.soft", about.keys.length ? "Another figure" : "In figures"), " ", input);
}
