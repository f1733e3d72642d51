from __future__ import annotations

from pbm.core.games import find, record
from pbm.inbox.commands.records import folded
from tests.pbm.inbox.commands.people import is_turned_away
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Town, only

GYGES = find("gyges/classic")


def records_in(text: str) -> list[record.Record]:
    """What stands between a mail's first tag and its closing lines."""
    start = text.index("[Game")
    return record.read(text[start : text.index("\nRead as:")])


def test_a_record_in_a_mail_can_be_played_again(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH, "16-35")
    answer = only(town_with_players.answer(mails[0], "record\n"))
    (found,) = records_in(answer.text)
    assert (found.tag("South"), found.tag("North"), found.tag("Result")) == ("alice", "bob", "*")
    assert found.moves == (SOUTH, NORTH, "16-35")
    assert GYGES.encode(record.play(GYGES, found).state) == town_with_players.match().position
    assert "still being played" in answer.text


def test_a_drawn_start_is_in_the_record(town_with_players: Town) -> None:
    town_with_players.board("-random", game="dvonn")
    (found,) = records_in(only(town_with_players.write(BOB, "dvonn record 1\n")).text)
    assert found.tag("Setup") == town_with_players.match().setup
    assert found.tag("Seed") == str(town_with_players.match().seed)


def test_a_finished_game_says_how_it_ended(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    answer = only(town_with_players.write(BOB, "gyges record 1\n"))
    (found,) = records_in(answer.text)
    assert (found.tag("Result"), found.tag("Reason")) == ("0-1", "resigned")
    assert "still being played" not in answer.text


def test_who_does_not_play_may_read_the_record_too(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.sign_up(CAROL)
    assert SOUTH in only(town_with_players.write(CAROL, subject="gyges record 1")).text


def test_a_game_that_has_not_begun_has_no_record(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    answer = only(town_with_players.write(ALICE, "gyges record 1\n"))
    assert "has not begun" in answer.text


def test_a_record_needs_a_board(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, "gyges record\n"))
    assert "The number of the board is missing." in answer.text
    assert "gyges record B" in answer.text
    assert "There is no board 9." in only(town_with_players.write(ALICE, "gyges record 9\n")).text


def test_a_stranger_gets_no_record(town_with_players: Town) -> None:
    town_with_players.board()
    assert is_turned_away(town_with_players, "gyges record 1\n")


def test_long_moves_are_folded_and_tags_are_not() -> None:
    moves = tuple(f"{each}-{'12-' * 12}34" for each in (11, 13, 15))
    setup = "x" * 90
    text = folded(record.write(record.Record({"Game": "gyges/classic", "Setup": setup}, moves)))
    assert all(len(line) <= 78 for line in text.splitlines() if not line.startswith("["))
    assert record.read(text) == [record.Record({"Game": "gyges/classic", "Setup": setup}, moves)]
