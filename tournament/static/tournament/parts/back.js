// U outside of a field takes back what was just done, or asks about the last press of whoever looks.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (typing || event.key !== "u" || event.ctrlKey || event.altKey || event.metaKey || event.repeat || document.querySelector(".done")) {
    return;
  }
  const line = document.getElementById("line-back");
  const bar = document.querySelector("a.undo");
  if (line) {
    line.requestSubmit();
  } else if (bar) {
    location.assign(`${bar.getAttribute("href")}?press=last`);
  }
});
// What is half typed in this browser is nobody's once its typist has logged out.
document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action")?.endsWith("/logout/")) {
    Object.keys(localStorage).filter((key) => key.startsWith("draft ")).forEach((key) => localStorage.removeItem(key));
  }
});
