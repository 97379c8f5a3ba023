// The announcer's page: Space, Page Down or a clicker presses "Read: next", Page Up takes back; the page follows by itself. A press that was not taken is said, and the sentence stays.
import { showTime, setClock } from "./time.js";
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

document.querySelector(".late")?.remove();

const EVERY_MS = 2000;
const TWICE_MS = 700;
const TOKEN = /value="[^"]*"/g;
const FORTH = new Set([" ", "ArrowRight", "PageDown", "Enter"]);
const PRESSING = new Set([" ", "Enter"]);
const BACK = new Set(["ArrowLeft", "PageUp"]);
const ON_ITS_WAY = "Your press is on its way: wait for the next sentence.";
const NOT_TAKEN = "The laptop did not answer. While this sentence stands it is not on the walls: press again.";
const NO_LINE = "No line to the laptop: the walls show what they have. Read on; this page goes on when the line is back.";
const LOGGED_OUT = "This page is not answered any more: reload it, and log in again.";
const main = document.getElementById("announcer");
const note = document.getElementById("announcer-note");
let before = "";
let refused = [];
let pressed = -TWICE_MS;
let asking = false;

function tell(words) {
  if (note.textContent !== words) {
    note.textContent = words;
    note.hidden = !words;
  }
}

// What the laptop answered to a press stays until the next one.
function put(html) {
  const plain = html.replace(TOKEN, "");
  if (plain !== before) {
    before = plain;
    main.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    const messages = main.querySelector(".mc-messages");
    refused = messages.firstElementChild ? [...messages.children] : refused;
    messages.replaceChildren(...refused);
    ready();
  }
}

function ready() {
  showTime();
  const ear = main.querySelector("[data-ear]");
  if (ear && "speechSynthesis" in window) {
    ear.hidden = false;
  }
}

// The key of the form and its place make a second press nothing; one within a moment is not even sent.
async function press(form) {
  const button = form.querySelector("button");
  if (asking) {
    tell(ON_ITS_WAY);
    return;
  }
  if (button.disabled || performance.now() - pressed < TWICE_MS) {
    return;
  }
  asking = true;
  pressed = performance.now();
  refused = [];
  button.setAttribute("aria-busy", "true");
  try {
    const taken = await question(form.action, { method: "POST", body: new FormData(form), credentials: "same-origin", redirect: "manual" });
    if (taken.type !== "opaqueredirect") {
      throw new Error(`the press was answered ${taken.status}`);
    }
    await look();
  } catch {
    tell(NOT_TAKEN);
  } finally {
    asking = false;
    button.removeAttribute("aria-busy");
  }
}

async function look() {
  const answer = await question(main.dataset.announcerUrl, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) {
    setClock(Date.parse(answer.headers.get("Date")));
    put(await answer.text());
    tell("");
  } else {
    tell(LOGGED_OUT);
  }
}

// A button that has the focus keeps the keys that press it; a clicker's are heard all the same.
document.addEventListener("keydown", (event) => {
  const own = PRESSING.has(event.key) && event.target.closest?.("[data-back] button, [data-ear], a");
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || own) {
    return;
  }
  const form = FORTH.has(event.key) ? main.querySelector("[data-forth]") : BACK.has(event.key) ? main.querySelector("[data-back]") : null;
  if (form) {
    event.preventDefault();
    press(form);
  }
});

main.addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.target);
});

main.addEventListener("click", (event) => {
  if (event.target.closest("[data-ear]")) {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(main.querySelector("[data-say]").dataset.say));
  }
});

setInterval(showTime, 1000);
ready();
poll(() => asking || look(), { every: EVERY_MS }, (failures) => failures && tell(NO_LINE));
