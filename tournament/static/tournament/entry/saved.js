// On a saved sheet the digits press the answers to the flag, and the right arrow leaves it for later.
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (event.key === "ArrowRight" && !event.shiftKey) {
    document.querySelector("[data-later]")?.click();
  } else if (/^[1-9]$/.test(event.key)) {
    document.querySelector(`[data-digit="${event.key}"]`)?.click();
  }
});
