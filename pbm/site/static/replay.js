// Replays a game: its positions stand in the page and share their parts.
"use strict";
(() => {
  const data = document.getElementById("replay");
  const moves = document.getElementById("moves");
  if (!data || !moves) return;
  const { parts, places, positions } = JSON.parse(data.textContent);
  const byId = (name) => document.getElementById(name);
  const pieces = byId("pieces");
  const rows = [...moves.querySelectorAll("a")];
  const last = positions.length - 1;
  const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
  const inside = (ply) => Math.max(0, Math.min(last, ply));
  let at = last;
  let timer;

  // Behind the first position there are only changes.
  positions.reduce((before, changes, ply) => {
    const now = (positions[ply] = [...before]);
    for (const each of changes) now.splice(...each);
    return now;
  });

  // A position lists parts by number, each followed by its place unless negative.
  function drawn(position) {
    const numbers = position.values();
    let made = "";
    for (const each of numbers) {
      if (each < 0) made += parts[-1 - each];
      else made += `<g transform="translate(${places[numbers.next().value]})">${parts[each]}</g>`;
    }
    return made;
  }

  function show(ply) {
    at = inside(ply);
    pieces.innerHTML = drawn(positions[at]);
    moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    rows[at].setAttribute("aria-current", "step");
    byId("where").textContent = `${at} / ${last}`;
    byId("said").textContent = [...rows[at].children].map((each) => each.textContent).join(" ").trim();
    for (const name in steps) byId(name).setAttribute("aria-disabled", inside(steps[name]()) === at);
    const [list, row] = [moves, rows[at]].map((each) => each.getBoundingClientRect());
    if (row.top < list.top || row.bottom > list.bottom) moves.scrollTop += row.top - list.top - list.height / 3;
    document.dispatchEvent(new CustomEvent("ply", { detail: at === last }));
  }

  function go(ply) {
    stop();
    show(ply);
    history.replaceState(null, "", `#ply-${at}`);
  }

  function stop() {
    timer = clearInterval(timer);
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return stop();
    if (at === last) show(0);
    byId("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      show(at + 1);
      if (at === last) stop();
    }, 1100);
  }

  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  for (const name in steps) byId(name).addEventListener("click", () => go(steps[name]()));
  byId("play").addEventListener("click", play);
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    const plain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (!name || !plain || event.target.closest("input, textarea, select, pre")) return;
    event.preventDefault();
    go(steps[name]());
  });
  rows.forEach((row, ply) => {
    row.addEventListener("click", (event) => {
      event.preventDefault();
      go(ply);
    });
  });
  const linked = () => /^#ply-(\d+)$/.exec(location.hash)?.[1];
  addEventListener("hashchange", () => linked() && go(linked()));

  show(linked() ?? last);
})();
