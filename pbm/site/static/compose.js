// Composes a move by clicks. It knows no rules, only the legal moves.
"use strict";
(() => {
  const box = document.getElementById("compose");
  if (!box) return;
  const byId = (name) => document.getElementById(name);
  const onClick = (element, act) => element?.addEventListener("click", act);
  const { url, local, domain, subject } = box.dataset;
  const ply = Number(box.dataset.ply);
  const board = byId("board");
  const cells = new Map();
  let moves = [];
  let chosen = [];
  let picked = "";
  let tries = 0;
  let told, layer, timer;

  // The reply address is in the fragment, which servers never see.
  const { hash } = location;
  const comes = () => /[#&]reply=/i.test(location.hash);
  const found = /[#&]reply=(.+?)(?:\+|%2b)([a-z2-7]{26})(?:@|%40)([^&]+)/.exec(hash.toLowerCase());
  const wanted = Number(/[#&]ply=(\d{1,4})/.exec(hash)?.[1] ?? ply);
  const reply = found && found[1] === local && found[3] === domain ? `${local}+${found[2]}` : "";
  const setHash = (text) => history.replaceState(null, "", text || location.href.split("#")[0]);
  if (comes()) setHash("");
  addEventListener("hashchange", () => comes() && location.reload());

  function only(kind, name) {
    for (const each of box.querySelectorAll(`[data-${kind}]`)) each.hidden = each.dataset[kind] !== name;
  }

  function tell(when) {
    only("when", when);
    byId("making").hidden = when !== "choose";
    if (when !== "choose") layer.replaceChildren();
  }

  // A move is written as the length that it shares with the one before, and the rest.
  // A move's way ends before "="; then follows the cell to which another piece goes.
  function listed(text, names) {
    const stepsOf = (part) => (names && part.match(new RegExp(names, "g"))) || [part];
    let before = "";
    return text.split("\n").map((line) => {
      before = before.slice(0, parseInt(line[0], 36)) + line.slice(1);
      return { text: before, steps: stepsOf(before), way: stepsOf(before.split("=")[0]).length };
    });
  }

  function loadLater(seconds) {
    clearTimeout(timer);
    timer = setTimeout(() => document.hidden || load(), 1000 * seconds);
  }

  // The mail is newer than this page, which is soon updated unless the move was taken back,
  // and then needs the address again.
  function waitForPage(newest) {
    if (newest < wanted && tries++ > 20) return tell("stale");
    tell("early");
    if (newest < wanted) return loadLater(4);
    setTimeout(() => {
      setHash(hash);
      location.reload();
    }, 2000);
  }

  async function load() {
    loadLater(60);
    let now;
    try {
      const answer = await fetch(url, { cache: "no-store" });
      if (!answer.ok) return tell(answer.status === 404 ? "stale" : "alone");
      now = await answer.json();
    } catch {
      return tell("alone");
    }
    if (wanted > ply) return waitForPage(now.ply);
    if (now.ply !== ply || wanted < ply) return tell("stale");
    if (!now.moves) return tell("many");
    if (told) return;
    told = now;
    moves = listed(told.moves, told.names);
    draw();
    if (reply && box.getBoundingClientRect().bottom > innerHeight) board.scrollIntoView();
  }

  function choose(steps, text = "") {
    chosen = steps;
    picked = text;
    draw();
    (layer.querySelector(".can") || byId("choices").firstChild || byId("undo")).focus({ preventScroll: true });
  }

  // The ends of ways, each with its shortest steps.
  function endsOf(left, next) {
    const ends = new Map();
    for (const { steps, way } of left) {
      const end = steps[way - 1];
      const rest = steps.slice(chosen.length, way);
      const isNew = cells.has(end) && !next.has(end) && !(ends.get(end)?.length <= rest.length);
      if (isNew && rest.length > 1 && chosen.length) ends.set(end, rest);
    }
    return ends;
  }

  function draw() {
    const left = moves.filter((move) => chosen.every((step, at) => move.steps[at] === step));
    const done = left.filter((move) => move.steps.length === chosen.length);
    const next = new Set(left.map((move) => move.steps[chosen.length]).filter(Boolean));
    if (done.length === 1) picked = done[0].text;
    tell("choose");
    drawLayer(next, endsOf(left, next));
    const several = done.length > 1 ? done : [];
    byId("choices").replaceChildren(
      ...[...next].filter((step) => !cells.has(step)).map((step) => button(step, [...chosen, step])),
      ...several.map(({ text }) => button(text, chosen, text)),
    );
    byId("name").textContent = picked || chosen.join(" · ");
    only("hint", hint(left, next.size, several.length));
    byId("undo").disabled = byId("clear").disabled = !chosen.length;
    finish();
  }

  function hint(left, more, several) {
    if (picked) return more ? "further" : "whole";
    if (several) return "which";
    if (!layer.querySelector(".can")) return "buttons";
    if (!chosen.length) return "first";
    const others = left.filter((move) => move.way <= chosen.length).length;
    if (others) return others < left.length ? "either" : "other";
    return layer.querySelector(".end") ? "ends" : "next";
  }

  function button(label, steps, text) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.setAttribute("aria-pressed", label === picked);
    onClick(made, () => choose(steps, text));
    return made;
  }

  function finish() {
    byId(told.right ? "check" : "finished").hidden = !picked;
    if (told.right) return only("verdict", "");
    byId("line").value = picked;
    const [to, ask, body] = [reply, subject, `${picked}\r\n`].map(encodeURIComponent);
    byId("mail").href = `mailto:${to}@${domain}?subject=${ask}&body=${body}`;
    if (picked) byId("finished").scrollIntoView({ block: "nearest" });
  }

  // Without a reply address or a mail program, the move is copied.
  function prepare() {
    byId("mailing").hidden = byId("asked").hidden = byId("addressed").hidden = !reply;
    byId("copying").open = !(byId("watching").hidden = reply);
    byId("address").value = `${reply}@${domain}`;
    for (const each of box.querySelectorAll("[data-copy]"))
      onClick(each, () => {
        const line = byId(each.dataset.copy);
        line.select();
        if (navigator.clipboard) navigator.clipboard.writeText(line.value);
        else document.execCommand("copy");
        each.classList.add("did");
      });
  }

  // Moves that set pieces name them; steps without cells fill those in `filled` in turn.
  function drawLayer(next, ends) {
    const { cells: filled = [], pieces } = told;
    const placeOf = (step, at) => cells.get(filled[at] || step);
    const way = chosen.map(placeOf).filter(Boolean);
    const made = pieces ? way.map((cell, at) => piece(cell, pieces[chosen[at]] || pieces[""])) : [];
    const points = way.map(({ x, y }) => [x, y]).join(" ");
    if (!pieces) for (const name of ["way edge", "way"]) made.push(shape("polyline", { class: name, points }));
    const marked = filled.length ? [placeOf("", chosen.length)].filter(Boolean) : way;
    for (const { x, y, r } of marked) made.push(shape("circle", { class: "hit done", cx: x, cy: y, r }));
    for (const step of next) if (cells.has(step)) made.push(hit(step, "can", [step]));
    for (const [end, steps] of ends) made.push(hit(end, "can end", steps));
    layer.replaceChildren(...made);
  }

  function piece({ x, y }, drawn) {
    const made = shape("g", { transform: `translate(${x},${y})` });
    made.innerHTML = drawn;
    return made;
  }

  function hit(name, kind, steps) {
    const { x, y, r } = cells.get(name);
    const made = shape("circle", {
      class: `hit ${kind}`, cx: x, cy: y, r, role: "button", tabindex: 0, "aria-label": name,
    });
    const act = () => choose([...chosen, ...steps]);
    onClick(made, act);
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    return made;
  }

  function shape(name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  }

  for (const cell of board.querySelectorAll("[data-c]")) {
    const { x, y, width, height } = cell.getBBox();
    cells.set(cell.dataset.c, { x: x + width / 2, y: y + height / 2, r: Math.max(width / 2, 40) });
  }
  board.setAttribute("role", "group");
  layer = board.appendChild(shape("g", { id: "layer" }));
  document.addEventListener("ply", (event) => { layer.style.display = event.detail ? "" : "none"; });
  onClick(byId("undo"), () => choose(chosen.slice(0, -1)));
  onClick(byId("clear"), () => choose([]));
  onClick(byId("check"), () => only("verdict", told.right.includes(picked) ? "right" : "wrong"));
  document.addEventListener("visibilitychange", () => document.hidden || load());
  addEventListener("focus", load);
  if (byId("mail")) prepare();
  box.hidden = false;
  tell("wait");
  load();
})();
