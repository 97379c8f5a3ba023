
// The one box of the scores: what is typed is offered in words beside it, a table first, then a badge, then people.
const form = document.getElementById("find");
const box = form.elements.q;
const place = document.getElementById("offers");
const cardFirst = form.elements.by?.value === "card";
const MOST = 4;

/** @param {string} text lower case without accents */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
/** @type {[number, string, string][]} badge, name and table of everybody */
const people = JSON.parse(document.getElementById("people").textContent);
/** @type {[number, string][]} number and name of every table */
const tables = JSON.parse(document.getElementById("tables").textContent);
const names = people.map(([, name]) => folded(name));

/**
 * What the text may mean: the field that is sent, its value, and the words.
 * @param {string} text
 * @returns {{name: string, value: number, words: string, note: string}[]}
 */
function meant(text) {
  if (text === "") {
    return [];
  }
  const number = /^\d+$/.test(text) ? Number(text) : null;
  const label = text.toLowerCase();
  const found = tables
    .filter(([known, called]) => known === number || called.toLowerCase() === label)
    .map(([known, called]) => ({ name: "table", value: known, words: `Table ${called}`, note: "" }));
  const parts = folded(text).split(/\s+/);
  const called = people
    .filter(([badge], at) => (number === null ? parts.every((part) => names[at].includes(part)) : badge === number))
    .map(([badge, name, table]) => ({ name: "badge", value: badge, words: `Badge ${badge}`, note: `${name}, table ${table}` }));
  return (cardFirst ? [...called, ...found] : [...found, ...called]).slice(0, MOST);
}

/**
 * @param {{name: string, value: number, words: string, note: string}} one
 * @param {number} at
 */
function button(one, at) {
  const made = Object.assign(document.createElement("button"), { className: "button", name: one.name, value: String(one.value) });
  made.setAttribute("form", form.id);
  const words = document.createElement("span");
  words.textContent = one.words;
  made.append(words);
  if (one.note) {
    const note = document.createElement("span");
    note.className = "offer-note";
    note.textContent = one.note;
    made.append(" ", note);
  }
  if (at < 2) {
    const key = document.createElement("kbd");
    key.setAttribute("aria-hidden", "true");
    key.textContent = at === 0 ? "Enter" : "↓";
    made.append(" ", key);
  }
  return made;
}

box.addEventListener("input", () => {
  place.replaceChildren(...meant(box.value.trim()).map(button));
});
document.addEventListener("keydown", (event) => {
  const offered = [...place.children];
  const at = offered.indexOf(event.target);
  if (event.key === "Enter" && event.target === box && offered.length) {
    event.preventDefault();
    offered[0].click();
  } else if (event.key === "ArrowDown" && (event.target === box || at >= 0) && offered.length) {
    event.preventDefault();
    (offered[event.target === box ? Math.min(1, offered.length - 1) : at + 1] ?? box).focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (offered[at - 1] ?? box).focus();
  }
});

// The browser gives the focus only when it next draws; a key pressed before would be lost.
if (document.activeElement === document.body) {
  box.focus();
}
