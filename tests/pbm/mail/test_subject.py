from __future__ import annotations

import pytest

from pbm.mail.subject import strip_prefixes


@pytest.mark.parametrize(
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
def test_any_number_of_prefixes_is_taken_off(subject: str) -> None:
    assert strip_prefixes(subject) == "help gyges"


@pytest.mark.parametrize(
    "subject", ["resign", "r", "review 17", "show: 17", "gyges [17]", "", "Re"]
)
def test_what_is_no_prefix_stays(subject: str) -> None:
    assert strip_prefixes(subject) == subject


def test_nothing_is_left_of_nothing_but_prefixes() -> None:
    assert strip_prefixes("Re: [pbm] AW:") == ""
