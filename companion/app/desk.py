"""The clerk's desk: the shelf, the open match, and one worker who writes.

The screen never waits for the disk. A tap goes to the worker, who decides it, writes it down and only then lets the
screen know; taps are worked off in the order in which they came. What goes wrong with the worker is raised on the
thread of the screen, where somebody catches it.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from companion import boxes
from companion.core.match import Look, Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.words import Line, say
from companion.store.backups import back_up
from companion.store.copies import lay_out
from companion.store.corrections import checked
from companion.store.draft import Draft
from companion.store.files import StoreTrouble
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch, new_name, now

log = logging.getLogger(__name__)

Then = Callable[[Record | Refusal | Line], None]
Road = Callable[[Intent, Then], None]
Hand = Callable[[Callable[[], None]], None]


class Desk:
    def __init__(self, folder: Path, hand: Hand) -> None:
        """`hand` carries a call over to the thread of the screen."""
        self.shelf = Shelf(folder)
        self._hand = hand
        self._open: OpenMatch | None = None
        self._id = ""  # under which the open match stands on the shelf; one that was imported may have another name
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk")
        self._last: Future[None] | None = None
        self._in_line = threading.Lock()
        self._draft: Draft | None = None
        self._forms: dict[str, dict[str, Any]] = {}  # what is answered in open forms, and not sent yet
        self._forms_at = ""  # the hash of the last record when they were open
        self._jotting = False
        self._heeding: list[Callable[[], None]] = []
        self._unanswered: set[str] = set()
        self.road: Road | None = None  # where taps go while several devices sit at one table
        self.seat = "table"  # as what this device sits there
        self.ahead = 0  # milliseconds by which the table's clock is ahead of ours

    def now(self) -> int:
        """The clock of the table. Where another device keeps the order, it is that one's."""
        return now() + self.ahead

    @property
    def table(self) -> OpenMatch | None:
        """The open match with what this device keeps beside it."""
        return self._open

    @property
    def match(self) -> Match[Any] | None:
        return self._open.match if self._open else None

    @property
    def opened(self) -> str:
        """The id of the open match on the shelf; empty if none is open."""
        return self._id if self._open else ""

    @property
    def damage(self) -> Line | None:
        damage = self._open.damage if self._open else None
        return damage.line if damage else self.shelf.damage

    def start(self, box: str, options: dict[str, Any]) -> None:
        self.leave()
        name = new_name()
        profile = checked(boxes.load(box), self.shelf.corrections(box))
        path = self.shelf.journal_path(name)
        opened = OpenMatch.start(boxes.load(box), options, path, name=name, profile=profile, clock=self.now)
        at = opened.match.header.at
        try:
            self.shelf.add(MatchEntry(name, box, at, at, round=1))
        except StoreTrouble:
            opened.close()
            raise
        self._lay_open(opened, name)

    def resume(self, name: str) -> None:
        self.leave()
        self._lay_open(OpenMatch.resume(self.shelf.journal_path(name), boxes.load, clock=self.now), name)

    def _lay_open(self, opened: OpenMatch, name: str) -> None:
        self._open, self._id = opened, name
        self._draft = Draft(self.shelf.journal_path(name))
        self._forms_at = opened.match.head
        self._forms = self._draft.read(self._forms_at)
        self._hand(self._changed)

    @property
    def is_waiting(self) -> bool:
        """Was something tapped that nobody has answered yet? Where another device keeps the order, that may take."""
        return bool(self._unanswered)

    def heed(self, then: Callable[[], None]) -> None:
        """`then` is called on the thread of the screen whenever the match has changed, was opened or closed."""
        self._heeding.append(then)

    def _changed(self) -> None:
        for then in self._heeding:
            then()

    def leave(self) -> None:
        """Close the match. What was tapped before is still written first."""
        self.wait()
        if self._open:
            self._remember()
            self._submit(self._back_up, self._id, self._open.match)
            self._open.close()
            self._open = None
            self._changed()

    def abandon(self) -> str:
        """After a mishap nothing in memory is trusted: close the match as it is on the disk, and say which it was."""
        name = self.opened
        with suppress(Exception):
            self.wait()
        if self._open:
            with suppress(StoreTrouble):
                self._open.close()
            self._open = None
            self._changed()
        return name

    def act(
        self, do: str, fields: dict[str, Any], then: Then, *, step: str | None = None, anyway: bool = False
    ) -> None:
        opened = self._open
        if opened is None:
            return
        intent = Intent(do, fields, self.seat, secrets.token_hex(8), step, anyway)
        self._unanswered.add(intent.id)
        self._submit(self._work, opened, intent, then)

    def _submit(self, work: Callable[..., None], *given: Any) -> None:
        with self._in_line:  # wires hand over work from threads of their own, and `wait` means all of it
            self._last = self._worker.submit(self._safely, work, *given)

    def _safely(self, work: Callable[..., None], *given: Any) -> None:
        try:
            work(*given)
        except Exception as error:
            self._hand(partial(_fail, error))

    def errand(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Anything else that touches the disk. `then` gets what came of it, or a Line about what went wrong."""
        self._submit(self._run, work, then)

    def _run(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            outcome = work()
        except StoreTrouble as trouble:
            outcome = trouble.line
        self._hand(lambda: then(outcome))

    def _work(self, opened: OpenMatch, intent: Intent, then: Then) -> None:
        def tell(outcome: Record | Refusal | Line) -> None:
            self._unanswered.discard(intent.id)
            then(outcome)

        def done(outcome: Record | Refusal | Line) -> None:
            self._hand(lambda: tell(outcome))
            if isinstance(outcome, Record):
                self._drop_draft()

        here = self._open.match.header.match if self._open else ""
        if opened.match.header.match != here:
            done(say("This match is closed."))
            return
        if self.road:
            self.road(intent, done)
            return
        outcome = self.decide(intent)
        done(outcome)
        if isinstance(outcome, Record):
            self.gone_on()

    def decide(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Record | Refusal | Line:
        """On the worker's thread: judge a tap here and now. What goes wrong is one line."""
        if self._open is None:
            return say("This match is closed.")
        try:
            return self._open.match.act(intent, coins)
        except StoreTrouble as trouble:
            return trouble.line
        except BadForm as error:
            log.warning("a tap made no sense: %s", error)
            return say("That did not work.")

    def gone_on(self) -> None:
        """On the worker's thread: there is a new record, whoever made it."""
        self._hand(self._changed)
        if self._open:
            self._back_up(self._id, self._open.match)

    def work(self, task: Callable[..., None], *given: Any) -> None:
        """Anything for the worker, in the order in which it comes."""
        self._submit(task, *given)

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        """On the worker's thread: from now on the match is this one, whose order another device keeps.

        If it went another way here, the records that stand no more come back. If it cannot be laid out, what lay here
        before is opened again.
        """
        before, name = self._open, self._id
        if before:
            self._remember()
            before.close()
        try:
            opened, name, gone = lay_out(self.shelf, header, records, boxes.load, self.now, look)
        except Exception:
            if before:
                self._open = None
                self._lay_open(OpenMatch.resume(self.shelf.journal_path(name), boxes.load, clock=self.now), name)
            raise
        self._lay_open(opened, name)
        return gone

    def entries(self) -> list[MatchEntry]:
        self.wait()
        return self.shelf.entries()

    def set_setting(self, name: str, value: object) -> None:
        self._submit(self._keep, name, value)

    def _keep(self, name: str, value: object) -> None:
        try:
            self.shelf.set_setting(name, value)
        except StoreTrouble as trouble:
            log.warning("a setting could not be kept: %s", trouble)

    def wait(self) -> None:
        """Until everything tapped so far is decided and on the disk."""
        if self._last:
            self._last.result()

    def _remember(self) -> None:
        """What the shelf shows of the match without opening it."""
        if self._open is None:
            return
        match = self._open.match
        verdict = match.verdict()
        try:
            self.shelf.update(
                self._id,
                touched=now(),
                round=match.view().get("round", 0),
                verdict=verdict.winner if verdict else "",
            )
        except StoreTrouble as trouble:
            log.warning("the shelf could not be brought up to date: %s", trouble)

    def _back_up(self, name: str, match: Match[Any]) -> None:
        """A finished match is kept a second time. If that fails, the match itself is none the worse."""
        if match.verdict() is None:
            return
        try:
            back_up(self.shelf.folder, name, match.header, match.records)
        except StoreTrouble as trouble:
            log.warning("the match could not be backed up: %s", trouble)

    # --- drafts ---

    def drafted(self, form: str) -> dict[str, Any]:
        """What was answered in this form before it was closed, or the app killed."""
        match = self.match
        return dict(self._forms.get(form, {})) if match and self._forms_at == match.head else {}

    def draft(self, form: str, answers: dict[str, Any]) -> None:
        """Remember what is answered so far. Of many quick changes only the last has to be written."""
        match = self.match
        if match is None:
            return
        before = self._forms if self._forms_at == match.head else {}
        self._forms, self._forms_at = {**before, form: answers}, match.head
        if not self._jotting:
            self._jotting = True
            self._submit(self._jot)

    def _jot(self) -> None:
        self._jotting = False
        try:
            if self._draft:
                self._draft.keep(self._forms_at, self._forms)
        except StoreTrouble as trouble:
            log.warning("a draft could not be kept: %s", trouble)

    def _drop_draft(self) -> None:
        try:
            if self._draft:
                self._draft.drop()
        except StoreTrouble as trouble:
            log.warning("a draft could not be removed: %s", trouble)

    def pause(self) -> None:
        """The device may take the app away at any moment from now on."""
        self.wait()
        self._remember()

    def close(self) -> None:
        self.leave()
        self._worker.shutdown()
        self.shelf.close()


def _fail(error: Exception) -> NoReturn:
    raise error
