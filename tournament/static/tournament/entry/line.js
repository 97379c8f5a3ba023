// What was typed leaves the page only while somebody is there to take it: the browser's own page for a lost line would
// take it along, and the way back does not bring it again.
const PATIENCE_MS = 10000;

/**
 * Whether anybody answers, whatever they say: a page that is refused here must not keep a sheet from being saved.
 * @param {string} address
 */
async function answers(address) {
  try {
    await fetch(address, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends the form once the computer of the evening answers; until then it says that it does not, and all stays.
 * @param {HTMLFormElement} form
 * @param {() => void} going called just before the page is left
 */
export function sendOverTheLine(form, going) {
  const line = document.getElementById("line");
  const lost = document.getElementById("line-lost");
  let asking = false;
  let there = false;
  form.addEventListener("submit", async (event) => {
    if (there) {
      going();
      return;
    }
    event.preventDefault();
    if (asking) {
      return;
    }
    asking = true;
    there = await answers(form.dataset.alive);
    asking = false;
    line.replaceChildren(...(there ? [] : [lost.content.cloneNode(true)]));
    if (!there) {
      line.scrollIntoView({ block: "center" });
    } else {
      form.requestSubmit(event.submitter);
      // Where a line goes down just now, the next press asks again.
      there = false;
    }
  });
}
