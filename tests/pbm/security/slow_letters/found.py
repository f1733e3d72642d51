"""The slowest letters that the search has found, one or two a family."""

from __future__ import annotations

from tests.pbm.security.slow_letters.families import (
    BASE64,
    CLAIM,
    FLOWED,
    HTML,
    MIXED,
    MULTIPLE,
    QP,
)
from tests.pbm.security.slow_letters.making import Slow

_KENNWORT = "kennwort " + " ".join(f"aaaaaaa{number}" for number in range(99)) + "\n"

FOUND = {
    "lines that speak of a password": Slow(
        (), "", ("kennwort ", "aaaaaaa1", "b ") * 3 + ("\n",), True
    ),
    "a hundred secrets": Slow((), _KENNWORT, ("aaaaaaa9 ", "ab", "\n")),
    "secrets in a page": Slow((HTML, BASE64), _KENNWORT, ("<b>", "&#97;", "aaaaaaa9", "YWJj")),
    "odd characters": Slow(
        ("Content-Type: text/plain; charset=koi8-r", QP),
        "kennwort ",
        ("\x00", "13", "\x0c", "\n", "aaaaaaa1", "\U0001f600", "a", "\u200b"),
    ),
    "characters of many kinds": Slow(
        ("Content-Type: text/plain; charset=utf-8", QP),
        "",
        ("&amp;", "+AGE-", "~{VP~}", "\n", "&", "\x1b$B0!\x1b(B", "~{VP~}", "\u00ff", "=\n", "=="),
        True,
    ),
    "lines that are nearly commands": Slow(
        (MULTIPLE,), "", ("1", "explain", "\n", "\U0001f600", "\u200b", "if", "gyges")
    ),
    "two bytes a character": Slow(
        ("Content-Type: text/plain; charset=gb18030",), "kennwort abcdefgh1\n", ("\u4e2d", "\u6587")
    ),
    "inner heads": Slow(
        (MIXED,), "--b\n", ("y:", "\u00e9", "=?a?q?b?=", "\n", "a" * 30, "\n ", ";", "--b\n"), True
    ),
    "nested parts": Slow(
        (MIXED,),
        "",
        ("--b\n", f"{MIXED}\n", "\n", "--b\n", "Content-Type: message/rfc822\n\n", f"{QP}\n", "\n"),
    ),
    "a page": Slow(
        (HTML, QP), "<pre>", ("\n", "<p>", ">", "&", "<br>", "-->", "a", "</div>"), True
    ),
    "entities": Slow((HTML,), "kennwort abcdefgh1<br>", ("&ab;", "&")),
    "broken lines": Slow((FLOWED,), "", (">x \n", "a \n")),
    "attributions": Slow((), "", ("On <a@:\n", "From: x\n", "To: z\n")),
    "moves to preview": Slow(
        (), "gyges preview 1 ", (" ", ",", "13-14x24", "\n", "231123", "gyges move 1 ", "13x14=44")
    ),
    "illegal moves to preview": Slow((MULTIPLE,), "", ("gyges preview 1 16-99\n",)),
    "conditions": Slow(
        (), f"gyges queue {CLAIM} 1 ", ("12x12", " if ", " then ", "13x14=44", " ", "*", ";"), True
    ),
    "misread commands": Slow(
        (MULTIPLE,),
        "",
        ("chat", " ", "-rules=", "games", "\n", "message", "\u200b", "-x=", "dvonn"),
    ),
    "many commands": Slow(
        (MULTIPLE,),
        "",
        (
            *(f"message {CLAIM} bob\n", "list\n", "help tutorial\n", f"set {CLAIM}\n", "users\n"),
            *(
                "gyges show 1 1 1\n",
                f"gyges challenge {CLAIM} bob\n",
                "gyges explain 1\n",
                "help\n",
            ),
        ),
    ),
    "courtesies": Slow((), "", ("bitte ",)),
    "many signups": Slow((MULTIPLE,), "", ("signup carol longpassword\n",)),
}
