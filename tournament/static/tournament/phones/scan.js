// The next card at the door: the camera reads its square where this browser can, else its number is typed.
const EVERY_MS = 250;
const dialog = document.getElementById("scan");
const picture = dialog.querySelector("video");
const said = document.getElementById("scan-said");
const typed = document.getElementById("scan-badge");
const next = document.getElementById("scan-next");
const OTHER = "Hold the camera of the phone over the next card: its square opens here.";

// A card names the laptop by the address it was printed under: only the code of its guest is taken.
function opened(text) {
  const [, code] = /\/G\/([A-Z2-7]{26})\b/i.exec(text) ?? [];
  if (code) {
    close();
    location.assign(`/G/${code.toUpperCase()}`);
  }
  return Boolean(code);
}

function close() {
  for (const track of picture.srcObject?.getTracks() ?? []) {
    track.stop();
  }
  picture.srcObject = null;
  picture.hidden = true;
}

async function look(reader) {
  if (!picture.srcObject) {
    return;
  }
  const found = await reader.detect(picture).catch(() => []);
  if (found.some((one) => opened(one.rawValue))) {
    return;
  }
  said.textContent = found.length ? "That is no guest’s card." : "Hold the square before the camera.";
  setTimeout(look, EVERY_MS, reader);
}

async function scan() {
  dialog.showModal();
  said.textContent = OTHER;
  if (!window.BarcodeDetector || !navigator.mediaDevices) {
    return;
  }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (!dialog.open) {
      stream.getTracks().forEach((track) => track.stop());
      return;
    }
    picture.srcObject = stream;
    picture.hidden = false;
    await picture.play();
    look(new window.BarcodeDetector({ formats: ["qr_code"] }));
  } catch {
    // No camera, or none allowed: the phone's own one opens the card as well.
    close();
  }
}

next.hidden = false;
next.addEventListener("click", scan);
dialog.addEventListener("close", () => {
  close();
  if (dialog.returnValue === "open" && /^[0-9]+$/.test(typed.value)) {
    location.assign(location.pathname.replace(/[0-9]+\/card\/$/, `${Number(typed.value)}/card/`));
  }
});
