// Matches on the home: arrows go from half to half, a number goes to its table; a match of several games is won game by game.
const pairs = document.querySelector(".pairs-now");
const need = Math.floor(Number(pairs.dataset.best) / 2) + 1;
const halves = () => [...pairs.querySelectorAll("button.half")];
const shown = (row, games) => {
  for (const half of row.querySelectorAll("button.half")) {
    const won = games.split(half.value.split("/")[2][0]).length - 1;
    const score = half.querySelector(".half-score") ?? half.appendChild(document.createElement("span"));
    score.className = "half-score";
    score.textContent = games ? String(won) : "";
  }
};
pairs.addEventListener("click", (event) => {
  const late = event.target.closest("[data-first]");
  if (late) {
    const row = late.closest("li");
    row.dataset.games = late.dataset.first;
    shown(row, row.dataset.games);
    late.closest("details").open = false;
    row.querySelector("button.half").focus();
    return;
  }
  const half = event.target.closest("button.half");
  if (!half || need === 1) return;
  const row = half.closest("li");
  const [round, table, letter, version] = half.value.split("/");
  if (letter === "back") return;
  const games = (row.dataset.games ?? "") + letter[0];
  row.dataset.games = games;
  shown(row, games);
  if (games.split(letter[0]).length - 1 < need) event.preventDefault();
  else half.value = [round, table, games, version].join("/");
});
let typed = "";
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const here = halves().indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 2, ArrowLeft: -1, ArrowUp: -2 }[event.key];
  if (step && here >= 0) {
    event.preventDefault();
    halves()[Math.max(0, Math.min(halves().length - 1, here + step))].focus();
  } else if (event.key === "Escape" && here >= 0) {
    const row = document.activeElement.closest("li");
    row.dataset.games = "";
    shown(row, "");
  }
  typed = /^\d$/.test(event.key) ? typed + event.key : "";
  if (typed) document.querySelector(`#match-${Number(typed)} button.half`)?.focus();
});
// Nothing to tap: the next Enter moves on.
if (!halves().some((half) => half.getAttribute("aria-pressed") === "false")) document.querySelector(".now .button-main")?.focus({ preventScroll: true });
