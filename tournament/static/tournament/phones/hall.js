// Asks every few seconds whether a phone has reached the laptop, and puts the answer in the place of the old one.
import { question } from "../parts/question.js";

const EVERY = 3000;

const look = async () => {
  try {
    const answer = await question(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("[data-reached]");
    const shown = document.querySelector("[data-reached]");
    if (now && shown && now.innerHTML !== shown.innerHTML) shown.replaceChildren(...now.childNodes);
  } catch {
    // The server was stopped: the page stays as it was.
  }
  setTimeout(look, EVERY);
};

setTimeout(look, EVERY);
