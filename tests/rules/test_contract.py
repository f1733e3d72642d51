"""The contract of all rule sets; the rule sets of a new game are tested as well."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules import words as shared_words
from pbm.rules.errors import GameOver, IllegalMove, NotationError, RulesError
from pbm.rules.game import Seat, Style
from pbm.rules.phrase import Fact, Phrase, Word
from tests.combinations import for_each
from tests.rules.contract import play_through
from tests.rules.playouts import SPECS, final, some, turns

SEEDS = (1, 2)

every_game = for_each("spec", SPECS)
every_example_of_each_game = pytest.mark.parametrize("spec", SPECS)
every_playout = for_each(("spec", "seed"), [(spec, seed) for spec in SPECS for seed in SEEDS])


# --- playing ---


@every_playout
def test_legal_moves_are_unique_and_always_in_the_same_order(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, _ in turns(spec, seed):
        moves = list(game.legal_moves(state))
        assert len(set(moves)) == len(moves)
        assert moves == list(game.legal_moves(state))


@every_playout
def test_a_move_does_not_change_the_old_state(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        before = (hash(state), game.encode(state), game.plies(state), game.last_move(state))
        after = game.apply(state, move)
        assert before == (hash(state), game.encode(state), game.plies(state), game.last_move(state))
        assert after != state


@every_playout
def test_make_does_what_parse_apply_and_format_do(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, each in turns(spec, seed):
        for text in (game.format(state, each), f" {game.format(state, each).upper()} "):
            move, after, printed = game.make(state, text)
            assert move == game.parse(state, text) == each
            applied = game.apply(state, each)
            assert (after, game.plies(after)) == (applied, game.plies(applied))
            assert printed == game.format(state, each, text)


def shown(state: Any) -> dict[str, Any]:
    """Return the fields in the repr of a state, which include some that are not compared."""
    return {each.name: getattr(state, each.name) for each in fields(state) if each.repr}


@every_playout
def test_a_state_is_recalled_with_its_past(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        found = game.recall(game.encode(state), game.past(state))
        assert (found, shown(found), hash(found)) == (state, shown(state), hash(state))
        for ask in (game.plies, game.passed, game.last_move, game.render, game.past):
            assert ask(found) == ask(state)
        assert list(game.legal_moves(found)) == list(game.legal_moves(state))
        assert game.past(game.apply(found, move)) == game.past(game.apply(state, move))


@every_playout
def test_a_move_is_a_ply_and_a_forced_pass_another(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        after = game.apply(state, move)
        assert game.plies(after) == game.plies(state) + 1 + game.passed(after)
        assert game.last_move(after) == move
        if game.passed(after):
            assert game.to_move(after) is game.to_move(state)


@every_playout
def test_a_side_is_to_move_until_there_is_an_outcome(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        after = game.apply(state, move)
        assert (game.to_move(after) is None) == (game.outcome(after) is not None)
        if game.to_move(after) is not None:
            assert next(game.legal_moves(after), None) is not None


@every_playout
def test_arrangement_after_distinguishes_the_same_boards_as_apply(spec: str, seed: int) -> None:
    """So that ``apply`` need not be called to count positions."""
    game = rules.games()[spec]
    for state, _ in turns(spec, seed)[::5]:
        moves = some(game, state)
        boards = [without_side(game.encode(game.apply(state, move))) for move in moves]
        arrangements = [game.arrangement_after(state, move) for move in moves]
        pairs = set(zip(boards, arrangements, strict=True))
        assert len(pairs) == len(set(boards)) == len(set(arrangements))


def without_side(line: str) -> str:
    board, _, *more = line.split()
    return " ".join((board, *more))


@every_playout
def test_a_side_that_can_move_cannot_be_skipped(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, _ in turns(spec, seed):
        with pytest.raises(IllegalMove):
            game.skip(state)


@every_game
def test_no_move_can_be_applied_to_a_finished_game(spec: str) -> None:
    game = rules.games()[spec]
    end, move = final(spec)
    assert list(game.legal_moves(end)) == []
    assert game.to_move(end) is None
    with pytest.raises(GameOver):
        game.apply(end, move)
    with pytest.raises(GameOver):
        game.skip(end)


@every_game
def test_no_move_can_be_parsed_in_a_finished_game(spec: str) -> None:
    game = rules.games()[spec]
    end, _ = final(spec)
    start = game.start()
    text = game.format(start, next(game.legal_moves(start)))
    with pytest.raises(GameOver):
        game.parse(end, text)


@every_playout
def test_apply_refuses_illegal_moves(spec: str, seed: int) -> None:
    """The moves come from later positions of the same game."""
    game = rules.games()[spec]
    for (state, _), (_, foreign) in zip(turns(spec, seed), turns(spec, seed)[3:], strict=False):
        if foreign in set(game.legal_moves(state)):
            assert game.apply(state, foreign) != state
        else:
            with pytest.raises(IllegalMove):
                game.apply(state, foreign)


# --- notation and positions ---


@every_playout
def test_a_formatted_move_is_parsed_as_the_same_move(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        for any_move in {move, *some(game, state)}:
            text = game.format(state, any_move)
            assert game.reads(text)
            assert game.parse(state, text) == any_move


SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "small letters": str.lower,
    "spaces around": lambda text: f"  {text}\u00a0",
    "spaces at marks": lambda text: re.sub(r"([-x=])", r" \1 ", text),
    "an en dash": lambda text: text.replace("-", "–"),
    "a minus sign": lambda text: text.replace("-", "−"),
    "a times sign": lambda text: text.replace("x", "×"),
    "wide digits": lambda text: text.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
}


@every_game
def test_every_spelling_is_parsed_as_the_same_move(spec: str) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, SEEDS[0]):
        for spelt in SPELLINGS.values():
            text = spelt(game.format(state, move))
            assert game.reads(text), text
            assert game.parse(state, text) == move, text


@every_playout
def test_a_position_survives_encoding(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    for state, move in turns(spec, seed):
        for any_state in (state, game.apply(state, move)):
            line = game.encode(any_state)
            assert game.decode(line) == any_state
            assert "\n" not in line
            assert game.plies(game.decode(line)) == 0


@every_game
def test_a_finished_position_survives_encoding(spec: str) -> None:
    game = rules.games()[spec]
    end, _ = final(spec)
    again = game.decode(game.encode(end))
    assert again == end
    assert game.outcome(again) == game.outcome(end)


@every_game
def test_an_unknown_start_option_is_refused(spec: str) -> None:
    with pytest.raises(NotationError):
        rules.games()[spec].start("no-such-start")


JUNK = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="123456abcdefknsxw.=-*()[];,:/ ×–8\u00a0", max_size=30),
)


@given(data=st.data())
@every_example_of_each_game
def test_junk_is_refused_as_a_move_and_never_crashes(spec: str, data: st.DataObject) -> None:
    game, text = rules.games()[spec], data.draw(JUNK)
    state, _ = data.draw(st.sampled_from(turns(spec, SEEDS[0])))
    try:
        move = game.parse(state, text)
    except RulesError:
        # Refused text may read as a move or not; the tests of each game's notation decide that.
        return
    assert game.reads(text)
    assert move in set(game.legal_moves(state))


@given(text=JUNK)
@every_example_of_each_game
def test_junk_is_refused_as_a_position_and_never_crashes(spec: str, text: str) -> None:
    game = rules.games()[spec]
    try:
        state = game.decode(text)
    except NotationError:
        return
    assert game.decode(game.encode(state)) == state


@given(data=st.data())
@every_example_of_each_game
def test_a_mangled_position_is_refused_or_is_another_position(
    spec: str, data: st.DataObject
) -> None:
    game = rules.games()[spec]
    state, _ = data.draw(st.sampled_from(turns(spec, SEEDS[0])))
    line = list(game.encode(state))
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] = data.draw(st.sampled_from([*string.printable, "", "²"]))
    try:
        again = game.decode("".join(line))
    except NotationError:
        return
    assert game.decode(game.encode(again)) == again


@every_game
def test_ordinary_words_are_not_read_as_moves(spec: str) -> None:
    for text in ("", "hello", "I will think about it.", "see you at 8-9", "ok", "-"):
        assert not rules.games()[spec].reads(text), text


# --- whole games ---


@every_game
def test_the_contract_holds_at_every_turn_of_random_games(spec: str) -> None:
    for seed in range(100, 102):
        play_through(rules.games()[spec], seed)


# --- words and boards ---


def said(words: Mapping[str, str], phrase: Phrase) -> str:
    """Return the phrase in English.

    :raises KeyError: if a word or a fact is missing
    """
    return words[phrase.code].format_map({k: fact(words, v) for k, v in phrase.facts.items()})


def fact(words: Mapping[str, str], value: Fact) -> str:
    if isinstance(value, tuple):
        return " and ".join(fact(words, part) for part in value)
    return words[value] if isinstance(value, Word) else str(value)


@every_playout
def test_every_move_can_be_described(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    words = {**shared_words.WORDS, **game.words}
    for state, move in turns(spec, seed):
        told = [said(words, phrase) for phrase in game.describe(state, move)]
        assert told
        assert all(told)
        assert "{" not in "".join(told)


@every_playout
def test_every_move_is_explained_by_numbered_rules(spec: str, seed: int) -> None:
    game = rules.games()[spec]
    words = {**shared_words.WORDS, **game.words}
    for state, move in turns(spec, seed):
        for phrase in game.explain(state, game.format(state, move)):
            assert said(words, phrase).startswith(f"{phrase.facts['rule']}: ")
            assert phrase.facts["rule"] in numbered(game.name)


@cache
def numbered(name: str) -> set[str]:
    """Return the numbers of the rules in the game's help texts."""
    folder = resources.files("pbm.rules").joinpath(name)
    texts = [folder.joinpath("help.txt")]
    if folder.joinpath("help").is_dir():
        texts += folder.joinpath("help").iterdir()
    told = "\n".join(text.read_text(encoding="utf-8") for text in texts)
    return set(re.findall(r"^([A-Z]{1,2}\d+[a-z]?) ", told, re.MULTILINE))


