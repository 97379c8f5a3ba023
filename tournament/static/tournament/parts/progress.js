// Long work behind a link: tells how far it is, and hands the file over when it is made; without this script the link does.
// The link: data-progress is the id of the line that tells, data-kind the media type, data-name the name of the file.
// A form may have data-progress too. Without data-kind what comes of it is one last sentence or another page, and data-renews names the
// parts of the page to fetch again.
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function keep(pieces, link) {
  const there = document.createElement("a");
  there.href = URL.createObjectURL(new Blob(pieces, { type: link.dataset.kind }));
  there.download = link.dataset.name;
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

async function saved(stream, from, told) {
  const pieces = await read(stream, told, from.dataset.verb);
  if (pieces.length) {
    keep(pieces, from);
    told.textContent = "Ready: it is among your downloads.";
  }
}

async function make(link, told) {
  told.textContent = "Preparing";
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/x-progress" } });
    if (!answer.ok || answer.redirected) {
      location.assign(link.href);
      return;
    }
    await saved(answer.body, link, told);
  } catch {
    told.textContent = "The laptop did not answer. Try again.";
  }
}

for (const link of document.querySelectorAll("a[data-progress]")) {
  const told = document.getElementById(link.dataset.progress);
  let busy = false;
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    if (!busy) {
      busy = true;
      await make(link, told);
      busy = false;
    }
  });
}

async function send(form, button, told) {
  const body = new FormData(form);
  if (button?.name) {
    body.append(button.name, button.value);
  }
  told.textContent = form.dataset.verb ?? "Preparing";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/x-progress" } });
    const isFile = answer.ok && answer.headers.get("Content-Type")?.startsWith("text/x-progress");
    if (answer.status === 403 || answer.status === 404 || (form.dataset.kind && !isFile)) {
      // Sent as a page is, what was typed is kept and sent on, and what was refused is said.
      if (button?.name) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      }
      form.submit();
      return;
    }
    if (!answer.ok || answer.redirected) {
      location.reload();
      return;
    }
    await saved(answer.body, form, told);
  } catch {
    told.textContent = "The laptop did not answer. Try again.";
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
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!busy) {
      busy = true;
      await send(form, event.submitter, told);
      busy = false;
      await renew(form.dataset.renews?.split(" ") ?? []);
    }
  });
}
