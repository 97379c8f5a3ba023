// The rules of the evening: once opened they open again while the laptop is away, and the page says so when it is true.
import { keepPage } from "../parts/offline.js";

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", () => {
    document.getElementById("rules-kept").hidden = false;
  });
}
keepPage("worker.js", location.pathname, location.pathname);
