from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from pbm.core.games import AnyGame, all_games, find, spec
from pbm.core.languages import languages
from pbm.inbox.line.names import all_commands
from pbm.notices.help_texts import game_text, topic_of, topics
from pbm.notices.rendering import form
from pbm.play.programs import enlist
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
    refused_because,
)

ONE_SCREEN = 32
SHOWN = [each for each in all_commands() if not each.hidden]


def ask(town: Town, topic: str) -> Mail:
    town.later(minutes=5)  # only thirty replies an hour are sent
    return only(town.write(ALICE, subject=f"help {topic}".strip()))


def test_help_lists_every_command_with_its_form_and_what_it_does(town_with_players: Town) -> None:
    with town_with_players.app.store.transaction() as tx:
        enlist(tx, "owl", town_with_players.time)  # "programs" is listed where some play
    lines = ask(town_with_players, "commands").text.splitlines()
    assert [each.usage for each in SHOWN if f"  {form(each.usage)}" not in lines] == []


def test_every_command_is_a_topic(town_with_players: Town) -> None:
    assert [each.name for each in SHOWN if ask(town_with_players, each.name).kind != "help"] == []


@for_each(
    ("topic", "numbers"), [("G5", ["G5"]), ("g10m", ["G10m"]), ("d8", ["D8"]), ("bounce", ["G6"])]
)
def test_a_number_or_a_word_of_the_rules_is_answered_with_these_rules_alone(
    town_with_players: Town, topic: str, numbers: list[str]
) -> None:
    answer = ask(town_with_players, topic)
    assert answer.kind == "help"
    assert re.findall(r"^[GD]\d+[a-z]?", answer.facts["text"], re.MULTILINE) == numbers


def test_the_number_of_a_rule_is_no_cell_of_a_board(town_with_players: Town) -> None:
    assert ask(town_with_players, "d5").facts["topic"] == "rule D5 of DVONN"
    assert ask(town_with_players, "g10m").facts["topic"] == "rule G10m"


@for_each(
    ("word", "topic"),
    [
        ("conditional", "queue"),
        ("takeback", "undo"),
        ("following", "subscribe"),
        ("watch", "subscribe"),
        ("notifications", "set"),
        ("digest", "set"),
        ("download", "record"),
        ("draw", "propose"),
        ("Remis", "propose"),
        ("variants", ""),
    ],
)
def test_what_people_look_for_leads_to_the_topic_that_there_is(
    town_with_players: Town, word: str, topic: str
) -> None:
    answer = ask(town_with_players, word)
    assert (answer.kind, answer.facts["topic"]) == ("help", topic)


def test_a_topic_that_may_be_a_password_is_not_quoted(town_with_players: Town) -> None:
    refusal = ask(town_with_players, "quiet-lantern")
    assert refusal.facts["refusal"] == "no_such_topic"
    assert "**" not in refusal.text


def test_a_word_that_no_rule_uses_is_refused(town_with_players: Town) -> None:
    refusal = ask(town_with_players, "bicycle")
    assert refusal.kind == "refusal"


def test_every_topic_that_is_offered_exists(town_with_players: Town) -> None:
    answers = {topic: ask(town_with_players, topic) for topic in topics()}
    assert [topic for topic, mail in answers.items() if mail.kind != "help"] == []


@pytest.mark.parametrize("name", sorted({game.name for game in all_games()}))
def test_every_game_is_explained_by_its_name_and_by_its_own_help(
    town_with_players: Town, name: str
) -> None:
    by_topic = ask(town_with_players, name)
    own = only(town_with_players.write(ALICE, f"{name} help"))
    assert own.kind == "help"
    assert own.facts["text"] == by_topic.facts["text"]


@for_each(
    ("written", "name"),
    [
        ("help othello", "reversi"),
        ("help lines of action", "loa"),
        ("help AWALE", "oware"),
        ("othello help", "reversi"),
        ("lines-of-action help", "loa"),
        ("help amazonen", "amazons"),
    ],
)
def test_a_game_has_other_names(town_with_players: Town, written: str, name: str) -> None:
    assert only(town_with_players.write(ALICE, written)).facts["topic"] == name


@for_each(
    ("written", "topic"),
    [
        ("Hilfe: about", "about"),
        ("Hilfe Uhr", "clocks"),
        ("help uhr", "clocks"),
        ("aide vacances", "vacation"),
        ("Aide : amis", "friends"),
        ("aiuto sulle gare", "contests"),
        ("hulp bij toernooien", "contests"),
        ("hulp dvonn", "dvonn"),
        ("Hilfe: Einstellungen", "set"),
        ("help set lang", "set"),
    ],
)
def test_a_topic_is_found_by_its_name_in_any_language(
    town_with_players: Town, written: str, topic: str
) -> None:
    assert only(town_with_players.write(ALICE, written)).facts["topic"] == topic


