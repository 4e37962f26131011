"""What people do on a page of the match: taps that are sent, sheets that ask first, and what comes of it.

For a screen with a `model` of what it shows, and `draw` to show it as it is now.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.app.viewmodels.draft import OpenForm, form_name
from companion.app.viewmodels.table import Button
from companion.app.viewmodels.veil import deed_of
from companion.app.widgets.form import form_sheet, needs_form
from companion.app.widgets.sheets import choice_sheet, dice_sheet, why_sheet
from companion.core.dice import BadDice, Pool
from companion.core.prompt import Choice, Refusal
from companion.core.record import Intent, Record
from companion.core.words import Line, say

SEEN = {"undo", "redo", "roll", "sand", "one_for_all"}  # what these do, the page shows at once


class Deeds:
    open_sheet = None
    # What may be shown of Milady from this screen without asking her for the nonce; see the confidant.
    opens: frozenset[str] = frozenset({"reveal"})

    def act(
        self,
        do: str,
        fields: dict,
        *,
        meant_for_now: bool = False,
        step: str = "",
        anyway: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        """`step` is the one for which a sheet was opened: other devices may have gone on meanwhile."""
        if self.barred(do, fields):
            return
        meant = (step or self.model.step) if meant_for_now else None
        if do in self.opens:
            fields = dict(self._app.confidant.with_nonce(Intent(do, fields)).fields)

        def insist() -> None:
            self.act(do, fields, meant_for_now=meant_for_now, step=meant or "", anyway=True, then=then)

        def done(outcome: Record | Refusal | Line) -> None:
            if self._app.desk is None:
                return  # the app was closed before the table had answered
            self._app.told(outcome, self.model)
            if isinstance(outcome, Record):
                if anyway or not meant_for_now:
                    self._tell(do)
                if then:
                    then()
            else:
                self._say_no(outcome, insist)
            self.draw()

        self._app.desk.act(do, fields, done, step=meant, anyway=anyway)

    def barred(self, do: str, fields: dict) -> bool:
        """Is this not for this device to do, and nobody can insist on it? Then a notice says so."""
        refusal = self.model.may(do, fields)
        if refusal is None or refusal.overridable:
            return False
        self._app.told(refusal, self.model)
        self._app.notice(refusal.reason, ((say("Why?"), lambda: self._explain(refusal.rule)),))
        return True

    def hear(self, outcome: Record | Refusal | Line) -> None:
        """Somebody else has done something: Milady's device for her, or another device at the table."""
        self._app.told(outcome, self.model)
        if isinstance(outcome, Line):
            self._app.notice(outcome)
        elif isinstance(outcome, Refusal) and not outcome.stale:
            self._app.notice(outcome.reason)
        self.draw()

    def _tell(self, do: str) -> None:
        """No question before, but a way back after: what the NOW card does not show anyway is told, with Undo."""
        match = self.model.match
        if do == "undo" and (label := match.redo_label()):
            self._app.notice(say("Undone: {what}", what=label), ((say("Redo"), lambda: self.act("redo", {})),))
        elif do not in SEEN and (label := match.undo_label()):
            self._app.notice(label, ((say("Undo"), lambda: self.act("undo", {})),))

    def _say_no(self, outcome: Refusal | Line, insist: Callable[[], None]) -> None:
        if isinstance(outcome, Line):
            self._app.notice(outcome)
        elif outcome.stale and self._app.overtaken:
            self._app.notice(outcome.reason)
        elif not outcome.stale:  # the second of two taps is dropped: the board already shows what came of the first
            deeds = [(say("Why?"), lambda: self._explain(outcome.rule))]
            if outcome.overridable:
                deeds.append((say("Do it anyway"), insist))
            self._app.notice(outcome.reason, deeds)

    def _explain(self, rule: str) -> None:
        self._open(why_sheet(self._app.tr._("Why?"), self.model.why((rule,))))

    def choose(self, button: Button, asked: dict, step: str = "") -> None:
        """A choice is sent at once, unless it still needs answers: then a sheet asks for them first."""
        choice, tr, step = button.choice, self._app.tr, step or self.model.step
        if needs_form(choice, asked):
            self._open(
                form_sheet(
                    button.text,
                    choice,
                    asked,
                    tr.read,
                    tr._("So it is"),
                    lambda given: self._send(choice, {**asked, **given}, step),
                    self._form(f"form {form_name(choice, asked)}"),
                )
            )
        else:
            self._send(choice, asked, step)

    def _send(self, choice: Choice, asked: dict, step: str) -> None:
        self.act(choice.do, {**choice.fields, **asked}, meant_for_now=True, step=step)

    def unfold(self) -> None:
        now_shown, step = self.model.now, self.model.step
        if now_shown:
            self._open(choice_sheet(now_shown.folded, now_shown.others, lambda button: self.choose(button, {}, step)))

    def type_dice(self, button: Button, asked: dict) -> None:
        """Real dice: ask for their faces, then send the same choice with them."""
        step = self.model.step
        dice = self.model.match.box.dice(self.model.match.state)
        extra = " ".join(f"{count}{letter}" for letter, count in (("b", asked.get("blue", 0)),) if count)
        try:
            pool = Pool.parse(f"{extra} {button.choice.dice}", dice)
        except BadDice:
            return
        tr = self._app.tr
        pairs = [(die.name, die.faces) for die in pool.dice]
        self._open(
            dice_sheet(
                tr._("Tap each die until it shows what lies on the table"),
                pairs,
                tr._("So it is"),
                lambda faces: self._send(button.choice, {**asked, **self._thrown(button.choice, faces)}, step),
                self._form(f"dice {form_name(button.choice, asked)}"),
                self.model.now.what,  # the sheet lies over the card that names whose dice they are
            )
        )

    def _thrown(self, choice: Choice, faces: list[str]) -> dict:
        """Most throws are told as a list; a single die that is thrown again, as one face."""
        fields = {field.name for field in self.model.match.box.verbs[choice.do].fields}
        return {"faces": faces} if "faces" in fields else {"face": faces[0]}

    def lead(self, to: str) -> None:
        """A button of the NOW card that opens a page, or Milady's seal."""
        if to == "unseal":
            self.unseal()
        else:
            self._app.go(to)

    def unseal(self) -> None:
        """Where she has nothing to choose, her place is shown at once; otherwise she chooses behind the curtain."""
        choice = deed_of(self.model.prompt, self._app.confidant.opening())
        if choice:
            self.act(choice.do, dict(choice.fields), meant_for_now=True)
        else:
            self._app.go("pad")

    def _form(self, name: str) -> OpenForm:
        """What is answered here outlives the sheet, and the app, until it is sent."""
        desk = self._app.desk
        return OpenForm(desk.drafted(name), lambda answers: desk.draft(name, answers))

    def why(self) -> None:
        self._open(why_sheet(self._app.tr._("Why?"), self.model.why_now()))

    def _open(self, sheet) -> None:
        self.open_sheet = sheet
        sheet.open(animation=not self._app.theme.still)
