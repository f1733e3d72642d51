from __future__ import annotations

import pytest

from pbm.mail.folding import fold, one_line


@pytest.mark.parametrize(
    "written",
    [
        "13×14-44",
        "13x14–44",
        "13x14—44",
        "13x14−44",
        "13x14‑44",
        "13x\u00ad14\u200b-44\ufeff",
        "13x14→44",
        "１３ｘ１４－４４",
    ],
)
def test_look_alikes_are_read_as_what_they_look_like(written: str) -> None:
    assert fold(written) == "13x14-44"


def test_other_digits_than_ours_are_no_digits() -> None:
    assert fold("١٣") == "١٣"


def test_one_line_keeps_nothing_that_could_begin_another() -> None:
    assert one_line("a\r\nBcc: b\0\u2028c\x0bd\x85e\ud800") == "a Bcc: b c d e\ufffd"
