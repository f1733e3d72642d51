from __future__ import annotations

import pytest

from pbm.mail.subject import has_spam_mark, is_repeated, strip_prefixes
from tests.combinations import for_each
from tests.pbm.mail.understanding import guarded


@for_each(
    "subject",
    [
        "Re: help gyges",
        "AW: Re: help gyges",
        "RE : help gyges",
        "re:help gyges",
        "Re[2]: help gyges",
        "Re(3): Re^2: help gyges",
        "Fwd: FW: WG: TR: SV: Antw: help gyges",
        "[players] Re: [EXTERNAL] help gyges",
        "回复：help gyges",
        "  help gyges ",
        "Antw.: Ответ: Réf.: ΑΠ: ตอบ: help gyges",
        "Re (2) : RE^2: Re\u00a0: HA: \u0631\u062f: help gyges",
        "EXTERNAL: help gyges",
        "*****SPAM***** help gyges",
        "***SPAM (5.3)*** Re: help gyges",
        "{Spam?} help gyges",
        "(EXT) [EXT]: help gyges",
        "Caution: External Sender help gyges",
        "WARNING: Unverified sender: help gyges",
        "Externe E-Mail: Внешнее письмо: 外部邮件：help gyges",
        "<EXTERNAL> ##EXTERNAL## Extern | help gyges",
    ],
)
def test_any_number_of_prefixes_is_stripped(subject: str) -> None:
    assert strip_prefixes(subject) == "help gyges"


NO_MARKS = ["external rules", "spam", "message bob: hi", "warning: resign", "mail: x", "(no)"]


@for_each("subject", ["resign", "r", "review 17", "show: 17", "gyges [17]", "", "Re", *NO_MARKS])
def test_other_words_are_not_stripped(subject: str) -> None:
    assert strip_prefixes(subject) == subject


def test_a_subject_of_prefixes_alone_becomes_empty() -> None:
    assert strip_prefixes("Re: [pbm] AW:") == ""


@pytest.mark.parametrize(
    ("subject", "repeated"),
    [
        ("Re: help gyges", True),
        ("[players] AW: help gyges", True),
        ("Fwd: help gyges", True),
        ("回复：help gyges", True),
        ("EXTERNAL: Antw.: help gyges", True),
        ("EXTERNAL: help gyges", False),
        ("help gyges", False),
        ("[players] help gyges", False),
        ("resign", False),
        ("help gyges re: moves", False),
    ],
)
def test_a_subject_of_another_mail_is_told_by_its_prefix(subject: str, repeated: bool) -> None:
    assert is_repeated(subject) is repeated


@for_each("subject", ["***SPAM*** help", "{Spam?} help", "[EXTERNAL] [SPAM] help", "SPAM: help"])
def test_a_mark_of_spam_is_seen(subject: str) -> None:
    assert has_spam_mark(subject)


@for_each("subject", ["I get spam", "[EXTERNAL] help", "help [SPAM]", "*** help ***"])
def test_other_subjects_have_no_mark_of_spam(subject: str) -> None:
    assert not has_spam_mark(subject)


@for_each("part", ["(ext ", "external ", "caution: ", "*", "{", "** a", "ext: ", "spam ( ", "Re:"])
def test_long_subjects_take_little_time(part: str) -> None:
    with guarded():
        assert not has_spam_mark(part * 400 + "x") or "spam" in part
