// Waits until the server answers at the hall's address too, then goes to the page with the code.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY = 500;
const LATE = 30000;
const target = document.querySelector("[data-come-back]").dataset.comeBack;

setTimeout(() => document.querySelector("[data-late]").removeAttribute("hidden"), LATE);

const look = async () => {
  const answer = await question(target, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok && !page.querySelector("[data-only-here]")) {
    location.replace(target);
    return Infinity;
  }
  return EVERY;
};

poll(look, { every: EVERY });
