"""The pages of games: their content, their size, and links without dead ends."""

from __future__ import annotations

import json
import re
import shutil
from itertools import islice
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

import pytest
from lxml import etree
from pytest import MonkeyPatch

from pbm.core.games import AnyGame, Lifting, Scene, all_games, draw, spec
from pbm.core.legal import names_in_moves
from pbm.notices.help_texts import game_text
from pbm.notices.readers import Reader
from pbm.pictures.parts import middles
from pbm.site import hands
from pbm.site.composing import set_by, shared
from pbm.site.drawing import drawn_states
from pbm.site.examples import facts
from pbm.site.places import COMPOSER, SCRIPT
from pbm.site.rendering import static_text
from tests.combinations import for_each
from tests.pbm.site.published import OPENING, URL, Published, links, listed
from tests.pbm.town import ALICE, BOB, PASSWORD

RULE = re.compile(r"^[A-Z]{1,2}\d+[a-z]? .*(?:\n .*)*", re.MULTILINE)
"""A rule with its number, in the help of a game."""


def test_the_moves_of_a_game_can_be_read_without_a_script(played: Published) -> None:
    page = played.read("games/1.html")
    assert re.findall(r"<b>(.*?)</b>", page) == list(OPENING)
    assert [f'id="ply-{ply}"' in page for ply in range(5)] == [True] * 5


def test_the_positions_of_a_page_end_with_the_one_it_shows(played: Published) -> None:
    page = played.read("games/1.html")
    data = json.loads(re.findall(r'id="replay"[^>]*>(.*?)</script>', page)[0])
    assert len(data["positions"]) == len(OPENING) + 1
    last = iter(data["positions"][-1])
    drawn = ""
    for number in last:
        if number < 0:
            drawn += data["parts"][-1 - number]
        else:
            x, y = data["places"][next(last)]
            drawn += f"<g transform=translate({x},{y})>{data['parts'][number]}</g>"
    assert f'<g id="pieces">{drawn}</g>' in page


def test_every_page_has_a_policy_that_allows_nothing_else(played: Published) -> None:
    for place, content in played.files().items():
        if place.endswith(".html"):
            page = content.decode()
            assert "default-src 'self'" in page, place
            assert "unsafe-inline" not in page, place
            assert not re.search(r"<[^>]* (?:style|on\w+)=", page), place


def test_every_link_leads_to_a_file_or_writes_a_mail(played: Published) -> None:
    files = played.files()
    for place, content in files.items():
        if not place.endswith(".html"):
            continue
        for link in links(content.decode()):
            bare = link.partition("#")[0]
            if bare and not link.startswith("mailto:"):
                target = normpath(PurePosixPath(place).parent / bare)
                assert target in files, f"{place} links to {link}"


def test_the_composer_offers_every_legal_move(played: Published) -> None:
    board = played.town.match()
    game = next(each for each in all_games() if spec(each) == board.spec)
    state = game.decode(board.position)
    legal = {game.format(state, move) for move in game.legal_moves(state)}
    # Repetitions forbid some moves that the bare position allows.
    assert set(played.moves()) <= legal
    assert len(played.moves()) == len(set(played.moves())) > 100


def test_a_finished_game_has_no_composer(played: Published) -> None:
    town = played.town
    town.write("alice@example.org", "gyges resign 1 alice quiet-lantern\n")
    played.write()
    assert not played.holds("games/1.json")
    assert 'id="compose"' not in played.read("games/1.html")


def test_the_record_and_the_feed_stand_beside_the_page(played: Published) -> None:
    assert '[South "alice"]' in played.read("games/1.txt")
    assert played.read("games/1.atom").count("<entry>") == len(OPENING)
    assert f"{URL}/games/1.html#ply-4" in played.read("games/1.atom")


def test_moves_are_written_by_what_they_share() -> None:
    moves = ["13-14", "13-14-24", "13-24", "14x24=11"]
    assert listed(shared(moves)) == moves


def games_and_states() -> list[Any]:
    return [pytest.param(game, id=spec(game)) for game in all_games()]


@for_each("game", all_games())
def test_the_names_in_moves_are_cells_or_offered_beside_the_board(game: AnyGame) -> None:
    state = game.start()
    for _ in range(6):
        names = names_in_moves(game, state)
        for move in islice(game.legal_moves(state), 50):
            text = game.format(state, move)
            assert not names or re.sub(r"[-x=]", "", text) == "".join(re.findall(names, text))
        first = next(game.legal_moves(state), None)
        if first is None:
            return
        state = game.apply(state, first)


def without_ways(drawn: str) -> str:
    """Shapes without the points of paths, since their rounding depends on their place."""
    return re.sub(r" d=\S+", "", drawn)