@pytest.mark.parametrize("written", ["help rules", "Hilfe: Regeln", "aide règles", "hulp regels"])
def test_the_rules_are_those_of_the_board_that_is_answered(
    town_with_players: Town, written: str
) -> None:
    mail = town_with_players.board()[0]
    assert of(town_with_players.answer(mail, written), ALICE).facts["topic"] == "gyges"
    assert only(town_with_players.write(ALICE, written)).kind == "help"


def test_topics_are_listed_in_the_language_of_the_reader(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"set alice {PASSWORD} lang de")
    mail = ask(town_with_players, "")
    assert "clocks" in mail.facts["topics"]
    assert "Bedenkzeit" in mail.text
    assert "clocks" not in mail.text
    assert "Bedenkzeit" in ask(town_with_players, "Uhr").subject


def test_help_on_a_command_shows_its_form(town_with_players: Town) -> None:
    assert ask(town_with_players, "challenge").facts["usage"].startswith("G challenge u p ")


@pytest.mark.parametrize("topic", ["challenge", "seek", "preview new"])
def test_help_tells_which_games_draw_a_start_and_how_to_ask_for_it(
    town_with_players: Town, topic: str
) -> None:
    told = {each["game"]: each["options"] for each in ask(town_with_players, topic).facts["starts"]}
    starts: dict[str, set[str]] = {}
    for game in all_games():
        if game.starts:
            starts.setdefault(game.name, set()).update(f"-{start}" for start in game.starts)
    assert {name: set(options) for name, options in told.items()} == starts


def test_help_is_explained_with_a_game_and_without(town_with_players: Town) -> None:
    assert ask(town_with_players, "help").facts["usage"] == "help [TOPIC...]"
    assert ask(town_with_players, "gyges help").facts["usage"] == "G help"


def test_the_subject_multiple_is_explained(town_with_players: Town) -> None:
    assert ask(town_with_players, "multiple").facts["text"]


def test_an_unknown_topic_is_refused_with_the_topics_that_exist(town_with_players: Town) -> None:
    code, facts = refused_because([ask(town_with_players, "xyzzy")])
    assert code == "no_topic"
    assert "tutorial" in facts["topics"]


def test_a_stranger_is_helped_too(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(STRANGER, subject="help tutorial")) == ["help"]


# Rule sets


def rules(text: str) -> list[str]:
    """The numbers of the rules that a text explains."""
    return re.findall(r"^([A-Z]{1,2}\d+[a-z]?) ", text, re.MULTILINE)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_the_help_of_a_rule_set_is_whole_by_itself(game: AnyGame, language: str) -> None:
    text, first = game_text(game, language).text, game_text(find(game.name), language).text
    assert set(rules(first)) <= set(rules(text))
    assert not re.search(rf'"help ({"|".join(each.ruleset for each in all_games())})"', text)
    assert "[" not in text


def test_a_rule_that_changes_another_stands_below_it() -> None:
    numbers = rules(game_text(find("gyges/kang")).text)
    assert numbers.index("G10m") == numbers.index("G10") + 1
    assert numbers[-1] == "G12k"
    assert len(numbers) == len({*numbers})


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_the_help_of_a_rule_set_shows_a_board_and_legal_moves_there(
    town_with_players: Town, game: AnyGame
) -> None:
    example = ask(town_with_players, spec(game)).facts["example"]
    assert example, f"{spec(game)} has no game in mail_templates/sample_games.toml"
    assert example["drawing"]
    assert example["moves"]
    assert kinds(town_with_players.answer(ask(town_with_players, ""), example["begin"])) == [
        "invited",
        "invitation",
    ]


@for_each(
    ("word", "topic"),
    [("time", "clocks"), ("elo", "ratings"), ("start", "tutorial"), ("pieces", "placing")],
)
def test_topics_are_found_by_what_people_look_for(
    town_with_players: Town, word: str, topic: str
) -> None:
    assert ask(town_with_players, word).facts["topic"] == topic


# Help without a topic


def here(town: Town, answered: Mail) -> Mapping[str, Any]:
    """The facts of ``help`` in reply to a mail."""
    mail = only(town.answer(answered, "help"))
    assert mail.kind == "help"
    assert len(mail.text.splitlines()) <= ONE_SCREEN
    return mail.facts


