// Makes elements. Text becomes text, never markup: names are written by strangers.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node|string|number|null|false|undefined} Inside
 * @param {string} name tag and classes: "p.soft.small"
 * @param {Record<string, string|number|boolean|null|undefined>|Inside|Inside[]} [about] attributes, or at once what is inside
 * @param {...(Inside|Inside[])} inside
 * @returns {HTMLElement}
 */
export function make(name, about = null, ...inside) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  const attributes = about !== null && typeof about === "object" && !Array.isArray(about) && !(about instanceof Node);
  dress(made, attributes ? about : {});
  made.append(...present(attributes ? inside : [about, ...inside]));
  return made;
}

/** @param {Element} element @param {Record<string, any>} about */
function dress(element, about) {
  for (const [key, value] of Object.entries(about)) {
    if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/** @param {any[]} inside @returns {(Node|string)[]} */
const present = (inside) =>
  inside
    .flat(Infinity)
    .filter((one) => one !== null && one !== false && one !== undefined)
    .map((one) => (one instanceof Node ? one : String(one)));

/** @param {string} name @param {Record<string, any>} about @param {...Node} inside */
export function svg(name, about, ...inside) {
  const made = document.createElementNS(SVG, name);
  dress(made, about);
  made.append(...inside);
  return made;
}

/** @param {string} name one of the signs in the page's sprite */
export const shape = (name, more = "") =>
  svg("svg", { class: `shape shape-${name} ${more}`, "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#shape-${name}` }));

/**
 * A button that names its act.
 * @param {string} act
 * @param {Record<string, any>|string} [about] `to` is what the act gets; or at once what is inside
 * @param {...any} inside
 */
export function button(act, about = {}, ...inside) {
  const { to = "", kind = "", ...more } = typeof about === "string" ? { to: "" } : about;
  const said = typeof about === "string" ? [about, ...inside] : inside;
  return make("button", { type: "button", class: `button ${kind}`, "data-act": act, "data-to": to, ...more }, said);
}

/** Small line what, large line whose, and an arrow. @param {string} small @param {any} large @param {string} [brief] both where the text is large */
export const lines = (small, large, brief = "") => [
  make("span.button-lines", make("small", small), make("span", large)),
  brief && make("span.brief", brief),
  shape("on"),
];

/**
 * The button that saves: dashed until what it saves has been on the screen for a second (deafness.js).
 * @param {string} act @param {string} large @param {string} small why it may be saved, once it may; without it the other button is the filled one
 */
export const saving = (act, large, small = "") => button(act, { kind: `${small && "button-main"} button-foot button-next button-saves` },
  make("span.button-lines.in-sight", small && make("small", small), make("span", large)),
  make("span.button-lines.unseen", make("span", large), make("small", "in a second")));

/** One step back, at the left of the foot, where nothing that saves ever lies. */
export const backward = () => button("back", { kind: "button-foot button-side" }, "Back");

/** @param {string} id @param {string} label @param {number} longest @param {string} value */
export function field(id, label, longest, value = "") {
  const input = /** @type {HTMLInputElement} */ (make("input", { id, maxlength: longest, autocomplete: "off" }));
  input.value = value;
  return make("p.field", make("label", { for: id }, label), input);
}
