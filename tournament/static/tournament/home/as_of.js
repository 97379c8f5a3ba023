// The slider of the ledger tells its number while it moves, and shows that moment when it is let go.
for (const form of document.querySelectorAll("[data-slides]")) {
  const slide = form.querySelector("input[type=range]");
  const at = form.querySelector("[data-slide-at]");
  slide.addEventListener("input", () => {
    at.textContent = slide.value;
  });
  slide.addEventListener("change", () => form.requestSubmit());
}
