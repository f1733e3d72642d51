"""The pages of mails as facts."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.core.games import Seat, all_games, find, spec
from pbm.core.languages import ENGLISH
from pbm.notices.page.offers import Link, Offer
from pbm.notices.pages import MOST_BOARDS, Diagram, Drawing, Form, Page, Part, diagram_of, page_of
from tests.rules.playouts import final

BOARD = Drawing("a b\nc d", Diagram("nim/standard", "12 s", "0", None))


def placed(text: str, facts: Any) -> list[tuple[int, int]]:
    found = page_of(Form.HTML, ENGLISH, text, facts).diagrams
    return [(each.first, each.end) for each in found]


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_diagram_recalls_the_state_with_its_last_move(game: Any) -> None:
    state = final(spec(game))[0]
    diagram = diagram_of(game, state, Seat.SECOND)
    recalled = find(diagram.spec).recall(diagram.position, diagram.past)
    assert game.render(recalled) == game.render(state)


def test_a_page_survives_being_stored() -> None:
    page = Page(
        Form.PICTURES,
        "de",
        [Diagram("nim/standard", "12 s", "0", Seat.SECOND, True, 2, 4), BOARD.diagram],
        [Offer("resign", [Link("Resign", "resign", 2)], listed=True)],
        [Part(7, 9, [Offer("accept", [Link("Accept", "accept", 1)], subject="x")])],
    )
    assert Page.from_json(page.to_json()) == page


def test_a_page_of_a_version_before_has_no_parts() -> None:
    stored = '{"form": "html", "language": "en", "diagrams": [], "offers": []}'
    assert Page.from_json(stored) == Page(Form.HTML, "en", [], [], [])


@pytest.mark.parametrize("facts", [{"a": BOARD}, {"steps": [{"b": (BOARD,)}]}])
def test_the_lines_of_a_board_are_found_wherever_it_is_among_the_facts(facts: Any) -> None:
    assert placed(f"one\n\n{BOARD}\n\nsix\n", facts) == [(2, 4)]


def test_equal_boards_are_found_in_their_order() -> None:
    assert placed(f"0\n{BOARD}\n3\n{BOARD}\n{BOARD}\n", [BOARD] * 3) == [(1, 3), (4, 6), (6, 8)]


def test_a_board_written_by_a_player_stays_text() -> None:
    assert placed("bob writes:\n| a b\n| c d\n", {"drawing": BOARD}) == []


def test_many_boards_stay_text_for_readers_of_tables() -> None:
    many = MOST_BOARDS + 1
    text, boards = f"x\n{BOARD}\n" * many, {"boards": [BOARD] * many}
    assert page_of(Form.HTML, ENGLISH, text, boards).diagrams == []
    assert len(page_of(Form.PICTURES, ENGLISH, text, boards).diagrams) == many
    few = f"x\n{BOARD}\n" * MOST_BOARDS
    assert len(placed(few, [BOARD] * MOST_BOARDS)) == MOST_BOARDS
