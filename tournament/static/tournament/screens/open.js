// A wall opens in a window without bars, at the second display where the browser says that there is one; W presses it.
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-open-wall]")) {
    const left = screen.isExtended ? screen.availLeft + screen.availWidth : screen.availLeft + 40;
    event.target.target = `wall-${Date.now()}`;
    window.open("about:blank", event.target.target, `popup,left=${left},top=0,width=1280,height=720`);
    // The next press is another wall.
    const { key } = event.target.elements;
    setTimeout(() => { key.value = `${key.value.slice(0, 40)}-${Date.now()}`; });
  }
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
  if (event.key === "w" && !typing && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat) {
    document.querySelector("[data-open-wall] button")?.click();
  }
});
