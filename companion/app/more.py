"""What is wanted now and then in a match, behind the dots at the top of every page."""

from __future__ import annotations

from kivy.app import App

from companion.app.viewmodels.voice import VOICES
from companion.app.widgets.sheets import Drawer, menu_sheet
from companion.boxes.mousquetaires.state import CLERK, SCOREKEEPER
from companion.core.words import say


def rest_sheet(page) -> Drawer:
    app = App.get_running_app()
    tr, go = app.tr, app.go
    depth, icon, words = (
        (SCOREKEEPER, "text-short", tr._("Only keep the tokens (Scorekeeper)"))
        if page.model.view["depth"] == CLERK
        else (CLERK, "text-long", tr._("Follow every action (Clerk)"))
    )
    return menu_sheet(
        page.heading,
        (
            *((("drama-masks", tr._("Milady's pad"), lambda: go("pad")),) if _has_pad(app) else ()),
            ("sword-cross", tr._("One for all"), lambda: go("oneforall")),
            ("timer-sand", tr._("Hourglass"), lambda: go("hourglass")),
            ("lifebuoy", tr._("Help"), lambda: go("help")),
            ("cellphone-link", tr._("More devices"), lambda: go("devices")),
            *(((icon, words, lambda: page.act("depth", {"to": depth})),) if not page.model.looks_on else ()),
            ("account-voice", tr._("How much the clerk says"), page.choose_voice),
            ("theme-light-dark", tr._("Day or candle light"), app.toggle_dark),
            ("cog", tr._("Settings"), lambda: go("settings")),
        ),
    )


def _has_pad(app) -> bool:
    """May Milady sit here? Not while she sits at another device."""
    return app.confidant.serves and not app.gathering.milady_elsewhere


def voice_sheet(page) -> Drawer:
    app = App.get_running_app()
    return menu_sheet(
        app.tr._("How much the clerk says"),
        [
            (
                "check-bold" if name == app.voice else icon,
                app.tr.read(say("{voice}: {what}", voice=title, what=detail)),
                lambda name=name: app.raise_voice(name),
            )
            for name, (icon, title, detail) in VOICES.items()
        ],
    )
