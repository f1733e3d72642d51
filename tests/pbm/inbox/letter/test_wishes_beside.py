"""Wishes for the server beside a move are not sent to the other player, and are named."""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, Mail, Town, of


@pytest.mark.parametrize(
    ("below", "wished", "told"),
    [
        ("please turn off the pictures", ["set mail text"], []),
        ("Bitte keine Bilder mehr. Viel Glück!", ["set mail text"], ["Viel Glück!"]),
        ("Plus d'images s'il vous plaît.", ["set mail text"], []),
        ("Geen plaatjes meer graag", ["set mail text"], []),
        ("Niente più immagini nelle mail per favore", ["set mail text"], []),
        ("no more puzzles please\ngood luck", ["set puzzle off"], ["good luck"]),
        ("set lang de", ["set lang de"], []),
        ("mail text", ["set mail text"], []),
    ],
)
def test_a_wish_below_a_move_is_named_and_not_passed_on(
    town_with_game: Town,
    placed_mails: tuple[Mail, Mail],
    below: str,
    wished: list[str],
    told: list[str],
) -> None:
    mails = town_with_game.answer(placed_mails[0], f"16-35\n\n{below}\n")
    assert of(mails, ALICE).facts["not_done"] == wished
    assert of(mails, BOB).facts["comment"] == told


@pytest.mark.parametrize(
    "below",
    [
        "The pictures of your holiday were great",
        "Hai visto le foto? non mi mandare più foto di gatti",
        "How is the weather? I set the table",
    ],
)
def test_talk_is_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], below: str
) -> None:
    mails = town_with_game.answer(placed_mails[0], f"16-35\n\n{below}\n")
    assert of(mails, BOB).facts["comment"] == [below]
    assert of(mails, ALICE).facts["not_done"] == []


def test_a_wish_beside_a_move_in_words_is_not_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(placed_mails[0], "I play 16-35\nNo more pictures please\n")
    assert of(mails, BOB).facts["comment"] == []
    assert of(mails, ALICE).facts["not_done"] == ["set mail text"]
