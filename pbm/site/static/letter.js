// Writes the letter with the move that compose.js composes. It runs before compose.js.
"use strict";
(() => {
  const byId = (name) => document.getElementById(name);
  const box = byId("compose");
  const { local, domain, subject, ply } = box.dataset;
  let move = "";
  let tries = 0;

  // The reply address is in the fragment, which servers never see.
  const { hash } = location;
  const comes = () => /[#&]reply=/i.test(location.hash);
  const found = /[#&]reply=(.+?)(?:\+|%2b)([a-z2-7]{26})(?:@|%40)([^&]+)/.exec(hash.toLowerCase());
  const reply = found && found[1] === local && found[3] === domain ? `${local}+${found[2]}` : "";
  const setHash = (text) => history.replaceState(null, "", text || location.href.split("#")[0]);
  if (comes()) setHash("");
  addEventListener("hashchange", () => comes() && location.reload());
  const wanted = Number(/[#&]ply=(\d{1,4})/.exec(hash)?.[1] ?? ply);
  box.dataset.wanted = wanted;

  // The page is soon updated unless the move was taken back, and then needs the address again.
  box.addEventListener("early", ({ detail: newest }) => {
    if (newest >= wanted) {
      setTimeout(() => {
        setHash(hash);
        location.reload();
      }, 2000);
    } else if (tries++ > 20) {
      for (const each of box.querySelectorAll("[data-when]")) each.hidden = each.dataset.when !== "stale";
    }
  });

  box.addEventListener("picked", () => {
    if (reply && box.getBoundingClientRect().bottom > innerHeight) byId("board").scrollIntoView();
  }, { once: true });

  box.addEventListener("picked", ({ detail: [played, answer] }) => {
    move = played;
    byId("finished").hidden = !move;
    if (answer) {
      byId("answer").value = answer;
      byId("ahead").open = true;
    }
    write();
    if (move) byId("finished").scrollIntoView({ block: "nearest" });
  });

  // Lines that play a move and decide what follows it are one command.
  function write() {
    const [answer, then, words] = ["answer", "then", "words"].map((name) => byId(name).value.trim());
    const line = answer && then ? `queue ${move} if ${answer} then ${then}` : move;
    byId("line").value = words ? `${line}\n\n${words}` : line;
    const body = `${byId("line").value}\n`.replaceAll("\n", "\r\n");
    const [to, ask, text] = [reply, subject, body].map(encodeURIComponent);
    byId("mail").href = `mailto:${to}@${domain}?subject=${ask}&body=${text}`;
  }

  // Without a reply address or a mail program, the move is copied.
  byId("mailing").hidden = byId("asked").hidden = byId("addressed").hidden = !reply;
  byId("copying").open = !(byId("watching").hidden = reply);
  byId("address").value = `${reply}@${domain}`;
  box.addEventListener("input", write);
  for (const each of box.querySelectorAll("[data-copy]"))
    each.addEventListener("click", () => {
      const line = byId(each.dataset.copy);
      line.select();
      if (navigator.clipboard) navigator.clipboard.writeText(line.value);
      else document.execCommand("copy");
      each.classList.add("did");
    });
})();
