"""External engines: their settings, whole games with one, and the limits of a hostile one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.admin.audit import audit, audit_programs, count_external_moves
from pbm.app import externals, programs
from pbm.app.config import load
from pbm.app.externals import ExternalEngine, Externals
from pbm.app.programs import MOST_IN_A_ROW, STAND_IN, ProgramLoop
from pbm.base.errors import UsageError
from pbm.core.board import Board
from pbm.core.marks import Trouble
from pbm.notices.alerts import times_noted
from pbm.play.programs import enlist, here
from pbm.programs.opponents import ForfeitError
from pbm.programs.pipes import Stopped, Stops
from pbm.programs.thinking import Decision, decide
from tests.combinations import few_fast
from tests.patience import PATIENCE, wait_until
from tests.pbm.programs import hostile
from tests.pbm.programs.engines import (
    A_MOMENT,
    EXAMPLE,
    HAL,
    engine,
    misbehaving,
    needs_sandbox,
    processes,
)
from tests.pbm.town import Mail, Town, only, refused, refused_because


@pytest.fixture
def club(town_with_players: Town) -> Town:
    """The town of alice and bob with the programs, and hal, an external engine."""
    install(town_with_players, ExternalEngine(HAL, "/no/such/engine"))
    return town_with_players


def install(town: Town, external: ExternalEngine) -> None:
    wanted = Externals((external,))
    town.app.settings = replace(town.app.settings, programs_external=wanted)
    with town.app.store.transaction() as tx:
        assert enlist(tx, "owl", town.time, wanted.rulesets) == []


def challenge(club: Town, welcome: Mail, line: str = "gyges challenge hal -first=hal") -> Mail:
    return only(club.answer(welcome, f"{line}\n"))


def play(club: Town, loop: ProgramLoop | None = None) -> list[Mail]:
    """Let the programs play, and return the mails about it."""
    (loop or ProgramLoop(club.app, lambda: None)).play()
    return club.new_mails()


def decisions(club: Town, board: int = 1) -> list[Decision]:
    with club.app.store.reading() as tx:
        causes = [each.cause.request for each in tx.matches.events(board)]
        found = [tx.requests.get(each) for each in causes if each is not None]
        return [Decision.read(each.what) for each in found if each]


def alerts(club: Town) -> int:
    with club.app.store.reading() as tx:
        return times_noted(tx, Trouble.ENGINE, club.time - timedelta(days=7))


def is_clean(club: Town) -> bool:
    store = club.app.store
    return [*audit(store, lambda: None), *audit_programs(store)] == []


def fails(external: ExternalEngine, board: Board, stops: Stops) -> Decision:
    raise ForfeitError("no answer")


# The behaviour of an engine


def be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an engine take as long to start and to answer as it needs on a slow machine."""
    for limit in ("_PATIENCE", "_LONGEST_LINE"):
        monkeypatch.setattr(externals, limit, PATIENCE)


