"""Signatures that no line ``-- `` precedes are not taken for what their writer says."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

import pytest

from pbm.mail.letter import Envelope
from pbm.mail.quotes import OwnText
from pbm.mail.read import read
from pbm.mail.unmarked import without_signature

NAMES = ["Margaret Hollis ACCA", "Fenwick & Hollis Accountants"]
PHONE = "T: 01223 555 0142"


def left(lines: Sequence[str], marked: Sequence[str] = ()) -> list[str]:
    own = OwnText(tuple(lines), tuple(range(len(lines))), 0)
    found = without_signature(own, marked)
    written = sum(map(bool, lines))
    assert found.ignored == written - sum(map(bool, found.lines))
    assert [lines[at] for at in found.places] == list(found.lines)
    return list(found.lines)


@pytest.mark.parametrize(
    "phone",
    [
        PHONE,
        "Tel. 01223 312213",
        "Phone (01223) 555-0142",
        "Mobile: +31 6 12345678",
        "Tél. : 06 12 34 56 78",
        "Handy 0171/2345678",
        "+44 (0)1223 555 0142",
        "06 12 34 56 78",
        "(01223) 555 0142 ext. 12",
    ],
)
def test_a_paragraph_with_a_phone_number_is_a_signature(phone: str) -> None:
    assert left(["13-33", "", *NAMES, phone, "www.fenwick.example"]) == ["13-33"]


@pytest.mark.parametrize(
    "line",
    [
        "13-33",
        "231123",
        "34-44-43; 43-53-N",
        "m: 13-33-35",
        "1*x65=54",
        "B1-A2",
        "phone me at 9",
        "2026-11-23",
        "see you on 12.12.2026",
        "a tel is no number: 312213",
    ],
)
def test_no_move_or_sentence_is_a_phone_number(line: str) -> None:
    lines = ["Hello Bob,", "", line]
    assert left(lines) == lines


def test_lines_above_the_number_stay_if_there_is_no_other_paragraph() -> None:
    assert left(["Yes I'd love to play", "", "Best", PHONE]) == ["Yes I'd love to play", "", "Best"]
    assert left([*NAMES, PHONE]) == NAMES


def test_a_command_of_one_word_above_the_number_stays() -> None:
    assert left(["Hi Bob", "", "accept", PHONE]) == ["Hi Bob", "", "accept"]


def test_paragraphs_below_a_signature_stay() -> None:
    assert left(["Hello", "", *NAMES, PHONE, "", "13-33"]) == ["Hello", "", "", "13-33"]


def test_a_sentence_below_the_number_stays() -> None:
    ours = "Reply to this mail with the one word yes."
    assert left(["yes", "", PHONE, "London", ours]) == ["yes", "", ours]


def test_a_letter_that_is_nothing_but_a_number_stays() -> None:
    assert left([PHONE]) == [PHONE]
    assert left(["", PHONE]) == ["", PHONE]


def test_what_html_marks_as_signature_is_dropped_from_the_end() -> None:
    assert left(["13-33", "", "Margaret", "ACCA"], ["Margaret", "", " ACCA "]) == ["13-33"]


def test_what_html_marks_stays_elsewhere() -> None:
    assert left(["Margaret", "13-33"], ["Margaret"]) == ["Margaret", "13-33"]
    assert left(["accept"], ["accept"]) == ["accept"]


@pytest.mark.parametrize(
    "mark",
    [
        '<div id="Signature" class="elementToProof">%s</div>',
        '<div id="ms-outlook-mobile-signature">%s</div>',
        '<div class="gmail_signature" dir="ltr">%s</div>',
        '<div id="AppleMailSignature">%s</div>',
        "<signature>%s</signature>",
    ],
)
@pytest.mark.parametrize("alone", [False, True], ids=["beside a text", "HTML alone"])
def test_the_signature_of_a_mail_program_is_no_part_of_the_letter(
    mark: str, *, alone: bool
) -> None:
    mail = EmailMessage()
    mail["From"], mail["Date"] = "alice@example.org", "Mon, 23 Nov 2026 12:00:00 +0000"
    html = f"<div>accept</div><div><br></div>{mark % '<p>Alice Smith</p><p>Smith Ltd</p>'}"
    quoted = '<hr><div id="divRplyFwdMsg">From: pbm</div><div id="x_Signature">resign</div>'
    if alone:
        mail.set_content(html + quoted, subtype="html")
    else:
        mail.set_content("accept\n\nAlice Smith\nSmith Ltd\n")
        mail.add_alternative(html + quoted, subtype="html")
    letter = read(
        Envelope("alice@example.org", ("pbm@pbm.example",), mail.as_bytes(), "127.0.0.1"),
        domain="pbm.example",
    )
    assert letter.lines == ("accept",)
