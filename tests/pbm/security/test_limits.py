"""The table of limits in SECURITY.md has the numbers of the code."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.app.config import TABLE
from pbm.core.clocks import DAY, HOUR
from pbm.core.ratings import MOST_OF_PAIR, WITHIN
from pbm.inbox import limits
from pbm.inbox.line.speaker import WRONG_PER_HOUR
from pbm.notices.bounds import MOST_FROM_OTHERS
from pbm.play import bounds
from pbm.play.programs import MOST_BOARDS

SECURITY = (Path(__file__).parents[3] / "SECURITY.md").read_text(encoding="utf-8")
TOLD = re.findall(r"^\| ([^|]+?) \| (\d+) \| ([^|]*?) ?\|$", SECURITY, re.MULTILINE)
SPANS = {"an hour": HOUR, "a day": DAY, "30 days": timedelta(days=30), "": None}
ADDRESS = "alice@example.org"

Limit = tuple[int, timedelta | None]


def of_bound(bound: bounds.Bound) -> Limit:
    return bound.most, bound.within


def of_allowance(allowance: limits.Allowance) -> Limit:
    return allowance.most, allowance.within


LIMITS: dict[str, Limit] = {
    "messages of a player": of_bound(bounds.MESSAGES),
    "games offered or taken by a player": of_bound(bounds.GAMES),
    "chats of a player": of_bound(bounds.ALL_CHAT),
    "chats of a player on a board": of_bound(bounds.CHAT),
    "changes of a player's vacations": of_bound(bounds.ABSENCES),
    "addresses that a player has asked": of_bound(bounds.ADDRESSES),
    "open invitations of a player": (bounds.MOST_INVITATIONS, None),
    "proposals of a player at a move": (bounds.MOST_PROPOSALS, None),
    "mails to a reader caused by others": (MOST_FROM_OTHERS, HOUR),
    "rated games of a pair": (MOST_OF_PAIR, WITHIN),
    "boards with programs of a player": (MOST_BOARDS, None),
    "answers to a player's proven commands": of_allowance(limits.for_proven(ADDRESS)),
    "other answers to an address, or to it on a board": of_allowance(limits.for_letters(ADDRESS)),
    "questions whether a letter is a player's": of_allowance(limits.for_questions(1)),
    "wrong passwords": (WRONG_PER_HOUR, HOUR),
    "refusals to a program on a board": of_allowance(limits.for_programs(ADDRESS, 1)),
    "answers to a stranger": (limits.STRANGER_PER_DAY, DAY),
    "answers to all strangers": (int(TABLE["strangers_per_hour"].default or 0), HOUR),
    "introductions of strangers who wrote in own words": (limits.PROSE_PER_HOUR, HOUR),
}


@pytest.mark.parametrize(("limit", "most", "within"), TOLD)
def test_the_table_has_the_number_of_the_code(limit: str, most: str, within: str) -> None:
    assert LIMITS[limit] == (int(most), SPANS[within])


def test_the_table_names_every_limit() -> None:
    assert [limit for limit, _, _ in TOLD] == list(LIMITS)


def test_a_quarter_of_the_answers_to_strangers_goes_to_one_domain_or_network() -> None:
    part = {3: "a third", 4: "a quarter", 5: "a fifth"}[limits.MOST_OF_ONE]
    assert f"No domain or network gets more than {part} of" in SECURITY
