"""One match at which Milady's device keeps her secret, and somebody may play false with it.

Everything goes in by the engine's own door. Musketeers take anything that is offered to them, so that rounds differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.boxes import load
from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.boxes.mousquetaires.state import State
from companion.core.box import Box, Finding
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.sealed import Opening, fresh
from companion.simulate.players import RandomPlayer

BOX: Box[State] = load("mousquetaires")
PHASE_ONE = ("destination", "paris", "perfidy")
MOST_TAPS = 10  # of the musketeers in one round; most of what can happen to a seal has happened by then
PATIENCE = 400  # taps until whatever was begun must have come to its end
# Where the tokens are put, so that no match is over before its rounds are played.
SAFE = {"time": 1, "queen": 0, "rochelle": 5, "constance": 0}


class Stuck(Exception):
    """The table cannot go on, which it always should."""


class Evening:
    def __init__(self, name: str) -> None:
        self.random = random.Random(name)
        options = {
            "players": self.random.choice([3, 4, 5]),
            "depth": self.random.choice(["clerk", "clerk", "clerk", "scorekeeper"]),
            "house": {"rochefort_must_appear": self.random.random() < 0.4},
        }
        header = Header(name, BOX.name, options, {})
        self.match: Match[State] = Match(BOX, header, chance=SeededChance(name))
        self.must_appear = self.state.board.ruling("rochefort_must_appear")
        self.opening: Opening | None = None
        self.spent: list[Opening] = []  # openings of earlier rounds
        self._no = ""  # the reason of the last refusal
        self._player = RandomPlayer(SeededChance(f"{name} taps"), ("musketeers", "table", "milady"))

    @property
    def state(self) -> State:
        return self.match.state

    # --- asking for something ---

    def do(self, do: str, /, anyway: bool = False, **fields: Any) -> bool:
        """Was it accepted?"""
        return self.act(Intent(do, fields, anyway=anyway))

    def act(self, intent: Intent) -> bool:
        try:
            outcome = self.match.act(intent)
        except BadForm:
            self._no = "that is no intent"
            return False
        if isinstance(outcome, Refusal):
            self._no = outcome.reason.read()
            return False
        self._mend()
        return isinstance(outcome, Record)

    def must(self, do: str, /, anyway: bool = False, **fields: Any) -> None:
        if not self.do(do, anyway, **fields):
            raise Stuck(f"{do} {fields} at {self.match.step}: {self._no}")

    def put(self, **values: Any) -> None:
        for what, to in values.items():
            self.must("correct", what=what.replace("__", "."), to=to)

    def _mend(self) -> None:
        """Nothing is decided by chance before the last round is played."""
        if self.match.verdict() or self.match.prompts()[0].id == "escape":
            over = {"chapters_done": 0} if self.state.chapters > 3 else {}
            for what, to in {**SAFE, **over}.items():
                self.match.act(Intent("correct", {"what": what, "to": to}))

    def found(self) -> set[Finding]:
        """What the audit has against her."""
        return {one for one in BOX.findings(self.match.header, self.match.records) if not one.good}

    def proved(self) -> dict[int, bool]:
        return dict(BOX.audit(self.match.header.match, self.match.records))

    def seen(self) -> bool:
        """Does everybody know where she is?"""
        return bool(self.state.milady_at)

    # --- her secret ---

    def secret(self, place: str, match: str = "", round: int = 0) -> tuple[str, Opening]:
        return fresh(match or self.match.header.match, round or self.state.round, place, self.random.randbytes)

    def seal(self, place: str, anyway: bool = False) -> bool:
        commitment, opening = self.secret(place)
        if not self.do("seal", anyway, seal=commitment):
            return False
        self.opening = opening
        return True

    def somewhere(self, *but: str) -> str:
        return self.random.choice([place for place in DESTINATIONS if place not in but])

    def odd_nonce(self) -> str:
        return self.random.randbytes(32).hex()

    # --- the round ---

    def begin(self, place: str = "") -> None:
        """Phase I, with a place under seal; or with one that is sealed again before anybody rides."""
        self.must("correct", what="rochefort", to=5)
        if self.state.chapters > 1:
            self.must("correct", what="chapters_done", to=0)
        place = place or self.somewhere()
        for step in PHASE_ONE:
            if step == PHASE_ONE[0] or self.random.random() < 0.1:
                self._lay(place)
            self._pass(step)

    def begin_unsealed(self) -> None:
        """Her card lies face down on the real table."""
        while self.state.step in PHASE_ONE:
            self.must("next")

    def _lay(self, place: str) -> None:
        """Now and then she takes the seal back and lays it again, or brings back what she took back."""
        if not self.seal(place):
            raise Stuck("a seal in phase I was refused")
        luck = self.random.random()
        if luck < 0.05:
            self.must("undo")
            self.must("redo")
        elif luck < 0.1:
            self.must("undo")
            if not self.seal(place):
                raise Stuck("a seal in phase I was refused")

    def _pass(self, step: str) -> None:
        """Treachery and Paris cards as they come; they may strike, and somebody may fall before he has acted."""
        for _ in range(PATIENCE):
            if self.state.step != step:
                return
            if step == "destination" or not self._tap(("seal",)):
                self.must("next")
        raise Stuck(f"{step} does not end")

    def ride(self, taps: int = MOST_TAPS) -> None:
        """Some actions of the musketeers. Her device answers for her."""
        if self.random.random() < 0.05:
            self.must("correct", what="round", to=self.state.round + 1)
        for _ in range(self.random.randrange(taps + 1)):
            if self.state.step != "actions":
                return
            self._tap(("next", "depth"))

    def forget(self) -> None:
        """Rochefort could stand in somebody's way, and nobody thinks of it."""
        self.begin("louvre")
        if not self.must_appear and not self.state.milady_at and self.somebody_tries_the_louvre():
            self.must("let_pass")

    def finish(self) -> None:
        """Whatever was begun comes to its end, and so does the phase."""
        for _ in range(PATIENCE):
            if self.state.step != "actions":
                return
            if self.state.errand or self.state.duel:
                self._tap(())
            else:
                self.must("next", anyway=True)
        raise Stuck("phase II does not end")

    def _tap(self, spare: tuple[str, ...]) -> bool:
        """Take anything that is offered but these. False if that was refused; picks may be too dear together."""
        if self.answer():
            return True
        intent = self._player.answer(self.match, self.match.prompts()[0])
        if intent is None or intent.do in spare:
            return False
        taken = self.act(Intent(intent.do, intent.fields))
        if taken and self.random.random() < 0.05:
            self.must("undo")
            if self.random.random() < 0.7:
                self.do("redo")
        return taken

    def answer(self) -> bool:
        """Her device's own word; by hand and from the card where nothing is sealed."""
        waits = self.state.errand.waits if self.state.errand else ""
        if waits not in ("rochefort", "richelieu"):
            return False
        intent = BOX.answer(self.match.header.match, self.state, self.opening)
        if intent is None:
            intent = Intent("let_pass") if waits == "rochefort" else Intent("richelieu", {"found": False})
        elif intent.do == "rochefort" and not self.must_appear and self.random.random() < 0.3:
            intent = Intent("let_pass", seat="milady")  # forgotten, as it happens
        if intent.do == "richelieu" and self.random.random() < 0.1:
            # The wrong button, and at once the right one.
            self.must("richelieu", anyway=True, found=False)
            self.must("undo")
        if not self.act(intent):
            raise Stuck(f"her own device was refused: {intent.do} at {self.match.step}")
        return True

    def show(self) -> None:
        """The end of phase II, honestly."""
        if self.state.step != "reveal":
            return
        if self.state.milady_at and self.do("next"):
            return
        opening = self.opening
        if opening is None and self.state.sealed:
            self.must("next", anyway=True)
            return
        if opening is None:
            open_places = [one.fields for one in self.match.prompts()[0].choices if one.do == "reveal"]
            self.must("reveal", **self.random.choice(open_places))
            return
        if self.random.random() < 0.05:
            # Somebody insists on the wrong button, and all see it and take it back.
            self.must("reveal", anyway=True, place="house", nonce=self.odd_nonce())
            self.must("undo")
        for more in self._ways(opening.choice):
            if self.do("reveal", place=opening.choice, nonce=opening.nonce_hex, **more):
                break
        if self.state.step == "reveal" and not self._barred(opening.choice):
            raise Stuck("the true opening was refused")
        if self.state.step == "reveal":
            self.must("reveal", anyway=True, place=opening.choice, nonce=opening.nonce_hex)
        luck = self.random.random()
        if luck < 0.05:
            self.must("undo")
            self.must("redo")

    def _ways(self, place: str) -> Iterator[dict[str, Any]]:
        if place == "rochelle" and self.state.siege_cards:
            yield from ({"card": card} for card in self.state.siege_cards)
        if place == "richelieu" and self.random.random() < 0.5:
            yield {"fill": True}
        yield {}

    def _barred(self, place: str) -> bool:
        return self.state.barred and place in ("paris", "louvre", "quest")

    def end(self) -> None:
        """Phases III and IV."""
        for _ in range(PATIENCE):
            if self.state.step == "destination":
                break
            if self.state.step in ("siege", "march"):
                self.must(self.state.step)
            else:
                self.must("next", anyway=True)
        if self.opening:
            self.spent.append(self.opening)
        self.opening = None

    # --- what a trick needs ---

    def somebody_enters_richelieus(self) -> bool:
        """Does anybody look for her there now?"""
        return self._send("richelieu", "move", to="richelieu")

    def somebody_tries_the_louvre(self) -> bool:
        """Does anybody try something there that Rochefort could interrupt?"""
        if self.state.duel or self.state.errand or self.state.step != "actions":
            return False
        if not self.state.louvre_mission.known or self.state.louvre_mission.mastered:
            self.must("louvre_mission", anyway=True, skill="panache", value=8)
        return self._send("louvre", "challenge")

    def _send(self, place: str, do: str, **fields: Any) -> bool:
        if self.state.duel or self.state.errand or self.state.step != "actions":
            return False
        stands = "louvre" if place == "louvre" else "paris"
        able = [one.id for one in self.state.company if not one.down and one.id != "athos"]
        if not able:
            return False
        who = self.random.choice(able)
        self.put(**{f"{who}__place": stands})
        if not self.do(do, anyway=True, who=who, **fields):
            return False
        waits = self.state.errand.waits if self.state.errand else ""
        return waits == ("rochefort" if place == "louvre" else "richelieu")
