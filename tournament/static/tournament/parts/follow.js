// Follows a part of a page: asks for it again from time to time, and swaps it where it changed and nobody is typing in it.
import { poll } from "./poll.js";
import { question } from "./question.js";

const HIDDEN_MS = 30000;
const TOKEN = /value="[A-Za-z0-9]{64}"/g;

// Each answer brings a token of its own: that alone is no news.
function swap(part, news) {
  const [before, after] = [part, news].map((one) => one.innerHTML.replace(TOKEN, "").trim());
  if (before !== after) {
    part.replaceChildren(...news.childNodes);
  }
}

for (const part of document.querySelectorAll("[data-follow]")) {
  const every = Number(part.dataset.every) || 10000;

  async function look() {
    const answer = await question(part.dataset.follow, { credentials: "same-origin" });
    if (answer.ok && !answer.redirected && !part.contains(document.activeElement)) {
      swap(part, new DOMParser().parseFromString(await answer.text(), "text/html").body);
    }
  }

  poll(look, { every, hidden: HIDDEN_MS });
}
