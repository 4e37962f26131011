"""What is made when Milady's curtain goes up, and what comes of a finger behind it."""

from __future__ import annotations

from dataclasses import replace

from kivy.uix.widget import Widget

from companion.app.viewmodels.cabinet import CabinetModel
from companion.app.viewmodels.pad import PLACE, shuffled
from companion.app.viewmodels.table import Button
from companion.app.widgets import behind
from companion.app.widgets.notes import NotesSheet
from companion.store.cabinet import Papers

NOW = "now"
PAPERS = ("cards", "paris", "stock", "notes")  # what lies on her desk, each behind the curtain


class Backstage:
    """For the pad's screen, which has a `curtain` and a `model`, and says which `leaf` is open.

    Her secrets are asked of the confidant each time, and go into nothing but what lies behind the curtain.
    """

    _cabinet: CabinetModel | None = None
    _notes: NotesSheet | None = None
    _order: tuple[str, ...] = ()  # in which her places lie, while she holds the curtain

    def _curtain_moved(self, *_: object) -> None:
        if not self.curtain.up:
            self._order = ()

    def _behind(self) -> Widget:
        """What the leaf that is open shows while the curtain is up."""
        model, confidant, tr = self.model, self._app.confidant, self._app.tr
        if self.leaf in (NOW, PLACE):
            opening = confidant.opening()
            if model.shows_herself and opening:
                return behind.deeds(self.curtain, model.deeds(opening), tr._("Slide to it, and lift"), self._do)
            words = {"chosen": tr._("Chosen"), "sealed": tr._("Sealed"), "barred": tr._("Not now")}
            tiles = model.places(confidant.chosen, opening, self._shuffle)
            line = model.places_line(confidant.chosen, opening)
            return behind.places(self.curtain, tiles, words, line, self._take_place)
        return self._paper(confidant.papers)

    def _shuffle(self, names: list[str]) -> None:
        """Anew for each time she holds the curtain, but not while she does."""
        if not self._order:
            shuffled(names)
            self._order = tuple(names)
        names[:] = self._order

    def _take_place(self, place: str) -> None:
        if self.model.can_go(place):
            self._app.confidant.chosen = place
        self.can_seal = bool(self._app.confidant.chosen) and not self._sending
        self.curtain.rebuild()

    def _do(self, button: Button) -> None:
        self.curtain.fall()
        self.choose(button, {})

    def _paper(self, papers: Papers | None) -> Widget:
        cabinet, tr = self._cabinet, self._app.tr
        if papers is None:
            return behind.Behind(text=tr._("Your desk cannot be read at the moment."))
        if self.leaf == "cards":
            return behind.cards(self.curtain, cabinet.hand(papers), cabinet.hand_line(papers), self._take_card)
        if self.leaf == "paris":
            return behind.cards(self.curtain, cabinet.plots(papers), cabinet.plots_line(papers), self._take_plot)
        if self.leaf == "stock":
            return behind.stock(
                (
                    ("heart", *cabinet.rochefort()),
                    ("account-group", tr._("Adversaries in your hand"), cabinet.adversaries()),
                    ("skull-outline", tr._("Ambushes in your hand"), cabinet.ambushes()),
                )
            )
        return behind.notes(self.curtain, papers.notes or tr._("Nothing is written yet."), tr._("Write"), self._write)

    def _take_card(self, card: str) -> None:
        self._keep(self._cabinet.with_card(self._app.confidant.papers, card))

    def _take_plot(self, card: str) -> None:
        self._keep(self._cabinet.with_plot(self._app.confidant.papers, card))

    def _keep(self, papers: Papers) -> None:
        self._app.confidant.write(papers, self._told)
        self.curtain.rebuild()

    def _write(self) -> None:
        self.curtain.fall()
        self._notes = NotesSheet(self._app.confidant.papers.notes, self._write_down)
        self._notes.bind(on_dismiss=lambda *_: setattr(self, "_notes", None))
        self._notes.open(animation=False)

    def _write_down(self, text: str) -> None:
        papers = self._app.confidant.papers
        if papers is not None:
            self._app.confidant.write(replace(papers, notes=text), self._told)
