// Shows how far the printing of everything is, and hands the PDF over when it is made; without this script the link does.
const link = document.getElementById("print-tonight");
const told = document.getElementById("print-progress");
let busy = false;

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function keep(pieces) {
  const there = document.createElement("a");
  there.href = URL.createObjectURL(new Blob(pieces, { type: "application/pdf" }));
  there.download = `${link.pathname.split("/")[2]}-tonight.pdf`;
  there.click();
  setTimeout(() => URL.revokeObjectURL(there.href), 60000);
  told.textContent = "Ready: the PDF is among your downloads.";
}

// Lines such as "3/7 Score cards" until "pdf"; all that follows is the file.
async function read(stream) {
  const reader = stream.getReader();
  const pieces = [];
  let rest = new Uint8Array();
  let file = false;
  for (let turn = await reader.read(); !turn.done; turn = await reader.read()) {
    if (file) {
      pieces.push(turn.value);
      continue;
    }
    rest = joined(rest, turn.value);
    for (let end = rest.indexOf(10); end >= 0 && !file; end = rest.indexOf(10)) {
      const line = new TextDecoder().decode(rest.subarray(0, end));
      rest = rest.slice(end + 1);
      file = line === "pdf";
      told.textContent = file ? "Binding the pages" : `Preparing ${line}`;
      if (line.startsWith("refused ")) {
        told.textContent = line.slice(8);
        return [];
      }
    }
    if (file) {
      pieces.push(rest);
    }
  }
  return pieces;
}

link?.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  if (busy) {
    return;
  }
  busy = true;
  told.textContent = "Preparing";
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/x-progress" } });
    if (!answer.ok || answer.redirected) {
      location.assign(link.href);
      return;
    }
    const pieces = await read(answer.body);
    if (pieces.length) {
      keep(pieces);
    }
  } catch {
    told.textContent = "The laptop did not answer. Try again.";
  }
  busy = false;
});
