from __future__ import annotations

import pytest

from pbm.core.happenings import Created
from pbm.core.model import EventKind
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
    refusal_words,
)


@pytest.fixture
def town(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def seek(town: Town, options: str = "", game: str = "gyges") -> Mail:
    """Alice offers a game; the answer."""
    return only(town.write(ALICE, subject=f"{game} seek alice {PASSWORD} {options}"))


def take(town: Town, author: str, number: int = 1, game: str = "gyges") -> list[Mail]:
    account = only(town.write(author, "whoami\n"))
    return town.answer(account, f"{game} take {number}\nHello.\n")


def seeks(town: Town, reader: str = BOB, game: str = "gyges") -> str:
    return only(town.write(reader, f"{game} seeks\n")).text


def test_who_takes_a_seek_plays_at_once(town: Town) -> None:
    assert seek(town).subject == "[pbm] gyges: seek 1 is open"
    assert "    1  alice                      1  2026-11-20" in seeks(town)
    begun = take(town, BOB)
    assert kinds(begun) == ["board", "board"]
    assert of(begun, ALICE).subject == "[gyges 1] ply 1: your move, alice"
    text = of(begun, ALICE).text
    assert "bob takes the game that alice offered to anyone: it begins." in text
    assert "bob writes:\n| Hello." in text
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
    assert "alice                      1  " in seeks(town)
    take(town, CAROL)
    assert "Nobody offers a game" in seeks(town)
    assert "No seek 1 of gyges is open" in refusal_words(take(town, BOB))


def test_a_game_has_the_terms_of_its_seek(town: Town) -> None:
    seek(town, "-random -first=taker -unrated", "dvonn")
    assert "-first=taker -random -unrated" in seeks(town, game="dvonn")
    begun = take(town, BOB, game="dvonn")
    match = town.match()
    bob, alice = town.player("bob"), town.player("alice")
    assert (match.players, match.start, match.rated) == ((bob.id, alice.id), "random", False)
    assert of(begun, BOB).subject == "[dvonn 1] ply 1: your move, bob"


def test_the_seeker_has_the_first_seat_unless_he_says_otherwise(town: Town) -> None:
    seek(town, "-first=alice")
    take(town, BOB)
    assert town.match().players[0] == town.player("alice").id


def test_seek_0_takes_ones_seeks_of_a_game_back(town: Town) -> None:
    seek(town, "3")
    seek(town, "", "dvonn")
    assert seek(town, "0").subject == "[pbm] gyges: your seeks are taken back"
    assert "Nobody offers a game of gyges" in seeks(town)
    assert "alice" in seeks(town, game="dvonn")
    assert "You have no seek of gyges open" in refusal_words([seek(town, "0")])


def test_ones_own_seek_is_marked_and_cannot_be_taken(town: Town) -> None:
    seek(town)
    assert "(yours)" in seeks(town, ALICE)
    assert "You cannot take your own seek" in refusal_words(take(town, ALICE))


def test_a_seek_rests_while_its_player_has_enough_games(town: Town) -> None:
    town.write(ALICE, subject=f"set alice {PASSWORD} limit 1")
    seek(town, "2")
    begun = take(town, BOB)
    assert "Nobody offers a game" in seeks(town)
    assert "alice can play no more games at present" in refusal_words(take(town, CAROL))
    town.answer(of(begun, BOB), "resign\n")
    assert kinds(take(town, CAROL)) == ["board", "board"]


def test_the_seek_of_who_is_suspended_rests(town: Town) -> None:
    seek(town)
    suspend(town, "alice")
    assert "Nobody offers a game" in seeks(town)
    assert "can play no more games" in refusal_words(take(town, BOB))


def test_whom_the_seeker_has_blocked_does_not_take_his_seek(town: Town) -> None:
    seek(town)
    town.write(ALICE, subject=f"block alice {PASSWORD} bob")
    assert "Nobody offers a game" in seeks(town)
    assert kinds(take(town, BOB)) == ["refusal"]
    assert kinds(take(town, CAROL)) == ["board", "board"]


def test_who_blocks_the_seeker_unblocks_first(town: Town) -> None:
    seek(town)
    key = only(town.write(CAROL, "whoami\n"))
    town.answer(key, "block alice\n")
    assert 'write "unblock alice" first' in refusal_words(take(town, CAROL))
    town.answer(key, "unblock alice\n")
    assert kinds(take(town, CAROL)) == ["board", "board"]


REFUSED = {
    "gyges seek alice PASSWORD 21": "good for 1 to 20 games",
    "gyges seek alice PASSWORD -1": "good for 1 to 20 games",
    "gyges seek alice PASSWORD -random": "no random start",
    "dvonn seek alice PASSWORD -random -symmetry": "one start",
    "gyges seek alice PASSWORD -rules=chess": 'no rules "chess"',
    "gyges seek alice PASSWORD -first=bob": '"bob" cannot have the first seat',
    "gyges seek alice PASSWORD -forfeittime=soon": "soon",
    "gyges seek alice PASSWORD -fast": "no option -fast",
    "gyges seek alice PASSWORD 1 2": "more words than the command takes",
    "gyges take 7 alice PASSWORD": "No seek 7 of gyges is open",
    "gyges take x alice PASSWORD": "No seek x of gyges is open",
    "gyges take": "SEEK is missing",
}


@pytest.mark.parametrize(("line", "why"), REFUSED.items())
def test_wrong_words_offer_and_take_nothing(town: Town, line: str, why: str) -> None:
    answer = town.write(ALICE, line.replace("PASSWORD", PASSWORD) + "\n")
    assert why in refusal_words(answer)
    assert "Nobody offers a game" in seeks(town)


def test_a_seek_of_another_game_is_not_taken(town: Town) -> None:
    seek(town, "", "dvonn")
    assert "No seek 1 of gyges is open" in refusal_words(take(town, BOB))


def test_no_more_than_ten_seeks_wait_at_a_time(town: Town) -> None:
    for _ in range(10):
        assert seek(town).kind == "seek"
    assert "10 seeks open already" in refusal_words([seek(town)])


def test_the_address_alone_offers_and_takes_nothing(town: Town) -> None:
    question = only(town.write(BOB, "gyges seek\n"))
    assert question.kind == "confirm"
    assert "Nobody offers a game" in seeks(town)
    assert kinds(town.answer(question, "yes\n")) == ["seek"]
    assert kinds(town.write(CAROL, "gyges take 1\n")) == ["confirm"]


def test_strangers_and_who_is_suspended_find_no_opponents(town: Town) -> None:
    seek(town)
    for line in ("gyges seek\n", "gyges seeks\n", "gyges take 1\n"):
        assert is_turned_away(town, line)
        town.later(days=1, hours=1)
    account = only(town.write(BOB, "whoami\n"))
    suspend(town, "bob")
    for line in ("gyges seek\n", "gyges take 1\n"):
        assert "suspended your account" in refusal_words(town.answer(account, line))


def test_whoever_signs_off_seeks_nobody_any_more(town: Town) -> None:
    seek(town)
    town.write(ALICE, subject=f"signoff alice {PASSWORD}")
    with town.app.store.reading() as tx:
        assert tx.seeks.list("gyges") == []
