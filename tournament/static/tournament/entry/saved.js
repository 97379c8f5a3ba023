// On a saved sheet the digits press the answers to the flag, and the right arrow leaves it for later. Where it is typed
// to which game the sheet belongs, the names of that table stand beside it.
import { Look } from "./look.js";

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
  if (event.key === "ArrowRight" && !event.shiftKey) {
    document.querySelector("[data-later]")?.click();
  } else if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    choose(document.querySelector(`[data-digit="${event.key}"]`));
  }
});
