// The announcer's page: Space, Page Down or a clicker presses "Read: next", Page Up takes back; the page follows by itself.
import { showTime } from "./time.js";
import { question } from "../parts/question.js";

const EVERY_MS = 2000;
const TWICE_MS = 700;
const TOKEN = /value="[^"]*"/g;
const FORTH = new Set([" ", "ArrowRight", "PageDown", "Enter"]);
const BACK = new Set(["ArrowLeft", "PageUp"]);
const main = document.getElementById("announcer");
let before = "";
let pressed = -TWICE_MS;
let asking = false;

function put(html) {
  const plain = html.replace(TOKEN, "");
  if (plain !== before) {
    before = plain;
    main.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
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

// The key of the form makes a second press nothing; one within a moment is not even sent.
async function press(form) {
  if (asking || form.querySelector("button").disabled || performance.now() - pressed < TWICE_MS) {
    return;
  }
  asking = true;
  pressed = performance.now();
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form), credentials: "same-origin", redirect: "manual" });
    await look();
  } catch {
    form.submit();
  } finally {
    asking = false;
  }
}

async function look() {
  const answer = await question(main.dataset.announcerUrl, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) {
    put(await answer.text());
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest?.("[data-back] button, [data-ear], a")) {
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

async function follow() {
  try {
    if (!asking) {
      await look();
    }
  } catch {
    // The line is down: what is shown stays.
  }
  setTimeout(follow, EVERY_MS);
}

setInterval(showTime, 1000);
ready();
setTimeout(follow, EVERY_MS);
