"""Who places pieces and asks how gets the help on it."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.core.games import find
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from tests.pbm.inbox.understanding.planted import situation_at
from tests.pbm.town import ALICE, Mail, Town, only

PLACING = replace(situation_at(Place.TURN), places=True)


@pytest.mark.parametrize(
    "text",
    [
        "how should I place my rings?",
        "any advice for placing my row?",
        "I don't know how to set up my row",
        "Wie soll ich meine Ringe aufstellen?",
        "Hast du einen Tipp für die Aufstellung?",
        "comment placer mes anneaux ?",
        "quel est un bon placement ?",
        "hoe zet ik mijn ringen neer?",
        "wat is een goede opstelling?",
        "come dispongo i miei anelli?",
        "qual è una buona disposizione?",
    ],
)
def test_the_rules_tell_how_a_row_is_placed(text: str) -> None:
    found = understand((text,), PLACING)
    assert (found.certainty, found.command) == (Certainty.ANSWER, "help gyges")


def test_a_game_with_a_seeded_start_has_a_topic_on_placing() -> None:
    found = understand(("where should I place my pieces?",), replace(PLACING, game=find("dvonn")))
    assert found.command == "help placing"


def test_good_wishes_are_no_question() -> None:
    found = understand(("good luck with your row",), PLACING)
    assert found.certainty is Certainty.PASS_ON


def test_a_player_before_the_first_move_is_placing(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(board_mails[0], "what is a good setup?\n"))
    assert (answer.kind, answer.to, answer.facts["topic"]) == ("help", ALICE, "gyges")


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("three, two, one, one, two, three", "321123"),
        ("one triple, one double, two singles, one double and one triple", "321123"),
        ("two ones, two twos, two threes", "112233"),
        ("double single triple triple double single", "213321"),
        ("eine Drei, dann eine Zwei, zwei Einsen, eine Zwei und zuletzt eine Drei", "321123"),
        ("ein Dreier, ein Zweier, zwei Einser, ein Zweier, ein Dreier", "321123"),
        ("un trois, un deux, un un, un un, un deux et un trois", "321123"),
        ("deux triples, deux doubles et deux simples", "332211"),
        ("un 3, un 2, un 1, un 1, un 2, un 3", "321123"),
        ("una tre, una due, una uno, una uno, una due e una tre", "321123"),
        ("een drie, een twee, een een, een een, een twee, een drie", "321123"),
        ("twee drieën, twee enen en twee tweeën", "331122"),
    ],
)
def test_a_row_in_words_is_asked_about(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str, row: str
) -> None:
    answer = only(town_with_game.answer(board_mails[0], text))
    assert (answer.kind, answer.facts["move"]) == ("confirm", row)


@pytest.mark.parametrize("text", ["two ones, a two, three threes", "un 3, un 2, un 1"])
def test_a_row_that_is_not_whole_brings_the_help(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    assert only(town_with_game.answer(board_mails[0], text)).kind == "help"
