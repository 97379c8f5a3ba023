// Where the umpire decides: the button says the ruling, and is dashed until there is a sentence and something that happens.
const form = () => /** @type {HTMLFormElement|null} */ (document.getElementById("decide-form"));
const spelt = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** What happens now, in words. @param {FormData} told @param {string} player */
function acts(told, player) {
  const [drawn, charged] = ["drawn", "charged"].map((name) => Number(told.get(name)));
  return [
    told.get("redeal") && "deal again",
    told.get("back") && "the card goes back",
    told.get("stands") && "the play stands",
    drawn > 0 && `${player} takes ${spelt(drawn, "card")}`,
    charged > 0 && `${player} is charged ${spelt(charged, "point")}`,
    told.get("warning") && `a warning to ${player}`,
  ].filter(Boolean);
}

/** Says the ruling on the button as it stands, or what is still to say. */
export function decided() {
  const button = /** @type {HTMLElement|null} */ (document.querySelector(".decide-record"));
  if (!form() || !button) {
    return;
  }
  const told = new FormData(form());
  const letter = String(told.get("against") || "");
  const ruling = acts(told, letter || "the player");
  const sentence = String(told.get("sentence")).trim();
  const waits = sentence ? ruling.length ? "" : "First say what happens now" : "First say what happened";
  const [words, more] = button.children;
  more.dataset.ruling = more.dataset.ruling || more.textContent;
  words.textContent = ruling.length ? `Record it: ${ruling.join(", ")}` : "Record it";
  more.textContent = waits || more.dataset.ruling;
  button.setAttribute("aria-disabled", String(Boolean(waits)));
  const pressed = form().querySelector("[name=against]:checked");
  const name = form().querySelector(".against-name");
  if (name) {
    name.textContent = (pressed && pressed.getAttribute("aria-label")) || "None pressed: nobody";
  }
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form().querySelectorAll(".stepper input"))) {
    const row = input.closest(".stepper");
    row.classList.toggle("stepper-pressed", Number(input.value) > 0);
    for (const unit of row.querySelectorAll(".stepper-unit")) {
      unit.textContent = Number(input.value) === 1 ? "card" : "cards";
    }
  }
  finds(sentence, document.getElementById("decide-words"));
}

/** By which words the ruling is found. @param {string} sentence @param {HTMLElement} line */
function finds(sentence, line) {
  const ignored = line.dataset.ignored.split(" ");
  const found = [...new Set(sentence.toLowerCase().match(/[a-z]{3,}/g))].filter((word) => !ignored.includes(word)).slice(-3).map((word) => `“${word}”`);
  if (found.length) {
    const last = found.pop();
    line.textContent = `Whoever looks tonight for ${found.length ? `${found.join(", ")} or ` : ""}${last} finds ruling ${line.dataset.coming}.`;
  }
}

/** The letter that stands pressed: pressed once more it is taken away, and nobody is meant. @type {Element|null} */
let letterPressed = null;

/** @param {HTMLElement} target */
function pressed(target) {
  const key = /** @type {HTMLElement|null} */ (target.closest("[data-step]"));
  const input = key && key.closest(".stepper").querySelector("input");
  if (input) {
    input.value = String(Math.min(Number(input.max), Math.max(0, Number(input.value) + Number(key.dataset.step))));
    decided();
  }
  if (target.matches("[name=against]")) {
    const letter = /** @type {HTMLInputElement} */ (target);
    letter.checked = letter !== letterPressed;
    letterPressed = letter.checked ? letter : null;
    decided();
  }
}

document.addEventListener("input", decided);
document.addEventListener("click", (event) => {
  pressed(/** @type {HTMLElement} */ (event.target));
  const button = /** @type {HTMLElement} */ (event.target).closest(".decide-record[aria-disabled=true]");
  if (button) {
    event.preventDefault();
    const sentence = form().querySelector("textarea");
    (sentence.value.trim() ? form().querySelector(".decide-acts input") : sentence).focus();
  }
});
decided();
