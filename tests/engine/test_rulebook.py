"""The rulebook: texts in several languages, several files, the glossary, and what is refused."""

from __future__ import annotations

import pytest

from rulewright.engine.errors import Malformed
from rulewright.engine.rulebook import Rulebook, read_rulebook

DICE = """
[[chapters]]
id = "DICE"
title = "Dice"
title_ja = "ダイス"

[[rules]]
id = "TOY-DICE-01"
title = "The roll"
title_ja = "判定"
title_fi = "Heitto"
text = "Roll 2d6."
text_fi = "Heitä 2d6."
options = ["dice", "sides"]

[[terms]]
id = "dice_roll"
term = "Dice Roll"
ja = "出目"
meaning = "the dice alone"
meaning_fi = "pelkät nopat"
"""

LUCK = """
[[chapters]]
id = "LUCK"
title = "Luck"

[[rules]]
id = "TOY-LUCK-01"
title = "Luck points"
text = "Spend one to roll again."

[[terms]]
id = "luck"
term = "Luck"
meaning = "a pool of points"
"""


@pytest.fixture
def book() -> Rulebook:
    return read_rulebook(DICE, LUCK)


def test_texts_by_language(book: Rulebook) -> None:
    rule = book.rules["TOY-DICE-01"]
    assert [rule.title_in(language) for language in ("en", "ja", "fi")] == ["The roll", "判定", "Heitto"]
    assert [rule.text_in(language) for language in ("en", "fi")] == ["Roll 2d6.", "Heitä 2d6."]
    assert rule.options == ("dice", "sides")
    chapter = book.chapters[0]
    assert [chapter.title_in(language) for language in ("en", "ja")] == ["Dice", "ダイス"]
    term = book.terms["dice_roll"]
    assert [term.term_in(language) for language in ("en", "ja")] == ["Dice Roll", "出目"]
    assert [term.meaning_in(language) for language in ("en", "fi")] == ["the dice alone", "pelkät nopat"]


def test_english_stands_in_for_a_missing_language(book: Rulebook) -> None:
    assert book.rules["TOY-DICE-01"].text_in("ja") == "Roll 2d6."
    assert book.rules["TOY-LUCK-01"].title_in("ja") == "Luck points"
    assert book.chapters[1].title_in("ja") == "Luck"
    assert book.terms["luck"].term_in("ja") == "Luck"
    assert book.terms["dice_roll"].meaning_in("ja") == "the dice alone"


def test_several_texts_make_one_book_in_their_order(book: Rulebook) -> None:
    assert [chapter.id for chapter in book.chapters] == ["DICE", "LUCK"]
    assert list(book.rules) == ["TOY-DICE-01", "TOY-LUCK-01"]
    assert list(book.terms) == ["dice_roll", "luck"]
    assert list(read_rulebook(LUCK, DICE).rules) == ["TOY-LUCK-01", "TOY-DICE-01"]


def test_a_glossary_is_optional() -> None:
    assert read_rulebook(LUCK[: LUCK.index("[[terms]]")]).terms == {}


def test_a_search_looks_into_every_language(book: Rulebook) -> None:
    assert [rule.id for rule in book.search("ROLL")] == ["TOY-DICE-01", "TOY-LUCK-01"]
    assert [rule.id for rule in book.search("roll again")] == ["TOY-LUCK-01"]
    assert [rule.id for rule in book.search("判定")] == ["TOY-DICE-01"]
    assert [term.id for term in book.search_terms("出目")] == ["dice_roll"]
    assert [term.id for term in book.search_terms("nopat")] == ["dice_roll"]
    assert [term.id for term in book.search_terms("")] == ["dice_roll", "luck"]


def test_an_unknown_rule_names_the_nearest(book: Rulebook) -> None:
    assert book.rule(" toy-dice-01 ").title == "The roll"
    with pytest.raises(Malformed, match="TOY-LUCK-01"):
        book.rule("TOY-LUCK-02")


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("title_ja = ", "titel_ja = ", "no field 'titel_ja'"),
        ("title_ja = ", "title_jp = ", "no field 'title_jp'"),
        ("title_ja = ", "title_ = ", "no field 'title_'"),
        ("options = ", "options_ja = ", "TOY-DICE-01: no field 'options_ja'"),
        ("options = ", "option = ", "TOY-DICE-01: no field 'option'"),
        ('title = "The roll"', 'titles = {ja = "a"}', "TOY-DICE-01: no field 'titles'"),
        ("\nja = ", "\njp = ", "dice_roll: no field 'jp'"),
        ("meaning_fi = ", "meaning_fin = ", "dice_roll: no field 'meaning_fin'"),
        ("[[chapters]]", "[[chapter]]", "chapter"),
        ('text = "Roll 2d6."', "", "TOY-DICE-01: .*text"),
        ('text_fi = "Heitä 2d6."', "text_fi = 3", "TOY-DICE-01: text_fi is 3; expected a text"),
        ('id = "TOY-DICE-01"', "", "rule: .*id"),
        ("[[rules]]", "[[rules", "line"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(right: str, wrong: str, told: str) -> None:
    assert right in DICE
    with pytest.raises(Malformed, match=told):
        read_rulebook(DICE.replace(right, wrong, 1))


def test_a_field_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(Malformed, match="expected id, title, text, options, or such as title_ja or text_ja"):
        read_rulebook(DICE.replace("text = ", "txt = "))


@pytest.mark.parametrize(
    ("again", "told"),
    [
        ("[[chapters]]\nid = 'DICE'\ntitle = 'x'", "DICE stands twice"),
        ("[[rules]]\nid = 'TOY-DICE-01'\ntitle = 'x'\ntext = 'x'", "TOY-DICE-01 stands twice"),
        ("[[terms]]\nid = 'dice_roll'\nterm = 'x'\nmeaning = 'x'", "dice_roll stands twice"),
    ],
)
def test_an_id_stands_once_in_all_texts(again: str, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        read_rulebook(DICE, f"{LUCK}\n{again}")
