// S and N answer the first row that is still asked about: the same guest, or not the same.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest("input, select, textarea")) {
    return;
  }
  const answer = document.querySelector(`.twins [data-answer="${CSS.escape(event.key.toUpperCase())}"]`);
  if (answer) {
    event.preventDefault();
    answer.click();
  }
});
