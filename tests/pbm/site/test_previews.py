"""Pictures of games for link previews: which games have one, and when it is drawn again."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from shutil import copytree

from PIL import Image
from pytest import MonkeyPatch

from pbm.site import previews
from tests.pbm.site.published import OPENING, URL, Published, SavedClub
from tests.pbm.town import ALICE, BOB, PASSWORD

PAGE, PICTURE, FILM = "games/1.html", "games/1.png", "games/1.gif"
SIZE = (1200, 630)
"""What programs show as a large picture."""


def test_a_link_to_a_game_is_previewed_with_its_board(played: Published) -> None:
    assert f'<meta property="og:image" content="{URL}/{PICTURE}">' in played.read(PAGE)
    drawn = played.files()[PICTURE]
    with Image.open(BytesIO(drawn)) as image:
        image.load()
        assert image.size == SIZE
    assert len(drawn) < 40_000
    for name, value in zip(("width", "height"), SIZE, strict=True):
        assert f'<meta property="og:image:{name}" content="{value}">' in played.read(PAGE)


def test_a_running_game_is_drawn_after_some_plies_only(
    played: Published, monkeypatch: MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "EVERY", len(OPENING) + 2)
    before = played.files()[PICTURE]
    played.town.write(ALICE, f"gyges move 1 alice {PASSWORD} 15-24\n")
    played.write()
    assert played.files()[PICTURE] == before
    played.town.write(BOB, f"gyges move 1 bob {PASSWORD} 66x65=21\n")
    played.write()
    assert played.files()[PICTURE] != before


def test_a_finished_game_is_drawn_at_its_end(played: Published) -> None:
    before = played.files()[PICTURE]
    played.town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    played.write()
    assert played.files()[PICTURE] != before


def test_the_last_moves_of_a_finished_game_are_a_moving_picture(played: Published) -> None:
    assert not played.holds(FILM)
    played.town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    played.write()
    drawn = played.files()[FILM]
    with Image.open(BytesIO(drawn)) as image:
        assert getattr(image, "n_frames", 0) == len(OPENING) + 1
    assert len(drawn) < 400_000
    assert 'href="1.gif" download' in played.read(PAGE)
    (played.folder / PAGE).unlink()
    with MonkeyPatch.context() as patch:
        patch.delattr(previews, "film")
        played.restart()


def test_a_picture_that_is_up_to_date_is_not_drawn_again(
    played: Published, monkeypatch: MonkeyPatch
) -> None:
    monkeypatch.delattr(previews, "tagged")
    (played.folder / PAGE).unlink()
    played.restart()
    assert played.holds(PAGE)


def test_a_hidden_game_loses_its_picture(played: Published) -> None:
    played.town.write(BOB, f"set bob {PASSWORD} public off\n")
    played.write()
    assert not played.holds(PICTURE)


def test_a_site_without_an_address_has_no_pictures(
    saved_club_with_game: SavedClub, tmp_path: Path
) -> None:
    """Previews need a whole address."""
    copytree(saved_club_with_game.folder, tmp_path, dirs_exist_ok=True)
    made = Published(tmp_path, site_url="")
    assert not made.holds(PICTURE)
    assert "og:image" not in made.read(PAGE)
    made.town.close()
