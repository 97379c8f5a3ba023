// The grid of the desk: points, sums and what the cards say are compared as one types; the server's word counts.
import { read } from "./hand.js";
import { hold } from "./held.js";
import { Typing } from "./typing.js";

const form = document.getElementById("desk");
const faces = JSON.parse(document.getElementById("faces").textContent);
const boxes = [...form.querySelectorAll("input[data-row]")];
const cards = [...form.querySelectorAll("input[data-card]")];
const inputs = [...boxes, ...cards];
const told = document.getElementById("told");
const WAIT_MS = 300;
let timer = 0;
let asked = 0;
const typing = new Typing(form, () => {
  drawAll();
  explain();
});

/** @param {HTMLInputElement} input */
function draw(input) {
  const said = read(input.value, faces, typing.points);
  if ("whole" in form.dataset) {
    // Where the whole table decides the points, only the server says them.
    said.points = null;
  }
  const cell = input.closest(".desk-cell");
  cell.classList.toggle("desk-out", said.kind === "out");
  cell.classList.toggle("desk-bare", said.kind === "points" && !typing.points);
  cell.classList.toggle("desk-wrong", said.kind === "unclear" || input.hasAttribute("aria-invalid"));
  if (!("whole" in form.dataset) || input.value !== input.defaultValue) {
    cell.querySelector(".desk-points").textContent = said.points === null ? "" : String(said.points);
  }
  cell.dataset.points = said.points === null ? "" : String(said.points);
  cell.dataset.open = said.kind === "empty" || said.kind === "unclear" ? "1" : "";
}

/**
 * What a column still wants, under it: nothing of it is typed, these seats are missing, or it is whole.
 * @param {string} game
 */
function wanting(game) {
  const foot = form.querySelector(`[data-foot="${game}"]`);
  const column = boxes.filter((box) => box.name.startsWith(`hand_${game}_`));
  if (!foot || column.length === 0) {
    return;
  }
  const missing = column.filter((box) => box.value.trim() === "").map((box) => box.name.split("_")[2]);
  const words = missing.length ? `${missing.join(", ")} missing` : "to save";
  foot.querySelector(".state > span").textContent = missing.length === column.length ? foot.dataset.none : words;
}

/** @param {string} row */
function compare(row) {
  const cells = [...form.querySelectorAll(`.desk-cell[data-row="${row}"]`)];
  const sum = form.querySelector(`[data-sum="${row}"]`);
  if (!sum || sum.dataset.all !== undefined || "whole" in form.dataset) {
    return;
  }
  const points = cells.reduce((total, cell) => total + Number(cell.dataset.points || 0), 0);
  sum.textContent = String(points);
  const card = form.querySelector(`input[data-card="${row}"]`);
  const verdict = form.querySelector(`[data-verdict="${row}"]`);
  if (!card) {
    return;
  }
  const whole = cells.every((cell) => !cell.dataset.open);
  const says = /^\d{1,4}$/.test(card.value.trim()) ? Number(card.value) : null;
  const away = says === null ? 0 : says - points;
  verdict.textContent = says === null ? "" : away === 0 ? "agrees" : `${Math.abs(away)} ${away > 0 ? "short" : "over"}`;
  verdict.classList.toggle("desk-differs", away !== 0 && whole);
  card.closest(".desk-cell").classList.toggle("desk-wrong", away !== 0 && whole);
}

/** Asks the server what would explain the differences; without a line nothing is explained now. */
async function explain() {
  if (!form.dataset.look) {
    return;
  }
  const mine = (asked += 1);
  try {
    const answer = await fetch(form.dataset.look, { method: "POST", body: new FormData(form) });
    const found = answer.ok ? await answer.json() : null;
    if (found && mine === asked) {
      told.replaceChildren(...found.told.map(message));
      typing.ask(found.questions);
    }
  } catch {
    // Saving will say so.
  }
}

/** @param {{seat: string, name: string, card: number, sum: number, words: string, game: number|null}} one */
function message(one) {
  const made = document.getElementById("difference").content.firstElementChild.cloneNode(true);
  made.querySelector("b").textContent = `${one.name}: the card says ${one.card}, the ${form.dataset.units} make ${one.sum}.`;
  made.querySelector("[data-why]").textContent = one.words;
  const go = made.querySelector("button");
  if (one.game === null) {
    go.remove();
  } else {
    go.textContent = `Go to ${form.dataset.unit} ${one.game}`;
    go.addEventListener("click", () => goTo(one.game, one.seat));
  }
  return made;
}

/**
 * The box of a seat in a game: its field, or the way to its sheet where it is saved.
 * @param {number} game
 * @param {string} seat
 */
function goTo(game, seat) {
  const input = form.elements[`hand_${game}_${seat}`];
  const link = document.getElementById(`game-${game}`);
  if (input) {
    input.focus();
    input.select();
  } else {
    link?.focus();
  }
}

form.addEventListener("input", (event) => {
  const { row, card } = event.target.dataset;
  if (row !== undefined) {
    // What the server found of the old text is not said of the new one.
    event.target.removeAttribute("aria-invalid");
    draw(event.target);
    wanting(event.target.name.split("_")[1]);
  }
  if (row !== undefined || card !== undefined) {
    compare(row ?? card);
    clearTimeout(timer);
    timer = setTimeout(explain, WAIT_MS);
  }
});
document.addEventListener("keydown", (event) => {
  const at = inputs.indexOf(event.target);
  const here = event.target.form === form || event.target === document.body;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && here) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "Enter" && at >= 0) {
    event.preventDefault();
    const next = inputs[at + (event.shiftKey ? -1 : 1)] ?? document.querySelector("button[form=desk]");
    next.focus();
    next.select?.();
  }
});
function drawAll() {
  boxes.forEach(draw);
  new Set(boxes.map((box) => box.name.split("_")[1])).forEach(wanting);
  new Set(inputs.map((input) => input.dataset.row ?? input.dataset.card)).forEach(compare);
}

drawAll();
hold(form, inputs, typing, drawAll);
