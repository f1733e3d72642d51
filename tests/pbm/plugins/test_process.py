"""Faults of plugins: real processes, really ended."""

from __future__ import annotations

import os
import signal

import pytest

from pbm.core.games import GameFault, PluginGame, RulesError, find
from pbm.plugins.process import Limits, PluginError, PluginProcess
from tests.pbm.plugins.made import Plugin

FAULTS = {
    ("play", "raises"): r"RuntimeError: broken on purpose \(pbm_nimble, line 16\)",
    ("play", "exits"): "ended",
    ("play", "dies"): "ended",
    ("play", "hangs"): "more than 2 seconds of processor time",
    ("play", "eats"): "MemoryError",
    ("moves", "nonsense"): "listed twice",
    ("moves", "floods"): "too long",
    ("moves", "raises"): "RuntimeError",
}


def game() -> PluginGame:
    found = find("nimble")
    assert isinstance(found, PluginGame)
    return found


def test_no_code_of_a_plugin_runs_until_it_is_asked(plugin: Plugin) -> None:
    assert game().title == "Nimble with twelve counters"
    assert game().process.pid is None
    game().start()
    assert game().process.pid is not None


@pytest.mark.parametrize(("where", "how"), FAULTS)
def test_a_fault_is_told_and_the_next_question_is_answered(
    plugin: Plugin, where: str, how: str
) -> None:
    state = game().start()
    plugin.breaks(where, how)
    with pytest.raises(GameFault, match=FAULTS[where, how]):
        game().apply(state, "t2")
    assert game().fault
    plugin.works()
    assert game().encode(game().apply(state, "t2")) == "10 1"
    assert not game().fault


@pytest.mark.parametrize("where", ["start", "board"])
def test_a_game_that_cannot_begin_says_so(plugin: Plugin, where: str) -> None:
    plugin.breaks(where, "raises")
    with pytest.raises(GameFault, match="broken on purpose"):
        game().start()


def test_a_process_that_was_killed_is_started_again(plugin: Plugin) -> None:
    state = game().start()
    first = game().process.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert game().encode(game().apply(state, "t3")) == "9 1"
    assert game().process.pid != first


def test_what_waits_without_working_is_killed_too(plugin: Plugin) -> None:
    (plugin.package / "__init__.py").write_text("import time\ntime.sleep(60)\n")
    process = PluginProcess({"nimble": ("pbm_nimble", "Nimble")}, Limits(wait=0.5))
    with pytest.raises(PluginError, match=r"within 0\.5 seconds"):
        process.ask("nimble", "twelve", "begin")
    assert process.pid is None


def test_a_plugin_sees_no_setting_of_the_server(
    plugin: Plugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_STORE", "a secret")
    code = "import os\ndef Nimble(ruleset):\n    raise OSError(str([*os.environ]))\n"
    (plugin.package / "__init__.py").write_text(code)
    with pytest.raises(GameFault) as raised:
        game().start()
    assert "OSError" in str(raised.value)
    assert "PBM_STORE" not in str(raised.value)


def test_only_legal_moves_reach_the_plugin(plugin: Plugin) -> None:
    state = game().start()
    for text in ("take 9", "t4", "-1", "99999999999999999999"):
        with pytest.raises(RulesError):
            game().make(state, text)
    with pytest.raises(PluginError, match="not one of its moves"):
        game().process.ask("nimble", "twelve", "play", "12 0", "t9")
