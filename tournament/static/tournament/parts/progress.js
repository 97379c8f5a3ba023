// Long work behind a form: tells how far it is, and what came of it; without this script the form is sent as any other.
// The form: data-progress is the id of the line that tells. Of a file data-kind is the media type and data-name the name under which it is
// saved. Without them what comes of it is one last sentence or another page, and data-renews names the parts of the page to fetch again.
// With data-begins, the id of the part with its button, the work begins by itself, and the button is there again where no file came.
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function keep(pieces, form) {
  const there = document.createElement("a");
  there.href = URL.createObjectURL(new Blob(pieces, { type: form.dataset.kind }));
  there.download = form.dataset.name;
  there.click();
  setTimeout(() => URL.revokeObjectURL(there.href), 60000);
}

// Lines such as "3/7 Score cards" until "file"; all that follows is the file.
async function read(stream, told, verb = "Preparing") {
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
      file = line === "file";
      told.textContent = file ? "Putting it together" : `${verb} ${line}`;
      const last = /^(refused|done|page) /.exec(line);
      if (last?.[1] === "page") {
        told.textContent = "Ready";
        location.assign(line.slice(last[0].length));
        return [];
      }
      if (last) {
        told.textContent = line.slice(last[0].length);
        return [];
      }
    }
    if (file) {
      pieces.push(rest);
    }
  }
  return pieces;
}

function answerTo(form, button) {
  const headers = { Accept: "text/x-progress" };
  if (form.method === "get") {
    return fetch(form.action, { headers });
  }
  const body = new FormData(form);
  if (button?.name) {
    body.append(button.name, button.value);
  }
  return fetch(form.action, { method: "POST", body, headers });
}

// Whether a file came.
async function send(form, button, told) {
  told.textContent = form.dataset.verb ?? "Preparing";
  try {
    const answer = await answerTo(form, button);
    const isFile = answer.ok && answer.headers.get("Content-Type")?.startsWith("text/x-progress");
    if (answer.status === 403 || answer.status === 404 || (form.dataset.kind && !isFile)) {
      // Sent as a page is, what was typed is kept and sent on, and what was refused is said.
      if (button?.name) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      }
      form.submit();
      return false;
    }
    if (!answer.ok || answer.redirected) {
      location.reload();
      return false;
    }
    const pieces = await read(answer.body, told, form.dataset.verb);
    if (pieces.length) {
      keep(pieces, form);
      told.textContent = "Ready: it is among your downloads.";
    }
    return pieces.length > 0;
  } catch {
    told.textContent = "The laptop did not answer. Try again.";
    return false;
  }
}

// The next press need not wait for it, and without the laptop the page stays as it is.
async function renew(parts) {
  if (!parts.length) {
    return;
  }
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    for (const part of parts) {
      document.getElementById(part)?.replaceWith(page.getElementById(part));
    }
  } catch {
    return;
  }
}

for (const form of document.querySelectorAll("form[data-progress]")) {
  const told = document.getElementById(form.dataset.progress);
  const again = document.getElementById(form.dataset.begins ?? "");
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!busy) {
      busy = true;
      again?.setAttribute("hidden", "");
      const received = await send(form, event.submitter, told);
      again?.toggleAttribute("hidden", received);
      busy = false;
      await renew(form.dataset.renews?.split(" ") ?? []);
    }
  });
  again?.querySelector("button").click();
}
