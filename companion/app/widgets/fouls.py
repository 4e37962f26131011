"""A red banner when Milady's word and her seal do not agree: what was claimed, what was sealed; a tap says why."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.app.kv import load_kv
from companion.app.viewmodels.fouls import fouls_of
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.basics import Sheet, Words
from companion.app.widgets.sheets import Drawer, Reason


class FoulBanner(ButtonBehavior, Sheet):
    """Not there at all while everything fits."""

    lines = ListProperty()  # the newest first
    tall = NumericProperty(0)


def foul_sheet(tr, model: TableModel) -> Drawer:
    """Everything that did not fit in this match, and the rules by which it counts."""
    sheet, fouls = Drawer(title=tr._("The seal does not fit")), fouls_of(model.view, tr.read)
    for foul in fouls:
        sheet.add(Words(text=foul.text, px=17, bold=True))
    for reason in model.why(tuple(foul.rule for foul in fouls)):
        sheet.add(Reason(title=reason.title, text=reason.text, where=reason.where))
    return sheet


load_kv(__file__)
