"""Colours and measures that everything on the screen follows."""

import pytest
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.metrics import dp

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.theme import ICONS, TEXT, TITLE, TOUCH, Theme, icon, register_fonts


def _width(font, text="The Queen's honour", **how):
    label = CoreLabel(text=text, font_name=font, font_size=30, **how)
    label.refresh()
    return label.texture.width


def test_candle_light_is_another_palette():
    theme = Theme()
    assert theme.c is DAY
    theme.dark = True
    assert theme.c is CANDLE
    theme.dark = False
    assert theme.c is DAY


def test_what_can_be_tapped_has_the_breadth_of_a_finger():
    assert dp(48) <= TOUCH


def test_a_symbol_is_one_character_and_no_symbol_is_none():
    assert len(icon("fleur-de-lis")) == 1
    assert icon("fleur-de-lis") != icon("crown")
    assert icon("") == ""


def test_a_misspelt_symbol_is_an_error():
    with pytest.raises(KeyError):
        icon("flower-de-luce")


def test_every_font_can_be_written_with():
    register_fonts()
    widths = {_width(TITLE), _width(TITLE, bold=True), _width(TITLE, italic=True), _width(TEXT)}
    assert len(widths) == 4
    assert _width(ICONS, icon("crown")) > 10


def test_rules_look_through_the_theme_at_its_colours(open_app):
    from kivy.app import App
    from kivy.properties import ObjectProperty

    class Coloured(App):
        theme = ObjectProperty(Theme(), rebind=True)

        def build(self):
            return Builder.load_string("Label:\n    color: app.theme.c.ink\n    font_size: 10 * app.theme.scale")

    app = open_app(Coloured())
    assert tuple(app.root.color) == DAY.ink
    app.theme.dark, app.theme.scale = True, 2
    headless.frames(1)
    assert tuple(app.root.color) == CANDLE.ink
    assert app.root.font_size == 20
