// The released board over a stream: asks every two seconds with its tag, shows ten rows, or the names that are read.
import { poll } from "../parts/poll.js";
import { question } from "../parts/question.js";

const EVERY_MS = 2000;
const ROWS = 10;
const list = document.getElementById("overlay");
let etag = "";

function row(words) {
  const made = document.createElement("li");
  made.append(...words.map((word) => {
    const cell = document.createElement("span");
    cell.textContent = word;
    return cell;
  }));
  return made;
}

function show(board) {
  const called = board.reading?.called.map((one) => [one.prize || one.order, one.name, one.total]);
  const rows = called?.reverse() ?? board.rows.map((one) => [one.place, one.name, one.total]);
  list.replaceChildren(...rows.slice(0, ROWS).map(row));
}

async function look() {
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await question(list.dataset.boardUrl, { headers, credentials: "omit" });
  if (answer.ok && answer.status !== 304) {
    etag = answer.headers.get("ETag") ?? "";
    show(await answer.json());
  }
}

poll(look, { every: EVERY_MS, first: 0 });
