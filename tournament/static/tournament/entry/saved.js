// On a saved sheet the digits press the reasons of the first open flag.
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) {
    return;
  }
  const flag = event.target.closest("form.seat-flag") ?? document.querySelector("form.seat-flag");
  flag?.querySelector(`[data-digit="${event.key}"]`)?.click();
});
