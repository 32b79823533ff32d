"""A press is a click or a pull."""

from towersim.ui.cards.gestures import Clicked, Drag, Dropped


def test_a_short_press_is_a_click_even_by_a_shaking_hand() -> None:
    drag: Drag[str] = Drag()
    drag.press("ace", (10, 10))
    drag.move((14, 12))
    assert drag.card is None
    assert drag.release((14, 12)) == Clicked("ace")
    assert drag.release((14, 12)) is None


def test_a_card_that_was_pulled_hangs_at_the_mouse_until_it_is_dropped() -> None:
    drag: Drag[str] = Drag(unit=2.0)
    drag.press("ace", (10, 10))
    drag.move((24, 10))
    assert not drag.card, "at twice the size a click may be twice as far"
    drag.move((200, 100))
    drag.move((12, 10))
    assert (drag.card, drag.at) == ("ace", (12, 10)), "also if it comes back"
    assert drag.release((300, 80)) == Dropped("ace", (300, 80))
    assert drag.card is None


def test_a_press_on_nothing_is_nothing() -> None:
    drag: Drag[str] = Drag()
    drag.move((100, 100))
    assert drag.release((100, 100)) is None
    drag.press("ace", (0, 0))
    drag.move((100, 100))
    drag.cancel()
    assert drag.card is None
    assert drag.release((100, 100)) is None
