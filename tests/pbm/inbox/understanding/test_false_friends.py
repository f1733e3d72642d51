"""Praise, jokes, thanks and other people's words are no yes, no rematch and no proposal."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import taken_back, understand
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at, understood


@for_each(
    "text",
    [
        "Nice weather today",
        "Lovely! Who is this?",
        "I'd love to but I can't",
        "fine, but not now",
        "yeah right",
        "Bob said: yes please",
        "I accept cookies",
        "Super, aber ich hab keine Zeit",
        "Gern geschehen",
        "bien sûr que non",
        "d'accord avec toi sur le temps",
        "top, maar ik kan niet",
    ],
)
def test_an_invitation_is_not_accepted(text: str) -> None:
    meant = understood((text,), Place.INVITED)
    assert (meant.certainty, meant.command) != (Certainty.DO, "accept")


@for_each("offer", Offer)
@for_each(
    "text",
    [
        *("fair enough", "I agree", "ok thanks", "Agreed, you are winning"),
        *("natürlich nicht", "certo che no", "prima zet", "yes sir that was a blunder"),
    ],
)
def test_a_proposal_is_not_accepted(offer: Offer, text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    assert (meant.certainty, meant.command) != (Certainty.DO, "accept")


@for_each("offer", Offer)
@for_each(
    "text",
    [
        "A draw? Why not, but I talk to my brother",
        "I accept the draw. But my sister must have a look",
        "Remis? Einverstanden, aber mein Bruder schaut noch aufs Brett",
        "Nulle ? Pourquoi pas, mais laisse-moi le temps d'en parler",
        "Patta? Va bene, però devo chiedere a mia moglie",
        "Remise? Akkoord, maar mijn broer kijkt nog mee",
    ],
)
def test_a_why_not_with_a_but_agrees_to_nothing(offer: Offer, text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    assert (meant.certainty, meant.command) != (Certainty.DO, "accept")


@for_each("text", ["no problem", "kein Problem", "pas de problème", "geeft niet"])
def test_pardon_lets_take_back_a_move_and_agrees_to_no_draw(text: str) -> None:
    at_turn = situation_at(Place.TURN)
    undo, draw = (understand((text,), replace(at_turn, offer=o)) for o in (Offer.UNDO, Offer.DRAW))
    assert (undo.certainty, undo.command) == (Certainty.DO, "accept")
    assert draw.certainty is not Certainty.DO


@for_each("offer", Offer)
@for_each("text", ["non, c'est bon", "nein, kein Problem", "no no, please go ahead"])
def test_a_no_that_may_mean_yes_rejects_nothing(offer: Offer, text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    assert meant.certainty is not Certainty.DO


@for_each(
    "text",
    [
        *("Sure, but I'm out of the country", "gern, aber ich bin raus"),
        *("never played but I'm in", "never again but I'm in"),
        *("Ich spiele nie unter der Woche, aber ich bin dabei", "Nie gespielt, aber ich bin dabei"),
    ],
)
def test_words_behind_but_i_am_are_heard(text: str) -> None:
    assert understood((text,), Place.INVITED).certainty is Certainty.ASK


@for_each(
    "text",
    ["a draw? you must be dreaming", "never undo", "draw the curtains please", "undo? never"],
)
def test_nothing_is_proposed(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is not Certainty.DO


@for_each(
    ("text", "command"),
    [
        ("kann ich nochmal das Brett sehen", "show"),
        ("darf ich noch einmal die Regeln haben", "help"),
        ("mag ik nog een keer het bord zien", "show"),
        ("mag ik opnieuw de regels krijgen", "help"),
    ],
)
def test_to_see_something_again_is_not_to_move_again(text: str, command: str) -> None:
    meant = understood((text,), Place.TURN)
    assert (meant.certainty, meant.command.split()[0]) == (Certainty.ANSWER, command)


@for_each(
    "text",
    [
        "kann ich nochmal deine Adresse haben",
        "kann ich nochmal ein Foto von dir sehen",
        "darf ich nochmal den letzten Brief von dir lesen",
        "mag ik nog een keer die mail krijgen",
        "mag ik nog een keer langskomen",
    ],
)
def test_what_is_wanted_again_may_be_no_move(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is not Certainty.DO


@pytest.mark.parametrize(
    "text", ["kann ich nochmal?", "kann ich nochmal ziehen", "mag ik nog een keer"]
)
def test_to_move_again_takes_the_move_back(text: str) -> None:
    assert understood((text,), Place.WAITING).command == "undo"


@for_each("text", ["once more thanks", "encore merci", "rematch? not today", "un'altra volta"])
def test_no_rematch_is_begun(text: str) -> None:
    assert understood((text,), Place.OVER).certainty is not Certainty.DO


@for_each(
    "text",
    [
        *("Opa sagt immer: ablehnen kann jeder", "I never refuse cake", "no wonder", "prima weer"),
        *(
            "J'accepte enfin mes cheveux gris",
            "ik neem aan dat het regent",
            "Non accetto caramelle",
        ),
        "thank you for thinking of me dear but at 84 one game at a time is plenty for me",
    ],
)
def test_an_answer_to_something_else_answers_no_invitation(text: str) -> None:
    meant = understood((text,), Place.INVITED)
    assert meant.certainty is not Certainty.DO or meant.command == "decline"


@for_each("place", [Place.TURN, Place.WAITING, Place.INVITED, Place.OVER])
@for_each("verb", ["accepted", "resigned", "gave up", "says no thanks", "wants revenge"])
@for_each("who", ["my sister", "grandpa", "the minister", "they"])
def test_what_others_do_is_talk(who: str, verb: str, place: Place) -> None:
    meant = understood((f"{who} {verb}",), place)
    assert meant.certainty in (Certainty.PASS_ON, Certainty.UNCLEAR)


@pytest.mark.parametrize("text", ["13-65-N  I think I bounce on nothing", "Hi\n13-65-N, good luck"])
def test_an_illegal_move_that_begins_a_line_is_refused_and_not_passed_on(text: str) -> None:
    assert understood(tuple(text.split("\n")), Place.TURN).certainty is not Certainty.PASS_ON


@pytest.mark.parametrize("text", ["13-65 was a great move", "I liked your 13-65 in the last game"])
def test_an_illegal_move_that_is_told_of_is_passed_on(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is Certainty.PASS_ON


def test_a_way_over_the_board_that_is_no_move_is_refused_as_one_and_not_passed_on() -> None:
    # "DO" leads to the refusal of the move, with its reason: nothing can be played by it.
    meant = understood(("the 3 on 45 goes to 55 and then to 65",), Place.TURN)
    assert (meant.certainty, meant.command) == (Certainty.DO, "45-55-65")


@pytest.mark.parametrize("text", ["what was my mistake?", "Was war mein Fehler?"])
def test_who_asks_for_their_mistake_takes_nothing_back(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is not Certainty.DO
    assert understood((text,), Place.OVER).command == "help analyse"


@pytest.mark.parametrize("text", ["Tel. 13-33", "Two rooms, 16 and 35"])
def test_numbers_that_are_no_move_are_not_played(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is not Certainty.DO


def test_a_denied_move_is_not_played() -> None:
    assert understood(("16-35, no, not 11-31",), Place.TURN).command == "16-35"
    assert understood(("nah not 11-31. 16-35",), Place.TURN).command == "16-35"


@pytest.mark.parametrize("text", ["no, 16-35", "16-35 - sorry, I want to win this one"])
def test_a_move_declines_a_draw(text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=Offer.DRAW))
    assert (meant.certainty, meant.command) == (Certainty.DO, "16-35")


OTHER_YES = {
    Offer.DRAW: [
        "I accept the undo",
        "you may take it back",
        "sure, go back",
        "Sure, rematch!",
        "I accept your challenge",
    ],
    Offer.UNDO: [
        "I accept the draw",
        "a draw it is",
        "Remis angenommen",
        "d'accord pour la nulle",
        "vada per la patta",
        "remise akkoord",
    ],
}


@for_each(
    ("offer", "text"), [(offer, each) for offer, texts in OTHER_YES.items() for each in texts]
)
def test_a_yes_to_something_else_agrees_to_nothing(offer: Offer, text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    assert meant.certainty is not Certainty.DO


@pytest.mark.parametrize("text", ["I accept the draw", "draw accepted", "accetto la patta"])
def test_a_yes_to_a_draw_accepts_no_invitation(text: str) -> None:
    assert understood((text,), Place.INVITED).certainty is not Certainty.DO


@for_each(
    "text",
    [
        *("16-35 is bad", "16-35 is a blunder", "16-35 scares me", "16-35 said Bob"),
        *("16-35 ist schlecht", "16-35 verliert", "16-35 perd", "16-35 perde", "16-35 verliest"),
        *("Bob said: 16-35", "You wrote: 16-35", "Du hast geschrieben: 16-35"),
        "The computer suggests: 16-35",
    ],
)
def test_a_move_that_is_judged_or_reported_is_not_played(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is not Certainty.DO


_ASIDES = [
    *("you won't see that coming", "u wont like this", "don't cry", "without my glasses"),
    *("sorry for the typos, I'm not wearing my glasses", "no time to chat, dinner is burning"),
    *("das hast du nicht kommen sehen", "nicht weinen", "ohne Brille geschrieben"),
    *("tu ne l'as pas vu venir", "ne pleure pas", "j'ai pas mes lunettes", "il ne pleut plus"),
    *("dat zag je niet aankomen", "niet huilen", "zonder bril getikt", "ik ben nog niet wakker"),
    *("non te l'aspettavi", "non piangere", "scusate gli errori, scrivo senza occhiali"),
]


@for_each("text", _ASIDES)
def test_a_negation_of_something_else_denies_no_move(text: str) -> None:
    meant = understood((f"16-35 {text}",), Place.TURN)
    assert (meant.certainty, meant.command) == (Certainty.DO, "16-35")
    assert taken_back("16-35", "move", (text,), situation_at(Place.TURN)) is None


@for_each(
    "text",
    [
        *("you can't enter this yet", "you won't make me play that", "you didn't get that from me"),
        *("you can't play that", "don't play it", "I can't", "I haven't decided yet"),
        *("du kannst das nicht spielen", "kannst du nicht eintragen", "ich bin noch nicht sicher"),
        *("das hast du nicht gesehen", "tu ne peux pas le jouer", "je ne suis pas encore sûr"),
        *("je kan dat niet spelen", "kan je niet spelen", "ik ben nog niet zeker"),
        *("non puoi giocarla", "non puoi registrarla ancora", "non sono ancora sicuro"),
    ],
)
def test_a_negation_that_may_deny_the_move_is_asked_about(text: str) -> None:
    meant = understood((f"16-35 {text}",), Place.TURN)
    assert (meant.certainty, meant.command) == (Certainty.ASK, "16-35")


@for_each(
    "text",
    [
        *("désolé mais on ne reprend pas", "Sorry, ich nehme nichts zurück"),
        *("sorry, maar terugnemen doen we niet", "mi dispiace, ma non si torna indietro"),
        *("sorry, but we don't undo things here", "Mijn kleinzoon zegt dat je niet kan praten"),
        *("mio nipote dice che non sai parlare", "Ich bin es noch nicht", "gotcha grandad"),
    ],
)
def test_words_below_a_move_that_take_nothing_back_leave_it(text: str) -> None:
    assert taken_back("16-35", "move", (text,), situation_at(Place.TURN)) is None


@for_each(
    "text",
    [
        *("sorry, take that back", "oops, undo please", "sorry, can't you undo it?", "gotcha!"),
        *("désolé, je reprends", "dat was mijn zoon", "Mijn kleinzoon schreef dat"),
        *("ha scritto mia moglie", "mio figlio ha giocato", "noch nicht!", "nog niet"),
    ],
)
def test_words_below_a_move_that_take_it_back_are_asked_about(text: str) -> None:
    assert taken_back("16-35", "move", (text,), situation_at(Place.TURN)) is not None


@pytest.mark.parametrize("text", ["My move: 16-35", "Non mi arrendo mai: 16-35", "16-35, it is"])
def test_a_move_that_is_announced_is_played(text: str) -> None:
    meant = understood((text,), Place.TURN)
    assert (meant.certainty, meant.command) == (Certainty.DO, "16-35")


@for_each("offer", Offer)
@for_each(
    "text",
    [
        *("Yes, we got it.", "Yes, this mailbox is monitored", "Yes, a person will read it"),
        *("Ok, noted", "Sure. We will get back to you.", "Agreed. Not.", "Oui, bien reçu"),
        *("Passt, angekommen", "Ja, ontvangen", "Sì, ricevuto"),
    ],
)
def test_a_yes_beside_other_words_agrees_to_no_proposal(offer: Offer, text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=offer))
    assert meant.certainty is not Certainty.DO


def test_a_yes_that_names_the_draw_may_say_more() -> None:
    at_turn = replace(situation_at(Place.TURN), offer=Offer.DRAW)
    meant = understand(("I accept the draw, that was a long evening",), at_turn)
    assert (meant.certainty, meant.command) == (Certainty.DO, "accept")


@pytest.mark.parametrize("place", [Place.TURN, Place.WAITING])
@pytest.mark.parametrize(
    "text",
    [
        "can I have your address again?",
        "what was your name again?",
        "kann ich nochmal deine Adresse haben",
        "Hast du nochmal die Telefonnummer von Klaus?",
        "wie heißt du nochmal?",
        "je peux encore avoir ton adresse ?",
        "tu as encore le numéro de Paul ?",
        "mag ik je adres nog een keer?",
        "heb je nog een keer het adres van Piet?",
        "posso avere di nuovo il tuo indirizzo?",
        "hai ancora la ricetta della nonna?",
    ],
)
def test_what_is_asked_again_of_the_opponent_is_passed_on(text: str, place: Place) -> None:
    assert understood((text,), place).certainty is Certainty.PASS_ON


@pytest.mark.parametrize(
    "text", ["how are you?", "wie geht's?", "ça va ?", "hoe gaat het?", "come va?", "Salut !", "hi"]
)
def test_a_greeting_alone_is_for_the_opponent(text: str) -> None:
    assert understood((text,), Place.TURN).certainty is Certainty.PASS_ON


@pytest.mark.parametrize(
    "text",
    [
        "No no, giochiamo fino in fondo!",
        "no no, let's play it out",
        "Nein, wir spielen das zu Ende",
        "non, jouons jusqu'au bout !",
        "nee nee, tot het bittere einde",
    ],
)
def test_to_play_to_the_end_declines_a_draw(text: str) -> None:
    meant = understand((text,), replace(situation_at(Place.TURN), offer=Offer.DRAW))
    assert (meant.certainty, meant.command) == (Certainty.DO, "reject")


@pytest.mark.parametrize("text", ["dai, giochiamo", "jouons !", "let's play to the end"])
def test_to_play_declines_no_invitation(text: str) -> None:
    meant = understood((text,), Place.INVITED)
    assert (meant.certainty, meant.command) != (Certainty.DO, "decline")


def test_a_score_is_no_move() -> None:
    text = "The Giants won 21-14, did you watch?"
    assert understood((text,), Place.TURN).certainty is Certainty.PASS_ON
