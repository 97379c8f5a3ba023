// What is still being reckoned is asked for until it is there. A page of which a part comes later (data-soon holds its address) gets that part,
// and what is to be pressed stays where it is under the finger; every other page is loaded anew, never while somebody types in it or has
// just pressed what leads away from it.
import { poll } from "./poll.js";
import { question } from "./question.js";

const [EVERY_MS, LEAVING_MS] = [1000, 5000];
const part = document.querySelector("[data-soon]");

let leaving = -Infinity;
addEventListener("beforeunload", () => {
  leaving = Date.now();
});

function stays() {
  return !document.activeElement?.matches("input, select, textarea") && Date.now() - leaving > LEAVING_MS;
}

function fill(html) {
  const press = document.querySelector("main form .actions");
  const before = press?.getBoundingClientRect().top;
  part.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  if (before < innerHeight) {
    scrollBy({ top: press.getBoundingClientRect().top - before, behavior: "instant" });
  }
}

async function look() {
  const answer = await question(part?.dataset.soon ?? location.href, { credentials: "same-origin" });
  if (!answer.ok) {
    throw new Error(`the page answered ${answer.status}`);
  }
  if (answer.headers.has("Retry-After") || !(part || stays())) {
    return;
  }
  if (part) {
    fill(await answer.text());
  } else {
    location.reload();
  }
  return Infinity;
}

poll(look, { every: EVERY_MS, hidden: Infinity, slowest: 10 * EVERY_MS, first: EVERY_MS / 2 });
