from __future__ import annotations

import pytest

from pbm.mail.subject import is_repeated, strip_prefixes
from tests.combinations import for_each


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
    ],
)
def test_any_number_of_prefixes_is_stripped(subject: str) -> None:
    assert strip_prefixes(subject) == "help gyges"


@for_each("subject", ["resign", "r", "review 17", "show: 17", "gyges [17]", "", "Re"])
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
        ("help gyges", False),
        ("[players] help gyges", False),
        ("resign", False),
        ("help gyges re: moves", False),
    ],
)
def test_a_subject_of_another_mail_is_told_by_its_prefix(subject: str, repeated: bool) -> None:
    assert is_repeated(subject) is repeated
