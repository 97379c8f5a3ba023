// What was just done is taken back by U outside of a field, and by Ctrl Z in one that is as it was found: there the
// browser takes back letters first. Where nothing was done yet, U asks about the last press of whoever looks.
const line = document.getElementById("line-back");
const key = line?.querySelector("kbd");
let found = "";

/** @param {Element | null} target */
const field = (target) => target?.closest?.("input:not([type=checkbox], [type=radio]), select, textarea");

/** @param {Element | null} target */
function look(target) {
  found = field(target)?.value ?? "";
  if (key) {
    key.textContent = field(target) ? "Ctrl Z" : "U";
  }
}

/** @param {KeyboardEvent} event */
function asks(event) {
  const control = event.ctrlKey || event.metaKey;
  const pressed = event.key.toLowerCase();
  if (event.altKey || event.shiftKey || event.repeat) {
    return false;
  }
  return field(event.target) ? control && pressed === "z" && field(event.target).value === found : !control && pressed === "u";
}

document.addEventListener("focusin", (event) => look(event.target));
document.addEventListener("focusout", () => look(null));
look(document.activeElement);
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector(".done") || !asks(event)) {
    return;
  }
  const bar = document.querySelector("a.undo");
  if (line) {
    event.preventDefault();
    line.requestSubmit();
  } else if (bar && !field(event.target)) {
    location.assign(`${bar.getAttribute("href")}?press=last`);
  }
});
// What is half typed in this browser is nobody's once its typist has logged out.
document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action")?.endsWith("/logout/")) {
    Object.keys(localStorage).filter((key) => key.startsWith("draft ")).forEach((key) => localStorage.removeItem(key));
  }
});
