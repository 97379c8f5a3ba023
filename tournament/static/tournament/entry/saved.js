// On a saved sheet the digits press the reasons of the first open flag, and the right arrow leaves it for later.
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
  if (event.key === "ArrowRight" && plain && !typing) {
    document.querySelector("[data-later]")?.click();
    return;
  }
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) {
    return;
  }
  const flag = event.target.closest("form.seat-flag") ?? document.querySelector("form.seat-flag");
  flag?.querySelector(`[data-digit="${event.key}"]`)?.click();
});
