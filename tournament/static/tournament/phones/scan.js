// The next card at the door: where this browser can, the camera reads its square; else its number
// is typed.
const EVERY_MS = 250;
const dialog = document.getElementById("scan");
const picture = dialog.querySelector("video");
const said = document.getElementById("scan-said");
const typed = document.getElementById("scan-badge");
const next = document.getElementById("scan-next");
const BY_THE_PHONES_CAMERA =
  "Hold the camera of the phone over the next card: its square opens here.";

// Opens the card whose square says this, and answers whether it is one. A card names the laptop by
// the address it was printed under: only the code of its guest is taken, 26 letters of base32
// (site/codes.py).
function openCard(text) {
  const [, code] = /\/G\/([A-Z2-7]{26})\b/i.exec(text) ?? [];
  if (code) {
    stopCamera();
    location.assign(`/G/${code.toUpperCase()}`);
  }
  return Boolean(code);
}

function stopCamera() {
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
  const squares = await reader.detect(picture).catch(() => []);
  if (squares.some((square) => openCard(square.rawValue))) {
    return;
  }
  said.textContent = squares.length ? "That is no guest’s card." : "Hold the square before the camera.";
  setTimeout(look, EVERY_MS, reader);
}

async function scan() {
  dialog.showModal();
  said.textContent = BY_THE_PHONES_CAMERA;
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
    stopCamera();
  }
}

next.hidden = false;
next.addEventListener("click", scan);
// This page lies at …/BADGE/card/, and so does the next one. What is no number opens nothing.
dialog.addEventListener("close", () => {
  stopCamera();
  if (dialog.returnValue === "open" && /^[0-9]+$/.test(typed.value)) {
    location.assign(location.pathname.replace(/[0-9]+\/card\/$/, `${Number(typed.value)}/card/`));
  }
});