@needs_sandbox
def test_the_example_plays_a_whole_game(
    club: Town, welcome: Mail, public_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_patient(monkeypatch)
    install(club, engine(EXAMPLE, public_folder))
    mail = challenge(club, welcome, "dvonn challenge hal -random -first=hal")
    while club.match().running:
        mails = play(club)
        if mails and club.match().running:
            mail = mails[-1]
            with club.app.store.reading() as tx:
                board = club.app.repository.read(tx, club.match())
            club.answer(mail, f"{decide(board, 1).move}\n")
    assert {(each.engine, each.level) for each in decisions(club)} == {(HAL, 0)}
    assert alerts(club) == 0
    assert is_clean(club)
    assert count_external_moves(club.app.store) == {HAL: len(decisions(club))}


@needs_sandbox
def test_the_example_places_the_pieces(
    club: Town, welcome: Mail, public_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_patient(monkeypatch)
    install(club, engine(EXAMPLE, public_folder))
    challenge(club, welcome, "dvonn challenge hal -first=hal")
    play(club)
    assert [each.engine for each in decisions(club)] == [HAL]


@needs_sandbox
@pytest.mark.parametrize("way", few_fast(hostile.WAYS, one_in=3))
def test_whatever_an_engine_does_the_board_goes_on(
    club: Town, welcome: Mail, public_folder: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(externals, "_PATIENCE", A_MOMENT)
    # A level that thinks less than ours; test_a_game_goes_on_without_its_engine has the real one.
    monkeypatch.setattr(programs, "STAND_IN", 1)
    install(club, misbehaving(public_folder, way))
    challenge(club, welcome)
    play(club)
    assert [(each.engine, each.level) for each in decisions(club)] == [("", 1)]
    assert alerts(club) == 1
    assert is_clean(club)
    # The kernel ends all processes of a sandbox after its first process.
    wait_until(lambda: not processes(public_folder), "a process is left")


def test_the_operator_is_told_once_a_day_of_an_engine_that_fails(club: Town, welcome: Mail) -> None:
    loop = ProgramLoop(club.app, lambda: None, asks=fails)
    for _ in range(2):
        challenge(club, welcome)
        play(club, loop)
    assert alerts(club) == 1
    club.later(days=1)
    challenge(club, welcome)
    play(club, loop)
    assert alerts(club) == 2
    assert len(decisions(club, 3)) == 1


def test_an_engine_that_fails_again_and_again_is_left_alone(club: Town, welcome: Mail) -> None:
    asked = []

    def asks(external: ExternalEngine, board: Board, stops: Stops) -> Decision:
        asked.append(board.number)
        raise ForfeitError("no answer")

    loop = ProgramLoop(club.app, lambda: None, asks=asks)
    for number in range(1, MOST_IN_A_ROW + 2):
        mail = challenge(club, welcome)
        play(club, loop)
        club.answer(mail, f"gyges resign {number}\n")
    assert asked == [*range(1, MOST_IN_A_ROW + 1)]


def test_a_stop_of_the_server_waits_for_no_engine(club: Town, welcome: Mail) -> None:
    challenge(club, welcome)

    def asks(external: ExternalEngine, board: Board, stops: Stops) -> Decision:
        loop.finish()
        assert stops()
        raise Stopped

    loop = ProgramLoop(club.app, lambda: None, asks=asks)
    loop.play()
    assert decisions(club) == []
    assert alerts(club) == 0


def test_a_game_goes_on_without_its_engine(club: Town, welcome: Mail) -> None:
    challenge(club, welcome)
    club.app.settings = replace(club.app.settings, programs_external=Externals())
    with club.app.store.transaction() as tx:
        enlist(tx, "owl", club.time)
    play(club)
    assert [each.level for each in decisions(club)] == [STAND_IN]
    assert refused(club.answer(welcome, "gyges challenge hal\n")) == "program_rests"


# What players see of an external engine


def test_an_engine_plays_its_rule_sets_only(club: Town, welcome: Mail) -> None:
    install(club, ExternalEngine(HAL, "/no/such/engine", ("dvonn/standard",)))
    answer = club.answer(welcome, "gyges challenge hal\n")
    assert refused_because(answer)[0] == "program_rules"
    assert challenge(club, welcome, "dvonn challenge hal -random").facts["running"]


def test_an_engine_is_called_a_program(club: Town, welcome: Mail) -> None:
    label = {"userid": HAL, "level": None, "owner": ""}
    assert challenge(club, welcome).facts["programs"] == [label]
    listed = only(club.answer(welcome, "users\n")).facts["rows"]
    assert [each["program"] for each in listed if each["userid"] == HAL] == [label]
    assert not club.match().rated
    programs = only(club.answer(welcome, "programs\n")).facts["programs"]
    assert [each["userid"] for each in programs][-1] == HAL


def test_a_userid_that_a_person_has_is_left_to_them(club: Town) -> None:
    with club.app.store.transaction() as tx:
        assert enlist(tx, "owl", club.time, {"bob": ("gyges/classic",)}) == ["bob"]
        assert HAL not in {each.userid for each in here(tx)}


# Settings

HAL_TOML = '[[programs.external]]\nuserid = "hal"\ncommand = "/opt/hal/hal --quiet"\n'


def settings(tmp_path: Path, toml: str) -> Externals:
    (tmp_path / "pbm.toml").write_text(toml)
    return load({"data": str(tmp_path)}, {}).programs_external


def test_engines_are_tables_of_the_settings(tmp_path: Path) -> None:
    toml = HAL_TOML + 'rulesets = ["gyges/kang"]\nmovetime = 2000\n'
    (found,) = settings(tmp_path, toml + HAL_TOML.replace("hal", "eve")[: len(HAL_TOML)]).engines[
        :1
    ]
    assert (found.userid, found.rulesets, found.movetime) == (HAL, ("gyges/kang",), 2000)


@pytest.mark.parametrize(
    "toml",
    [
        HAL_TOML.replace("hal", "Hal"),
        HAL_TOML.replace("userid", "name"),
        HAL_TOML + 'rulesets = ["chess/classic"]\n',
        HAL_TOML + 'rulesets = "gyges/classic"\n',
        HAL_TOML + "movetime = 0\n",
        HAL_TOML + "movetime = 3600000\n",
        HAL_TOML + 'movetime = "1s"\n',
        HAL_TOML + "memory = true\n",
        HAL_TOML + 'reads = ["engines"]\n',
        HAL_TOML + HAL_TOML,
        '[[programs.external]]\nuserid = "hal"\n',
        '[[programs.external]]\nuserid = "hal"\ncommand = ""\n',
        "[programs]\nexternal = 7\n",
        "[programs]\nexternal = [7]\n",
    ],
)
def test_a_table_that_is_wrong_is_an_error(tmp_path: Path, toml: str) -> None:
    with pytest.raises(UsageError):
        settings(tmp_path, toml)


@pytest.mark.parametrize("path", ["{data}", "{data}/engines", "{data}/..", "/", "{link}"])
@pytest.mark.parametrize("how", ["command", "reads"])
def test_no_engine_may_see_the_data_directory(tmp_path: Path, path: str, how: str) -> None:
    data, link = tmp_path / "data", tmp_path / "link"
    data.mkdir()
    link.symlink_to(data)
    named = path.format(data=data, link=link)
    more = f'reads = ["{named}"]' if how == "reads" else ""
    command = f"/usr/bin/hal {named}" if how == "command" else "/usr/bin/hal"
    toml = f'[[programs.external]]\nuserid = "hal"\ncommand = "{command}"\n{more}\n'
    with pytest.raises(UsageError):
        settings(data, toml)
