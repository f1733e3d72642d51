"""``pbm rules verify``: the contract of a plugin's game, tried from outside."""

from __future__ import annotations

import pytest
from click.testing import Result

from pbm.app.setting_values import read_plugins
from tests.pbm.cli.program import pbm
from tests.pbm.plugins.made import Plugin


def failed(result: Result) -> list[str]:
    return [line for line in result.stdout.splitlines() if ": FAILED: " in line]


def test_each_check_of_each_rule_set_is_a_line(plugin: Plugin) -> None:
    result = pbm("rules", "verify", "nimble")
    assert failed(result) == []
    assert result.exit_code == 0
    assert result.stdout.count(": ok: ") == 2 * 13
    assert result.stdout.count("the board is drawn as a picture") == 2


FORGETFUL = """[
            f"t{n}" for n in range(1, most + 1)
        ][:: 1 if self.__dict__.setdefault("first", position) == self.start() else -1]"""
"""The order of the moves, which depends on the position that was asked first."""

MISTAKES = {
    ("nimble.txt", "Take one", "\n".join(2 * [73 * "-"])): "longer than 72 columns: line 3, 4",
    (
        "nimble.toml",
        'five = "t1 t3 t1"',
        "",
    ): 'no game for five; a random game that it wins: five = "',
    ("nimble.toml", '"t1 t3 t1"', '"t1 t3 t2"'): "move 3, t2: there are not so many",
    ("nimble.toml", '"t1 t3 t1"', '"t1 t1 t1"'): "goes on after the last of the 3 moves",
    ("nimble.toml", '"t1 t3 t1"', '"t1 t1 t1 t2"'): "the first seat does not win",
    ("nimble.toml", 'first = "o"', 'second = "w"'): "no sign of second is on any board",
    ("nimble.toml", "first =", "named = true\nfirst ="): "'t2' names no cell of the board",
    ("__init__.py", '"too_many"', '"to_many"'): "why gives 'to_many', which is not in [words]",
    ("__init__.py", "def moves", "def moved"): "has no attribute 'moves'",
    ("__init__.py", '[f"t{n}" for n in range(1, most + 1)]', FORGETFUL): "in another order",
    ("__init__.py", 'f"1 {row}', 'f"1 x {row}'): "line 1 has 14 parts, not a label and 12 signs",
}


@pytest.mark.parametrize(("name", "right", "wrong"), MISTAKES)
def test_a_mistake_of_an_author_is_told_with_its_place(
    plugin: Plugin, name: str, right: str, wrong: str
) -> None:
    plugin.write(name, right, wrong)
    result = pbm("rules", "verify", "nimble/f")
    assert result.exit_code == 1
    assert any(MISTAKES[name, right, wrong] in line for line in failed(result))


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("seats", "seat", "has no seat; not used: named, seats, second"),
        ('"Left"', '"LEFT"', "seats must be two names"),
        ('["take-away", "Wegnehmen"]', '["21"]', "also must be a list of names"),
        ("|[1-9]", "|[1-9", "form is no regular expression: unterminated character set"),
    ],
)
def test_a_mistake_in_what_a_game_says_of_itself_names_the_file(
    plugin: Plugin, right: str, wrong: str, told: str
) -> None:
    plugin.write("nimble.toml", right, wrong)
    result = pbm("rules", "verify", "nimble")
    assert result.exit_code == 1
    assert "game nimble: nimble.toml: " in result.stderr
    assert told in result.stderr


def test_a_fault_is_told_as_a_failed_check(plugin: Plugin) -> None:
    plugin.breaks("play", "raises")
    result = pbm("rules", "verify", "nimble")
    assert result.exit_code == 1
    assert any("RuntimeError: broken on purpose" in line for line in failed(result))


def test_a_game_with_the_name_of_a_command_is_refused(
    plugin: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.cli.rules.is_command_word", lambda word: word == "nimble")
    result = pbm("rules", "verify", "nimble")
    assert result.exit_code == 1
    assert "nimble is a word of commands; the game needs another name" in result.stderr


def test_a_game_that_no_plugin_has_is_wrong_usage(plugin: Plugin) -> None:
    result = pbm("rules", "verify", "nowhere")
    assert result.exit_code == 2
    assert "no installed plugin has a game nowhere; there is nimble" in result.stderr


def test_the_setting_takes_names_of_distributions() -> None:
    assert read_plugins("pbm-chess, pbm-konane") == ("pbm-chess", "pbm-konane")
    assert read_plugins("none") == ()
    with pytest.raises(ValueError, match="is no name of a distribution"):
        read_plugins("pbm-chess ../chess")