@pytest.mark.parametrize("game", games_and_states())
def test_what_a_step_sets_is_drawn_as_the_board_after_the_move_shows_it(game: AnyGame) -> None:
    state = game.start()
    moves = [*islice(game.legal_moves(state), 40)]
    told = set_by(game, state, moves[0])
    for move in moves if told else ():
        steps = re.findall(names_in_moves(game, state), game.format(state, move))
        drawn = drawn_states(game, [game.apply(state, move)]).pieces
        cells, shown = told["cells"] or steps, without_ways(drawn.last)
        where = dict(zip(middles(draw(game, state)), drawn.places, strict=True))
        for cell, step in zip(cells, steps, strict=True):
            x, y = where[cell]
            piece = told["pieces"].get(step) or told["pieces"][""]
            assert without_ways(f"<g transform=translate({x},{y})>{piece}</g>") in shown
    assert isinstance(game, Lifting)
    assert bool(told) == (not game.lifted(state, moves[0])), "some games begin by setting pieces"


def test_both_scripts_are_small() -> None:
    assert sum(len(static_text(name).encode()) for name in (SCRIPT, COMPOSER)) < 12 * 1024


@for_each("game", all_games())
def test_every_rule_set_has_an_example_that_ends(game: AnyGame) -> None:
    shown = facts(game, Reader("de"))
    assert len(shown["plies"]) > 5
    assert shown["blocks"]


def numbers(game: AnyGame) -> list[str]:
    """The numbers of the rules in the English help of a rule set."""
    return [rule.split()[0] for rule in RULE.findall(game_text(game).text)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games_and_states())
def test_every_rule_can_be_read_on_the_page_of_its_rule_set(
    played: Published, game: AnyGame, language: str
) -> None:
    folder = "" if language == "en" else f"{language}/"
    page = played.read(f"{folder}rules/{game.name}-{game.ruleset}.html")
    shown = "".join(etree.HTML(page).find(".//main").itertext())
    rules = RULE.findall(game_text(game, language).text)
    assert rules
    assert [rule.split()[0] for rule in rules] == numbers(game)
    for rule in rules:
        assert "".join(rule.split()) in "".join(shown.split())


@pytest.mark.parametrize("game", games_and_states())
def test_a_game_of_sixty_plies_fits_into_its_page(game: AnyGame) -> None:
    """The page may have 25 KB for its pieces, besides 16 KB of words and 8 KB for the board."""
    states, state = [game.start()], game.start()
    for ply in range(60):
        moves = [*islice(game.legal_moves(state), 40)]
        if not moves:
            break
        state = game.apply(state, moves[ply * 7 % len(moves)])
        states.append(state)
    assert len(drawn_states(game, states).json) < 40_000


def test_a_replayed_game_is_drawn_as_one_that_grew(published: Published) -> None:
    town = published.town
    mails = town.board()
    for move in OPENING:
        mails = town.play(mails, move)
        published.write()
    grown = published.read("games/1.html")
    published.restart()
    assert published.read("games/1.html") == grown


def test_a_page_that_others_go_on_with_equals_one_made_anew(published: Published) -> None:
    """Each move is written by another process, which takes earlier positions from the page."""
    town = published.town
    mails = town.board()
    for move in OPENING:
        mails = town.play(mails, move)
        published.restart()
    grown = published.files()
    shutil.rmtree(published.folder)
    published.restart()
    assert published.files() == grown


def test_positions_are_not_taken_from_a_page_with_moves_that_were_taken_back(
    published: Published,
) -> None:
    town = published.town
    town.play(town.board(), *OPENING)
    published.write()
    town.write(BOB, f"gyges undo 1 bob {PASSWORD}\n")
    town.write(ALICE, f"gyges accept 1 alice {PASSWORD}\n")
    published.restart()
    grown = published.read("games/1.html")
    assert grown.count('id="ply-') == len(OPENING)
    shutil.rmtree(published.folder)
    published.restart()
    assert published.read("games/1.html") == grown


@pytest.mark.parametrize("damage", ['"parts":[', "<circle", 'data-made="'])
def test_positions_of_a_damaged_page_are_drawn_anew(published: Published, damage: str) -> None:
    town = published.town
    mails = town.play(town.board(), *OPENING[:3])
    published.write()
    page = published.folder / "games/1.html"
    page.write_text(page.read_text().replace(damage, damage + "0"))
    town.play(mails, OPENING[3])
    published.restart()
    grown = published.read("games/1.html")
    shutil.rmtree(published.folder)
    published.restart()
    assert published.read("games/1.html") == grown


def test_of_a_game_that_is_not_in_memory_only_the_new_position_is_drawn(
    published: Published, monkeypatch: MonkeyPatch
) -> None:
    town, drawn = published.town, list[Any]()
    mails = town.play(town.board(), *OPENING[:3])
    published.write()

    def noted(game: AnyGame, state: Any) -> Scene:
        drawn.append(game.plies(state))
        return draw(game, state)

    monkeypatch.setattr(hands, "draw", noted)
    town.play(mails, OPENING[3])
    published.restart()
    assert drawn == [0, len(OPENING)]
