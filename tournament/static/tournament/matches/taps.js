// Matches, in the pairing and in the bracket: arrows go from half to half, a number goes to its table; a match of several games is won game by game.
const need = Math.floor(Number(document.querySelector("#taps").dataset.best) / 2) + 1;
const halves = (within = document) => [...within.querySelectorAll("button.half")];
const matchOf = (half) => half.value.split("/", 2).join("/");
const tapped = new Map();
const show = (match, games) => {
  tapped.set(match, games);
  for (const half of halves().filter((one) => matchOf(one) === match)) {
    const won = games.split(half.value.split("/")[2][0]).length - 1;
    const score = half.querySelector(".half-score") ?? half.appendChild(document.createElement("span"));
    score.className = "half-score";
    score.textContent = games ? String(won) : "";
  }
};
document.addEventListener("click", (event) => {
  const late = event.target.closest("[data-first]");
  if (late) {
    const half = late.closest("li").querySelector("button.half");
    show(matchOf(half), late.dataset.first);
    late.closest("details").open = false;
    half.focus();
    return;
  }
  const half = event.target.closest("button.half");
  if (!half || need === 1) return;
  const [round, table, letter, version] = half.value.split("/");
  if (letter === "back") return;
  const games = (tapped.get(matchOf(half)) ?? "") + letter[0];
  show(matchOf(half), games);
  if (games.split(letter[0]).length - 1 < need) event.preventDefault();
  else half.value = [round, table, games, version].join("/");
});
let typed = "";
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const here = document.activeElement.closest("button.half");
  const around = here ? halves(here.closest(".pairs-now, .drawing")) : [];
  const row = here?.closest(".pairs-now") ? 2 : 1;
  const step = { ArrowRight: 1, ArrowDown: row, ArrowLeft: -1, ArrowUp: -row }[event.key];
  if (step && here) {
    event.preventDefault();
    around[Math.max(0, Math.min(around.length - 1, around.indexOf(here) + step))].focus();
  } else if (event.key === "Escape" && here) show(matchOf(here), "");
  typed = /^\d$/.test(event.key) ? typed + event.key : "";
  if (typed) halves().find((half) => half.value.split("/")[1] === String(Number(typed)))?.focus();
});
// Nothing to tap: the next Enter moves on.
if (!halves().some((half) => half.getAttribute("aria-pressed") === "false")) document.querySelector(".now .button-main")?.focus({ preventScroll: true });
