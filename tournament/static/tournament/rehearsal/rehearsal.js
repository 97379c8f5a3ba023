// The page of a rehearsal asks for the step that is due, and shows what it was; the server says when one is, so two pages play no faster.
const part = document.getElementById("rehearsal");
const every = (Number(part.dataset.every) || 5) * 1000;

async function look() {
  try {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", part.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "");
    const answer = await fetch(part.dataset.steps, { method: "POST", body, credentials: "same-origin" });
    if (answer.ok && !answer.redirected && !part.contains(document.activeElement)) {
      part.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
    }
  } catch {
    // The line is down: the next look tries again.
  }
  if (part.querySelector("form")) {
    setTimeout(look, every);
  }
}

if ("going" in part.dataset) {
  setTimeout(look, every);
}
