"""The catalogues of German: complete, up to date, and true to the messages."""

from collections import Counter

import pytest

from tests.ui.language.catalogues import MsgId, entries, level_words, messages, templates, values_of
from towersim.files.challengefile import all_challenges


def test_every_message_has_a_german_translation() -> None:
    translated = {msgid for _, msgid, german, unsure in entries() if all(german) and not unsure}
    assert [f"{at}: {msgid}" for msgid, at in messages().items() if msgid not in translated] == []


def test_every_text_of_the_challenges_has_a_german_translation() -> None:
    translated = {msgid for _, msgid, german, unsure in entries() if all(german) and not unsure}
    assert level_words() - translated == set()
    for each in all_challenges():
        kinds = [piece.kind for piece in each.pieces] + [block.id for block in each.fixed]
        for text in (each.title, each.hint, *(kind.replace("-", " ") for kind in kinds)):
            assert text in translated, each.name


def test_every_german_entry_belongs_to_a_message() -> None:
    known = messages().keys() | level_words()
    assert [(name, msgid) for name, msgid, _, _ in entries() if msgid not in known] == []


def test_every_message_is_translated_once() -> None:
    count = Counter(msgid for _, msgid, _, _ in entries())
    assert [msgid for msgid, times in count.items() if times > 1] == []


def test_translations_have_the_same_placeholders_and_keys() -> None:
    wrong: list[MsgId] = []
    for _, msgid, german, _ in entries():
        values = [values_of(template) for template in templates(msgid)]
        if any(values_of(form) not in values[index:] for index, form in enumerate(german)):
            wrong.append(msgid)
    assert wrong == []


def test_plurals_have_two_german_forms() -> None:
    plural = [(msgid, german) for _, msgid, german, _ in entries() if isinstance(msgid, tuple)]
    assert [msgid for msgid, german in plural if len(german) != 2] == []


@pytest.mark.parametrize("quote", ['"', "'"])
def test_german_has_german_quotation_marks(quote: str) -> None:
    assert [
        msgid
        for _, msgid, german, _ in entries()
        if any(quote in form for form in german) and quote not in "".join(templates(msgid))
    ] == []
