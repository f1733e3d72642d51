"""The line that is logged for a letter contains no words of the letter and no addresses."""

from __future__ import annotations

import logging
import re

import pytest

from pbm.app import letter_log
from pbm.base import logs
from tests.combinations import for_each
from tests.pbm.town import ALICE, PASSWORD, Town


def logged_line(town: Town) -> str:
    return letter_log.line(town.last_letter())


def test_a_letter_is_logged_as_one_line_without_addresses(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"whoami\n{PASSWORD}", Message_ID="<Abc-1@mail.example.org>")
    assert logged_line(town_with_players) == "letter 5 done from - <Abc-1@mail.example.org>"


@for_each(
    "message_id",
    [f"<{PASSWORD} x@y>", "none", "<a\u009bb@y>", f"<{'a' * 300}@y>"],
)
def test_a_malformed_message_id_is_left_out(message_id: str, town_with_players: Town) -> None:
    raw = f"From: {ALICE}\nMessage-ID: {message_id}\n\nwhoami\n\nMessage-ID: <x@y>\n".encode()
    town_with_players.post(ALICE, raw)
    assert logged_line(town_with_players).split(" ")[-1] == "-"


def test_the_message_of_an_exception_is_left_out(town_with_players: Town) -> None:
    number = town_with_players.keep(ALICE, b"From: alice@example.org\n\nwhoami\n")
    with town_with_players.app.store.transaction() as tx:
        town_with_players.app.put_aside(number, ValueError("hunter2"))(tx)
    assert logged_line(town_with_players) == f"letter {number} failed from - -"


@pytest.mark.parametrize("letters", [True, False])
def test_letters_are_logged_only_if_the_operator_wants_it(
    letters: bool, town_with_players: Town, capsys: pytest.CaptureFixture[str]
) -> None:
    logger = logging.getLogger(logs.LETTERS)
    try:
        logs.start(logs.MASKED, letters=letters)
        letter_log.log_letters(town_with_players.app.store, [1, 2, 99])
    finally:
        logger.handlers, logger.propagate = [], True
    lines = capsys.readouterr().err.splitlines()
    assert [re.findall(r"letter (\d+) ", line) for line in lines] == [["1"], ["2"]] * letters
    assert ALICE not in "".join(lines)
