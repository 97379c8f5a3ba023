// The page of the walls: follows them every two seconds; B and F black and freeze the chosen wall, E lets it follow; S, L and P are keys of the clock.
import { showTime, setClock } from "./time.js";
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY_MS = 2000;
const part = document.getElementById("walls");
const TOKEN = /value="[A-Za-z0-9]{64}"/g;
let before = "";

const plain = (html) => html.replace(TOKEN, "");

async function look() {
  const answer = await question(part.dataset.screensUrl + location.search, { credentials: "same-origin" });
  setClock(Date.parse(answer.headers.get("Date")));
  const html = await answer.text();
  if (answer.ok && !answer.redirected && plain(html) !== before && !part.contains(document.activeElement)) {
    part.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    before = plain(html);
    showTime();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest?.("input:not([type=checkbox]), select, textarea")) {
    return;
  }
  const chosen = document.querySelector(".wall-card.chosen");
  const keys = chosen?.querySelectorAll(".wall-keys button") ?? [];
  const named = /^[elps]$/.test(event.key) ? document.querySelector(`[data-key=${event.key}]`) : null;
  const found = { b: keys[0], f: keys[1] }[event.key] ?? named;
  if (found) {
    event.preventDefault();
    found.click();
  }
});

setInterval(showTime, 1000);
showTime();
poll(look, { every: EVERY_MS, hidden: EVERY_MS * 10 });
