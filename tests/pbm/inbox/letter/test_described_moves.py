"""Moves that are described in a sentence: which one is seen, and by which route."""

from __future__ import annotations

import pytest

from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, kinds, of, only

ROUTE = "14-13x12=23"


@pytest.fixture
def your_move(town_with_players: Town) -> Mail:
    return town_with_players.play(town_with_players.board(), SOUTH, NORTH)[0]


@pytest.mark.parametrize(
    "said",
    [
        "I'd like to play 14 to 13 to 12 and put the single on 23",
        "14 to 13 to 12 please, and the ring that stands there goes to 23",
        "no, I meant 14-13x12=23",
    ],
)
def test_a_described_move_that_is_legal_is_asked_about(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    asked = only(town_with_players.answer(your_move, said))
    assert (asked.kind, asked.facts["move"]) == ("confirm", ROUTE)
    assert asked.facts["told"] == "single from 14 bounces on 13 to 12, the triple there goes to 23"
    assert asked.facts["drawing"] != your_move.facts["drawing"]
    assert str(asked.facts["drawing"]) in asked.text


def test_a_described_move_that_is_not_legal_is_refused_with_its_reason(
    town_with_players: Town, your_move: Mail
) -> None:
    said = "I'd like to play 14 to 13 to 12 and put the single on 66"
    told = only(town_with_players.answer(your_move, said))
    assert (told.kind, told.facts["line"]) == ("illegal", "14-13x12=66")


@pytest.mark.parametrize(
    "said", ["no, I meant 16-26-36-35", "I would like 14 to 13 to 15 with the single on 55"]
)
def test_a_sentence_with_cells_is_no_guess_at_another_command(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    assert "confirm" not in kinds(town_with_players.answer(your_move, said))
    over = of(town_with_players.answer(your_move, "resign"), ALICE)
    assert "confirm" not in kinds(town_with_players.answer(over, said))


def test_a_move_beside_words_keeps_its_route(town_with_players: Town, your_move: Mail) -> None:
    played = of(town_with_players.answer(your_move, f"{ROUTE} I hope that is good"), ALICE)
    assert played.moves[-1] == ROUTE


@pytest.mark.parametrize(
    "said",
    [
        "the ring in the second column, two steps",
        "I'd like my left one forward by three",
        "den Ring ganz rechts zwei vor",
        "mon 3 du milieu, deux cases en avant",
        "l'anello di sinistra avanti di tre",
        "schuif de driedubbele twee vakjes omhoog",
        "the double in the corner two up",
    ],
)
def test_a_description_that_fits_no_move_is_answered_and_not_told_to_the_other_player(
    town_with_players: Town, your_move: Mail, said: str
) -> None:
    told = only(town_with_players.answer(your_move, said))
    assert (told.to, told.kind, told.facts["line"]) == (ALICE, "illegal", said)


@pytest.mark.parametrize(
    ("said", "move"),
    [
        ("the two at the left, up two", "11-31"),
        ("the left one up two", "11-31"),
        ("the rightmost three, three forward", "16-46"),
        ("den linken Ring zwei vor", "11-31"),
        ("Ich ziehe den Dreier ganz links drei Felder geradeaus.", "12-42"),
        ("l'anneau de gauche deux cases en avant", "11-31"),
        ("le 3 de droite, trois cases en avant", "16-46"),
        ("il triplo a destra, tre caselle avanti", "16-46"),
        ("l'anello di sinistra avanti di due", "11-31"),
        ("de linker ring twee vooruit", "11-31"),
    ],
)
def test_a_move_that_a_description_fits_alone_is_asked_about(
    town_with_players: Town, your_move: Mail, said: str, move: str
) -> None:
    asked = only(town_with_players.answer(your_move, f"{said}\nGreetings to Ann!"))
    assert (asked.kind, asked.facts["move"]) == ("confirm", move)
    told = of(town_with_players.answer(asked, "yes"), BOB)
    assert (told.moves[-1], told.facts["comment"]) == (move, ["Greetings to Ann!"])


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("push the single up one", ["13-23", "14-24"]),
        ("schuif de dubbele twee vakjes omhoog", ["11-31", "15-35"]),
        ("deux pas en avant pour mon double", ["11-31", "15-35"]),
        ("der Dreier drei vor", ["12-42", "16-46"]),
        ("il singolo una casella avanti", ["13-23", "14-24"]),
    ],
)
def test_several_moves_that_a_description_fits_are_listed(
    town_with_players: Town, your_move: Mail, said: str, moves: list[str]
) -> None:
    told = only(town_with_players.answer(your_move, said))
    assert (told.to, told.kind) == (ALICE, "refusal")
    assert all(move in told.text for move in moves)
    assert town_with_players.match().plies == 2


def test_a_player_on_the_other_side_may_see_the_board_turned(town_with_players: Town) -> None:
    mail = town_with_players.play(town_with_players.board(), SOUTH, NORTH, "11-31")[1]
    asked = only(town_with_players.answer(mail, "the left double two up"))
    assert asked.facts["move"] == "65-45"
    told = only(town_with_players.answer(mail, "my left double two forward"))
    assert all(move in told.text for move in ("62-42", "65-45"))


@pytest.mark.parametrize(
    "said", ["my leftmost stack one to the right", "den Stein ganz links eins nach oben"]
)
def test_stacks_are_described_as_well(town_with_players: Town, said: str) -> None:
    mails = town_with_players.board("-symmetry", game="dvonn")
    mail = next(each for each in mails if "your move" in each.subject)
    assert only(town_with_players.answer(mail, said)).to == mail.to
    assert town_with_players.match().plies == 0


def test_words_beside_a_move_without_a_slot_are_kept_back(
    town_with_players: Town, your_move: Mail
) -> None:
    said = "How are the kids?\nMy left ring goes two steps.\n"
    told = only(town_with_players.answer(your_move, said))
    assert (told.kind, told.facts["words_held"]) == ("refusal", True)


@pytest.mark.parametrize(
    "said",
    [
        "Nice ring on the left!",
        "I think my left ring looks lonely",
        "Your left ring looks lonely, two steps and you are in",
        "You moved the left ring two steps forward, very clever",
        "Du hast den linken Ring schön zwei Felder vor gezogen",
        "I moved house last week, two steps from the sea",
    ],
)
def test_talk_of_rings_is_passed_on(town_with_players: Town, your_move: Mail, said: str) -> None:
    assert kinds(town_with_players.answer(your_move, said)) == ["chat", "chat"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [("move the 3 on 12 straight up", "illegal"), ("the 3 on 12 goes straight up", "moves")],
)
def test_a_move_with_one_slot_is_answered_with_moves(
    town_with_players: Town, your_move: Mail, said: str, kind: str
) -> None:
    assert only(town_with_players.answer(your_move, said)).kind == kind
