// A page of which something is still being reckoned asks for itself, and is loaded anew once all of it is there; never while somebody types in it.
import { poll } from "./poll.js";
import { question } from "./question.js";

const EVERY_MS = 1000;

async function look() {
  const answer = await question(location.href, { credentials: "same-origin" });
  if (!answer.ok) {
    throw new Error(`the page answered ${answer.status}`);
  }
  if (answer.headers.has("Retry-After") || document.activeElement?.matches("input, select, textarea")) {
    return;
  }
  location.reload();
  return Infinity;
}

poll(look, { every: EVERY_MS, hidden: Infinity, slowest: 10 * EVERY_MS, first: EVERY_MS / 2 });
