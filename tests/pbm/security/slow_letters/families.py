"""Families of letters: slow input for each function that loops over a stranger's words."""

from __future__ import annotations

from tests.pbm.security.slow_letters.making import Family
from tests.pbm.town import PASSWORD

NOTHING = ("",)
CLAIM = f"alice {PASSWORD}"
MULTIPLE = "Subject: multiple"
QP = "Content-Transfer-Encoding: quoted-printable"
BASE64 = "Content-Transfer-Encoding: base64"
FLOWED = "Content-Type: text/plain; format=flowed; delsp=yes"
HTML = "Content-Type: text/html; charset=utf-8"
MIXED = "Content-Type: multipart/mixed; boundary=b"
CHARSETS = tuple(
    f"Content-Type: text/plain; charset={name}"
    for name in ("utf-8", "utf-7", "utf-16", "gb18030", "iso-2022-jp", "hz", "cp932", "koi8-r")
)
WORDS = (
    "a",
    "b",
    "ab",
    "aaaaaaa1",
    "passwordx",
    "13",
    "\u00e9",
    "\u200b",
    "\u0130",
    "\ud83d\ude00",
)
ENDS = (" ", "\n", "\n\n", "\r\n", "\r", "\t", "\x00", "\x0c", "\u2028")
MOVES = (
    "16-17",
    "13-14x24",
    "=33",
    "x",
    "13x14=44",
    "231123",
    "35-",
    "12x12",
    "a1b2",
    "pass",
    ",",
    ";",
)
COMMANDS = (
    *("gyges", "dvonn", "move", "queue", "if", "then", "show", "preview", "challenge", "help"),
    *("review", "users", "history", "set", "chat", "message", "vacation", "explain", "games"),
    *("1", "1#1", "99", "bob", "alice", CLAIM, "-rules=kang", "-rules=", "--", "-x=", "tutorial"),
)

