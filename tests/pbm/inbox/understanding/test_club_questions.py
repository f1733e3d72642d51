"""Questions about the club: its programs, who runs it, how to leave it, the writer's data."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.games import find
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.test_server_wishes import CLUB, OVER, meant

AT_HUMAN = replace(CLUB, place=Place.TURN, game=find("gyges"), topic="gyges", opponent="bob")
AT_PROGRAM = replace(AT_HUMAN, opponent="owl-1", plays_program=True)


@for_each(
    "text",
    [
        "Which programs are there, and how strong are they?",
        "I lost badly to owl-3. Is there something easier?",
        "Welche Programme gibt es, und wie stark sind sie?",
        "Gibt es auch einen leichteren Gegner?",
        "Quels programmes y a-t-il, et de quelle force sont-ils ?",
        "Y a-t-il un adversaire plus facile ?",
        "Welke programma's zijn er, en hoe sterk zijn ze?",
        "Is er ook een makkelijkere tegenstander?",
        "Quali programmi ci sono, e quanto sono forti?",
        "C'è un avversario più facile?",
    ],
)
@for_each("situation", [CLUB, AT_PROGRAM])
def test_who_asks_for_the_programs_gets_their_list(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ANSWER, "programs")


@for_each(
    "text",
    [
        "How strong is owl-3?",
        "Wie stark ist owl-3?",
        "Quelle est la force de owl-3 ?",
        "Hoe sterk is owl-3?",
        "Quanto è forte owl-3?",
    ],
)
def test_the_list_tells_how_strong_a_program_is(text: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, "programs")


@for_each("text", ["How strong are you?", "Do you use a program?", "Is your program stronger?"])
def test_a_person_may_be_asked_how_strong_they_are(text: str) -> None:
    assert meant(text, AT_HUMAN)[1] != "programs"


@for_each(
    "text",
    [
        "How do I stop?",
        "How do I leave?",
        "Wie kann ich hier aufhören?",
        "Wie komme ich hier wieder raus?",
        "Comment est-ce que j'arrête ?",
        "Hoe stop ik ermee?",
        "Come faccio a smettere?",
    ],
)
def test_who_asks_between_games_how_to_stop_is_told(text: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, "help signoff")
    assert meant(text, AT_PROGRAM)[1] != "signoff"


@for_each(
    "text",
    [
        "How do I sign off?",
        "Wie melde ich mich ab?",
        "Comment me désinscrire ?",
        "Hoe schrijf ik me uit?",
        "Come mi cancello?",
    ],
)
@for_each("situation", [CLUB, OVER, AT_HUMAN])
def test_who_asks_how_to_sign_off_is_told_anywhere(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ANSWER, "help signoff")


@for_each(
    "text",
    [
        "What do you know about me?",
        "What data do you store about me?",
        "Was wisst ihr über mich?",
        "Welche Daten speichert ihr über mich?",
        "Que savez-vous de moi ?",
        "Wat weten jullie over mij?",
        "Che cosa sapete di me?",
    ],
)
def test_who_asks_for_their_data_gets_them_or_is_told_how(text: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, "data")
    assert meant(text, AT_HUMAN) == (Certainty.ANSWER, "help data")


@for_each(
    "text",
    [
        "How can I reach the operator?",
        "Is there a human I can write to?",
        "Wie erreiche ich den Betreiber?",
        "Kann ich mit einem Menschen sprechen?",
        "Comment joindre le responsable ?",
        "Hoe bereik ik de beheerder?",
        "Come posso contattare il gestore?",
    ],
)
@for_each("situation", [CLUB, AT_HUMAN])
def test_who_looks_for_a_person_is_told_who_runs_the_club(text: str, situation: Situation) -> None:
    assert meant(text, situation) == (Certainty.ANSWER, "help about")


@for_each(
    ("text", "command"),
    [
        ("I forgot my password, what now?", "help password"),
        ("Ik ben mijn wachtwoord kwijt", "help password"),
        ("Bitte schickt die Mails an eine andere Adresse", "help change address"),
        ("Mandatemi le mail a un altro indirizzo", "help change address"),
        ("Comment changer mon identifiant ?", "help about"),
        ("bob soll mir nicht mehr schreiben", "help block"),
        ("Ik wil geen berichten meer van bob", "help block"),
        ("Je ne veux pas de nouvelles parties en ce moment", "help set"),
        ("Ik wil even geen nieuwe partijen", "help set"),
        ("Don't let anyone start a game with me for now", "help set"),
        ("Fatemi sapere quando qualcuno cerca una partita", "help set"),
        ("Please put my deadlines into my calendar", "help set"),
        ("Wo finde ich meine alten Partien?", "history"),
        ("Kann man auch mit mehr Bedenkzeit spielen?", "help clocks"),
    ],
)
def test_a_wish_with_a_command_of_its_own_is_told_how(text: str, command: str) -> None:
    assert meant(text, CLUB) == (Certainty.ANSWER, command)


def test_who_wants_no_more_mails_from_us_blocks_nobody() -> None:
    assert meant("I want no more mails from you", CLUB)[1] != "help block"


@for_each("text", ["What time zone are these in?", "Ich will nicht, dass mein Name im Netz steht"])
def test_zones_and_pages_are_told_of_on_a_board_too(text: str) -> None:
    assert meant(text, AT_HUMAN) == (Certainty.ANSWER, "help set")
