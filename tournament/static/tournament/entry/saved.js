// On a saved sheet the digits press the answers to the flag, the arrows leave it for later or go back, Escape goes home.
// Where it is typed to which game the sheet belongs, the names of that table stand beside it.
import { Look } from "./look.js";

const WAYS = { ArrowLeft: "[data-before]", ArrowRight: "[data-later]", Escape: "[data-home]" };
const moves = document.getElementById("moves");
if (moves) {
  const look = new Look(moves, ({ names }) => {
    document.getElementById("belongs-names").textContent = names;
  });
  moves.addEventListener("input", () => look.soon());
}

/** @param {HTMLElement | null} answer */
function choose(answer) {
  if (answer instanceof HTMLInputElement) {
    answer.focus();
  } else {
    answer?.click();
  }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const way = event.shiftKey ? "" : WAYS[event.key];
  if (way) {
    document.querySelector(way)?.click();
  } else if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    choose(document.querySelector(`[data-digit="${event.key}"]`));
  }
});
