"""Translations are complete, fit the width of mails, and fall back to English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from pbm.core.choices import Choice
from pbm.core.games import AnyGame, Seat, Style, all_games, spec
from pbm.core.languages import CATALOGUE, ENGLISH, languages, texts
from pbm.notices.help_texts import topic_text
from pbm.notices.languages import language_names, language_of, translations
from pbm.notices.rendering import WIDTH, form, name_of, refusal_words
from pbm.notices.text_tables import columns
from pbm.notices.wording import title, words_in
from scripts.translations import collected, translated, updated
from tests.combinations import for_each
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.town import ALICE, PASSWORD, Mail, Town, only, refused_because
from tests.rules.playouts import turns

OTHERS = languages()[1:]
# Parts that a translation must keep unchanged: placeholders, and commands that a player types.
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\{.*?\}\}|\{\w+\}")
TYPED = re.compile(r'"([^"]+)"')


def messages(language: str) -> Iterator[Message]:
    yield from (each for each in translated(language) if each.id)


def both(message: Message) -> tuple[str, list[str]]:
    """The English text and its translations: one for each plural form of the language."""
    told = message.string if isinstance(message.string, tuple | list) else [message.string]
    english = message.id[-1] if isinstance(message.id, tuple | list) else message.id
    return str(english), [text or "" for text in told]


def test_there_are_five_languages() -> None:
    assert language_names() == {
        "en": "English",
        "de": "Deutsch",
        "fr": "français",
        "it": "italiano",
        "nl": "Nederlands",
    }


def test_the_catalogues_contain_exactly_the_texts_of_the_templates() -> None:
    now = collected()
    for language in OTHERS:
        path = Path(str(texts().joinpath(language, CATALOGUE)))
        assert updated(language, now) == path.read_bytes(), "run scripts/translations"


NOT_FRENCH = re.compile(
    r" [:;?!](?=\s|$)|(?<=[a-zéè)])(?<!Subject)(?<!-Submitted)[:;?!](?=\s|$)|[«»’]"
)
"""A blank that may break a line, or none, before a sign; and quotation marks of another kind."""


def test_french_has_no_break_blanks_and_one_kind_of_quotation_marks() -> None:
    told = [text for each in messages("fr") for text in both(each)[1]]
    helped = [each.read_text(encoding="utf-8") for each in french_helps()]
    found = {text: NOT_FRENCH.search(text) for text in (*told, *helped)}
    assert {text: match for text, match in found.items() if match} == {}


def french_helps() -> list[Path]:
    return sorted(Path(str(texts().joinpath("fr", "help"))).glob("*.txt"))


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    assert [each.id for each in messages(language) if each.fuzzy or not all(both(each)[1])] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_placeholders(language: str) -> None:
    for each in messages(language):
        english, told = both(each)
        for text in told:
            assert sorted(set(PLACEHOLDER.findall(text))) == sorted(
                set(PLACEHOLDER.findall(english))
            ), text


@pytest.mark.parametrize("language", OTHERS)
def test_commands_in_a_text_are_not_translated(language: str) -> None:
    for each in messages(language):
        english, told = both(each)
        for typed, text in product(TYPED.findall(english), told):
            assert "{" in typed or "%" in typed or form(typed, language) in text, text


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_no_copy_of_another_language_s(language: str) -> None:
    others = [translated(other) for other in OTHERS if other != language]
    for each in messages(language):
        theirs = [found.string for other in others if (found := other.get(each.id, each.context))]
        if each.string != each.id and len(both(each)[1][0].split()) > 3:
            assert each.string not in theirs


ABOUT_PLAYERS = re.compile(
    r"%\((userid|opponent|by|seeker)\)s|\{\{ userid|\b(player|opponent|challenger|somebody)s?\b"
)
PRONOUNS = {
    "en": r"\b(he|him|his|himself|she|her)\b",
    "de": r"\b(er|ihn|ihm)\b",
    "fr": r"\b(s'|qu')?il\b(?! (y a|faut|reste|suffit|est|n'y a|a été|en reste|ne reste))",
    "it": r"\b(lui|lei|egli|ella)\b|\w+(rgli|digli)\b",
    "nl": r"\b(hij|hem)\b",
}
"""Pronouns that say whether a player is a man or a woman: nobody knows that. ``il`` also has
impersonal uses, and Italian joins some pronouns to verbs.
"""


@pytest.mark.parametrize("language", languages())
def test_no_text_about_players_has_a_pronoun_with_a_gender(language: str) -> None:
    for each in messages(OTHERS[0] if language == ENGLISH else language):
        english, told = both(each)
        if ABOUT_PLAYERS.search(english):
            for text in [english] if language == ENGLISH else told:
                assert not re.search(PRONOUNS[language], text, re.IGNORECASE), text


TITLE_AT = len("    ") + 8 + 1
"""The column where the title of a game begins in an invitation, after a short word."""


@for_each("language", languages())
def test_the_title_of_each_rule_set_fits_into_an_invitation(language: str) -> None:
    for game in all_games():
        assert TITLE_AT + len(title(language, game)) <= WIDTH, spec(game)


@pytest.mark.parametrize("language", languages())
def test_columns_are_as_wide_as_their_translated_headings(language: str) -> None:
    headings = [str(each.id) for each in messages(OTHERS[0]) if each.context == "heading"]
    words = [translations(language).pgettext("heading", each) for each in headings]
    for words_left, word in pairwise(words):
        row_of = columns([-5, 5], [words_left, word])
        above, below = row_of(words_left, word), row_of("x", 1)
        assert (len(above), above.index(words_left)) == (len(below), below.index("x"))


@for_each("language", OTHERS)
def test_a_missing_translation_falls_back_to_english(language: str) -> None:
    assert translations(language).gettext("nobody has ever written this") == (
        "nobody has ever written this"
    )


def test_a_code_without_a_name_is_its_own_name() -> None:
    assert name_of("a reason of some other game", "reason", "en") == "a reason of some other game"


@pytest.fixture(scope="session", params=OTHERS)
def mails(request: pytest.FixtureRequest) -> Sequence[Mail]:
    return every_mail(request.param)


@pytest.mark.slow
def test_no_mail_of_any_language_is_wider_than_78_columns(mails: Sequence[Mail]) -> None:
    wide = {line for mail in mails for line in mail.text.split("\n") if len(line) > WIDTH}
    assert wide == set()


FACT = re.compile(r"( *)(?=[^\W\d_]{2})\S+(?: \S+){0,2} {2,}(?=\S)")
"""A label with its value. The HTML part has a table of such rows, if two spaces separate them."""


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_no_row_of_facts_falls_out_of_its_table(language: str) -> None:
    mails = every_mail(language)
    assert sum(bool(FACT.match(line)) for mail in mails for line in mail.text.split("\n")) > 100
    assert [(mail.kind, row) for mail in mails for row in fallen(mail.text)] == []


def test_a_row_with_one_space_after_its_label_has_fallen_out() -> None:
    rows = "    Angebot  1\n    Spiele   20\n    Optionen -random\n    Das ist kein Wert."
    assert [*fallen(rows)] == ["    Optionen -random"]


def fallen(text: str) -> Iterator[str]:
    """Yield the rows whose value is below those of other rows, but whose label is too long."""
    for part in re.split(r"\n\n|.*\n[=-]{3,}\n", text):
        lines = [line for line in part.split("\n") if line and not line.endswith(".")]
        found = [(line, FACT.match(line)) for line in lines]
        values = Counter((len(row[1]), row.end()) for _, row in found if row)
        for (indent, value), _ in filter(lambda each: each[1] > 1, values.items()):
            words = re.compile(rf" {{{indent}}}[^\W\d_]{{2}}.{{{value - indent - 3}}} \S")
            yield from (line for line, row in found if not row and words.match(line))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_boards_have_72_columns_in_every_language(game: AnyGame, language: str) -> None:
    words = words_in(language, game)
    for state in (state for state, _ in turns(spec(game), 1)[:60:6]):
        for style, viewer in product(Style, (None, *Seat)):
            drawn = game.render(state, style, viewer, words)
            assert max(map(len, drawn.split("\n"))) <= 72, drawn


def test_each_player_gets_mails_in_their_own_language(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    first, second = board_mails
    town_with_game.answer(first, f"set lang {OTHERS[0]}")
    moved = town_with_game.answer(first, "231123")
    subjects = {mail.to: mail.subject for mail in moved}
    assert subjects[ALICE] != subjects[second.to]


def test_games_and_settings_are_translated(
    town_with_players: Town,
) -> None:
    told = translations("de").pgettext
    settings = only(town_with_players.write(ALICE, f"set alice {PASSWORD} lang de"))
    (limit,) = [each for each in settings.facts["options"] if each["name"] == Choice.LIMIT]
    assert told("values", "1 to 99") in limit["choices"]
    (invited,) = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob")[:1]
    assert invited.facts["title"] == told("gyges", "Gyges, the classic rules of 2001 (pbmserv)")


def test_a_refusal_is_translated() -> None:
    facts = {"board": 17, "game": "gyges", "status": "over"}
    told = {language: refusal_words("not_running", facts, language) for language in languages()}
    assert len({words["why"] for words in told.values()}) == len(languages())
    assert all("gyges show 17" in words["instead"] for words in told.values())


def test_help_without_a_translation_says_so(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    town_with_players.write(ALICE, f"set alice {PASSWORD} lang de")
    monkeypatch.setattr("pbm.notices.help_texts._translated", lambda topic, language: None)
    told = only(town_with_players.write(ALICE, "help ratings"))
    english = topic_text("ratings", ENGLISH)
    assert english is not None
    assert english.text.split("\n")[0] in told.text
    assert told.facts["in_english"]


def test_a_language_can_be_chosen_at_signup(town: Town) -> None:
    question = only(town.write("dora@example.org", subject="signup dora -lang=de"))
    welcome = only(town.answer(question, "yes"))
    assert question.draft is not None
    assert question.draft.language == "de"
    assert language_of(town.player("dora")) == "de"
    assert "dora" in welcome.text


def test_an_unknown_language_is_refused(town: Town) -> None:
    code, facts = refused_because(town.write("dora@example.org", subject="signup dora -lang=tlh"))
    assert (code, facts["known"]) == ("unknown_language", ", ".join(languages()))
