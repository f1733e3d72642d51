"""Small mails that are expensive to parse."""

from __future__ import annotations

KIB = 1024

BOMBS = {
    "empty lines": b"\n" * 256 * KIB,
    "one line": b"\n" + b"a" * 256 * KIB,
    "header": b"To: " + b"a@b.c, " * 40 * KIB,
    "headers": b"From: x\n" * 30 * KIB,
    "encoded words": b"Subject: " + b"=?a?q?" * 40 * KIB,
    "html tags": b"Content-Type: text/html\n\n" + b"<p>" * 80 * KIB,
    "html depth": b"Content-Type: text/html\n\n" + b"<div>" * 50 * KIB,
    "struck html": b"Content-Type: text/html\n\n" + b"<s>a</s>" * 30 * KIB,
    "rules of style": b"Content-Type: text/html\n\n<style>" + b"a,.b{text-decoration:" * 10 * KIB,
    "selectors": b"Content-Type: text/html\n\n<s><style>" + b"a" * 200 * KIB + b"{text-decoration:",
    "style sheets": b"Content-Type: text/html\n\n<s>" + b"<style/*" * 30 * KIB,
    "media": b"Content-Type: text/html\n\n<p style=opacity:0><style>" + b"@media " * 30 * KIB,
    "styles": (
        b"Content-Type: text/html\n\n<style>"
        + b".a{color:red}" * 900
        + b"</style>"
        + b"<p class='a a a' style='color:#fff'>" * 5 * KIB
    ),
    "enriched": b"Content-Type: text/enriched\n\n" + b"<a></a><" * 30 * KIB,
    "excerpts": b"Content-Type: text/enriched\n\n" + b"<excerpt>\n\n" * 20 * KIB,
    "armour": b"\n" + b"-----BEGIN A-----\n" * 2 * KIB + b"-----END B-----\n" * 2 * KIB,
    "armour on a line": b"\n" + b"-----BEGIN PGP " * 20 * KIB,
    "encoded files": b"\n" + b"begin 644 a\n=ybegin line=1\n" * 10 * KIB,
    "base64 for links": b"Content-Transfer-Encoding: base64\n\n" + b"a-\n \n" * 50 * KIB + b"!",
    "uuencode": b"Content-Transfer-Encoding: uuencode\n\nbegin 644 a\n" + b"!@\n" * 80 * KIB,
    "stand-ins": b"\n" + b"[image: <a (see attached file " * 10 * KIB,
    "struck text": b"\n" + (b"~~a " * 120 + b"<s>" * 120 + b"[s] ~a" * 40 + b"\n") * 200,
    "stubs": (
        b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n"
        + b"a b <" * 25 * KIB
        + b"\n--b\nContent-Type: text/html\n\n"
        + b"<s>a b</s>c" * 15 * KIB
    ),
    "stubs in stubs": b"".join(
        b"Content-Type: multipart/alternative; boundary=b%d\n\n--b%d\n\nNo HTML\n--b%d\n"
        % (i, i, i)
        for i in range(7)
    )
    + b"\n--b6\n".join(b"Content-Type: text/html\n\n" + b"<s>a b</s>c" * KIB for _ in range(40)),
    "parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 50 * KIB,
    "depth": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(3000)
    ),
    "attributions": b"\n" + b"On <a@:\n" * 30 * KIB,
    "header blocks": b"\n" + b"To: x\n" * 40 * KIB,
    "misspelt commands": b"\n" + (b"gyges " + b"sohw" * 240 + b"\n") * 270,
    "misread moves": b"\n" + (b"gyges move 17 " + b"13-14x" * 160 + b"\n") * 260,
    "conditions": b"\n" + (b"gyges queue 17 " + b"if 13-14 then 14-15 " * 48 + b"\n") * 260,
    "bare moves": b"\n" + (b"13-14; " * 140 + b"\n") * 260,
    "almost moves": b"\n" + b"13 x 14 = (15) - 16\n" * 12 * KIB,
    "options": b"\n" + (b"gyges challenge bob " + b"-rules=x " * 100 + b"\n") * 270,
    "multiple": b"Subject: multiple\n\n" + (b"gyges " + b"sohw" * 240 + b"\n") * 270,
    "sayings": b"\nWell\n\nabc abc -- " + b"A" * 200 + b" x\n",
    "prefixes": b"Subject: " + b"Re: [a] " * KIB + b"\n\n",
}
