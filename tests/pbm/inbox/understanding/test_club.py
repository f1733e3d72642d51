"""Wishes of somebody between games: opponents, contests, games to watch."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at

CLUB = Situation(
    Place.BETWEEN,
    "alice",
    "en",
    is_player=lambda word: word in ("alice", "bob", "carol", "owl-1"),
    game_on=lambda number: "gyges" if number == "5" else "",
)


def meant(text: str, situation: Situation = CLUB) -> tuple[Certainty, str]:
    found = understand((text,), situation)
    return found.certainty, found.command


@for_each(
    "text",
    [
        "Is there a tournament I can join?",
        "When does the cup start?",
        "Can I join the Gyges cup?",
        "Gibt es hier auch ein Turnier?",
        "Y a-t-il un tournoi ici ?",
        "Is er hier ook een toernooi?",
        "C'è un torneo?",
    ],
)
def test_a_question_about_contests_lists_them(text: str) -> None:
    assert meant(text) == (Certainty.ANSWER, "contests")


@for_each(
    "text",
    [
        "Can I change the language? I'd prefer Dutch.",
        "Kann man die Sprache ändern? Niederländisch wäre mir lieber.",
        "Peut-on changer la langue ? Je préfère le néerlandais.",
        "Posso cambiare lingua? Preferirei l'olandese.",
    ],
)
def test_a_language_is_wanted_that_another_sentence_names(text: str) -> None:
    assert meant(text)[1] == "set lang nl"


@for_each(
    "text",
    [
        "I'd like to join the Gyges cup please",
        "Dann melde mich bitte zum Cup an (Gyges).",
        "Je voudrais m'inscrire à la coupe de Gyges",
        "Ik wil graag meedoen aan de Gyges cup",
        "Vorrei partecipare alla coppa di Gyges",
    ],
)
def test_who_wants_to_enter_a_cup_enters_it(text: str) -> None:
    assert meant(text) == (Certainty.DO, "gyges cup join")


def test_nobody_enters_a_cup_who_does_not_want_to() -> None:
    assert meant("I do not want to join the Gyges cup")[0] is not Certainty.DO


@for_each(
    ("text", "command"),
    [
        ("Is there someone called Dora? I want to play Gyges with her", "users"),
        ("Can I watch the game of bob and carol?", "list"),
        ("How do you play dvonn?", "help dvonn"),
        ("Wie wird die Elo-Zahl berechnet?", "help ratings"),
        ("How are the ratings calculated?", "help ratings"),
        ("Comment est calculé le classement ?", "help ratings"),
    ],
)
def test_a_question_is_no_request(text: str, command: str) -> None:
    assert meant(text) == (Certainty.ANSWER, command)


def test_a_board_is_watched_by_its_number() -> None:
    assert meant("I'd like to follow game 5") == (Certainty.DO, "gyges subscribe 5")
    assert meant("I'd like to follow game 6") == (Certainty.ANSWER, "list")


@pytest.mark.parametrize(
    "text",
    [
        "Let's play DVONN with Bob — but random please!",
        "ich möchte dvonn gegen bob spielen, mit zufälliger Stellung",
    ],
)
def test_an_invitation_keeps_its_random_start(text: str) -> None:
    assert meant(text)[1] == "dvonn challenge bob -random"


@pytest.mark.parametrize("text", ["Oops no, please cancel it", "Das war ein Versehen, vergiss das"])
def test_a_seek_that_is_not_wanted_is_asked_about(text: str) -> None:
    sought = replace(CLUB, sought="gyges")
    assert meant(text, sought) == (Certainty.ASK, "gyges seek 0")
    assert meant(text)[0] is not Certainty.ASK


@for_each(
    ("dropped", "text", "command"),
    [
        ("dvonn challenge bob", "with random", "dvonn challenge bob -random"),
        ("dvonn challenge bob", "against carol", "dvonn challenge carol"),
        ("dvonn challenge bob -unrated", "carol, please", "dvonn challenge carol -unrated"),
        ("dvonn challenge bob", "mit zufälliger Stellung", "dvonn challenge bob -random"),
        ("gyges challenge bob", "dvonn", "dvonn challenge bob -random"),
        ("gyges challenge carol", "ich meinte bob", "gyges challenge bob"),
        ("gyges seek", "no, dvonn", "dvonn seek"),
    ],
)
def test_what_follows_a_no_amends_an_invitation(dropped: str, text: str, command: str) -> None:
    assert meant(text, replace(CLUB, dropped=dropped)) == (Certainty.ASK, command)


def test_a_rematch_is_amended_to_an_invitation() -> None:
    over = replace(situation_at(Place.OVER), is_player=CLUB.is_player, dropped="gyges rematch 1")
    assert meant("against owl-1 please", over) == (Certainty.ASK, "gyges challenge owl-1")


@pytest.mark.parametrize(
    "text", ["one more game but an easier level please", "noch eine Partie, aber leichter bitte"]
)
def test_another_level_is_no_rematch(text: str) -> None:
    assert meant(text, situation_at(Place.OVER)) == (Certainty.ANSWER, "programs")


@for_each("text", ["ci sono tornei?", "gibts hier turniere? will mitmachen"])
def test_who_asks_whether_there_are_contests_gets_their_list(text: str) -> None:
    assert meant(text) == (Certainty.ANSWER, "contests")


@for_each(
    "text",
    [
        "Could you show me my game with bob once more",
        "zeig mir nochmal die Partie gegen bob",
        "Potete mostrarmi ancora una volta la mia partita con bob",
    ],
)
def test_who_is_asked_to_show_a_game_again_challenges_nobody(text: str) -> None:
    assert meant(text) == (Certainty.ANSWER, "list mine")
