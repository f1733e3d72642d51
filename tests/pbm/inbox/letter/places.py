"""The mails that are answered by the letters of ``letters.tsv``, each in a town of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.pbm.inbox.understanding.scenes import BUILDERS, NEWCOMER
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Mail, Town, of, only

Place = tuple[str, Mail | None]


def account(town: Town) -> Place:
    """A mail about no board to alice, who is to move on board 1 against bob."""
    town.play(town.board(), SOUTH, NORTH)
    return ALICE, only(town.write(ALICE, f"whoami alice {PASSWORD}"))


def two_boards(town: Town) -> Place:
    """The same after alice has come to move on board 2, too, against carol."""
    _, mail = account(town)
    assert mail is not None
    town.sign_up(CAROL)
    invited = town.answer(mail, "gyges challenge carol\n")
    mails = town.answer(of(invited, CAROL), "accept\n")
    placed = town.answer(of(mails, ALICE), f"{SOUTH}\n")
    town.answer(of(placed, CAROL), f"{NORTH}\n")
    return ALICE, mail


def no_board(town: Town) -> Place:
    """A mail about no board to alice, who plays nowhere."""
    return ALICE, only(town.write(ALICE, f"whoami alice {PASSWORD}"))


def invited(town: Town) -> Place:
    """A mail about no board to alice, whom bob has invited to board 1."""
    bobs = only(town.write(BOB, "whoami"))
    town.answer(bobs, "gyges challenge alice\n")
    return no_board(town)


def over(town: Town) -> Place:
    """A mail about no board to alice, whose only game is over."""
    mails = town.play(town.board(), SOUTH, NORTH, "16-35")
    town.answer(mails[1], "resign\n")
    return no_board(town)


def other(town: Town) -> Place:
    """The mail to bob, who waits for alice's move."""
    return BOB, town.play(town.board(), SOUTH, NORTH)[1]


def message(town: Town) -> Place:
    """A message of alice to bob."""
    _, mail = no_board(town)
    assert mail is not None
    return BOB, of(town.answer(mail, "message bob\nShall we meet on Sunday?\n"), BOB)


def first_board(town: Town) -> Place:
    """The mail of a game of DVONN against a program, whose first piece alice is to place."""
    _, mail = BUILDERS["club"](town)
    assert mail is not None
    return ALICE, only(town.answer(mail, "dvonn challenge owl-1 -first=alice\n"))


def no_spectator(town: Town) -> Place:
    """A mail about no board to carol, who plays nowhere, while alice and bob play on board 1."""
    town.play(town.board(), SOUTH, NORTH)
    town.sign_up(CAROL)
    return CAROL, only(town.write(CAROL, "whoami"))


def spectator(town: Town) -> Place:
    """The same to carol, who watches board 1."""
    _, mail = no_spectator(town)
    assert mail is not None
    town.answer(mail, "gyges subscribe 1\n")
    return CAROL, mail


def lesson(town: Town) -> Place:
    """The first lesson of Hex, to somebody who is no player."""
    return NEWCOMER, only(town.write(NEWCOMER, "learn hex"))


def oware_turn(town: Town) -> Place:
    """The first mail of a game of Oware, whose moves are letters, to alice, who begins."""
    return ALICE, town.board("-first=alice", "oware")[0]


def oware_asked(town: Town) -> Place:
    """The question to alice whether she plays D, in the same game."""
    mail = town.board("-first=alice", "oware")[0]
    return ALICE, only(town.answer(mail, "D, danke\n"))


def oware_dropped(town: Town) -> Place:
    """The answer to alice, who said no to that question."""
    _, mail = oware_asked(town)
    assert mail is not None
    return ALICE, only(town.answer(mail, "no\n"))


def reversi_turn(town: Town) -> Place:
    """The mail of a game of Reversi to bob, who has the second move."""
    return BOB, town.play(town.board("-first=alice", "reversi"), "d3")[1]


def two_of_reversi(town: Town) -> Place:
    """The same to alice on board 1, who is to move on board 2, too, against carol."""
    mails = town.board("-first=alice", "reversi")
    town.sign_up(CAROL)
    own = only(town.write(ALICE, f"whoami alice {PASSWORD}"))
    invited = town.answer(own, "reversi challenge carol -first=alice\n")
    town.answer(of(invited, CAROL), "accept\n")
    return ALICE, mails[0]


def hex_swap(town: Town) -> Place:
    """The mail of a game of Hex to bob, who may swap."""
    return BOB, town.play(town.board("-first=alice", "hex"), "c3")[1]


def hex_moved(town: Town) -> Place:
    """The mail of the same game to bob, who has answered c3 with d4."""
    return BOB, town.play(town.board("-first=alice", "hex"), "c3", "d4")[1]


def ended(town: Town) -> Place:
    """The mail about the end of a game to alice, who is to move on board 2 against carol."""
    mails = town.play(town.board("-first=alice", "hex"), "c3", "d4")
    end = of(town.answer(mails[1], "resign\n"), ALICE)
    town.sign_up(CAROL)
    own = only(town.write(ALICE, f"whoami alice {PASSWORD}"))
    invited = town.answer(own, "hex challenge carol -first=alice\n")
    town.answer(of(invited, CAROL), "accept\n")
    return ALICE, end


def help_on_settings(town: Town) -> Place:
    """The help on settings that alice asked for in reply to her board."""
    mails = town.play(town.board(), SOUTH, NORTH)
    return ALICE, only(town.answer(mails[0], "help set\n"))


def seeks(town: Town) -> Place:
    """The list of two seeks of bob's to alice."""
    bobs = only(town.write(BOB, "whoami"))
    for game in ("gyges", "hex"):
        town.answer(bobs, f"{game} seek\n")
    own = only(town.write(ALICE, f"whoami alice {PASSWORD}"))
    return ALICE, only(town.answer(own, "seeks\n"))


def forged_resign(town: Town) -> Place:
    """A question to alice whether she resigns, which anybody may have asked in her name."""
    town.play(town.board(), SOUTH, NORTH)
    return ALICE, only(town.write(ALICE, "gyges resign 1"))


def forged_draw(town: Town) -> Place:
    """A question to alice whether she proposes a draw, which anybody may have asked."""
    town.play(town.board(), SOUTH, NORTH)
    return ALICE, only(town.write(ALICE, "gyges propose 1 draw"))


PLACES: Mapping[str, Callable[[Town], Place]] = {
    **BUILDERS,
    **{
        each.__name__: each
        for each in (
            *(account, two_boards, no_board, invited, over, other, message, first_board),
            *(forged_resign, forged_draw, no_spectator, spectator, lesson),
            *(
                oware_turn,
                oware_asked,
                oware_dropped,
                reversi_turn,
                two_of_reversi,
                hex_swap,
                hex_moved,
                ended,
            ),
            *(help_on_settings, seeks),
        )
    },
}
