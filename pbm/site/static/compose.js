// Composes a move by clicks. It knows no rules, only the list of legal moves beside the page.
"use strict";
(() => {
  const box = document.getElementById("compose");
  if (!box) return;
  const byId = (name) => document.getElementById(name);
  const { url, domain, subject } = box.dataset;
  const ply = Number(box.dataset.ply);
  const shapes = "http://www.w3.org/2000/svg";
  const cells = new Map();
  let moves = [];
  let chosen = [];
  let picked = "";
  let right = null;
  let layer = null;

  // The reply address is in the fragment, which no web server sees. It is erased at once.
  const found = /[#&]reply=(pbm)(?:\+|%2B)([a-z2-7]{26})(?:@|%40)([^&]+)/i.exec(location.hash);
  const meant = /[#&]ply=(\d{1,4})/.exec(location.hash);
  const reply = found && found[3].toLowerCase() === domain ? `pbm+${found[2].toLowerCase()}` : "";
  if (/[#&]reply=/.test(location.hash)) history.replaceState(null, "", location.pathname + location.search);

  function tell(when) {
    for (const each of box.querySelectorAll("[data-when]")) each.hidden = each.dataset.when !== when;
    byId("making").hidden = when !== "choose";
    if (when !== "choose" && layer) layer.replaceChildren();
  }

  // Moves are written by what they share with the one before: its length, then the rest.
  // A move's way ends before "="; behind that is where another piece goes.
  function listed(text, names) {
    const stepsOf = (part) => (names && part.match(new RegExp(names, "g"))) || [part];
    let before = "";
    return text.split("\n").filter(Boolean).map((line) => {
      before = before.slice(0, parseInt(line[0], 36)) + line.slice(1);
      return { text: before, steps: stepsOf(before), way: stepsOf(before.split("=")[0]).length };
    });
  }

  async function load() {
    let told;
    try {
      const answer = await fetch(url, { cache: "no-store" });
      if (!answer.ok) return tell(answer.status === 404 ? "stale" : "alone");
      told = await answer.json();
    } catch {
      return tell("alone");
    }
    if (told.ply !== ply || (meant && Number(meant[1]) < ply)) return tell("stale");
    if (meant && Number(meant[1]) > ply) return tell("early");
    if (!told.moves) return tell("many");
    if (!moves.length) {
      right = told.right;
      moves = listed(told.moves, told.names);
      draw();
    }
  }

  const fitting = () => moves.filter((move) => chosen.every((step, at) => move.steps[at] === step));

  function choose(...steps) {
    picked = "";
    chosen.push(...steps);
    draw(true);
  }

  // The ends of ways that go on over other cells, each with the steps of the shortest way there.
  function endsOf(left, next) {
    const ends = new Map();
    for (const move of left) {
      const end = move.steps[move.way - 1];
      const rest = move.steps.slice(chosen.length, move.way);
      if (rest.length > 1 && chosen.length && cells.has(end) && !next.has(end))
        if (!ends.has(end) || rest.length < ends.get(end).length) ends.set(end, rest);
    }
    return ends;
  }

  function draw(moved) {
    const left = fitting();
    const done = left.filter((move) => move.steps.length === chosen.length);
    const next = new Set(left.map((move) => move.steps[chosen.length]).filter(Boolean));
    if (done.length === 1) picked = done[0].text;
    tell("choose");
    drawLayer(next, endsOf(left, next));
    const signs = [...next].filter((step) => !cells.has(step));
    const several = done.length > 1 ? done.map((move) => move.text) : [];
    byId("choices").replaceChildren(
      ...signs.map((sign) => button(sign, false, () => choose(sign))),
      ...several.map((text) => button(text, text === picked, () => { picked = text; draw(true); })),
    );
    byId("name").textContent = picked || chosen.join(" · ");
    byId("several").hidden = !(several.length && !picked);
    byId("undo").disabled = byId("clear").disabled = !chosen.length;
    finish();
    if (moved) (layer.querySelector(".can") || byId("choices").firstChild || byId("undo")).focus({ preventScroll: true });
  }

  function button(text, pressed, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-pressed", pressed);
    made.addEventListener("click", act);
    return made;
  }

  function finish() {
    if (right) {
      byId("check").hidden = !picked;
      byId("right").hidden = byId("wrong").hidden = true;
      return;
    }
    const mail = byId("mail");
    byId("copying").hidden = !(picked && !reply);
    mail.hidden = !(picked && reply);
    byId("line").value = picked;
    const [local, ask] = [encodeURIComponent(reply), encodeURIComponent(subject)];
    mail.href = mail.hidden ? "#" : `mailto:${local}@${domain}?subject=${ask}&body=${encodeURIComponent(`${picked}\r\n`)}`;
  }

  function drawLayer(next, ends) {
    const way = chosen.filter((step) => cells.has(step)).map((step) => cells.get(step));
    const made = [];
    if (way.length > 1)
      for (const name of ["way edge", "way"])
        made.push(shape("polyline", { class: name, points: way.map((cell) => `${cell.x},${cell.y}`).join(" ") }));
    for (const cell of way) made.push(shape("circle", { class: "hit done", cx: cell.x, cy: cell.y, r: cell.r }));
    for (const step of next) if (cells.has(step)) made.push(hit(step, "can", [step]));
    for (const [end, steps] of ends) made.push(hit(end, "can end", steps));
    layer.replaceChildren(...made);
  }

  function hit(name, kind, steps) {
    const { x, y, r } = cells.get(name);
    const made = shape("circle", {
      class: `hit ${kind}`, cx: x, cy: y, r, role: "button", tabindex: 0, "aria-label": name,
    });
    made.addEventListener("click", () => choose(...steps));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(...steps);
    });
    return made;
  }

  function shape(name, attributes) {
    const made = document.createElementNS(shapes, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  }

  const board = byId("board");
  for (const cell of board.querySelectorAll("[data-c]")) {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(cell.getAttribute(name)));
    cells.set(cell.dataset.c, { x, y, r: Math.max(r, 40) });
  }
  board.setAttribute("role", "group");
  layer = board.appendChild(shape("g", { id: "layer" }));
  document.addEventListener("ply", (event) => { layer.style.display = event.detail ? "" : "none"; });
  byId("undo").addEventListener("click", () => { chosen.pop(); picked = ""; draw(true); });
  byId("clear").addEventListener("click", () => { chosen = []; picked = ""; draw(true); });
  byId("check")?.addEventListener("click", () => { byId(right.includes(picked) ? "right" : "wrong").hidden = false; });
  byId("copy")?.addEventListener("click", () => {
    byId("line").select();
    if (navigator.clipboard) navigator.clipboard.writeText(picked);
    else document.execCommand("copy");
  });
  document.addEventListener("visibilitychange", () => document.hidden || load());
  addEventListener("focus", load);
  setInterval(() => document.hidden || load(), 60000);
  box.hidden = false;
  tell("wait");
  load();
})();