FAMILIES = (
    Family("words", (*CHARSETS, QP), ("", "kennwort ", "password: "), (*WORDS, *ENDS, "kennwort ")),
    Family(
        "secrets",
        (QP, FLOWED, HTML, MIXED, BASE64),
        ("", "kennwort " + " ".join(f"aaaaaaa{number}" for number in range(99)) + "\n"),
        ("kennwort", "password", *WORDS, *ENDS, "*", "********", "aaaaaaa9", "=61", "&#97;", "<b>"),
    ),
    Family(
        "parts",
        (MIXED, "Content-Type: multipart/alternative; boundary=b", "MIME-Version: 1.0"),
        ("", "--b\n", "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"),
        (
            *("--b\n", "--c\n", "--b", "--", "\n", "\n\n", "x", "a: b\n", f"{HTML}\n", f"{QP}\n"),
            *("Content-Type: image/png\n", "Content-Type: message/rfc822\n\n", f"{BASE64}\n"),
            *("Content-Type: multipart/mixed; boundary=c\n", f"{MIXED}\n", "YWJj\n", "<p>"),
        ),
    ),
    Family(
        "heads",
        (
            "Subject: " + "=?utf-8?q?=61?= " * 1000,
            "To: " + "a@b.c, " * 2000,
            "Cc: " + '"(\\' * 4000,
            "References: " + "<a@b> " * 2000,
            "Content-Type: text/plain; " + "; ".join(f"a*{number}*=b" for number in range(1500)),
            "Content-Type: multipart/mixed; boundary=" + '"\\' * 4000,
            "Subject: " + "Re: [a] " * 1000,
            *("X-Loop: a\n" * 500, "Authentication-Results: " + "a; b=c " * 1000),
            "Authentication-Results: " + "(" * 4000,
            "Received: from x by y; " + "(a " * 2000,
        ),
        NOTHING,
        ("x", "\n"),
    ),
    Family(
        "inner heads",
        (MIXED,),
        ("--b\n",),
        (
            "x: ",
            "=?a?q?b?=",
            "\u00e9",
            "\n",
            "\n ",
            "a" * 30,
            "y:",
            "--b\n",
            "=?utf-8?b?YWJj?=",
            ";",
        ),
    ),
    Family(
        "encodings",
        (QP, BASE64, HTML, *CHARSETS),
        NOTHING,
        (
            "=41",
            "=\n",
            "=",
            "==",
            "YWJj",
            "\n",
            "+AGE-",
            "~{VP~}",
            "\x1b$B0!\x1b(B",
            "&",
            "&amp;",
            "\xff",
        ),
    ),
    Family(
        "pages",
        (HTML, QP),
        ("", "<table>", "<pre>", "<blockquote>"),
        (
            *(
                "<b>",
                "</b>",
                "<p>",
                "<div>",
                "</div>",
                "<td>",
                "<br>",
                "a",
                " ",
                "\n",
                "&nbsp;",
                "&",
            ),
            *("<a b=c>", "<style>", "<!--", "-->", "<x y=", '"', "'", "<", ">", "<font color=red>"),
            *(
                "<blockquote>",
                "<div class=gmail_quote>",
                "<p style='display:none'>",
                "&#0;",
                "\x00",
            ),
        ),
    ),
    Family(
        "quotes",
        (FLOWED,),
        ("", "hello\n"),
        (
            *("> ", ">", "On ", "wrote:\n", "<a@b>", "12/11/2026", "\n", "On <a@:\n", "From: x\n"),
            *("Sent: y\n", "To: z\n", "-- \n", "Le lun. 3 nov. 2026 a ", "a", "@", ":", "_" * 30),
            *("-----Original Message-----\n", "1.", "[gyges 1] ", "pbm@pbm.example", " \n", "|"),
        ),
    ),
    Family(
        "moves", (), ("", "gyges 1\n", "gyges preview 1 "), (*MOVES, " ", "\n", "gyges move 1 ")
    ),
    Family(
        "conditions",
        (),
        (f"gyges queue 1 {CLAIM} ", f"gyges queue {CLAIM} 1 ", "queue 1 "),
        (*MOVES, " if ", " then ", " ", "\n", "anything", "*"),
    ),
    Family("commands", (MULTIPLE,), ("", "gyges "), (*COMMANDS, *WORDS, " ", " ", "\n", "\n")),
    Family(
        "many",
        (MULTIPLE,),
        NOTHING,
        (
            *("gyges show 1 1 1\n", "help\n", "users\n", "gyges review 1\n", "gyges ratings\n"),
            *(f"set {CLAIM}\n", "signup carol longpassword\n", "gyges history alice\n", "list\n"),
            *(f"gyges move 1 {CLAIM} 16-35\n", "help tutorial\n", f"gyges challenge {CLAIM} bob\n"),
            *("gyges preview 1 16-17 61-51\n", f"gyges move 1 {CLAIM} 12-99\n", "help kang\n"),
            *(f"message {CLAIM} bob\n", "gyges explain 1\n", f"gyges queue 1 {CLAIM} 16-17\n"),
        ),
    ),
    Family(
        "misspelt",
        (MULTIPLE,),
        ("", "gyges "),
        (
            "shwo",
            "chalenge",
            "e",
            "n",
            "pasword",
            "resgin",
            "qwertyuiop",
            " ",
            " ",
            "\n",
            "gyges",
            "1",
        ),
    ),
    Family(
        "talk",
        (FLOWED, HTML),
        (
            "",
            "16 to 35 please\n",
            "yes but ",
            "I offer a draw, what do you think?\n",
            "You wrote: ",
        ),
        (
            *("13 over 22 to 33 ", "16-35 ", "please ", "draw? ", "I resign ", "bob: ", "; ", ". "),
            *(
                "no more pictures in my mails. ",
                "one mail a day ",
                "kennwort aaaaaaa1 ",
                "? ",
                "\n",
            ),
            *("a friend: carol@example.com ", "when I am back on Monday ", "show me the board "),
            *("nimm zur\u00fcck ", "je joue 13 vers 33 ", "gioco 13 33 ", "hunter22 ", "a b c d "),
            *(
                "just kidding ",
                "\u00ab 16-35 \u00bb ",
                "> 16-35\n",
                "-- \n",
                "<p>",
                "ok ",
                "and ",
                "13",
            ),
        ),
    ),
)
