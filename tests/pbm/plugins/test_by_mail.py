"""Whole games of a plugin by mail, and what players get when it is broken, gone or changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.admin.audit import audit
from pbm.admin.lookup import board_numbered
from pbm.admin.plugin_trial import Tried, examine_plugins, trial
from pbm.app.pages import build
from pbm.base.values import replace
from pbm.core.games import record
from pbm.play.contests.views import record_of
from tests.pbm.plugins.made import Plugin
from tests.pbm.town import ALICE, BOB, Mail, Town, of

MOVES = ("t3", "3", "take 2", "t2", "t1", "t1")


@pytest.fixture
def town(tmp_path: Path, plugin: Plugin) -> Iterator[Town]:
    made = Town(tmp_path / "club", games_plugins=plugin.name)
    for address in (ALICE, BOB):
        made.sign_up(address, "quiet-lantern")
    yield made
    made.close()


def begin(town: Town, options: str = "") -> tuple[Mail, Mail]:
    return town.board(options, game="nimble")


def findings(town: Town) -> list[str]:
    return [str(each) for each in audit(town.app.store, lambda: None)]


def test_a_whole_game(town: Town) -> None:
    mails = town.play(begin(town), *MOVES)
    match = town.match()
    assert (match.spec, match.plies, match.result, match.reason) == (
        "nimble/twelve",
        6,
        "0-1",
        "last",
    )
    assert match.rules == "pbm-nimble 1.0 rules 1, Left and Right"
    assert "by taking the last counter" in mails[0].text
    assert findings(town) == []


def test_another_rule_set(town: Town) -> None:
    begin(town, "-rules=five")
    assert town.match().spec == "nimble/five"


def test_an_illegal_move_is_refused_in_the_words_of_the_plugin(town: Town) -> None:
    mail = of(town.answer(of(begin(town), ALICE), "t9\n"), ALICE)
    assert "There are not so many {counters} (rule NI2)." in mail.text
    assert town.match().plies == 0


def test_the_board_is_drawn_in_a_mail_and_its_page(town: Town) -> None:
    mail = begin(town)[0]
    assert "o o o o o o o o o o o o" in mail.text
    assert "<img" in mail.html


def test_help_and_lists_know_the_game(town: Town) -> None:
    (told,) = town.write(ALICE, "help nimble")
    assert "There are twelve counters" in told.text
    assert "Who takes the last counter wins." in told.text


@pytest.mark.parametrize("named", ["take away", "wegnehmen"])
def test_the_game_has_the_other_names_that_the_plugin_gives_it(town: Town, named: str) -> None:
    assert town.write(ALICE, f"help {named}")[0].facts["topic"] == "nimble"


@pytest.mark.parametrize("how", ["raises", "dies", "eats", "exits"])
def test_a_move_that_the_plugin_cannot_answer_is_refused_and_may_be_sent_again(
    town: Town, plugin: Plugin, how: str
) -> None:
    mails = begin(town)
    plugin.breaks("play", how)
    town.reopen()
    held = of(town.answer(of(mails, ALICE), "t3\n"), ALICE)
    assert "The game is held" in held.text
    assert town.match().plies == 0
    assert town.status == "done"
    plugin.works()
    town.play(mails, *MOVES)
    assert town.match().result == "0-1"
    assert findings(town) == []


def gone(town: Town, plugin: Plugin) -> None:
    """Restart the server without the plugin."""
    plugin.remove()
    plugin.use()
    town.reopen()


def changed(town: Town, plugin: Plugin) -> None:
    """Restart the server with other rules."""
    plugin.install(rules=2, longest=2, version="2.0")
    plugin.use()
    town.reopen()


AWAY = {"gone": gone, "changed": changed}


@pytest.mark.parametrize("how", AWAY)
def test_a_board_whose_plugin_is_away_is_shown_as_last_stored(
    town: Town, plugin: Plugin, how: str
) -> None:
    mails = town.play(begin(town), "t3")
    AWAY[how](town, plugin)
    shown = of(town.answer(of(mails, ALICE), "show\n"), ALICE)
    assert "o o o o o o o o o" in shown.text
    assert "<img" in shown.html
    refused = of(town.answer(of(mails, BOB), "t2\n"), BOB)
    assert "The game is held" in refused.text
    assert town.match().plies == 1
    assert findings(town) == []


@pytest.mark.parametrize("how", AWAY)
def test_the_clocks_of_a_held_game_stand_and_go_on(town: Town, plugin: Plugin, how: str) -> None:
    town.play(begin(town, "-forfeittime=3d"), "t3")
    before = town.match().clock.deadline()
    assert before is not None
    AWAY[how](town, plugin)
    town.live(days=10)
    assert town.match().running
    plugin.install()
    plugin.use()
    town.reopen()
    town.live(hours=6)
    after = town.match().clock.deadline()
    assert after is not None
    assert timedelta(days=10) <= after - before <= timedelta(days=10, hours=7)
    town.live(days=4)
    assert not town.match().running
    assert findings(town) == []


@pytest.mark.parametrize("how", AWAY)
def test_a_held_game_can_be_resigned_and_exported(town: Town, plugin: Plugin, how: str) -> None:
    mails = town.play(begin(town), "t3", "t1")
    AWAY[how](town, plugin)
    with town.app.store.reading() as tx:
        text = record.write(record_of(tx, board_numbered(tx, town.app.repository, 1)))
    assert '[Rules "pbm-nimble 1.0 rules 1"]' in text
    assert "1 t3" in text
    town.answer(of(mails, BOB), "resign\n")
    assert town.match().result == "1-0"
    assert findings(town) == []


def test_a_game_goes_on_when_its_plugin_is_back(town: Town, plugin: Plugin) -> None:
    mails = town.play(begin(town), "t3")
    gone(town, plugin)
    plugin.install(version="1.1")
    plugin.use()
    town.reopen()
    town.play(mails, *MOVES[1:])
    assert town.match().result == "0-1"
    assert findings(town) == []


def back(town: Town, plugin: Plugin) -> None:
    """Restart the server with the plugin; or let a node lead that has it, which is the same."""
    plugin.install()
    plugin.use()
    town.reopen()


def test_nodes_with_and_without_the_plugin_may_lead_in_turn(town: Town, plugin: Plugin) -> None:
    mails = begin(town)
    for ply, text in enumerate(("t3", "t3", "t2", "t2", "t1", "t1")):
        mover = of(mails, (ALICE, BOB)[ply % 2])
        gone(town, plugin)
        assert "The game is held" in of(town.answer(mover, f"{text}\n"), mover.to).text
        assert town.match().plies == ply
        back(town, plugin)
        mails = town.play(mails, text)
    assert town.match().result == "0-1"
    assert findings(town) == []


def test_a_game_that_begins_on_a_node_without_the_plugin_is_played_on_another(
    town: Town, plugin: Plugin
) -> None:
    invited = of(town.write(ALICE, "nimble challenge alice quiet-lantern bob\n"), BOB)
    gone(town, plugin)
    mails = town.answer(invited, "accept\n")
    assert "The game is held" in of(town.answer(of(mails, ALICE), "t3\n"), ALICE).text
    back(town, plugin)
    town.play((of(mails, ALICE), of(mails, BOB)), *MOVES)
    assert town.match().result == "0-1"
    assert findings(town) == []


def test_other_games_go_on_without_the_plugin(town: Town, plugin: Plugin) -> None:
    begin(town)
    gone(town, plugin)
    invited = town.write(ALICE, "gyges challenge alice quiet-lantern bob\n")
    assert of(invited, BOB)
    (listed,) = town.write(ALICE, "whoami")
    assert "nimble" in listed.text


def test_no_contest_has_games_of_a_plugin(town: Town) -> None:
    mails = begin(town)
    for kind in ("cup", "season", "stairs"):
        refused = of(town.answer(of(mails, ALICE), f"nimble {kind} join\n"), ALICE)
        assert "in no contests" in refused.text, kind


def tried(town: Town) -> list[Tried]:
    with town.app.store.reading() as tx:
        return [*trial(tx)]


def test_a_trial_finds_nothing_wrong_with_the_same_rules(town: Town, plugin: Plugin) -> None:
    town.play(begin(town), "t3", "t1")
    assert [each.is_well for each in tried(town)] == [True]


def test_a_trial_names_plugin_game_and_the_first_move_that_is_illegal_now(
    town: Town, plugin: Plugin
) -> None:
    town.play(begin(town), "t1", "t3", "t3")
    changed(town, plugin)
    (found,) = tried(town)
    assert "pbm-nimble 1.0 rules 1" in found.held
    assert "pbm-nimble 2.0 rules 2" in found.held
    assert "ply 2 Right: t3" in found.illegal
    assert (found.board, found.spec) == (1, "nimble/twelve")


def test_the_doctor_names_a_plugin_that_is_gone_and_its_games(town: Town, plugin: Plugin) -> None:
    begin(town)
    gone(town, plugin)
    with town.app.store.reading() as tx:
        told = [each.found for each in examine_plugins(tx) if not each.passed]
    assert any("pbm-nimble: it is not installed" in each for each in told)
    assert any("board 1, nimble/twelve" in each for each in told)


def test_the_doctor_names_a_plugin_that_gives_no_answer(town: Town, plugin: Plugin) -> None:
    plugin.breaks("start", "raises")
    with town.app.store.reading() as tx:
        (wrong, *_) = [each.found for each in examine_plugins(tx) if not each.passed]
    assert "broken on purpose" in wrong


def test_a_broken_game_begins_for_nobody_and_the_letter_is_answered(
    town: Town, plugin: Plugin
) -> None:
    plugin.breaks("start", "dies")
    (refused,) = town.write(ALICE, "nimble challenge alice quiet-lantern bob")
    assert "The game is held" in refused.text
    assert town.status == "done"


def test_the_site_is_written_without_the_plugin(town: Town, plugin: Plugin, tmp_path: Path) -> None:
    town.play(begin(town), *MOVES)
    plugin.breaks("start", "dies")
    town.reopen()
    settings = replace(town.app.settings, site=tmp_path / "site", site_url="https://example.org")
    assert build(settings, town.app.store, town.time, lambda: None, anew=True) > 0
