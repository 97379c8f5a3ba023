// A new password is typed once: a key beside it shows what was typed. Sent, it is a password again, which no browser keeps as text.
for (const field of document.querySelectorAll('input[autocomplete="new-password"]')) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = "button button-small";
  key.textContent = "Show";
  key.setAttribute("aria-label", "Show the password");
  key.setAttribute("aria-controls", field.id);
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    key.textContent = shown ? "Hide" : "Show";
    key.setAttribute("aria-pressed", String(shown));
  };
  key.addEventListener("click", () => show(field.type === "password"));
  field.form.addEventListener("submit", () => show(false));
  show(false);
  const both = document.createElement("span");
  both.className = "show-both";
  field.replaceWith(both);
  both.append(field, key);
}
