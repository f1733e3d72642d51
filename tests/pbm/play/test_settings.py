from __future__ import annotations

import pytest

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.play.settings import OPTIONS, SettingChosen, choose, chosen, is_at_limit, note_zone
from pbm.play.work import Work
from tests.pbm.play.helpers import begin, finish, refused


@pytest.mark.parametrize("name", OPTIONS)
def test_the_first_value_of_a_setting_is_the_default(work: Work, alice: Player, name: str) -> None:
    first, *others = OPTIONS[name].values
    assert chosen(alice, name) == first
    for other in others:
        assert chosen(choose(work, alice, OPTIONS[name].written, other), name) == other


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [("timezone", "europe/paris", "Europe/Paris"), ("limit", "99", "99"), ("lang", "de", "de")],
)
def test_a_value_is_stored_in_its_canonical_form(
    work: Work, alice: Player, name: str, written: str, value: str
) -> None:
    choose(work, alice, "mail", "html")
    player = choose(work, work.tx.players.get(alice.id), name, written)
    assert player.settings == {"mail": "html", name: value}
    assert work.tx.players.get(alice.id) == player
    assert work.published[-1] == SettingChosen(
        player, Choice(name), OPTIONS[Choice(name)].values[0]
    )


def test_the_zone_before_the_chosen_one_is_that_of_the_players_mails(
    work: Work, alice: Player
) -> None:
    note_zone(work, alice, "Mon, 30 Nov 2026 07:20:00 +0100")
    player = choose(work, work.tx.players.get(alice.id), "timezone", "Europe/Paris")
    assert work.published[-1] == SettingChosen(player, Choice.TIMEZONE, "UTC+01:00")


@pytest.mark.parametrize(("name", "written"), [("limit", "100"), ("limit", "0"), ("lang", "xx")])
def test_an_invalid_value_is_refused_with_the_possible_ones(
    work: Work, alice: Player, name: str, written: str
) -> None:
    with refused("unknown_value", name=name, known=OPTIONS[name]):
        choose(work, alice, name, written)
    assert work.tx.players.get(alice.id).settings == {}


def test_an_unknown_time_zone_is_refused_with_those_that_may_be_meant(
    work: Work, alice: Player
) -> None:
    with refused("unknown_zone", word="berln"):
        choose(work, alice, "timezone", "berln")


def test_an_unknown_setting_is_refused(work: Work, alice: Player) -> None:
    with refused("unknown_setting", name="colour"):
        choose(work, alice, "colour", "red")


def test_only_running_games_count_towards_the_limit(work: Work, alice: Player, bob: Player) -> None:
    limited = choose(work, alice, "limit", "1")
    finish(work, alice, bob)
    assert not is_at_limit(work.tx, limited)
    begin(work, alice, bob)
    assert is_at_limit(work.tx, limited)
    assert not is_at_limit(work.tx, alice)


def test_there_is_a_setting_for_each_choice() -> None:
    assert list(OPTIONS) == list(Choice)
