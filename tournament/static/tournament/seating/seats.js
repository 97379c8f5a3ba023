// Choosing guests exchanges the tables alone, so that the page stays where it is; without this script each choice is a page.
async function exchange(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#seats");
  if (!fresh || !answer.ok) {
    location.assign(url);
    return;
  }
  const place = window.scrollY;
  document.querySelector("#seats").replaceWith(document.adoptNode(fresh));
  history.replaceState(null, "", answer.url);
  window.scrollTo(0, place);
  const chosen = document.querySelector("#chosen");
  // What is asked stands above the tables: the page goes there, and stays where it is for a choice.
  (chosen ?? document.querySelector("#hall a"))?.focus({ preventScroll: !chosen?.matches(".seats-asked") });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#hall a, #chosen a.seating-try, #chosen .actions a[data-stay]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    exchange(link.href).catch(() => location.assign(link.href));
  }
});
