// A search field that hides what does not answer to it while one types; needs no connection.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter(field, list, none) {
  const ignored = (field.dataset.ignored || "").split(" ");
  const wanted = plain(field.value).split(/[\s?]+/).filter((word) => word && !ignored.includes(word));
  let shown = 0;
  for (const item of list.querySelectorAll("[data-words]")) {
    const words = plain(item.dataset.words || item.textContent);
    const answers = wanted.every((part) => words.includes(part));
    item.hidden = !answers;
    shown += answers ? 1 : 0;
  }
  for (const part of list.querySelectorAll("[data-part]")) {
    part.hidden = wanted.length > 0 && !part.querySelector("[data-words]:not([hidden])");
  }
  if (none) {
    none.hidden = shown > 0;
  }
}

for (const field of document.querySelectorAll("[data-filters]")) {
  const list = document.getElementById(field.dataset.filters);
  const none = document.getElementById(`${field.dataset.filters}-none`);
  field.addEventListener("input", () => filter(field, list, none));
  // What was typed before this script came, or what the browser put back, counts too.
  if (field.value) {
    filter(field, list, none);
  }
  // What is filtered here need not be asked of the server, unless the server knows more.
  if (field.form && !("asks" in field.dataset)) {
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      filter(field, list, none);
    });
  }
}
