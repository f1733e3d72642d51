"""Writing pages: only changed ones, in whole files, the same as when all are written anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytest import MonkeyPatch

from pbm.app import pages
from pbm.site import shown, writer
from pbm.site.files import Folder, Page
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, BOB, CAROL, PASSWORD, tamper


def played(published: Published) -> None:
    town = published.town
    mails = town.play(town.board(), OPENING[0])
    published.write()
    mails = town.play(mails, OPENING[1])
    published.write()
    town.write(ALICE, f"gyges seek alice {PASSWORD}\n")
    published.write()
    town.play(mails, *OPENING[2:])
    town.later(hours=1)
    town.play(town.board("-random", "dvonn"))
    published.write()
    town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    published.write()


def test_a_site_built_anew_equals_the_one_that_grew(published: Published) -> None:
    played(published)
    grown = published.files()
    shutil.rmtree(published.folder)
    published.restart()
    assert published.files() == grown


@pytest.mark.slow
def test_two_processes_build_what_one_builds(
    published_by_processes: Published, monkeypatch: MonkeyPatch
) -> None:
    published = published_by_processes
    played(published)
    whole = published.files()
    shutil.rmtree(published.folder)
    monkeypatch.setattr(pages, "MANY", 1)
    app = published.town.app
    written = pages.build(app.settings, app.store, published.town.time, lambda: None, anew=False)
    assert published.files() == whole
    assert written == len(whole)


def test_the_pages_of_the_archive_link_those_beside_them(
    published: Published, monkeypatch: MonkeyPatch
) -> None:
    """Each page of the archive lists one game in this test."""
    for module in (writer, shown):
        monkeypatch.setattr(module, "GAMES_TOGETHER", 1)
    town = published.town
    town.sign_up(CAROL, PASSWORD)
    town.board()
    town.write(CAROL, f"gyges seek carol {PASSWORD}\n")
    town.write(ALICE, f"gyges take 1 alice {PASSWORD}\n")
    published.write()
    town.board()
    published.write()
    pages = [published.read(f"archive/{board}.html") for board in (1, 2, 3)]
    assert ['rel="prev"' in page for page in pages] == [False, True, True]
    assert ['rel="next"' in page for page in pages] == [True, True, False]
    town.write(CAROL, f"set carol {PASSWORD} public off\n")
    published.write()
    assert not published.holds("archive/2.html")
    assert 'rel="next" href="3.html"' in published.read("archive/1.html")
    assert 'rel="prev" href="1.html"' in published.read("archive/3.html")
    grown = published.files()
    shutil.rmtree(published.folder)
    published.restart()
    assert published.files() == grown


def test_the_list_of_the_archive_tells_what_is_played_and_finished(published: Published) -> None:
    played(published)
    page = published.read("archive.html")
    assert '<td><a href="archive/0.html">1–2</a></td>' in page
    assert page.count('<td class="n">1</td><td class="n">1</td>') == 1


def test_a_second_run_writes_nothing(published: Published) -> None:
    played(published)
    before = {path: path.stat().st_mtime_ns for path in published.folder.rglob("*.*")}
    published.restart()
    assert {path: path.stat().st_mtime_ns for path in published.folder.rglob("*.*")} == before


def test_a_run_repairs_pages_that_are_half_written_or_gone(published: Published) -> None:
    played(published)
    whole = published.files()
    (published.folder / "games/1.html").write_text("")
    (published.folder / "de/index.html").unlink()
    (published.folder / "games/2.html.17.new").write_text("<!DOC")
    published.restart()
    assert published.files() == whole


def test_files_of_others_are_left_alone(published: Published) -> None:
    others = [published.folder / "robots.conf", published.folder / "games" / "notes.md"]
    (published.folder / "games").mkdir()
    for other in others:
        other.write_text("ours")
    stray = published.folder / "games" / "99.html"
    stray.write_text("")
    published.restart()
    assert [other.exists() for other in others] == [True, True]
    assert not stray.exists()


def test_the_queue_of_changes_is_empty_after_writing(published: Published) -> None:
    played(published)
    with published.town.app.store.reading() as tx:
        assert not tx.unheard.oldest().get("pages")


def test_a_game_with_damaged_events_hides_no_other(published: Published) -> None:
    played(published)
    tamper(published.town, "UPDATE events SET data = '{}' WHERE board = 1 AND seq = 3")
    shutil.rmtree(published.folder)
    published.restart()
    assert not published.holds("games/1.html")
    assert published.holds("games/2.html")


def test_a_page_is_made_only_if_its_stamp_differs(tmp_path: Path) -> None:
    folder, made = Folder(tmp_path), list[str]()

    def page(stamp: str) -> Page:
        def make() -> str:
            made.append(stamp)
            return f'<meta name="generator" content="pbm {stamp}">'

        return Page("a/b.html", stamp, make)

    for stamp in ("0" * 16, "0" * 16, "1" * 16):
        folder.put(page(stamp))
    assert made == ["0" * 16, "1" * 16]
    assert folder.written == 2
