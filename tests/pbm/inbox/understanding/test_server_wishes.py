"""Wishes that concern the server: to leave it, to solve a puzzle, or to play another game."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.core.games import find
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at

LEVELS = ("owl-1", "owl-3", "owl-5")


def program(name: str) -> str:
    return name if name in LEVELS else "" if name else "owl-1"


CLUB = Situation(
    Place.BETWEEN,
    "alice",
    "en",
    is_player=lambda word: word in ("alice", "bob", "owl", *LEVELS),
    program=program,
    levels=LEVELS,
)
OVER = replace(CLUB, place=Place.OVER, game=find("gyges"), opponent="owl-1", plays_program=True)
PLACING = replace(OVER, place=Place.TURN, game=find("dvonn"))


def meant(text: str, situation: Situation) -> tuple[Certainty, str]:
    found = understand((text,), situation)
    return found.certainty, found.command


@for_each(
    "text",
    [
        "now the other game, dvonn pls, also against owl",
        "no more gyges. I want to play dvonn against owl-1",
        "Nein, nicht noch einmal Gyges. Ich möchte DVONN spielen, und zwar gegen owl-1.",
        "Nicht Gyges, sondern eine Partie DVONN bitte",
        "Je voudrais jouer à dvonn",
        "Vorrei giocare a dvonn adesso",
        "Nu graag een partij dvonn tegen owl-1",
    ],
)
def test_a_game_that_is_named_outweighs_that_of_the_mail(text: str) -> None:
    assert meant(text, OVER) == (Certainty.ASK, "dvonn challenge owl-1 -random")


def test_another_player_who_is_named_is_challenged() -> None:
    asked = (Certainty.ASK, "dvonn challenge bob -random")
    assert meant("dvonn against bob please", OVER) == asked


def test_a_no_to_one_game_may_name_the_other() -> None:
    situation = replace(CLUB, dropped="gyges challenge owl-1")
    text = "nicht noch einmal Gyges. Ich möchte DVONN spielen, und zwar gegen owl-1."
    assert meant(text, situation) == (Certainty.ASK, "dvonn challenge owl-1 -random")


def test_the_same_game_again_is_a_rematch() -> None:
    assert meant("another game of gyges please", OVER) == (Certainty.ASK, "rematch")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("I would like to play a game against this program", "gyges challenge owl-1"),
        ("Ich möchte dvonn gegen den Computer spielen", "dvonn challenge owl-1 -random"),
    ],
)
def test_any_program_is_one_that_fits(text: str, command: str) -> None:
    assert meant(text, CLUB) == (Certainty.ASK, command)


@for_each("situation", [CLUB, OVER])
@for_each(
    ("text", "command"),
    [
        ("give me the strongest program you have!", "gyges challenge owl-5"),
        ("I want to play against owl-5, the strongest one", "gyges challenge owl-5"),
        ("a game of dvonn against the weakest program", "dvonn challenge owl-1 -random"),
        ("Ich möchte gegen das stärkste Programm spielen", "gyges challenge owl-5"),
        ("Eine Partie dvonn gegen ein leichtes Programm bitte", "dvonn challenge owl-1 -random"),
        ("Je veux jouer contre le programme le plus fort", "gyges challenge owl-5"),
        ("Une partie de dvonn contre le programme le plus faible", "dvonn challenge owl-1 -random"),
        ("Vorrei giocare contro il programma più forte", "gyges challenge owl-5"),
        ("dvonn contro il programma più debole", "dvonn challenge owl-1 -random"),
        ("Ik wil tegen het sterkste programma spelen", "gyges challenge owl-5"),
        ("een partij dvonn tegen het zwakste programma", "dvonn challenge owl-1 -random"),
    ],
)
def test_the_strongest_and_the_weakest_program_are_known(
    text: str, command: str, situation: Situation
) -> None:
    assert meant(text, situation) == (Certainty.ASK, command)


@pytest.mark.parametrize("text", ["Which is the strongest program?", "an easier program please"])
def test_who_asks_how_strong_programs_are_gets_their_list(text: str) -> None:
    assert meant(text, OVER) == (Certainty.ANSWER, "programs")


def test_nobody_is_challenged_where_no_program_plays() -> None:
    lonely = replace(CLUB, program=lambda _: "")
    certainty, command = meant("I would like to play against the computer", lonely)
    assert "challenge" not in command or certainty is Certainty.ANSWER


def test_pieces_that_already_stand_are_a_random_start() -> None:
    text = "Can I have a game where all pieces are already placed?"
    assert meant(text, PLACING) == (Certainty.ASK, "dvonn challenge owl-1 -random")


@for_each("place", [Place.TURN, Place.WAITING, Place.OVER, Place.BETWEEN])
def test_who_leaves_the_server_resigns_nothing(place: Place) -> None:
    found = understand(("I resign. Please delete my account",), replace(OVER, place=place))
    assert (found.certainty, found.command) == (Certainty.ASK, "signoff")


@for_each(
    "text",
    [
        "I want to leave for good, bye",
        "I'm leaving for good",
        "Ich möchte endgültig aufhören, tschüss",
        "Je veux partir pour de bon, au revoir",
        "Voglio andarmene per sempre, ciao",
        "Ik wil voorgoed weg, doei",
    ],
)
@for_each("situation", [CLUB, OVER])
def test_who_leaves_for_good_is_asked(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ASK, "signoff")


@for_each(
    ("text", "game"),
    [
        ("Mi mandi un problema di DVONN da risolvere?", "dvonn"),
        ("Gibt es hier auch Rätsel zum Lösen? Ich hätte gern eins für Gyges.", "gyges"),
        ("Do you have puzzles? One of gyges please", "gyges"),
        ("Un problème de DVONN, s'il vous plaît", "dvonn"),
        ("Hebben jullie ook puzzels? Ik wil er graag een van Gyges.", "gyges"),
        ("Can I have a problem of gyges to solve?", "gyges"),
        ("Mag ik een opgave van DVONN om op te lossen?", "dvonn"),
    ],
)
def test_a_puzzle_is_one_of_the_game_that_the_letter_names(text: str, game: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, f"{game} puzzle")


def test_a_puzzle_is_no_contest() -> None:
    assert meant("is there a puzzle too?", CLUB) == (Certainty.ANSWER, "puzzle")


@pytest.mark.parametrize(
    "text",
    [
        "my mother wants to close a window before the rain",
        "we played dvonn against my uncle all summer",
    ],
)
def test_talk_with_such_words_stays_talk(text: str) -> None:
    found = understand((text,), situation_at(Place.TURN))
    assert found.certainty in (Certainty.PASS_ON, Certainty.UNCLEAR)


def test_a_displacement_is_read_from_three_slots() -> None:
    situation = replace(
        PLACING, game=find("gyges"), legal=lambda text: text if text == "15x13=54" else ""
    )
    text = "Ich ziehe von 15 nach 13, und der Ring von dort kommt nach 54."
    assert meant(text, situation) == (Certainty.ASK, "15x13=54")


@pytest.mark.parametrize(
    "text",
    [
        "My friend Tom wants to play too",
        "my brother would like to join, what should he do?",
        "how can I invite a friend?",
        "Mein Freund Tom möchte auch spielen",
        "Kann mein Kollege sich hier anmelden?",
        "Mon ami Tom veut jouer aussi",
        "comment inviter un ami qui n'est pas inscrit ?",
        "Mijn vriend Tom wil ook spelen",
        "Il mio amico Tom vuole giocare anche lui",
    ],
)
def test_who_brings_a_friend_is_told_how(text: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, "help friends")


def test_on_a_board_a_friend_is_talk_unless_somebody_asks_how() -> None:
    board = situation_at(Place.TURN)
    assert meant("My friend Tom wants to play too", board)[0] is Certainty.PASS_ON
    assert meant("how can my friend sign up?", board) == (Certainty.ANSWER, "help friends")


@pytest.mark.parametrize("situation", [CLUB, situation_at(Place.TURN)])
@pytest.mark.parametrize(
    "text",
    [
        "how strong am I now?",
        "wie stark bin ich?",
        "je suis de quel niveau ?",
        "hoe sterk ben ik nu?",
        "quanto sono forte?",
    ],
)
def test_who_asks_how_strong_they_are_gets_their_rating(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ANSWER, "ratings alice")


@pytest.mark.parametrize(
    "text",
    [
        "which moves can I make with the ring on 12?",
        "where can 12 go?",
        "what can my triple on 12 do?",
        "show me the moves of 12",
        "Wohin kann der Ring auf 12?",
        "Welche Züge hat die 12?",
        "où peut aller l'anneau en 12 ?",
        "waar kan de ring op 12 heen?",
        "dove può andare l'anello in 12?",
    ],
)
def test_the_moves_of_one_ring_are_those_asked_for(text: str) -> None:
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ANSWER, "moves 12")


@pytest.mark.parametrize(
    "text", ["which side is mine?", "welche Seite ist meine?", "welke kant is van mij?"]
)
def test_the_board_shows_which_side_is_the_writers(text: str) -> None:
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ANSWER, "show")


def test_a_move_behind_after_is_previewed() -> None:
    text = "what would the board look like after 16-35?"
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ANSWER, "preview 16-35")


ANYWHERE = [Place.BETWEEN, Place.TURN, Place.WAITING, Place.OVER, Place.INVITED]


@for_each("place", ANYWHERE)
@for_each(
    "text",
    [
        *("what does it cost?", "who runs this?", "is there an app?", "can I play in the browser?"),
        *("was kostet das?", "wer betreibt das hier?", "ist das kostenlos?", "gibt es eine App?"),
        *("combien ça coûte ?", "qui gère ce serveur ?", "c'est gratuit ?"),
        *("quanto costa?", "chi gestisce questo server?", "si può giocare nel browser?"),
        *("wat kost het?", "wie beheert dit?", "kan ik ook in de browser spelen?"),
    ],
)
def test_questions_about_the_server_are_answered_everywhere(place: Place, text: str) -> None:
    assert meant(text, replace(situation_at(place), userid="alice")) == (
        Certainty.ANSWER,
        "help about",
    )


@for_each(
    "text",
    [
        "My sister runs this shop and it costs her a fortune",
        "Was kostet bei euch eigentlich ein Pfund Butter im Laden?",
        "can I play with bob?",
    ],
)
def test_other_costs_and_people_are_no_such_question(text: str) -> None:
    assert meant(text, situation_at(Place.TURN))[1] != "help about"


@for_each("text", ["sign me up for the cup", "Ik wil aan de beker meedoen", "ci sono tornei qui?"])
def test_wishes_for_contests_on_a_board_are_for_the_server(text: str) -> None:
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ANSWER, "contests")


@for_each("text", ["Will you join the cup?", "My son plays in the cup on Sunday"])
def test_contests_of_the_other_player_are_talk(text: str) -> None:
    assert meant(text, situation_at(Place.TURN))[1] != "contests"


@for_each("text", ["give me a problem to solve", "datemi un problema da risolvere"])
def test_a_puzzle_that_the_writer_wants_is_for_the_server(text: str) -> None:
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ANSWER, "puzzle")


@for_each("text", ["You are a puzzle to me", "Ich habe gestern ein Rätsel gelöst"])
def test_other_puzzles_are_talk(text: str) -> None:
    assert meant(text, situation_at(Place.TURN))[0] is Certainty.PASS_ON


@for_each("text", ["an easy opponent please", "jemand leichtes zum Spielen", "un computer debole"])
def test_an_easy_opponent_is_the_weakest_program(text: str) -> None:
    assert meant(text, CLUB) == (Certainty.ASK, "gyges challenge owl-1")


@for_each(
    ("text", "place", "command"),
    [
        *(("who is winning?", place, "score") for place in (Place.TURN, Place.WAITING)),
        ("verliere ich?", Place.TURN, "score"),
        ("chi sta vincendo?", Place.TURN, "score"),
        ("who is winning?", Place.BETWEEN, "list mine"),
        ("who is winning?", Place.OVER, "show"),
        ("any news?", Place.TURN, "show"),
        ("gibt es was Neues?", Place.BETWEEN, "list mine"),
    ],
)
def test_who_asks_how_it_stands_is_told(text: str, place: Place, command: str) -> None:
    assert meant(text, replace(situation_at(place), userid="alice")) == (Certainty.ANSWER, command)


@for_each("text", ["any news of your mother?", "Any news? I have moved to Bath."])
def test_news_of_the_other_player_are_talk(text: str) -> None:
    assert meant(text, situation_at(Place.TURN))[0] is Certainty.PASS_ON


@for_each(
    "text",
    [
        "play 63-53 for me as soon as bob has moved",
        "spiel 63-53 für mich, sobald bob gezogen hat",
        "jouez 63-53 pour moi dès que bob aura joué",
        "gioca 63-53 per me appena bob ha mosso",
        "speel 63-53 voor mij zodra bob gezet heeft",
    ],
)
def test_a_move_that_is_to_wait_for_the_opponents_is_queued(text: str) -> None:
    waiting = replace(situation_at(Place.WAITING), is_player=CLUB.is_player)
    assert meant(text, waiting) == (Certainty.ASK, "queue 63-53")


@for_each(
    "text",
    [
        "Can the board be bigger?",
        "The pictures are tiny on my screen",
        "Das Bild ist zu klein",
        "Geht das Brett auch größer?",
        "L'image est trop petite, peut-on l'agrandir ?",
        "Kan het bord groter?",
        "Het plaatje is te klein",
        "La scacchiera è troppo piccola",
        "Vorrei immagini più grandi",
    ],
)
@for_each("situation", [CLUB, OVER, PLACING])
def test_who_wants_larger_boards_is_told_what_can_be_set(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ANSWER, "help set")


@for_each("text", ["My table is too small for all these papers", "Mein Garten ist zu klein"])
def test_other_things_may_be_too_small(text: str) -> None:
    assert meant(text, PLACING)[1] != "help set"
