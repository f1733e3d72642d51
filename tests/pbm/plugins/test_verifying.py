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
    # The game of the tests takes any two numbers for a position.
    assert [line.split(": ")[2] for line in failed(result)] == 2 * ["nonsense is refused"]
    assert result.exit_code == 1
    assert result.stdout.count(": ok: ") > 20


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