def boards(game: AnyGame, state: Any, style: Style) -> list[str]:
    return [game.render(state, style, viewer) for viewer in (None, *Seat)]


@for_each("style", Style)
@every_game
def test_boards_fit_in_72_columns_without_ragged_ends(spec: str, style: Style) -> None:
    game = rules.games()[spec]
    states = [state for seed in SEEDS for state, _ in turns(spec, seed)]
    for state in (*states, final(spec)[0]):
        for board in boards(game, state, style):
            lines = board.split("\n")
            assert max(map(len, lines)) <= 72
            assert all(line == line.rstrip() for line in lines)
            assert lines[-1]


@for_each("style", Style)
@every_game
def test_each_viewer_gets_a_different_board(spec: str, style: Style) -> None:
    game = rules.games()[spec]
    states = [state for state, _ in turns(spec, SEEDS[0])]
    for state in (*states, final(spec)[0]):
        assert len(set(boards(game, state, style))) == 3


@for_each("style", Style)
@every_game
def test_the_last_move_is_marked_on_the_board(spec: str, style: Style) -> None:
    """The same position without its past looks different."""
    game = rules.games()[spec]
    for state, _ in turns(spec, SEEDS[0])[3:]:
        unmarked = game.decode(game.encode(state))
        assert game.render(state, style) != game.render(unmarked, style)


@for_each("style", Style)
@every_game
def test_the_labels_of_boards_can_be_translated(spec: str, style: Style) -> None:
    game = rules.games()[spec]
    words = {**shared_words.WORDS, **game.words}
    shouted = {code: text.upper() if "{" not in text else text for code, text in words.items()}
    for viewer in Seat:
        state, _ = turns(spec, SEEDS[0])[-1]
        assert game.render(state, style, viewer, shouted) != game.render(state, style, viewer)


@pytest.mark.parametrize("name", sorted({game.name for game in rules.games().values()}))
def test_a_draw_can_be_proposed_where_one_comes_up(name: str) -> None:
    games = [game for game in rules.games().values() if game.name == name]
    decisive = {"amazons", "breakthrough", "clobber", "havannah", "hex", "ygame"}
    assert {getattr(game, "decisive", False) for game in games} == {name in decisive}
