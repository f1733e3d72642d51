"""The pages of games: their content, their size, and links without dead ends."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from math import dist
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

import pytest
from lxml import etree
from pytest import MonkeyPatch

from pbm.core.games import AnyGame, Lifting, Scene, all_games, draw, find, spec
from pbm.core.legal import names_in_moves
from pbm.notices.help_texts import game_text
from pbm.notices.readers import Reader
from pbm.pictures.parts import middles
from pbm.play.programs import enlist
from pbm.site import composing, hands
from pbm.site.composing import called, offered_text, shared
from pbm.site.drawing import drawn_states, unpacked
from pbm.site.examples import facts
from pbm.site.places import COMPOSER, LETTER, SCRIPT
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
    positions = [*unpacked(data["positions"])]
    assert len(positions) == len(OPENING) + 1
    last = iter(positions[-1])
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


def test_a_player_has_a_score_against_each_opponent(played: Published) -> None:
    played.town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    played.write()
    for userid, other, score in (("alice", "bob", "100"), ("bob", "alice", "001")):
        cells = "".join(f'<td class="n">{each}</td>' for each in score)
        page = played.read(f"players/{userid}.html")
        assert f'<tr><td><a href="{other}.html">{other}</a></td>{cells}</tr>' in page


def test_a_vacation_that_opponents_see_is_on_the_page_of_a_player_while_it_lasts(
    played: Published,
) -> None:
    def is_away(userid: str) -> bool:
        return "away until" in played.read(f"players/{userid}.html")

    played.town.write(BOB, f"vacation bob {PASSWORD} tomorrow 3 days\n")
    played.write()
    assert not is_away("bob")
    played.town.later(days=2)
    played.write()
    assert (is_away("bob"), is_away("alice")) == (True, False)
    before = played.read("players/bob.html")
    played.restart()
    assert played.read("players/bob.html") == before
    played.town.write(BOB, f"vacation bob {PASSWORD} off\n")
    played.write()
    assert not is_away("bob")


def test_a_vacation_without_an_opponent_is_on_no_page(played: Published) -> None:
    played.town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    played.town.write(BOB, f"vacation bob {PASSWORD} today 3 days\n")
    played.write()
    assert "away until" not in played.read("players/bob.html")


def test_rules_are_tried_against_a_program_or_whoever_wants_to(published: Published) -> None:
    assert "<code>gyges seek -rules=kang</code>" in published.read("rules/gyges-kang.html")
    with published.town.app.store.transaction() as tx:
        enlist(tx, "owl", published.town.time)
    published.restart()
    assert "<code>gyges challenge owl-1</code>" in published.read("rules/gyges-classic.html")


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
            assert not names or re.sub(r"[-x=/]", "", text) == "".join(re.findall(names, text))
        first = next(game.legal_moves(state), None)
        if first is None:
            return
        state = game.apply(state, first)


@dataclass
class Offered:
    """What the composer is told about a state, and how it shows a position."""

    game: AnyGame
    state: Any

    def __post_init__(self) -> None:
        self.told = json.loads(offered_text(self.game, self.state, {}))
        self.moves = listed(self.told["moves"])

    def after(self, move: str) -> Any:
        return self.game.apply(self.state, self.game.parse(self.state, move))

    def answers(self, number: int) -> list[str]:
        without = self.told["without"][number]
        known = enumerate(listed(self.told["answers"]["moves"]))
        return [] if without is None else [text for at, text in known if at not in without]

    def shown(self, changes: Mapping[str, int]) -> Mapping[str, str]:
        """The pieces on the cells after some changes."""
        now = {**self.told["stand"], **changes}
        return {cell: self.told["parts"][part][0] for cell, part in now.items() if part >= 0}


def told_of(game: AnyGame, state: Any) -> Mapping[str, str]:
    """The pieces on the cells of a state, as its own file shows them."""
    return Offered(game, state).shown({})


@pytest.mark.parametrize("game", games_and_states())
def test_what_a_step_sets_stands_on_the_board_after_the_move(game: AnyGame) -> None:
    offered = Offered(game, game.start())
    pieces = offered.told.get("pieces")
    for move in offered.moves[:40] if pieces else ():
        steps = re.findall(offered.told["names"], move)
        cells = offered.told["cells"] or steps
        part = [pieces.get(step, pieces.get("")) for step in steps]
        shown = offered.shown(dict(zip(cells, part, strict=True)))
        assert shown.keys() == told_of(game, offered.after(move)).keys()
    first = next(game.legal_moves(offered.state))
    sets = isinstance(game, Lifting) and not game.lifted(offered.state, first)
    assert bool(pieces) == sets, "some begin by setting pieces"


ANSWERED = ("breakthrough/standard", "dvonn/standard", "gyges/kang", "hex/5")
"""Rule sets with few moves at the start."""


@for_each("name", ANSWERED)
def test_an_answer_is_tried_where_the_rules_have_put_the_pieces(name: str) -> None:
    offered = Offered(find(name), find(name).start())
    for number, move in [*enumerate(offered.moves)][::9]:
        after = offered.after(move)
        legal = {offered.game.format(after, each) for each in offered.game.legal_moves(after)}
        assert {*offered.answers(number)} == legal
        shown = offered.shown(offered.told["after"][number])
        assert shown == told_of(offered.game, after)


def test_answers_are_left_out_where_there_are_too_many(monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(composing, "MOST_ANSWERS", 400)
    game = find("breakthrough/standard")
    assert "answers" not in Offered(game, game.start()).told


def test_a_ring_goes_from_slot_to_slot(played: Published) -> None:
    told = json.loads(played.read("games/1.json"))
    at = middles(draw(find("gyges/classic"), find("gyges/classic").start()))
    for leg, passed in told["between"].items():
        _, start, end = leg.split(",")
        for one, other in pairwise((start, *passed.split(), end)):
            assert other in "NS" or dist(at[one], at[other]) == pytest.approx(1)
    assert len(told["between"]) > 20


def test_cells_are_called_by_what_stands_there(played: Published) -> None:
    told = json.loads(played.read("games/1.json"))
    assert told["parts"][told["stand"]["35"]][1:] == ["dark", "3"]
    dvonn = find("dvonn/standard")
    german = called(dvonn, Reader("de").words(dvonn), "DVONN")
    found = [german[look] for look in ("first", "second still", "special")]
    assert found == ["Wei\xdf", "Schwarz", "DVONN"]


def test_the_scripts_are_small() -> None:
    """The one that writes letters is on the pages of running games alone."""
    shared_by_many, letter = (SCRIPT, COMPOSER), (LETTER,)
    for names, most in ((shared_by_many, 12.25), (letter, 3)):
        assert sum(len(static_text(name).encode()) for name in names) < most * 1024


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
    """A page has at most 70 KB: 16 of them are for words, and 8 for the board."""
    states, state = [game.start()], game.start()
    for ply in range(60):
        moves = [*islice(game.legal_moves(state), 40)]
        if not moves:
            break
        state = game.apply(state, moves[ply * 7 % len(moves)])
        states.append(state)
    made = drawn_states(game, states)
    assert len(made.json) < 46_000
    assert [*unpacked(json.loads(made.json)["positions"])] == [*map(list, made.pieces.positions)]


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
