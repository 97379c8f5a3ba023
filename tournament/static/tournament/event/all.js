// One tick ticks all of its form, and any of them that is taken away takes the one away, too.
document.addEventListener("change", ({ target }) => {
  const all = target.form?.elements.namedItem("all");
  if (all && target === all) {
    for (const one of target.form.querySelectorAll("[name=who]")) {
      one.checked = all.checked;
    }
  } else if (all && target.name === "who") {
    all.checked = [...target.form.querySelectorAll("[name=who]")].every((one) => one.checked);
  }
});
