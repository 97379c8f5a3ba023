// Every page on which hands are typed: a table, a card, the totals of cards, one game and its correction. What is typed
// is drawn as one types; the server's word counts.
import { Cell } from "./cell.js";
import { CardKeys, listen } from "./keys.js";
import { hold } from "./held.js";
import { Look } from "./look.js";
import { Row, tellIn } from "./row.js";
import { Sums } from "./sums.js";
import { Twins } from "./twins.js";
import { Typing } from "./typing.js";

const form = document.getElementById("desk");
const faces = JSON.parse(document.getElementById("faces").textContent);
const reasons = JSON.parse(document.getElementById("reasons")?.textContent ?? "[]");
const typing = new Typing(form, () => {
  drawAll();
  look.soon();
});
const cells = [...form.querySelectorAll("input[name^=hand_]")].map((input) => {
  const seat = input.closest("[data-seat]");
  const points = () => typing.points;
  return seat ? new Row(seat, faces, points) : new Cell(input, faces, points, "whole" in form.dataset);
});
const inputs = [...cells.map((cell) => cell.input), ...form.querySelectorAll("input[data-card]")];
const small = cells.filter((cell) => cell instanceof Cell);
const sums = new Sums(form, small);
const twins = new Twins(form, small);
const belongs = document.getElementById("belongs");
const keys = document.getElementById("card-keys") && cells.length ? new CardKeys(form, cells, inputs) : null;
const look = new Look(form, show);

/** @param {{findings?: object[], told?: object[], twins?: object[], names?: string, questions: object[]}} answer */
function show({ findings, told, twins: same, names, questions }) {
  typing.ask(questions);
  sums.explain(told ?? []);
  twins.show(same ?? []);
  if (belongs) {
    document.getElementById("belongs-names").textContent = names || belongs.dataset.words;
    document.getElementById("belongs-save").textContent = `Save for ${names ? `table ${belongs.value}` : "that table"}`;
  }
  if (!findings) {
    return;
  }
  // What is still being typed is left alone until one moves on.
  for (const cell of cells.filter(({ input }) => input !== document.activeElement)) {
    cell.tell(findings.filter(({ refused, seats }) => (refused ? seats.includes(cell.seat) : seats[0] === cell.seat)), reasons);
  }
  const seats = cells.map((cell) => cell.seat);
  tellIn(document.getElementById("told-sheet"), findings.filter((found) => !found.seats.some((seat) => seats.includes(seat))), reasons);
}

function drawAll() {
  cells.forEach((cell) => cell.draw());
  sums.draw();
}

form.addEventListener("input", (event) => {
  cells.find((cell) => cell.input === event.target)?.typed();
  if (inputs.includes(event.target)) {
    sums.draw();
  }
  if (inputs.includes(event.target) || event.target === belongs) {
    look.soon();
  }
});
// What stands in the foot belongs to the form all the same.
document.addEventListener("change", (event) => {
  if (event.target.form === form && event.target.name === "blocked") {
    look.soon();
  }
});
form.addEventListener("focusin", (event) => {
  const cell = cells.find(({ input }) => input === event.target);
  if (cell) {
    keys?.at(cell);
    if (inputs.some((input) => input.value !== input.defaultValue)) {
      look.soon();
    }
  }
});
listen(form, inputs);
drawAll();
hold(form, inputs, typing, drawAll);
