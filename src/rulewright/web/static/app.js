// The live table: keeps the page's parts as the server tells them, says when the connection is lost, and gives keys.
"use strict";

const live = document.querySelector("[data-stream]");
const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "no";

function formToken() {
  return JSON.parse(document.body.getAttribute("hx-headers"))["x-form-token"];
}

function fillTokens(root) {
  for (const field of root.querySelectorAll("[data-token]")) field.value = formToken();
}

// ---- parts of the page

function replacePart(name, html) {
  const part = document.getElementById(name);
  if (!part) return;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const kept = focused && (focused.id || focused.getAttribute("href"));
  const open = [...part.querySelectorAll("details")].map((one) => one.open);
  const seen = part.querySelector(".field-scroll");
  const [left, top] = seen ? [seen.scrollLeft, seen.scrollTop] : [0, 0];
  const listed = part.querySelector(".goings .chosen");
  const way = listed ? [...listed.querySelectorAll("button")].indexOf(focused) : -1;
  part.innerHTML = html;
  part.dataset.version = String(Number(part.dataset.version || 0) + 1);
  part.querySelectorAll("details").forEach((one, place) => { one.open = Boolean(open[place]); });
  fillTokens(part);
  htmx.process(part);
  part.querySelector(".field-scroll")?.scrollTo(left, top);
  roveSquares(part);
  const listedAgain = listed && document.getElementById(listed.id);
  if (listedAgain) listedAgain.classList.add("chosen");
  if (way >= 0 && listedAgain) {
    (listedAgain.querySelectorAll("button")[way] || listedAgain.querySelector("button")).focus({ preventScroll: true });
  } else if (kept) {
    const again = document.getElementById(kept) || part.querySelector(`[href="${CSS.escape(kept)}"]`);
    (again || part.querySelector("h2[tabindex]") || document.getElementById("main")).focus({ preventScroll: true });
  } else if (focused) {
    (part.querySelector("h2[tabindex]") || document.getElementById("main")).focus({ preventScroll: true });
  }
  if (name === "turn") turnChanged(part);
}

function appendLines(html) {
  const log = document.getElementById("log");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const draft = document.createElement("template");
  draft.innerHTML = html;
  for (const line of draft.content.children) line.classList.add("fresh");
  log.append(draft.content);
  htmx.process(log);
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function replaceLog(html) {
  const log = document.getElementById("log");
  log.innerHTML = html;
  htmx.process(log);
  log.scrollTop = log.scrollHeight;
}

// ---- my turn

let mineBefore = null;

function turnChanged(part) {
  const mine = part.querySelector('form[data-mine="yes"]');
  const now = mine ? mine.textContent : "";
  if (now && now !== mineBefore) {
    document.title = "● " + document.title.replace(/^● /, "");
    if (mineBefore !== null && document.documentElement.dataset.sound === "yes") chime();
  }
  if (!now) document.title = document.title.replace(/^● /, "");
  const odds = document.getElementById("odds");
  if (odds && mineBefore !== null && now !== mineBefore) odds.replaceChildren(); // they were of what was asked before
  mineBefore = now;
}

function chime() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(660, audio.currentTime);
  tone.frequency.setValueAtTime(880, audio.currentTime + 0.12);
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
  tone.onended = () => audio.close();
}

// ---- the stream

let lastSeen = live ? live.dataset.seq : "";
let waited = 1000;
let heard = Date.now();
const SILENCE = 40000;  // the server says something every 15 seconds

function connect(known = "") {
  heard = Date.now();
  const source = new EventSource(live.dataset.stream + known);  // without a number everything comes anew
  const offline = document.getElementById("offline");
  const told = (name, act) => source.addEventListener(name, (event) => {
    heard = Date.now();
    if (event.lastEventId) lastSeen = event.lastEventId;
    act(event.data);
  });
  const watch = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) { clearInterval(watch); return; }
    if (Date.now() - heard < SILENCE) return;
    clearInterval(watch);
    source.close();
    offline.hidden = false;
    connect();
  }, 5000);
  source.onopen = () => {
    heard = Date.now();
    waited = 1000;
    live.dataset.live = "yes";
    if (!offline.hidden) { offline.hidden = true; notice(document.body.dataset.online); }
  };
  source.onerror = () => {
    live.dataset.live = "no";
    offline.hidden = false;
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => connect(), waited);
      waited = Math.min(waited * 2, 15000);
    }
  };
  told("alive", () => {});
  told("lines", appendLines);
  told("log", replaceLog);
  told("turn", (html) => replacePart("turn", html));
  told("board", (html) => replacePart("board", html));
  told("revoked", () => { source.close(); location.reload(); });
}

addEventListener("offline", () => { if (live) document.getElementById("offline").hidden = false; });

function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = "";
  const line = document.createElement("p");
  line.textContent = text;
  place.append(line);
  setTimeout(() => { if (line.parentNode) line.remove(); }, 6000);
}

if (live) {
  const log = document.getElementById("log");
  log.scrollTop = log.scrollHeight;
  roveSquares(document);
  showActive();
  turnChanged(document.getElementById("turn"));
  connect(`?after=${lastSeen}&parts=${live.dataset.parts}`);
}

// ---- forms and keys

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (event.detail.successful && event.detail.xhr.status === 204) {
    document.getElementById("notice").textContent = "";
    if (form.matches("[data-reset]")) form.reset();
  }
});

