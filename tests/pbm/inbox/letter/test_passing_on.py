"""Words without a request reach the other player, but not passwords, addresses or our own words."""

from __future__ import annotations

import pytest

from pbm.inbox.letter.passing_on import MOST_CHARACTERS
from pbm.notices.kinds import MailKind
from pbm.notices.phrases import first_line_of_ours
from tests.combinations import few_fast, for_each
from tests.pbm.town import ALICE, BOB, DOMAIN, PASSWORD, Mail, Town, kinds, of, only

TALK = "My cat walked over the board yesterday"


def passed_on(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == ALICE]


@for_each(
    "text",
    [
        *(TALK, f"{TALK}\n\nand slept on it.", "Rendez-vous demain au jardin"),
        "Repose-toi bien, et soigne-toi !",
    ],
)
def test_words_without_a_request_are_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    mails = town_with_game.answer(placed_mails[1], text)
    assert kinds(passed_on(mails)) == [MailKind.CHAT]


@for_each("move", ["61-53", "61 - 53", "61 to 53", "61 -> 53,"])
def test_only_what_stands_beside_a_move_is_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], move: str
) -> None:
    turn = of(town_with_game.answer(placed_mails[0], "16-35"), BOB)
    mails = town_with_game.answer(turn, f"{move} have fun, my friend")
    told = only(passed_on(mails))
    assert told.kind == MailKind.BOARD
    assert "\n| have fun, my friend\n" in told.text


@pytest.mark.parametrize(
    "farewell", ["Mit freundlichen Grüßen", "Cordiali saluti,", "Kind regards"]
)
def test_a_signature_is_not_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], farewell: str
) -> None:
    signature = (
        f"{farewell}\n\nBob Smith\n\nSmith & Sons\n\nFax: 0341/123457\n\nwww.smith.example\n"
    )
    told = passed_on(town_with_game.answer(placed_mails[1], f"{TALK}\n\n{signature}"))
    assert (only(told).kind, [*only(told).facts["said"]]) == (MailKind.CHAT, [TALK])
    asked = only(town_with_game.answer(placed_mails[1], f"I give up\n\n{signature}"))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, [])


@pytest.mark.parametrize(
    ("line", "above"),
    few_fast(
        [
            "my password is tulips4ever",
            "I go by bob and quiet_lantern",
            f"bob {PASSWORD}",
            f"write to pbm@{DOMAIN} then",
            f"write to pbm+0123456789@{DOMAIN} then",
            "la la\n" * MOST_CHARACTERS,
        ],
        ["", f"{TALK}\n"],
    ),
)
def test_words_that_may_give_something_away_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], above: str, line: str
) -> None:
    mails = town_with_game.answer(placed_mails[1], above + line)
    assert (only(mails).to, only(mails).kind) == (BOB, MailKind.NO_COMMAND)


@pytest.mark.parametrize(
    ("text", "similar"), [("mail texts", ["set mail text"]), ("shwo", ["show"])]
)
def test_what_is_nearly_a_command_is_no_talk(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str, similar: list[str]
) -> None:
    answer = only(town_with_game.answer(placed_mails[1], text))
    assert (answer.kind, answer.facts["meant"].similar) == (MailKind.NO_COMMAND, similar)


def test_sentences_of_ours_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    lines = placed_mails[1].text.split("\n")
    ours = next(line for line in lines if first_line_of_ours([line]) is not None)
    mails = town_with_game.answer(placed_mails[1], f"{TALK}\n{ours}")
    assert (only(mails).to, only(mails).kind) == (BOB, MailKind.NO_COMMAND)


def test_words_sent_without_a_token_of_the_board_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.write(BOB, TALK, subject=f"Re: {placed_mails[1].subject}")
    assert passed_on(mails) == []


