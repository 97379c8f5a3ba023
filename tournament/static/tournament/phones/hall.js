// Asks every few seconds whether a phone has reached the laptop, and puts the answer in the place of the old one.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY = 3000;

const look = async () => {
  const answer = await question(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.querySelector("[data-reached]");
  const shown = document.querySelector("[data-reached]");
  if (now && shown && now.innerHTML !== shown.innerHTML) shown.replaceChildren(...now.childNodes);
};

poll(look, { every: EVERY });
