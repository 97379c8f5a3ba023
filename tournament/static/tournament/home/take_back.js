// Keys of the list of acts: arrows choose, U asks about the one chosen, M shows mine or everybody’s, Esc keeps.
/** @type {HTMLAnchorElement[]} */
const ways = [...document.querySelectorAll("a[data-back]")];
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest("input, select, textarea")) {
    return;
  }
  const at = ways.indexOf(document.activeElement);
  if (event.key === "Escape") {
    document.getElementById("keep")?.click();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && ways.length) {
    event.preventDefault();
    const next = event.key === "ArrowDown" ? at + 1 : Math.max(0, at) - 1;
    ways[Math.min(ways.length - 1, Math.max(0, next))].focus();
  } else if (event.key === "u") {
    event.preventDefault();
    ways[Math.max(0, at)]?.click();
  } else if (event.key === "m") {
    document.querySelector(".switch a:not([aria-current])")?.click();
  }
});
