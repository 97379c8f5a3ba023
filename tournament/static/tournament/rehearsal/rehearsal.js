// The page of a rehearsal asks for the step that is due, and shows what it was; the server says when one is, so two pages play no faster.
import { poll } from "../parts/poll.js";

const part = document.getElementById("rehearsal");
const every = (Number(part.dataset.every) || 5) * 1000;

async function look() {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", part.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "");
  const answer = await fetch(part.dataset.steps, { method: "POST", body, credentials: "same-origin" });
  if (answer.ok && !answer.redirected && !part.contains(document.activeElement)) {
    part.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  }
  return part.querySelector("form") ? every : Infinity;
}

if ("going" in part.dataset) {
  poll(look, { every });
}
