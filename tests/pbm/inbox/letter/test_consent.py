"""A yes with words beside it: which words leave it plain, and which ones put it in doubt."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.inbox.line.questions import TO_CONFIRM
from tests.combinations import for_each


def is_yes(line: str, deed: str) -> bool:
    asked = replace(TO_CONFIRM, deed=deed, userid="alice")
    return asked.command_for(line) == "yes"


@for_each("line", ["yes, play it", "oui, jouez", "ja, spiel", "ja, speel", "sì, gioca"])
def test_who_plays_on_does_not_resign(line: str) -> None:
    assert not is_yes(line, "gyges resign 1")


def test_a_name_that_may_be_a_word_goes_with_no_yes() -> None:
    asked = replace(TO_CONFIRM, deed="gyges resign 1", userid="later")
    assert asked.command_for("yes, later") == ""