// An answer to a form that the stream has replaced meanwhile: only what it says is still of use. What happens to such a
// form is heard by nobody but itself.
function answered(event) {
  if (event.detail.elt.isConnected) return;
  event.preventDefault();
  const { xhr } = event.detail;
  if (xhr.getResponseHeader("hx-retarget") === "#notice") document.getElementById("notice").innerHTML = xhr.responseText;
}

document.addEventListener("htmx:beforeRequest", (event) => event.detail.elt.addEventListener("htmx:beforeOnLoad", answered));

document.addEventListener("htmx:sendError", () => notice(document.body.dataset.offline));

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  event.preventDefault();
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice(button.dataset.copied || "");
  } catch {
    field.focus();
  }
});

document.addEventListener("keydown", (event) => {
  const turn = document.getElementById("turn");
  if (!turn || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  const at = document.activeElement;
  if (at && at.matches("input, textarea, select, button, a, summary")) return;
  const form = turn.querySelector('form[data-mine="yes"]');
  if (!form) return;
  if (event.key === "Enter") {
    const usual = form.querySelector("[data-default]");
    if (usual) { event.preventDefault(); usual.click(); }
  } else if (/^[1-9]$/.test(event.key)) {
    const button = form.querySelectorAll(".choices button")[Number(event.key) - 1];
    if (button) { event.preventDefault(); button.focus(); button.click(); }
  }
});

// ---- long lists are searched as one types

function filterList(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const list = document.getElementById(field.dataset.filter);
  let shown = 0;
  for (const item of list.querySelectorAll("[data-item]")) {
    const text = item.textContent.toLocaleLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  for (const fold of list.querySelectorAll(".fold")) if (words.length) fold.open = true;
  const status = document.getElementById(field.dataset.filterStatus);
  status.textContent = shown ? "" : status.dataset.none;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) filterList(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-filter]")) event.preventDefault();
});

document.addEventListener("htmx:afterSwap", () => {
  for (const field of document.querySelectorAll("[data-filter]")) filterList(field);
});

// ---- fields: one square in reach is a stop of the Tab key, the arrow keys go on from there, choosing one goes there

function roveSquares(root, stop = null) {
  const squares = root.querySelectorAll(".field a.square");
  squares.forEach((one, place) => { one.setAttribute("tabindex", one === stop || (!stop && !place) ? "0" : "-1"); });
}

function showActive() {
  const frame = document.querySelector(".field-scroll");
  const token = frame?.querySelector(".token.active") || frame?.querySelector(".token.mine");
  if (!token) return;
  const [at, seen] = [token.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollTo(at.left - seen.left - frame.clientWidth / 2, at.top - seen.top - frame.clientHeight / 2);
}

document.addEventListener("focusin", (event) => {
  const square = event.target.closest?.(".field a.square");
  if (square) roveSquares(square.ownerSVGElement, square);
});

// A square with one way to it is gone to at once; with several they are listed below the field.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#reach-"]');
  const going = link && document.getElementById(link.getAttribute("href").slice(1));
  if (!going) return;
  event.preventDefault();
  const ways = going.querySelectorAll("button");
  for (const one of document.querySelectorAll(".goings > ul > li")) one.classList.toggle("chosen", one === going && ways.length > 1);
  for (const one of document.querySelectorAll(".field a.square")) one.classList.toggle("chosen", one.getAttribute("href") === link.getAttribute("href"));
  if (ways.length === 1) ways[0].click();
  else ways[0]?.focus();
});

// A way that is taken closes its list, and the focus goes back to the square.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches(".goings")) return;
  for (const one of event.detail.elt.querySelectorAll(".chosen")) {
    document.querySelector(`.field a.square[href="#${one.id}"]`)?.focus({ preventScroll: true });
    one.classList.remove("chosen");
  }
});

// ---- maps and fields: the arrow keys go to the neighbour in that direction; on maps what others do is drawn

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function placeTowards(from, [right, down]) {
  let best = null, least = Infinity;
  for (const one of from.ownerSVGElement.querySelectorAll("a.place, a.square")) {
    const dx = one.dataset.x - from.dataset.x, dy = one.dataset.y - from.dataset.y;
    const ahead = dx * right + dy * down, aside = Math.abs(dx * down + dy * right);
    if (ahead <= 0 || aside > ahead * 2) continue;
    const far = ahead + 2 * aside;
    if (far < least) { least = far; best = one; }
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  const at = event.target.closest?.(".map a.place, .field a.square");
  if (!at || !ARROWS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = placeTowards(at, ARROWS[event.key]);
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
});

const liveMap = document.querySelector("[data-map-stream]");

async function drawMapAnew() {
  const answer = await fetch(location.href, { headers: { "hx-request": "true" } });
  if (answer.ok) replacePart("map-drawn", await answer.text());
}

if (liveMap) {
  const frame = liveMap.querySelector(".map-scroll");
  const shown = [".place.chosen", ".place.current", ".place"].map((one) => frame.querySelector(one)).find(Boolean);
  if (shown) frame.scrollTo(shown.dataset.x - frame.clientWidth / 2, shown.dataset.y - frame.clientHeight / 2);
  const source = new EventSource(`${liveMap.dataset.mapStream}?after=${liveMap.dataset.seq}&parts=${liveMap.dataset.parts}`);
  let waiting = 0;
  const changed = () => { clearTimeout(waiting); waiting = setTimeout(drawMapAnew, 150); };
  for (const name of ["lines", "log", "board", "turn"]) source.addEventListener(name, changed);
  source.addEventListener("revoked", () => { source.close(); location.reload(); });
  source.onopen = () => { liveMap.dataset.live = "yes"; };
}
