"""Refusals name what was written, and mask only what may be a password."""

from __future__ import annotations

import pytest

from pbm.core.games import all_games, spec
from pbm.inbox.line.secrets import may_be_secret
from pbm.mail.tokens import BLANK
from tests.pbm.town import ALICE, PASSWORD, Town, only


@pytest.mark.parametrize(
    "named",
    [
        "vacation 31 September to 3 October",
        "vacation 31.November bis Donnerstag",
        "vacation 31 Septembre au 3 octobre",
        "vacation 31.02.2026-03.03.2026",
        "vacation 2026-13-45/2026-14-01",
        "vacation Weihnachten bis übermorgen",
        "vacation Septmber 31 to Octobber 3",
        "set timezone Amsterdammm",
        "set broadcassts off",
    ],
)
def test_names_of_days_settings_and_places_are_not_masked(
    town_with_players: Town, named: str
) -> None:
    refused = only(
        town_with_players.answer(
            only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}\n")), f"{named}\n"
        )
    )
    assert refused.kind == "refusal"
    assert BLANK not in refused.text


def test_names_of_games_and_rule_sets_are_no_secrets(town: Town) -> None:
    names = {name for game in all_games() for name in (game.name, game.ruleset, spec(game))}
    assert [name for name in names if may_be_secret(name)] == []
    refused = only(town.write(ALICE, "help standard\n"))
    assert refused.kind == "refusal"
    assert '"standard"' in refused.text
    assert BLANK not in refused.text


@pytest.mark.parametrize(
    "line",
    [
        "vacation horsebattery 31 September to 3 October",
        "vacation september7! 31 September",
        "vacation alcie december-horse 2026-12-01",
        "set timezone horsebattery",
        "vacation 1234567890 December",
    ],
)
def test_words_beside_days_are_masked(town_with_players: Town, line: str) -> None:
    refused = only(
        town_with_players.answer(
            only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}\n")), f"{line}\n"
        )
    )
    assert BLANK in refused.text
