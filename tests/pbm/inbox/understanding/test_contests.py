"""Questions about contests, wherever they are asked: the rows of ``contests.tsv``."""

from __future__ import annotations

from csv import DictReader
from pathlib import Path

import pytest

from pbm.core.games import find
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each

SHOWN, HELP, LIST = "gyges cup show 1", "help contests", "contests"
WANTED = {"show": {SHOWN}, "help": {HELP}}


def rows() -> list[dict[str, str]]:
    file = Path(__file__).with_name("contests.tsv")
    return [*DictReader(file.read_text("utf-8").splitlines(), delimiter="\t", quoting=3)]


def situation(context: str, language: str) -> Situation:
    """The situation of a player in a cup who answers a mail of the cup, of a board, or none."""
    own = (SHOWN,)
    match context:
        case "mail":
            return Situation(Place.BETWEEN, "alice", language, contest=SHOWN, own_contests=own)
        case "own":
            return Situation(Place.BETWEEN, "alice", language, own_contests=own)
    game = find("gyges")
    return Situation(
        Place.WAITING, "alice", language, game, "gyges", contest=SHOWN, own_contests=own
    )


ASKED = [
    (context, row["language"], row["expected"], row["body"])
    for row in rows()
    for context in row["contexts"].split("+")
]


@for_each(("context", "language", "expected", "body"), ASKED)
def test_a_question_about_a_contest_is_answered(
    context: str, language: str, expected: str, body: str
) -> None:
    command = understand([body], situation(context, language)).command
    if expected == "other":
        assert command not in {SHOWN, HELP, LIST}
    else:
        assert command in WANTED[expected]


def test_the_rows_have_every_language_and_context() -> None:
    found = {(context, language) for context, language, *_ in ASKED}
    assert len(found) == 3 * len({language for _, language in found})


@pytest.mark.parametrize("body", ["When does the dvonn season start?", "when is the dvonn cup?"])
def test_the_contest_of_a_game_that_is_named_is_shown(body: str) -> None:
    command = understand([body], situation("own", "en")).command
    assert command in {"dvonn season", "dvonn cup"}


def test_who_is_in_several_contests_gets_the_list() -> None:
    place = Situation(Place.BETWEEN, "alice", "en", own_contests=(SHOWN, "dvonn stairs"))
    assert understand(["When does it start?"], place).command == LIST


@pytest.mark.parametrize("body", ["Why was I left out?", "when does the cup begin?"])
def test_who_is_in_no_contest_is_answered_too(body: str) -> None:
    place = Situation(Place.BETWEEN, "alice", "en")
    assert understand([body], place).command in {HELP, LIST}


@pytest.mark.parametrize("body", ["gyges standings alice", "standings"])
def test_a_command_that_was_refused_is_no_question_about_contests(body: str) -> None:
    for context in ("mail", "own", "board"):
        assert understand([body], situation(context, "en"), by_topic=False).command != SHOWN
    place = Situation(Place.BETWEEN, "alice", "en")
    assert understand([body], place, by_topic=False).command not in {HELP, LIST}
