"""The clerk's desk: the shelf, the open match, and one worker who writes.

The screen never waits for the disk. A tap goes to the worker, who decides it, writes it down and only then lets the
screen know; taps are worked off in the order in which they came.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from companion import boxes
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record
from companion.core.words import Line, say
from companion.store.files import StoreTrouble
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch, new_name, now

log = logging.getLogger(__name__)

Then = Callable[[Record | Refusal | Line], None]
Hand = Callable[[Callable[[], None]], None]


class Desk:
    def __init__(self, folder: Path, hand: Hand) -> None:
        """`hand` carries a call over to the thread of the screen."""
        self.shelf = Shelf(folder)
        self._hand = hand
        self._open: OpenMatch | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk")
        self._last: Future[None] | None = None

    @property
    def match(self) -> Match[Any] | None:
        return self._open.match if self._open else None

    @property
    def damage(self) -> Line | None:
        damage = self._open.damage if self._open else None
        return damage.line if damage else self.shelf.damage

    def start(self, box: str, options: dict[str, Any]) -> None:
        self.leave()
        name = new_name()
        opened = OpenMatch.start(boxes.load(box), options, self.shelf.journal_path(name), name=name)
        at = opened.match.header.at
        try:
            self.shelf.add(MatchEntry(name, box, at, at, round=1))
        except StoreTrouble:
            opened.close()
            raise
        self._open = opened

    def resume(self, name: str) -> None:
        self.leave()
        self._open = OpenMatch.resume(self.shelf.journal_path(name), boxes.load)

    def leave(self) -> None:
        """Close the match. What was tapped before is still written first."""
        self.wait()
        if self._open:
            self._remember()
            self._open.close()
            self._open = None

    def act(
        self, do: str, fields: dict[str, Any], then: Then, *, step: str | None = None, anyway: bool = False
    ) -> None:
        opened = self._open
        if opened is None:
            return
        intent = Intent(do, fields, id=secrets.token_hex(8), step=step, anyway=anyway)
        self._last = self._worker.submit(self._work, opened, intent, then)

    def _work(self, opened: OpenMatch, intent: Intent, then: Then) -> None:
        outcome: Record | Refusal | Line
        try:
            outcome = opened.match.act(intent)
        except StoreTrouble as trouble:
            outcome = trouble.line
        except BadForm as error:
            log.warning("a tap made no sense: %s", error)
            outcome = say("That did not work.")
        self._hand(lambda: then(outcome))

    def entries(self) -> list[MatchEntry]:
        self.wait()
        return self.shelf.entries()

    def set_setting(self, name: str, value: object) -> None:
        self._last = self._worker.submit(self._keep, name, value)

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
                match.header.match,
                touched=now(),
                round=match.view().get("round", 0),
                verdict=verdict.winner if verdict else "",
            )
        except StoreTrouble as trouble:
            log.warning("the shelf could not be brought up to date: %s", trouble)

    def pause(self) -> None:
        """The device may take the app away at any moment from now on."""
        self.wait()
        self._remember()

    def close(self) -> None:
        self.leave()
        self._worker.shutdown()
        self.shelf.close()
