// The page on which a game is typed: rows, keys, the looks of the server, and the first fault in focus.
import { CardKeys, listen } from "./keys.js";
import { hold } from "./held.js";
import { Look } from "./look.js";
import { Row, tellIn } from "./row.js";
import { Typing } from "./typing.js";

const form = document.getElementById("sheet");
const faces = JSON.parse(document.getElementById("faces").textContent);
const reasons = JSON.parse(document.getElementById("reasons").textContent);
const typing = new Typing(form, () => {
  rows.forEach((row) => row.draw());
  look.soon();
});
const rows = [...form.querySelectorAll("[data-seat]")].map((item) => new Row(item, faces, () => typing.points));
const keys = new CardKeys(form, rows);
const look = new Look(form, show);

/**
 * @param {{key: string, seats: string[], text: string, refused: boolean}[]} findings
 * @param {{text: string, answers: {key: string, name: string, value: string, words: string}[]}[]} questions
 */
function show(findings, questions) {
  typing.ask(questions);
  // What is still being typed is left alone until one moves on.
  for (const row of rows.filter((one) => one.input !== document.activeElement)) {
    const mine = findings.filter((one) => (one.refused ? one.seats.includes(row.seat) : one.seats[0] === row.seat));
    row.tell(mine, reasons);
  }
  const seats = rows.map((row) => row.seat);
  tellIn(document.getElementById("told-sheet"), findings.filter((one) => !one.seats.some((seat) => seats.includes(seat))), reasons);
}

form.addEventListener("input", (event) => {
  rows.find((row) => row.input === event.target)?.draw();
});
form.addEventListener("change", (event) => {
  if (!event.target.closest(".seat-flag")) {
    look.soon();
  }
});
form.addEventListener("focusin", (event) => {
  const row = rows.find((one) => one.input === event.target);
  if (row) {
    keys.at(row);
    if (rows.some((one) => one.input.value !== one.input.defaultValue)) {
      look.soon();
    }
  }
});
// What stands in the foot belongs to the form all the same.
form.elements.blocked.addEventListener("change", () => look.soon());
listen(form, rows);
hold(form, rows.map((row) => row.input), typing, () => rows.forEach((row) => row.draw()));
