// Keys of a keyboard: ranks, Backspace, Enter. They press what stands on the screen, and nothing else.
import { isEarly } from "./deafness.js";

/** @param {import("./pad.js").Pad} pad @param {KeyboardEvent} event */
export function typed(pad, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (target.matches("input")) {
    if (event.key === "Enter") {
      event.preventDefault();
      const pressed = main(pad);
      if (pressed) {
        pressed.click();
      }
    }
    return;
  }
  const control = found(pad, event.key, target);
  if (control) {
    event.preventDefault();
    press(pad, control);
  }
}

/** @param {import("./pad.js").Pad} pad @param {HTMLElement|null} control */
const press = (pad, control) => control && !isEarly(pad.root, control) && control.click();

/** @param {import("./pad.js").Pad} pad @returns {HTMLElement|null} the one filled button of the screen */
const main = (pad) => pad.root.querySelector(".foot .button-main");

/** @param {import("./pad.js").Pad} pad @param {string} key @param {HTMLElement} target @returns {HTMLElement|null} */
function found(pad, key, target) {
  /** @type {(act: string, to: string) => HTMLElement|null} */
  const button = (act, to) => pad.root.querySelector(`[data-act="${act}"][data-to="${CSS.escape(to)}"]`);
  if (key === "Enter") {
    return target.closest("button") ? null : main(pad);
  }
  if (key === "Backspace") {
    return button("undo", "");
  }
  if (key.length !== 1) {
    return null;
  }
  const rank = key.toUpperCase();
  return button("tap", rank) || (key === "0" && button("tap", "T")) || ("0TJQKX".includes(rank) && button("tap", "X")) || (pad.draft && pad.draft.step === "out" ? button("out", rank) : null);
}
