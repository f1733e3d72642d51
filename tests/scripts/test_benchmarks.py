"""The data with which ``scripts/bench`` measures is correct. No test measures time."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from pbm import rules
from pbm.admin.audit import audit
from pbm.app.painter import PaintLoop
from pbm.core.model import EventKind
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from scripts import bench_rules
from scripts.benchmarks import painting
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_least, at_most, table, to_json
from scripts.benchmarks.filling import app, fill
from scripts.benchmarks.programs import begin_games
from scripts.benchmarks.replies import replies

SPECS = ("gyges/classic", "dvonn/standard")


@pytest.mark.parametrize("spec", SPECS)
def test_the_audit_finds_nothing_wrong_with_a_filled_store(tmp_path: Path, spec: str) -> None:
    courses = [course(spec, 6, seed) for seed in range(2)]
    assert list(fill(tmp_path, courses, 4, 3)) == [1, 2, 3]
    assert list(fill(tmp_path, courses, 6, 2)) == [4, 5]
    made = app(tmp_path)
    assert list(audit(made.store, step=lambda: None)) == []
    with made.store.reading() as tx:
        assert [match.plies for match in tx.matches.list()] == [4, 4, 4, 6, 6]
    made.close()


def test_no_store_is_filled_in_which_programs_have_the_numbers_of_people(tmp_path: Path) -> None:
    begin_games(tmp_path)
    with pytest.raises(RuntimeError, match="owl"):
        fill(tmp_path, [course("gyges/classic", 1, 0)], 1, 1)


@pytest.mark.parametrize("spec", SPECS)
def test_every_letter_of_a_benchmark_is_a_legal_move(tmp_path: Path, spec: str) -> None:
    courses = [course(spec, 5, seed) for seed in range(2)]
    boards = fill(tmp_path, courses, 3, 3)
    made = app(tmp_path)
    for letter in replies(tmp_path, courses, boards, 3, moves=2):
        with made.store.transaction() as tx:
            number = made.keep(Envelope(letter.sender, (letter.recipient,), letter.raw))(tx)
        made.handle_now(number)
    with made.store.reading() as tx:
        assert tx.letters.counts() == {LetterStatus.DONE: 6}
        kinds = [event.kind for board in boards for event in tx.matches.events(board)]
    assert kinds.count(EventKind.MOVED) == 3 * 5
    made.close()


def test_every_rule_set_has_its_three_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow = {spec: (line, 1) for spec, (line, _) in bench_rules.PERFT.items()}
    monkeypatch.setattr(bench_rules, "PERFT", shallow)
    figures = bench_rules.measure(positions=3, rounds=1)
    assert figures.keys() == rules.games().keys()
    for found in figures.values():
        assert tuple(found) == bench_rules.FIGURES
        assert min(found.values()) > 0


def test_a_bound_applies_to_the_ratio_if_there_is_one() -> None:
    slow = Figure("accept", "50 connections", 80, "letters/s", ("the floor", 100), at_least(0.9))
    small = Figure("growth", "idle", 70, "MiB", bound=at_most(80))
    assert (slow.holds, small.holds) == (False, True)
    assert table([slow]).splitlines()[1].split()[-5:] == ["100", "0.8", ">=", "0.9", "NO"]
    assert [each["holds"] for each in json.loads(to_json([slow, small]))] == [False, True]


@pytest.mark.slow
def test_every_move_of_the_painting_benchmark_causes_two_pictures(tmp_path: Path) -> None:
    moves = list(painting.moves(tmp_path, boards=1))
    painting.choose_pictures(tmp_path)
    with closing(app(tmp_path)) as made:
        for letter in moves:
            painting.acted_on(made, letter)
        PaintLoop(made.store, made.clock, lambda: None).paint()
        with made.store.reading() as tx:
            painted = [mail for mail in tx.outbox.list() if b"image/png" in mail.raw]
    assert len(painted) == 2 * len(moves)
