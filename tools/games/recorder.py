"""One match being recorded, with a clock and dice that fall the same whenever it is recorded again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import __version__
from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match, open_header
from companion.core.prompt import Prompt, Refusal
from companion.core.record import Intent, Plain, Record
from companion.simulate.watch import Secrets

EVENING = 1_780_686_000_000  # a Friday in June, seven o'clock
PACE = 4_000  # milliseconds from one tap to the next, unless somebody dawdles


class Recorder:
    def __init__(self, options: Plain, seed: str) -> None:
        self.seed = seed
        self.now = EVENING
        self.vault = Secrets()
        self.chance = SeededChance(f"{seed} players")
        header = open_header(BOX, seed, options, BOX.profile(), EVENING, __version__)
        chance = SeededChance(seed)
        self.match: Match[State] = Match(BOX, header, clock=lambda: self.now, chance=chance, vault=self.vault)

    @property
    def state(self) -> State:
        return self.match.state

    def prompt(self) -> Prompt | None:
        return next(iter(self.match.prompts()), None)

    def act(self, intent: Intent) -> Record | Refusal:
        self.now += PACE
        return self.match.act(intent)

    def do(self, do: str, /, anyway: bool = False, **fields: Any) -> Record:
        """What must be accepted."""
        outcome = self.act(Intent(do, fields, anyway=anyway))
        assert isinstance(outcome, Record), f"{do} {fields} at {self.match.step}: {outcome}"
        return outcome


@dataclass(frozen=True, slots=True)
class Theme:
    """A match worth keeping: how it is played, and what must come of it."""

    name: str
    play: Callable[[Recorder], None]
    wanted: Callable[[Match[State]], bool]
    options: Plain = field(default_factory=dict)


MOST_TRIES = 2_000
ENOUGH = 4  # of the first few matches that will do, the shortest is kept


def record(theme: Theme) -> Recorder:
    """Play until a match is what is wanted; the seeds are the theme's name with a number."""
    good: list[Recorder] = []
    for number in range(MOST_TRIES):
        recorder = Recorder(theme.options, f"{theme.name}-{number}")
        theme.play(recorder)
        if theme.wanted(recorder.match):
            good.append(recorder)
        if len(good) == ENOUGH:
            break
    if not good:
        raise LookupError(f"no match of {MOST_TRIES} is what {theme.name} wants")
    return min(good, key=lambda recorder: len(recorder.match.records))


def ending(match: Match[Any]) -> dict[str, Any]:
    """How a match stands, as it is kept beside its records."""
    view, verdict = match.view(), match.verdict()
    kept = ("round", "step", "treachery_cards", "one_for_all", "chapters_done", "paris", "paris_gone")
    return {
        **{name: view[name] for name in kept},
        "records": len(match.records),
        "head": match.head,
        "verdict": {"winner": verdict.winner, "cause": verdict.cause} if verdict else None,
        "tracks": {name: track["at"] for name, track in view["tracks"].items()},
        "paid": view["siege"]["paid"],
        "undone": [line.seq for line in match.log() if line.undone],
        "rulings": [line.seq for line in match.log() if line.ruling],
    }


def save(theme: Theme, folder: Path) -> Path:
    recorder = record(theme)
    path, match = folder / f"{theme.name}.jsonl", recorder.match
    lines = [match.header.line(), *(one.line() for one in match.records)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
    form = {"seed": recorder.seed, **ending(match)}
    path.with_suffix(".json").write_text(json.dumps(form, indent=2) + "\n", "utf-8", newline="\n")
    return path