def lines(facts: Mapping[str, Any]) -> list[str]:
    return [line for line, _ in facts["can"]]


def test_help_at_ones_turn_shows_a_move_and_every_command_of_the_board(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    facts = here(town_with_game, placed_mails[0])
    assert (facts["place"], facts["opponent"]) == ("turn", "bob")
    assert facts["hint"]
    assert {"moves", "undo", "propose draw", "chat", "resign", "help gyges"} <= {*lines(facts)}


def test_help_while_the_other_player_is_to_move_shows_no_move(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    facts = here(town_with_game, placed_mails[1])
    assert (facts["place"], facts["hint"]) == ("waiting", "")
    assert "help queue" in lines(facts)


def test_every_line_that_help_offers_is_a_command_there(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town = town_with_game
    proposed = town.answer(placed_mails[0], "propose draw")
    asked, proposing = of(proposed, BOB), of(proposed, ALICE)
    over = of(town.answer(proposing, "resign"), ALICE)
    invited = town.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -random")
    for mail in (over, *invited, only(town.write(BOB, "whoami"))):
        town.later(hours=1)
        for line in lines(here(town, mail)):
            kinds_there = kinds(town.answer(mail, line))
            assert "no_command" not in kinds_there, line
    assert here(town, asked)["place"] == "over"


@pytest.mark.parametrize(
    ("place", "offered"),
    [("invited", ["accept", "decline"]), ("inviting", ["decline"])],
)
def test_help_on_an_invitation_says_how_to_answer_it(
    town_with_players: Town, place: str, offered: list[str]
) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob")
    facts = here(town_with_players, of(mails, BOB if place == "invited" else ALICE))
    assert facts["place"] == place
    assert lines(facts)[: len(offered)] == offered


def test_help_on_a_proposal_says_how_to_answer_it(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(placed_mails[0], "propose draw")
    asked, proposing = (here(town_with_game, of(proposed, to)) for to in (BOB, ALICE))
    assert (asked["offer"], asked["own_offer"], lines(asked)[:2]) == (
        "draw",
        False,
        ["accept", "reject"],
    )
    assert (proposing["offer"], proposing["own_offer"]) == ("draw", True)
    assert "reject" in lines(proposing)
    assert "accept" not in lines(proposing)


def test_help_before_a_game_of_others_offers_to_watch_it(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    shown = only(town_with_game.write(CAROL, subject="gyges show 1"))
    assert lines(here(town_with_game, shown))[0] == "subscribe"


def test_help_between_games_names_the_boards_that_wait_and_somebody_who_is_here(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    facts = here(town_with_game, only(town_with_game.write(ALICE, "whoami")))
    assert (facts["place"], facts["next"]) == ("between", ["gyges show 1"])
    assert "gyges challenge bob" in lines(facts)
    assert "dvonn challenge bob -random" in lines(facts)


def test_nobody_is_named_who_cannot_be_challenged(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, "whoami"))
    town_with_players.write(ALICE, f"block alice {PASSWORD} bob")
    assert not any("challenge" in line for line in lines(here(town_with_players, account)))


def test_a_stranger_is_told_how_to_begin(town_with_players: Town) -> None:
    facts = only(town_with_players.write(STRANGER, subject="help")).facts
    assert (facts["place"], lines(facts)[0]) == ("stranger", "signup stranger")


@pytest.mark.parametrize("word", ["settings", "preferences"])
def test_settings_are_explained_under_other_names(town_with_players: Town, word: str) -> None:
    assert "set lang" in only(town_with_players.write(ALICE, f"help {word}\n")).text


def test_the_help_on_puzzles_offers_one(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}\n"))
    told = only(town_with_players.answer(account, "How do puzzles work?\n"))
    assert told.facts["topic"] == "puzzle"
    assert "\n    puzzle\n" in told.text
    assert "\n    puzzle " in only(town_with_players.answer(account, "help\n")).text


def test_thanks_are_no_command_with_a_typo(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}\n"))
    told = only(town_with_players.answer(account, "Thank you, that was fun!\n"))
    assert "Did you mean" not in told.text


def test_the_help_on_a_game_is_that_on_the_rules_of_the_board(town_with_players: Town) -> None:
    (mail, _) = town_with_players.board("-rules=modern")
    refusal = only(town_with_players.answer(mail, "13-13\n"))
    told = only(town_with_players.answer(refusal, "help gyges\n"))
    assert told.facts["topic"] == topic_of(find("gyges/modern"))
    of_other_rules = only(town_with_players.answer(refusal, "help classic\n"))
    assert of_other_rules.facts["topic"] == topic_of(find("gyges/classic"))
