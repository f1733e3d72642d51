from __future__ import annotations

import pytest

from pbm.core.games import all_games
from pbm.inbox.commands import all_commands
from pbm.notices.help_texts import topics
from tests.pbm.town import ALICE, STRANGER, Mail, Town, kinds, only

SHOWN = [each for each in all_commands() if not each.hidden]


def ask(town: Town, topic: str) -> Mail:
    town.later(minutes=5)  # there are thirty replies an hour
    return only(town.write(ALICE, subject=f"help {topic}".strip()))


def test_help_lists_every_command_with_its_form_and_what_it_does(town_with_players: Town) -> None:
    lines = ask(town_with_players, "").text.splitlines()
    assert [each.usage for each in SHOWN if f"  {each.usage}" not in lines] == []


def test_every_command_is_a_topic(town_with_players: Town) -> None:
    assert [each.name for each in SHOWN if ask(town_with_players, each.name).kind != "help"] == []


def test_every_topic_that_is_offered_exists(town_with_players: Town) -> None:
    answers = {topic: ask(town_with_players, topic) for topic in topics()}
    assert [topic for topic, mail in answers.items() if mail.kind != "help"] == []


@pytest.mark.parametrize("name", sorted({game.name for game in all_games()}))
def test_every_game_is_explained_by_its_name_and_by_its_own_help(
    town_with_players: Town, name: str
) -> None:
    by_topic = ask(town_with_players, name).text
    own = only(town_with_players.write(ALICE, f"{name} help"))
    assert own.kind == "help"
    assert own.text.partition("Read as")[0] == by_topic.partition("Read as")[0]


def test_help_on_a_command_says_what_a_reply_may_leave_out(town_with_players: Town) -> None:
    told = " ".join(ask(town_with_players, "challenge").text.split())
    assert "u p out in a reply to a mail of ours" in told
    assert "and G B as well in a reply to a mail about a board" in told


@pytest.mark.parametrize("topic", ["challenge", "seek", "preview new"])
def test_help_tells_which_games_draw_a_start_and_how_to_ask_for_it(
    town_with_players: Town, topic: str
) -> None:
    told = [
        line
        for line in ask(town_with_players, topic).text.splitlines()
        if "a position that is drawn" in line
    ]
    starts: dict[str, set[str]] = {}
    for game in all_games():
        if game.starts:
            starts.setdefault(game.name, set()).update(game.starts)
    assert [line.partition(" ")[0] for line in told] == list(starts)
    for drawn, line in zip(starts.values(), told, strict=True):
        assert all(f"-{start}" in line for start in drawn)


def test_help_is_explained_with_a_game_and_without(town_with_players: Town) -> None:
    assert ask(town_with_players, "help").text.startswith("    help [TOPIC...]\n")
    assert ask(town_with_players, "gyges help").text.startswith("    G help\n")


def test_the_subject_multiple_is_explained(town_with_players: Town) -> None:
    assert "one command on each line" in ask(town_with_players, "multiple").text


def test_what_nobody_explains_is_refused_with_what_there_is(town_with_players: Town) -> None:
    mail = ask(town_with_players, "xyzzy")
    assert town_with_players.note == "no_topic"
    assert "tutorial" in mail.text


def test_a_stranger_is_helped_too(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(STRANGER, subject="help tutorial")) == ["help"]