@for_each(
    ("text", "said"),
    [
        ("thanks, that was fun, I resign", ["thanks, that was fun"]),
        ("I resign, you were too strong", ["you were too strong"]),
        ("Ich gebe auf. Du warst zu stark!", ["Du warst zu stark!"]),
        (
            "J'abandonne, tu étais trop fort. À la prochaine !",
            ["tu étais trop fort. À la prochaine !"],
        ),
        ("Ik geef op, je bent te sterk", ["je bent te sterk"]),
        ("Mi arrendo, sei troppo forte. Alla prossima!", ["sei troppo forte. Alla prossima!"]),
        ("Thank you for the game!\nI resign.", ["Thank you for the game!"]),
        ("Thank you for the game! I resign.", ["Thank you for the game!"]),
        ("I give up, I think", []),
        ("Ich hab keine Lust mehr, ich gebe auf", ["Ich hab keine Lust mehr"]),
        (f"thanks, I resign\nbob {PASSWORD}", []),
    ],
)
def test_kind_words_of_somebody_who_gives_up_are_passed_on_with_it(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str, said: list[str]
) -> None:
    asked = only(town_with_game.answer(placed_mails[1], text))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, said)
    over = town_with_game.answer(asked, "yes")
    assert [mail.facts["comment"] for mail in over if mail.kind == MailKind.BOARD] == [said, said]


@for_each(
    ("text", "said"),
    [
        ("It rains here, too! I play 16-35.", ["It rains here, too!"]),
        ("Buone vacanze!! 16-35", ["Buone vacanze!!"]),
        ("Ehi, ma allora vinco! 16-35 🎉", ["Ehi, ma allora vinco!"]),
        (
            "Schönes Wetter hier! Ich ziehe 16 nach 35. Bis bald!",
            ["Schönes Wetter hier! Bis bald!"],
        ),
        ("16 nach 35. Bis 3. Dezember regnet es!", ["Bis 3. Dezember regnet es!"]),
        ("What a game!\n16-35\nSee you", ["What a game!", "See you"]),
        ("ja nudeln :) 16-35", ["ja nudeln :)"]),
        (
            "Cher Bob, il pleut.\nJe joue 16-35 aujourd'hui\nBien à toi\nAlice\n12, rue de la Paix",
            ["Cher Bob, il pleut."],
        ),
        ("16-35. Draw?", ["Draw?"]),
        ("Hello Bob! I take 16-35.", []),
        ("Hi Bob,\n\n16-35", []),
        ("My move: 16-35", []),
        ("16 nach 35 bitte", []),
        ("16-35 please", []),
        ("16-35, merci", []),
        ("Ok. 16-35", []),
        ("I go by alice and quiet_lantern. 16-35", []),
        (
            "What a day!\nI go by alice and quiet_lantern. 16-35\nSee you",
            ["What a day!", "See you"],
        ),
    ],
)
def test_the_comment_is_every_sentence_but_the_move(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str, said: list[str]
) -> None:
    told = of(town_with_game.answer(placed_mails[0], text), BOB)
    assert (told.news, told.facts["comment"]) == ("moved", said)


