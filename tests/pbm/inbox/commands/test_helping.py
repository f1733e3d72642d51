from __future__ import annotations

import pytest

from pbm.core.games import all_games
from pbm.inbox.commands import all_commands
from pbm.notices.help_texts import topics
from tests.pbm.town import ALICE, STRANGER, Mail, Town, kinds, only, refused_because

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
    by_topic = ask(town_with_players, name)
    own = only(town_with_players.write(ALICE, f"{name} help"))
    assert own.kind == "help"
    assert own.facts["text"] == by_topic.facts["text"]


def test_help_on_a_command_shows_its_form(town_with_players: Town) -> None:
    assert ask(town_with_players, "challenge").facts["usage"].startswith("G challenge u p ")


@pytest.mark.parametrize("topic", ["challenge", "seek", "preview new"])
def test_help_tells_which_games_draw_a_start_and_how_to_ask_for_it(
    town_with_players: Town, topic: str
) -> None:
    told = {each["game"]: each["options"] for each in ask(town_with_players, topic).facts["starts"]}
    starts: dict[str, set[str]] = {}
    for game in all_games():
        if game.starts:
            starts.setdefault(game.name, set()).update(f"-{start}" for start in game.starts)
    assert {name: set(options) for name, options in told.items()} == starts


def test_help_is_explained_with_a_game_and_without(town_with_players: Town) -> None:
    assert ask(town_with_players, "help").facts["usage"] == "help [TOPIC...]"
    assert ask(town_with_players, "gyges help").facts["usage"] == "G help"


def test_the_subject_multiple_is_explained(town_with_players: Town) -> None:
    assert ask(town_with_players, "multiple").facts["text"]


def test_an_unknown_topic_is_refused_with_the_topics_that_exist(town_with_players: Town) -> None:
    code, facts = refused_because([ask(town_with_players, "xyzzy")])
    assert code == "no_topic"
    assert "tutorial" in facts["topics"]


def test_a_stranger_is_helped_too(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(STRANGER, subject="help tutorial")) == ["help"]
