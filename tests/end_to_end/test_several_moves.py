"""Several moves in one mail, while the other side cannot move (rules G2 and G10)."""

from __future__ import annotations

from tests.end_to_end.imported import import_position
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match

# The stalemate example of the pbmserv help, with its double on 46. North cannot move in this
# position, nor after 34-44-43; after that, 43-53-N wins.
NORTH_CANNOT_MOVE = """
    .3.3.3
    112232
    ...1.2
    ...1..
    ......
    ......
"""

# The example as the help draws it, with the double on 36, which is nearer to South than 43. The
# help overlooks that its second move lifts a ring that is not on South's shore.
AS_THE_HELP_DRAWS_IT = """
    .3.3.3
    112232
    ...1..
    ...1.2
    ......
    ......
"""

LINE = "34-44-43; 43-53-N"


def test_two_moves_in_one_mail_win(server: ServerProcess, alice: Player, bob: Player) -> None:
    import_position(server, "gyges/classic", NORTH_CANNOT_MOVE, "s")
    alice.ask("gyges show 1")

    won = alice.told(f"{LINE}\nNothing you could do.")

    assert [move for move in ("34-44-43", "pass", "43-53-N") if move not in won.text] == []
    assert bob.receive().position == won.position == ("gyges 1", 3, False)
    assert (match(server.data).result, match(server.data).reason) == ("1-0", "goal")


def test_a_line_is_played_whole_or_not_at_all(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    import_position(server, "gyges/classic", AS_THE_HELP_DRAWS_IT, "s")
    before = alice.ask("gyges show 1")

    refused = alice.told(LINE)

    assert refused.kind == "illegal"
    assert LINE in refused.text
    assert "(rule G2)" in refused.words and "43-53-N: " in refused.words
    assert refused.board == before.board
    assert bob.unread() == []


def test_a_move_too_many_refuses_the_line(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    import_position(server, "gyges/classic", NORTH_CANNOT_MOVE, "s")
    before = alice.ask("gyges show 1")

    refused = alice.told(f"{LINE}; 53-63")

    assert "53-63: " in refused.words
    assert refused.board == before.board
    assert bob.unread() == []


def test_the_first_of_them_alone_may_be_played(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    import_position(server, "gyges/classic", NORTH_CANNOT_MOVE, "s")
    alice.ask("gyges show 1")

    assert alice.told("34-44-43").position == ("gyges 1", 3, True)
    assert "pass" in bob.receive().text
