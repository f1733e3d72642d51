// Composes a move by clicks. It knows no rules, only the file that it reads.
"use strict";
(() => {
  const byId = (name) => document.getElementById(name);
  const box = byId("compose");
  const board = byId("board");
  const { url, wanted } = box.dataset;
  const looks = JSON.parse(box.dataset.looks);
  const captions = JSON.parse(box.dataset.captions);
  const ply = Number(box.dataset.ply);
  const cells = new Map();
  const send = (name, detail) => box.dispatchEvent(new CustomEvent(name, { detail }));
  let chosen = [];
  let picked = "";
  // first: the move to which an answer is tried. standing: the pieces on the cells.
  let told, offered, moves, first, standing, timer;

  function only(kind, name) {
    for (const each of box.querySelectorAll(`[data-${kind}]`)) each.hidden = each.dataset[kind] !== name;
  }

  function tell(when) {
    only("when", when);
    byId("making").hidden = when !== "choose";
    if (when !== "choose") layer.replaceChildren();
  }

  function loadLater(seconds) {
    clearTimeout(timer);
    timer = setTimeout(() => document.hidden || load(), 1000 * seconds);
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
    if (wanted > ply) {
      tell("early");
      loadLater(4);
      return send("early", now.ply);
    }
    if (now.ply !== ply || wanted < ply) return tell("stale");
    if (!now.moves) return tell("many");
    if (told) return;
    told = now;
    offer();
  }

  // A move is written as the length that it shares with the one before, and the rest.
  // A move's way ends before "="; then follows the cell to which another piece goes.
  function offer(answered, steps = []) {
    first = answered;
    offered = first ? told.answers : told;
    const names = new RegExp(offered.names || ".+", "g");
    const stepsOf = (part) => part.match(names) || [part];
    const without = first ? told.without[first.number] : [];
    let text = "";
    moves = offered.moves.split("\n").map((line, number) => {
      text = text.slice(0, parseInt(line[0], 36)) + line.slice(1);
      return { number, text, steps: stepsOf(text), way: stepsOf(text.split("=")[0]).length };
    }).filter(({ number }) => !without.includes(number));
    choose(steps);
  }

  function choose(steps, text = "") {
    const isOpening = !standing;
    chosen = steps;
    picked = text;
    draw();
    if (!isOpening) (layer.querySelector(".can") || byId("choices").firstChild || byId("undo")).focus({ preventScroll: true });
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
    const whole = done.find(({ text }) => text === picked);
    tell("choose");
    stand(whole || left[0], whole);
    drawLayer(whole || left[0], next, endsOf(left, next));
    const several = done.length > 1 ? done : [];
    byId("choices").replaceChildren(
      ...[...next].filter((step) => !cells.has(step)).map((step) => button(step, [...chosen, step])),
      ...several.map(({ text }) => button(text, chosen, text)),
    );
    byId("name").textContent = picked || chosen.join(" · ");
    only("hint", hint(left, next.size, several.length));
    byId("undo").disabled = byId("clear").disabled = !chosen.length && !first;
    if (told.right) {
      const check = byId("check");
      check.hidden = !picked;
      check.onclick = () => only("verdict", told.right.includes(picked) ? "right" : "wrong");
      return only("verdict", "");
    }
    const further = byId("further");
    further.hidden = first || !told.without?.[whole?.number];
    further.onclick = () => offer(whole);
    send("picked", [first ? first.text : picked, first && picked]);
  }

  function hint(left, more, several) {
    if (picked) return first ? "answered" : more ? "further" : "whole";
    if (several) return "which";
    if (!layer.querySelector(".can")) return "buttons";
    if (!chosen.length) return first ? "answer" : "first";
    const others = left.filter((move) => move.way <= chosen.length).length;
    if (others) return others < left.length ? "either" : "other";
    return layer.querySelector(".end") ? "ends" : "next";
  }

  function button(label, steps, text) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.setAttribute("aria-pressed", label === picked);
    made.onclick = () => choose(steps, text);
    return made;
  }

  // Steps that set pieces name their cells, or fill those in `filled` in turn. A piece that was
  // lifted ends its way where another may stand, which goes elsewhere.
  function stand({ way }, whole) {
    const { cells: filled, pieces } = offered;
    const [origin] = chosen;
    const end = chosen[Math.min(way, chosen.length) - 1];
    standing = { ...told.stand, ...(first && told.after[first.number]) };
    if (!first && whole && told.after) Object.assign(standing, told.after[whole.number]);
    else if (pieces) for (const at in chosen) standing[filled[at] || chosen[at]] = pieces[chosen[at]] ?? pieces[""];
    else if (end !== origin) {
      const { [origin]: lifted, [end]: below } = standing;
      delete standing[origin];
      standing[end] = lifted;
      if (chosen[way]) standing[chosen[way]] = below;
    }
  }

  function drawLayer({ way }, next, ends) {
    const { cells: filled = [], pieces } = offered;
    const made = [];
    const line = (kind, steps) => {
      const points = steps.map((step) => cells.get(step)).filter(Boolean).map(({ x, y }) => [x, y]);
      made.push(shape("polyline", { class: kind, points }));
    };
    const isBegun = chosen.length > 0 || !!first;
    board.classList.toggle("composing", isBegun);
    if (isBegun) {
      const rest = told.rest.replace(/[^<>]+(?=<\/text)/g, (it) => captions[it] || it);
      made.push(piece({ x: 0, y: 0 }, rest));
      if (!pieces) {
        const on = (step, at) => [...(told.between[[chosen[0], chosen[at - 1], step]] || "").split(" "), step];
        for (const kind of ["way edge", "way"]) line(kind, chosen.slice(0, way).flatMap(on));
      }
      for (const [name, cell] of cells) {
        const part = told.parts[standing[name]];
        if (part) made.push(piece(cell, part[0]));
      }
      if (chosen[way]) line("way other", chosen.slice(way - 1, way + 1));
    }
    for (const step of filled.length ? [filled[chosen.length]] : chosen)
      if (cells.has(step)) made.push(circle(step, "hit done"));
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
    const [, look, text] = told.parts[standing[name]] || [];
    const label = [name, looks[look], text].filter(Boolean).join(" ");
    const made = circle(name, `hit ${kind}`, { role: "button", tabindex: 0, "aria-label": label });
    made.onclick = () => choose([...chosen, ...steps]);
    made.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      made.onclick();
    };
    return made;
  }

  function circle(name, kind, more) {
    const { x, y, r } = cells.get(name);
    return shape("circle", { class: kind, cx: x, cy: y, r, "data-step": name, ...more });
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
  const layer = board.appendChild(shape("g", { id: "layer" }));
  document.addEventListener("ply", (event) => board.classList.toggle("past", !event.detail));
  byId("undo").onclick = () => chosen.length ? choose(chosen.slice(0, -1)) : offer(null, first.steps);
  byId("clear").onclick = () => offer();
  document.addEventListener("visibilitychange", () => document.hidden || load());
  addEventListener("focus", load);
  load();
})();
