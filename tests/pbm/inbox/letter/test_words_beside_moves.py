"""Words beside a move that is asked about: the other player gets them with it, after the yes.

A move that is taken back, and the words about that, are not for the other player.
"""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, of, only


@pytest.fixture
def your_move(town_with_players: Town) -> Mail:
    return town_with_players.play(town_with_players.board(), SOUTH, NORTH)[0]


@pytest.mark.parametrize(
    ("said", "comment"),
    [
        ("I think I'll go 16-35. How is your garden?", "How is your garden?"),
        ("How is your garden? I think I'll go 16-35.", "How is your garden?"),
        ("I might try 16-35, your garden looks lovely", "your garden looks lovely"),
        ("11-31, no wait, 16-35. Nice weather today", "Nice weather today"),
        ("I take 11-31. Scratch that, 16-35 please. Regards to Ann!", "Regards to Ann!"),
        ("Hello Bob! 11-31, Quatsch, 16-35 mein ich. Regards to Ann!", "Regards to Ann!"),
        ("13-65, no wait, 16-35. Regards to Ann!", "Regards to Ann!"),
        ("11-31\nno wait, 16-35 instead\nNice weather today", "Nice weather today"),
        ("11-31\nsorry, 16-35! Nice weather today", "Nice weather today"),
        ("Mein Zug: 11-31, Quatsch, 16-35. Die Kinder grüßen dich", "Die Kinder grüßen dich"),
        ("Je joue 11-31, non pardon, 16-35. Les enfants te saluent", "Les enfants te saluent"),
        ("Gioco 11-31, anzi no, 16-35. I bambini ti salutano", "I bambini ti salutano"),
        ("Ik speel 11-31, nee wacht, 16-35. De kinderen groeten je", "De kinderen groeten je"),
    ],
)
def test_words_go_out_with_a_move_that_is_confirmed(
    town_with_players: Town, your_move: Mail, said: str, comment: str
) -> None:
    asked = only(town_with_players.answer(your_move, said))
    assert (asked.kind, asked.facts["move"]) == ("confirm", "16-35")
    told = of(town_with_players.answer(asked, "yes"), BOB)
    assert (told.moves[-1], list(told.facts["comment"])) == ("16-35", [comment])


@pytest.mark.parametrize(
    "said",
    [
        "11-31\nno wait, 16-35 instead",
        "11-31 good luck\nsorry, I meant 16-35",
        "I'll play 11-31\nOops, make that 16-35",
        "I wanted 11-31, but no: 16-35",
        "I take 11-31. Scratch that. 16-35",
    ],
)
def test_a_move_that_is_taken_back_is_no_comment(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    asked = only(town_with_players.answer(your_move, said))
    assert (asked.kind, asked.facts["move"], asked.facts["text"]) == ("confirm", "16-35", [])


@pytest.mark.parametrize(
    "said", ["16-35 or 11-31? I'll take 16-35. Thanks!", "Hello! 11-31, no, sorry, 16-35. Thanks!"]
)
def test_words_beside_a_move_that_is_chosen_plainly_go_out_at_once(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    told = of(town_with_players.answer(your_move, said), BOB)
    assert (told.moves[-1], list(told.facts["comment"])) == ("16-35", ["Thanks!"])


def test_a_verb_behind_a_move_is_no_comment(town_with_players: Town, your_move: Mail) -> None:
    said = "Ik denk dat ik 16-35 speel, en de groeten aan je moeder"
    told = of(town_with_players.answer(your_move, said), ALICE)
    assert list(told.facts["comment"]) == ["en de groeten aan je moeder"]


@pytest.mark.parametrize(
    ("said", "comment"),
    [
        (
            "How is the garden?\nI think I'll go 16-35\n\nAlice Smith\n12 High Street",
            ["How is the garden?"],
        ),
        ("How is the cat?\n11-31\nno wait, 16-35 instead\nSee you", ["How is the cat?", "See you"]),
        ("Wie geht's der Katze?\n11-31\nQuatsch, 16-35", ["Wie geht's der Katze?"]),
        ("How is the cat? 11-31, no wait, 16-35. Nice weather", ["How is the cat? Nice weather"]),
        ("Hello Bob!\n11-31, no wait, 16-35.", []),
        ("11-31\nHow silly of me\nno wait, 16-35 instead", []),
        (
            "Bob, qui piove.\nGioco 11-31, anzi no, 16-35. I bambini ti salutano",
            ["Bob, qui piove.", "I bambini ti salutano"],
        ),
    ],
)
def test_kind_words_above_a_move_go_with_it_although_others_do_not(
    town_with_players: Town, your_move: Mail, said: str, comment: list[str]
) -> None:
    asked = only(town_with_players.answer(your_move, said))
    assert (asked.kind, asked.facts["move"]) == ("confirm", "16-35")
    assert [*asked.facts["text"]] == comment
