from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbm.core.model import EventKind
from pbm.core.openings import Created
from tests.combinations import for_each
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refused,
    refused_because,
)


@pytest.fixture
def town(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def seek(town: Town, options: str = "", game: str = "gyges") -> Mail:
    """Offer a game as alice and return the answer."""
    return only(town.write(ALICE, subject=f"{game} seek alice {PASSWORD} {options}"))


def take(town: Town, author: str, number: int = 1, game: str = "gyges") -> list[Mail]:
    account = only(town.write(author, "whoami\n"))
    return town.answer(account, f"{game} take {number}\nHello.\n")


def seeks(town: Town, reader: str = BOB, game: str = "gyges") -> list[Mapping[str, Any]]:
    """The open seeks of a game, as a mail lists them."""
    return list(only(town.write(reader, f"{game} seeks\n")).facts["rows"])


def test_without_a_game_the_seeks_of_all_games_are_listed(town: Town) -> None:
    seek(town)
    seek(town, game="dvonn")
    listed = only(town.write(BOB, "seeks\n"))
    assert {(row["game"], row["number"]) for row in listed.facts["rows"]} == {
        ("gyges", 1),
        ("dvonn", 2),
    }
    assert listed.facts["game"] == ""


def test_taking_a_seek_begins_a_game_at_once(town: Town) -> None:
    assert seek(town).facts["seek"]["number"] == 1
    (row,) = seeks(town)
    assert (row["number"], row["userid"], row["left"], row["since"]) == (
        1,
        "alice",
        1,
        "2026-11-20",
    )
    begun = take(town, BOB)
    assert kinds(begun) == ["board", "board"]
    told = of(begun, ALICE)
    assert (told.news, told.facts["by"], told.facts["seeker"]) == ("taken", "bob", "alice")
    assert told.facts["your_turn"]
    assert "\n| Hello." in told.text
    assert town.match().running
    assert findings(town) == []


def test_the_board_is_opened_by_the_letter_that_took_the_seek(town: Town) -> None:
    seek(town)
    take(town, BOB)
    with town.app.store.reading() as tx:
        (created,) = tx.matches.events(1)
        letter = tx.letters.list(limit=1)[0]
    assert (created.kind, created.cause.letter) == (EventKind.CREATED, letter.id)
    assert isinstance(created.what, Created)
    assert (created.what.terms.by, created.what.terms.seek) == (town.player("alice").id, 1)


def test_a_seek_is_good_for_as_many_games_as_it_says(town: Town) -> None:
    seek(town, "2")
    take(town, BOB)
    assert [row["left"] for row in seeks(town)] == [1]
    take(town, CAROL)
    assert seeks(town) == []
    assert refused(take(town, BOB)) == "no_such_seek"


def test_a_game_has_the_terms_of_its_seek(town: Town) -> None:
    seek(town, "-random -first=taker -unrated", "dvonn")
    (row,) = seeks(town, game="dvonn")
    assert row["options"] == "-first=taker -random -unrated"
    begun = take(town, BOB, game="dvonn")
    match = town.match()
    bob, alice = town.player("bob"), town.player("alice")
    assert (match.players, match.start, match.rated) == ((bob.id, alice.id), "random", False)
    assert of(begun, BOB).facts["your_turn"]


def test_the_seeker_has_the_first_seat_unless_the_seek_says_otherwise(town: Town) -> None:
    seek(town, "-first=alice")
    take(town, BOB)
    assert town.match().players[0] == town.player("alice").id


def test_seek_0_takes_ones_seeks_of_a_game_back(town: Town) -> None:
    seek(town, "3")
    seek(town, "", "dvonn")
    assert seek(town, "0").facts["withdrawn"]
    assert seeks(town) == []
    assert [row["userid"] for row in seeks(town, game="dvonn")] == ["alice"]
    assert refused([seek(town, "0")]) == "no_own_seek"


def test_ones_own_seek_is_marked_and_cannot_be_taken(town: Town) -> None:
    seek(town)
    assert [row["yours"] for row in seeks(town, ALICE)] == [True]
    assert [row["yours"] for row in seeks(town, BOB)] == [False]
    assert refused(take(town, ALICE)) == "own_seek"


def test_a_seek_cannot_be_taken_while_its_player_has_enough_games(town: Town) -> None:
    town.write(ALICE, subject=f"set alice {PASSWORD} limit 1")
    seek(town, "2")
    begun = take(town, BOB)
    assert seeks(town) == []
    assert refused(take(town, CAROL)) == "seek_rests"
    town.answer(of(begun, BOB), "resign\n")
    assert kinds(take(town, CAROL)) == ["board", "board"]


def test_the_seek_of_a_suspended_player_cannot_be_taken(town: Town) -> None:
    seek(town)
    suspend(town, "alice")
    assert seeks(town) == []
    assert refused(take(town, BOB)) == "seek_rests"


def test_a_player_whom_the_seeker_blocks_cannot_take_the_seek(town: Town) -> None:
    seek(town)
    town.write(ALICE, subject=f"block alice {PASSWORD} bob")
    assert seeks(town) == []
    assert refused(take(town, BOB)) == "no_such_seek"
    assert kinds(take(town, CAROL)) == ["board", "board"]


def test_a_player_who_blocks_the_seeker_must_unblock_first(town: Town) -> None:
    seek(town)
    key = only(town.write(CAROL, "whoami\n"))
    town.answer(key, "block alice\n")
    assert refused(take(town, CAROL)) == "you_block"
    town.answer(key, "unblock alice\n")
    assert kinds(take(town, CAROL)) == ["board", "board"]


REFUSED = {
    "gyges seek alice PASSWORD 21": "how_many_games",
    "gyges seek alice PASSWORD -1": "how_many_games",
    "gyges seek alice PASSWORD 2x": "how_many_games",
    "gyges seek alice PASSWORD -random": "no_such_start",
    "dvonn seek alice PASSWORD -random -symmetry": "one_start",
    "gyges seek alice PASSWORD -rules=chess": "unknown_rules",
    "gyges seek alice PASSWORD -first=bob": "unknown_first",
    "gyges seek alice PASSWORD -forfeittime=soon": "bad_time",
    "gyges seek alice PASSWORD -fast": "unknown_option",
    "gyges seek alice PASSWORD 1 2": "too_many_words",
    "gyges take 7 alice PASSWORD": "no_such_seek",
    "gyges take x alice PASSWORD": "no_such_seek",
    "gyges take": "missing_word",
}


@for_each(("line", "code"), REFUSED.items())
def test_wrong_words_offer_and_take_nothing(town: Town, line: str, code: str) -> None:
    answer = town.write(ALICE, line.replace("PASSWORD", PASSWORD) + "\n")
    assert refused(answer) == code
    assert seeks(town) == []


def test_a_seek_of_another_game_is_not_taken(town: Town) -> None:
    seek(town, "", "dvonn")
    assert refused(take(town, BOB)) == "no_such_seek"


def test_no_more_than_ten_seeks_wait_at_a_time(town: Town) -> None:
    for _ in range(10):
        assert seek(town).kind == "seek"
    code, facts = refused_because([seek(town)])
    assert (code, facts["most"]) == ("too_many_seeks", 10)


def test_the_address_alone_offers_and_takes_nothing(town: Town) -> None:
    question = only(town.write(BOB, "gyges seek\n"))
    assert question.kind == "confirm"
    assert seeks(town) == []
    assert kinds(town.answer(question, "yes\n")) == ["seek"]
    assert kinds(town.write(CAROL, "gyges take 1\n")) == ["confirm"]


def test_neither_strangers_nor_suspended_players_find_opponents(town: Town) -> None:
    seek(town)
    for line in ("gyges seek\n", "gyges seeks\n", "gyges take 1\n"):
        assert is_turned_away(town, line)
        town.later(days=1, hours=1)
    account = only(town.write(BOB, "whoami\n"))
    suspend(town, "bob")
    for line in ("gyges seek\n", "gyges take 1\n"):
        assert refused(town.answer(account, line)) == "suspended"


def test_signing_off_withdraws_ones_seeks(town: Town) -> None:
    seek(town)
    town.write(ALICE, subject=f"signoff alice {PASSWORD}")
    with town.app.store.reading() as tx:
        assert tx.seeks.list("gyges") == []


def test_the_receipt_of_a_seek_tells_its_terms(town: Town) -> None:
    (receipt,) = town.write(ALICE, f"hex seek alice {PASSWORD} 5x5 -unrated -first=taker\n")
    terms = receipt.facts["terms"]
    assert (terms["ruleset"], terms["rated"], terms["first"]) == ("5", False, "taker")
    assert terms["limits"]["forfeit"]