@for_each(
    ("text", "said"),
    [
        ("Volentieri, accetto la sfida! Vediamo chi vince 😄", ["Vediamo chi vince 😄"]),
        ("I accept!\nThe weather is fine.", ["The weather is fine."]),
        ("Gerne!", []),
        ("No thanks. My cat is ill.", ["My cat is ill."]),
        ("No thanks, maybe another time!", ["maybe another time!"]),
        ("No thanks. Maybe another time!\n\nBob Smith\n12 High Street", ["Maybe another time!"]),
        ("Nein danke. Vielleicht ein andermal!", ["Vielleicht ein andermal!"]),
        ("Non merci. Une autre fois peut-être !", ["Une autre fois peut-être !"]),
        ("Nee bedankt. Misschien een andere keer!", ["Misschien een andere keer!"]),
        ("No grazie. Magari un'altra volta!", ["Magari un'altra volta!"]),
    ],
)
def test_the_comment_is_every_sentence_but_the_answer(
    town_with_players: Town, text: str, said: list[str]
) -> None:
    town = town_with_players
    invited = of(town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"), BOB)
    assert of(town.answer(invited, text), ALICE).facts["comment"] == said


def test_a_rejection_passes_on_what_the_question_about_it_has_shown(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(placed_mails[1], "propose draw")
    asked = only(town_with_game.write(ALICE, "gyges reject 1\nI want to see the end"))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, ["I want to see the end"])
    over = of(town_with_game.answer(asked, "yes"), BOB)
    assert (over.news, over.facts["comment"]) == ("rejected", ["I want to see the end"])


def test_nothing_is_passed_on_to_a_program(club: Town, welcome: Mail) -> None:
    board = of(club.answer(welcome, "gyges challenge owl-1"), ALICE)
    answer = only(club.answer(board, TALK))
    assert (answer.kind, answer.facts["driven"]) == (MailKind.NO_COMMAND, True)
    assert "moves" in [line for line, _ in answer.facts["can"]]


def test_thanks_to_a_program_are_answered_kindly(club: Town, welcome: Mail) -> None:
    board = of(club.answer(welcome, "gyges challenge owl-1"), ALICE)
    answer = only(club.answer(board, "Thank you for the game!\n\nAlice"))
    assert (answer.kind, answer.facts["thanks"]) == (MailKind.NO_COMMAND, True)
    assert not only(club.answer(board, TALK)).facts["thanks"]


def test_thanks_do_not_answer_an_invitation(town_with_players: Town) -> None:
    invited = of(town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"), BOB)
    assert not only(town_with_players.answer(invited, "Thank you!\n")).facts["thanks"]


def test_kind_words_beside_a_proposal_are_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(placed_mails[1], "Good game, draw?")
    assert of(mails, ALICE).facts["comment"] == ["Good game"]


@pytest.mark.parametrize("text", ["I put 3 2 1 1 2 3", "From the left: 3 2 1 1 2 3"])
def test_the_sizes_of_rings_are_placed_from_within_a_sentence(town: Town, text: str) -> None:
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    mover = next(mail for mail in town.board() if "your move" in mail.subject)
    town.answer(mover, text)
    assert town.match().plies == 1


def test_who_asks_for_their_own_rating_is_told_of_theirs(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(placed_mails[1], "what is my rating?"))
    assert (answer.kind, answer.facts["userid"]) == (MailKind.RATING, "bob")


@pytest.fixture
def message(town_with_players: Town, welcomes: tuple[Mail, Mail]) -> Mail:
    """A message of alice to bob."""
    sent = town_with_players.answer(welcomes[0], "message bob\nShall we meet on Sunday?\n")
    return of(sent, BOB)


REPLIES = [
    *("ok go", "haha yes", "Thanks!", TALK, "Sure, I'd love to. Tomorrow maybe?"),
    *("ja gerne", "d'accord", "va bene, a domenica", "Merci pour le message, c'est très clair."),
]


@for_each("text", REPLIES)
def test_words_in_reply_to_a_message_are_passed_on(
    town_with_players: Town, message: Mail, text: str
) -> None:
    told = only(passed_on(town_with_players.answer(message, f"{text}\n")))
    assert (told.kind, [*told.facts["said"]]) == (MailKind.MESSAGE, [text])


@for_each(
    ("text", "kind"),
    [
        ("list", MailKind.TABLE),
        ("Thanks, but who plays here?", MailKind.USERS),
        ("please delete my account", MailKind.CONFIRM),
        ("my password is Xk9!fooZ", MailKind.NO_COMMAND),
        (f"write to pbm@{DOMAIN}, please do", MailKind.NO_COMMAND),
    ],
)
def test_what_is_for_the_server_is_not_passed_on_in_reply_to_a_message(
    town_with_players: Town, message: Mail, text: str, kind: str
) -> None:
    assert kinds(town_with_players.answer(message, f"{text}\n")) == [kind]


def test_only_the_reader_of_a_message_answers_it(
    town_with_players: Town, message: Mail, welcomes: tuple[Mail, Mail]
) -> None:
    assert MailKind.MESSAGE not in kinds(town_with_players.answer(message, TALK, author=ALICE))
    copy = of(town_with_players.answer(welcomes[0], "message bob\nHello again\n"), ALICE)
    assert MailKind.MESSAGE not in kinds(town_with_players.answer(copy, TALK))


def test_a_player_who_blocks_the_writer_gets_no_reply_either(
    town_with_players: Town, message: Mail, welcomes: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(welcomes[0], "block bob\n")
    assert passed_on(town_with_players.answer(message, f"{TALK}\n")) == []
