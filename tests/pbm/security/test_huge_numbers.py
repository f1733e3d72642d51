"""Numbers of thousands of digits, which Python refuses to convert: no letter fails for them."""

from __future__ import annotations

from itertools import product

from pbm.mail.correspondence import LetterStatus
from tests.combinations import for_each
from tests.pbm.town import ALICE, STRANGER, Mail, Town

DIGITS = "9" * 4400
SHORTER = "9" * 900
"""Fits into one line of those that are read."""
ARABIC = "\N{ARABIC-INDIC DIGIT NINE}" * 900
SQUARE = "\N{SUPERSCRIPT TWO}"

HEADERS = [
    "Date: Fri, {n} Nov {n} {n}:{n}:{n} +{n}",
    "Subject: [gyges {n}] ply {n}: your move",
    "Subject: Re[{n}]: gyges move {n} 16-35",
    "Subject: =?utf-8?q?=3D{n}?= &#{n};",
    "From: a{n}@example.org",
    "Message-ID: <{n}@example.org>",
    "References: <{n}@example.org> <{n}",
    "Received: from x ([{n}.{n}.{n}.{n}]) by y; Fri, {n} Nov {n}",
    "Received: from x ([IPv6:{n}::{n}]) by y",
    "X-Priority: {n}",
    "X-Autoreply: {n}",
    "Precedence: {n}",
    "MIME-Version: {n}.{n}",
    "Content-Length: {n}\nLines: {n}",
    "Content-Type: text/plain; charset=utf-{n}",
    "Content-Type: text/plain; charset=cp{n}; format=flowed; delsp={n}",
    "Content-Type: text/plain; charset*{n}*=utf-8''x; charset*{n}=y",
    "Content-Type: text/plain; name*{n}*=utf-8'{n}'%{n}; name*0={n}",
    "Content-Type: multipart/mixed; boundary*{n}={n}",
    "Content-Type: multipart/mixed; boundary={n}",
    "Content-Type: message/partial; number={n}; total={n}",
    "Content-Transfer-Encoding: {n}bit",
    "Content-Disposition: inline; size={n}; filename*{n}*=x",
    "Authentication-Results: mx.example.org {n}; dmarc/{n}=pass header.from=example.org",
    "DKIM-Signature: v={n}; l={n}; t={n}; x={n}; d=example.org; h=from",
    "X-Spam-Status: Yes, score={n} required={n}",
]
PAGES = [
    "&#{n};",
    "&#x{n};",
    "&#{n}",
    "<p title='&#{n};'>16-35</p>",
    "<a href='mailto:pbm@x?subject=&#{n};%{n}'>16-35</a>",
    "<p style='font-size:{n}px;line-height:{n}%;color:#{n}'>16-35</p>",
    "<table border={n}><tr><td colspan={n} rowspan='{n}' width='{n}'>16-35</table>",
    "<ol start={n}><li value={n}>16-35</ol><h{n}>x</h{n}><font size=+{n}>",
    "<img width={n} height={n} src='data:{n}'><meta http-equiv=refresh content='{n}'>",
]
LINES = [
    "{n}",
    "{n}-{n}",
    "16-35 #{n}",
    "#{n} 16-35",
    "16-{n}",
    "gyges move {n} 16-35",
    "gyges show {n}#{n}",
    "gyges record #{n}",
    "gyges moves {n}",
    "gyges resign {n}",
    "gyges challenge bob -totaltime={n}d",
    "gyges challenge bob -totaltime=1d{n}h -time={n}",
    "gyges challenge bob -games={n} -seed={n} -{n}={n}",
    "gyges challenge owl-{n}",
    "gyges seek {n}",
    "gyges seek -games={n}",
    "gyges seek {n} games",
    "gyges take {n}",
    "gyges league {n}",
    "gyges league {n}A",
    "gyges join {n}",
    "gyges standings #{n}",
    "gyges ratings {n}",
    "gyges queue {n} 16-35 {n}",
    "gyges preview {n} 16-35",
    "gyges explain {n}",
    "gyges undo {n}",
    "puzzle {n}",
    "puzzle {n} 16-35",
    "set games {n}",
    "set limit {n}",
    "set maxgames {n}",
    "set timezone GMT+{n}",
    "set timezone UTC-{n}:{n}",
    "set morning {n}",
    "vacation {n}",
    "vacation {n} days",
    "vacation {n}-{n}-{n}",
    "vacation {n}/{n}/{n} {n}/{n}/{n}",
    "vacation {n}. Dezember bis {n}. Januar {n}",
    "vacation until 3 December {n}",
    "vacation {n} weeks",
    "users {n}",
    "review {n}",
    "data {n}",
    "message bob {n}",
    "place {n}{n}{n}",
    "the {n} from G1 to the {n} on F{n}, please",
    "move my size {n} piece {n} steps, then {n} more",
    "I am away for {n} days, from the {n}th until {n}.{n}.{n}",
    "On {n}-{n}-{n} at {n}:{n} pbm wrote:",
    "&#{n}; =3D{n} %{n}",
]


def _sent(town: Town, mail: Mail, head: str, body: str, author: str = ALICE) -> LetterStatus | None:
    names = {line.partition(":")[0] for line in head.split("\n")}
    usual = {"From": author, "Subject": f"Re: {mail.subject}", "In-Reply-To": mail.row.message_id}
    lines = [f"{name}: {value}" for name, value in usual.items() if name not in names]
    raw = "\n".join([*([head] if head else []), *lines, "", body, ""])
    town.post(author, raw.replace("\n", "\r\n").encode(), mail.reply_to)
    return town.status


def _failed(town: Town, mail: Mail, heads: list[str], body: str = "16-35") -> list[str]:
    found = []
    for head, number in product(heads, (DIGITS, SHORTER)):
        with town.rehearsing():
            status = _sent(town, mail, head.replace("{n}", number), body.replace("{n}", number))
        if status is LetterStatus.FAILED:
            found.append((head or body)[:99])
    return found


def test_no_header_with_a_huge_number_fails(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert _failed(town_with_game, board_mails[0], HEADERS) == []


@for_each("page", PAGES)
def test_no_page_with_a_huge_number_fails(
    town_with_game: Town, board_mails: tuple[Mail, Mail], page: str
) -> None:
    head = "Content-Type: text/html; charset=utf-8"
    assert _failed(town_with_game, board_mails[0], [head], page) == []


def test_no_line_with_a_huge_number_fails(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    bad = []
    for line, number in product(LINES, (DIGITS, SHORTER, ARABIC, SQUARE)):
        with town_with_game.rehearsing():
            status = _sent(town_with_game, board_mails[0], "", line.replace("{n}", number))
        if status is LetterStatus.FAILED:
            bad.append((line, number[:9]))
    assert bad == []


@for_each("line", ["signup alice{n}", "signup {n}", "{n}", "&#{n};"])
def test_no_strangers_line_with_a_huge_number_fails(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    text = line.replace("{n}", SHORTER)
    assert _sent(town_with_game, board_mails[0], "", text, STRANGER) is not LetterStatus.FAILED
