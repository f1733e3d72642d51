"""Several nodes on one database: all accept letters, one acts, and each mail leaves once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest

from pbm.admin.backup import begin_anew
from pbm.admin.doctor import examine
from pbm.app import leadership
from pbm.app.application import App
from pbm.app.config import Settings, load
from pbm.app.data_directory import KEY_FILE, DataDirectory, utc_now
from pbm.app.leadership import InTurn
from pbm.app.nodes import fingerprint
from pbm.app.server import ALL_DUTIES, Duties, Server
from pbm.app.threads import painter_thread, worker_thread
from pbm.base.errors import NameInUseError, PermanentFailure, StoreMissingError, UsageError
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.mail.letter import Envelope
from pbm.store import administration
from tests.patience import until
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.town import DOMAIN, letter

SCHEMA = "several_nodes"
PASSED = "dmarc=pass header.from=example.org"
FRONT, PEER = "mx.pbm.example", "192.0.2.1"


@pytest.fixture
def url() -> str:
    return emptied(SCHEMA)


@pytest.fixture
def node(tmp_path: Path, url: str) -> Callable[..., Settings]:
    """Returns the settings of a node with this name. All nodes have the key of the first one."""

    def settings(name: str, durability: str = "local", acting: str = "leader") -> Settings:
        data = tmp_path / name
        data.mkdir(mode=0o700, exist_ok=True)
        (data / "pbm.toml").touch()
        (data / "pbm.toml").write_text((data / "pbm.toml").read_text() or f'domain = "{DOMAIN}"\n')
        given = {"data": str(data), "listen": "127.0.0.1:0"}
        given["outgoing"] = f"maildir:{tmp_path / 'outgoing'}"
        environ = {"PBM_NODE": name, "PBM_STORE_DURABILITY": durability}
        environ["PBM_STORE_ACTING"] = acting
        made = load(given, {"PBM_STORE": url, **environ})
        first = tmp_path / "pbm.key"
        if first.exists():
            copyfile(first, data / "pbm.key")
        else:
            App(made).close()
            copyfile(data / "pbm.key", first)
        return made

    return settings


def server(settings: Settings, duties: Duties = ALL_DUTIES) -> Server:
    leader = partial(worker_thread, settings, None)
    otherwise = partial(leader, leads=False) if settings.store_acting == "all" else None
    return Server(
        settings,
        worker=InTurn(leader, otherwise),
        painter=InTurn(partial(painter_thread, settings, None)),
        duties=duties,
    )


def raw(number: int) -> bytes:
    return letter(f"p{number}@example.org", "", f"help {number}").as_bytes()


def write(server: Server, numbers: range) -> list[asyncio.Task[None]]:
    """Give letters to a server, as its listener does."""
    envelopes = [
        Envelope(f"p{each}@example.org", (f"pbm@{DOMAIN}",), raw(each)) for each in numbers
    ]
    return [asyncio.create_task(server._keep(each)) for each in envelopes]


def statuses(app: App) -> tuple[Counter[LetterStatus], Counter[MailStatus]]:
    with app.store.reading() as tx:
        return Counter(tx.letters.counts()), Counter(tx.outbox.counts())


@asynccontextmanager
async def serving(settings: Settings, duties: Duties = ALL_DUTIES) -> AsyncIterator[Server]:
    made = server(settings, duties)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


@pytest.mark.slow
@pytest.mark.parametrize("acting", ["leader", "all"])
def test_two_nodes_keep_letters_and_each_is_answered_once(
    acting: str, node: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = node("north", acting=acting), node("south", acting=acting)

    async def serve() -> None:
        async with serving(settings[0]) as north, serving(settings[1]) as south:
            await asyncio.gather(*write(north, range(20)), *write(south, range(20, 40)))
            with closing(App(settings[0])) as app:
                await until(lambda: statuses(app)[1][MailStatus.SENT] == 40)
                with app.store.reading() as tx:
                    assert {each.name for each in tx.nodes.list()} == {"north", "south"}
            # If all nodes act, mails may have left before a node takes the lead.
            await until(lambda: leads(north) != leads(south))

    asyncio.run(serve())
    with closing(App(settings[0])) as app:
        letters, mails = statuses(app)
        with app.store.reading() as tx:
            assert tx.leases.recipients("", app.clock()) == set()
    assert sum(letters.values()) == sum(mails.values()) == 40
    assert len([*(tmp_path / "outgoing").glob("*/new/*")]) == 40


@pytest.mark.slow
@pytest.mark.parametrize("acting", ["leader", "all"])
def test_a_letter_that_both_nodes_get_at_once_is_acted_on_once(
    acting: str, node: Callable[..., Settings]
) -> None:
    settings = node("north", acting=acting), node("south", acting=acting)

    async def serve() -> None:
        async with serving(settings[0]) as north, serving(settings[1]) as south:
            await asyncio.gather(*write(north, range(30)), *write(south, range(30)))
            with closing(App(settings[0])) as app:
                await until(lambda: not statuses(app)[0][LetterStatus.WAITING])

    asyncio.run(serve())
    with closing(App(settings[0])) as app:
        letters, _ = statuses(app)
        with app.store.reading() as tx:
            # A duplicate is answered with the first mail again.
            answers = {mail.message_id for mail in tx.outbox.list(limit=100)}
    assert letters == {LetterStatus.DONE: 30, LetterStatus.DUPLICATE: 30}
    assert len(answers) == 30


def test_the_other_node_leads_when_one_stops(node: Callable[..., Settings]) -> None:
    settings = node("north"), node("south")

    async def serve() -> None:
        async with serving(settings[0]) as north:
            await until(lambda: leads(north))
            async with serving(settings[1]) as south:
                await asyncio.gather(*write(south, range(3)))
                assert not leads(south)
                assert north._leadership is not None
                await north._leadership.stop()
                await until(lambda: leads(south))
                await asyncio.gather(*write(south, range(3, 6)))
                with closing(App(settings[1])) as app:
                    await until(lambda: statuses(app)[1][MailStatus.SENT] == 6)

    asyncio.run(serve())


@pytest.mark.slow
def test_a_node_that_does_not_lead_acts_too_if_all_shall(node: Callable[..., Settings]) -> None:
    settings = node("north", acting="all"), node("south", acting="all")

    async def serve() -> None:
        async with serving(settings[0]) as north:
            await until(lambda: leads(north))
            await stop_workers(north)
            async with serving(settings[1]) as south:
                await asyncio.gather(*write(south, range(5)))
                with closing(App(settings[1])) as app:
                    await until(lambda: statuses(app)[0][LetterStatus.DONE] == 5)
                assert not leads(south)

    asyncio.run(serve())


async def stop_workers(server: Server) -> None:
    """Stop the workers of a node, so that it leads but does nothing."""
    in_turn = server._worker
    assert isinstance(in_turn, InTurn)
    await until(lambda: in_turn._leads)
    worker, in_turn._worker = in_turn._worker, None
    assert worker is not None
    await worker.stop()


def test_two_nodes_with_one_name_do_not_serve(
    node: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leadership, "NAME_SECONDS", 0)
    settings = node("north")

    async def serve() -> None:
        async with serving(settings) as north:
            await until(lambda: leads(north))
            with pytest.raises(NameInUseError, match="north"):
                await server(settings).start()
            assert leads(north)
        async with serving(settings):
            pass

    asyncio.run(serve())


def leads(server: Server) -> bool:
    assert server._leadership is not None
    return server._leadership.leads


def test_a_node_without_duties_only_keeps_letters(node: Callable[..., Settings]) -> None:
    settings = node("north")

    async def serve() -> None:
        async with serving(settings, Duties(leads=False, delivers=False)) as north:
            await asyncio.gather(*write(north, range(3)))
            await asyncio.sleep(0.1)
            assert not leads(north)

    asyncio.run(serve())
    with closing(App(settings)) as app:
        assert statuses(app) == ({LetterStatus.WAITING: 3}, {})


def start_beside(first: Settings, second: Settings) -> None:
    async def serve() -> None:
        async with serving(first), serving(second):
            pytest.fail("it started")

    asyncio.run(serve())


def test_a_node_with_another_key_does_not_start(
    node: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = node("north"), node("south")
    (tmp_path / "south" / "pbm.key").write_bytes(b"x" * 32)
    with pytest.raises(PermanentFailure, match="key"):
        start_beside(*settings)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("domain", "other.example"),
        ("trust_authserv", "mx.example"),
        ("trusted_peers", "192.0.2.1"),
        ("keep_letters", "30"),
    ],
)
def test_a_node_with_other_settings_does_not_start(
    name: str, there: str, node: Callable[..., Settings], tmp_path: Path
) -> None:
    north = node("north")
    (tmp_path / "south").mkdir()
    other = {"domain": DOMAIN, name: there}
    lines = [f'{key} = "{text}"\n' for key, text in other.items()]
    (tmp_path / "south" / "pbm.toml").write_text("".join(lines))
    with pytest.raises(UsageError, match=name):
        start_beside(north, node("south"))


@pytest.mark.parametrize(("peer", "is_vouched"), [(PEER, True), ("192.0.2.99", False)])
def test_a_node_believes_what_another_got_from_a_trusted_peer(
    peer: str, is_vouched: bool, node: Callable[..., Settings], tmp_path: Path
) -> None:
    for name in ("north", "south"):
        (tmp_path / name).mkdir(mode=0o700)
        trusting = f'trust_authserv = "{FRONT}"\ntrusted_peers = "{PEER}"\n'
        (tmp_path / name / "pbm.toml").write_text(f'domain = "{DOMAIN}"\n{trusting}')
    north, south = node("north"), node("south")
    head = f"Authentication-Results: {FRONT}; {PASSED}\r\nMessage-ID: <1@example.org>\r\n"
    envelope = Envelope("p1@example.org", (f"pbm@{DOMAIN}",), head.encode() + raw(1), peer)
    with closing(App(north)) as app, app.store.transaction(acting=False) as tx:
        number = app.keep(envelope)(tx)
    with closing(App(south)) as app:
        app.handle_now(number)
        with app.store.reading() as tx:
            (kept,) = tx.letters.list()
    assert kept.vouched is is_vouched


def test_a_node_does_not_start_where_a_commit_is_on_one_machine(
    node: Callable[..., Settings],
) -> None:
    async def serve() -> None:
        async with serving(node("north", durability="quorum")):
            pytest.fail("it started")

    with pytest.raises(UsageError, match="synchronous_standby_names"):
        asyncio.run(serve())


def test_the_doctor_tells_of_nodes_keys_and_standbys(
    node: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = node("north")

    async def serve() -> None:
        async with serving(settings):
            pass

    asyncio.run(serve())

    def failed(settings: Settings) -> set[str]:
        return {each.what for each in examine(settings, utc_now()) if not each.passed}

    assert failed(settings) == set()
    assert failed(node("north", durability="quorum")) == {"standbys"}
    (tmp_path / "north" / "pbm.key").write_bytes(b"x" * 32)
    (tmp_path / "north" / "pbm.key").chmod(0o600)
    assert failed(settings) == {"key"}


def test_the_doctor_says_that_a_database_cannot_be_reached(tmp_path: Path) -> None:
    settings = load({"data": str(tmp_path), "store": "postgresql:///pbm?host=/nowhere"}, {})
    (failed,) = [each for each in examine(settings, utc_now()) if not each.passed]
    assert failed.what == "database"


def test_a_fingerprint_does_not_hold_the_key() -> None:
    assert fingerprint(b"k" * 32) == fingerprint(b"k" * 32) != fingerprint(b"l" * 32)
    assert b"k".hex() * 4 not in fingerprint(b"k" * 32)


def test_an_empty_database_is_not_begun_beside_the_key_of_a_club(tmp_path: Path, url: str) -> None:
    settings = load({"data": str(tmp_path)}, {"PBM_STORE": url})
    (tmp_path / KEY_FILE).write_bytes(b"x" * 32)
    with pytest.raises(StoreMissingError):
        DataDirectory(settings)
    assert not administration(url).is_begun()
    begin_anew(settings, utc_now())
    with closing(DataDirectory(settings)):
        assert administration(url).is_begun()
