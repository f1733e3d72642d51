"""What a letter wants is guessed from what examples with the same marks want."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.inbox.understanding.bayes import Bayes, Counting, Counts, Kind

YES, NO = Kind("invitation", "yes"), Kind("invitation", "no")
DRAW = Kind("board", "draw")


def counts(examples: Mapping[Kind, Sequence[str]]) -> Counts:
    found = Counting()
    for kind, texts in examples.items():
        for text in texts:
            found.add(kind, text.split())
    return found.counts()


def bayes(common: Mapping[Kind, Sequence[str]] | None = None) -> Bayes:
    own = {YES: ["sure thing", "sure why not"], NO: ["not now", "not today"], DRAW: ["halve it"]}
    return Bayes(counts(own), counts(common or {}))


EVERYTHING = {YES: 1.0, NO: 1.0, DRAW: 1.0}


def test_the_wish_of_the_examples_with_the_same_marks_is_found() -> None:
    guess = bayes().weighed(EVERYTHING).guess(["sure", "today"], 2)
    assert guess is not None
    assert guess.wish == "yes"


def test_more_marks_make_it_more_certain() -> None:
    one, two = (
        bayes().weighed(EVERYTHING).guess(marks, 2) for marks in (["not"], ["not", "today"])
    )
    assert one is not None
    assert two is not None
    assert one.lead < two.lead


def test_a_longer_letter_with_the_same_marks_is_less_certain() -> None:
    short, long = (bayes().weighed(EVERYTHING).guess(["not"], words) for words in (3, 30))
    assert short is not None
    assert long is not None
    assert long.lead < short.lead


def test_what_is_not_possible_is_not_found() -> None:
    guess = bayes().weighed({YES: 1.0, NO: 1.0}).guess(["halve"], 1)
    assert guess is not None
    assert guess.wish != "draw"


def test_with_one_possibility_nothing_is_guessed() -> None:
    assert bayes().weighed({YES: 1.0}).guess(["sure"], 1) is None


def test_marks_that_nobody_wrote_tell_nothing() -> None:
    known, more = (
        bayes().weighed(EVERYTHING).guess(marks, 2) for marks in (["not"], ["not", "ostrich"])
    )
    assert known == more


def test_examples_in_other_languages_count_where_there_are_no_own_ones() -> None:
    guess = (
        bayes({YES: ["=willing"], NO: ["=unwilling"]}).weighed(EVERYTHING).guess(["=unwilling"], 1)
    )
    assert guess is not None
    assert guess.wish == "no"


def test_marks_of_the_same_examples_share_their_counts() -> None:
    """Most marks are in a single example, and there are 50,000 of them."""
    having = counts({YES: ["sure thing", "sure why not"], NO: ["not now"]}).having
    assert having["why"] is having["thing"]
    assert having["now"] != having["why"] != having["sure"]
