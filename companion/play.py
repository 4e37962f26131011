"""`companion play`: a match typed line by line, as UCI is for chess engines.

One JSON intent per line in, one JSON answer per line out, and an answer is written only after the record behind it
is safe. A line that makes no sense is answered with one error and changes nothing; the match goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from companion.boxes import load
from companion.core.box import Box
from companion.core.commons import vocabulary
from companion.core.dice import Chance
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import LONGEST_LINE, BadForm, Intent, parse
from companion.store.files import StoreTrouble, plainly
from companion.store.journal import Damage
from companion.store.table import OpenMatch


class Table:
    """A match that answers lines."""

    def __init__(self, box: Box[Any], options: dict[str, Any], chance: Chance, save: Path | None) -> None:
        if save is not None and _is_there(save):
            self._open = OpenMatch.resume(save, load, chance=chance)
            if self.match.box.name != box.name:
                self.close()
                raise BadForm(f"{save.name} is a match of {self.match.box.name}")
        else:
            self._open = OpenMatch.start(box, options, save, chance=chance)

    @property
    def match(self) -> Match[Any]:
        return self._open.match

    @property
    def damage(self) -> Damage | None:
        return self._open.damage

    def close(self) -> None:
        self._open.close()

    def answer(self, line: bytes) -> dict[str, Any]:
        try:
            form = parse(line)
            do = form.get("do")
            if isinstance(do, str) and do in _QUESTIONS:
                fields, ask = _QUESTIONS[do]
                return ask(self.match, _asked(form, fields))
            if do == "secret":
                outcome = self._open.seal(_asked(form, ("choice",))["choice"])
            else:
                outcome = self.match.act(self._open.with_nonce(Intent.from_plain(form)))
        except (BadForm, StoreTrouble) as trouble:
            return {"error": str(trouble)}
        if isinstance(outcome, Refusal):
            return {**outcome.read(), **({"anyway": True} if outcome.overridable else {})}
        return outcome.plain()


def _is_there(path: Path) -> bool:
    with plainly(path):  # a name that is too long or in a locked folder is trouble, not a new match
        return path.exists()


def _asked(form: dict[str, Any], fields: tuple[str, ...]) -> dict[str, str]:
    """What a question asks for. It is held to its form as an intent is, so that a slip of the pen is noticed."""
    given = Intent.from_plain(form).fields
    for name in given:
        if name not in fields:
            raise BadForm(f'"{form["do"]}" has no field "{name}"')
    for name in fields:
        if not isinstance(given.get(name), str):
            raise BadForm(f'"{form["do"]}" needs "{name}", a text')
    return dict(given)


def _log(match: Match[Any], asked: dict[str, str]) -> dict[str, Any]:
    return {
        "log": [
            {"seq": line.seq, "label": line.label.read(), "undone": line.undone, "ruling": line.ruling}
            for line in match.log()
        ]
    }


def _why(match: Match[Any], asked: dict[str, str]) -> dict[str, Any]:
    rule = match.rule(asked["rule"])
    if rule.id != asked["rule"]:
        raise BadForm("there is no such rule")
    return {"rule": rule.read()}


def _prompts(match: Match[Any], asked: dict[str, str]) -> dict[str, Any]:
    return {
        "step": match.step,
        "prompts": [prompt.read() for prompt in match.prompts()],
        "undo": label.read() if (label := match.undo_label()) else None,
        "redo": label.read() if (label := match.redo_label()) else None,
    }


# Each question with the fields it needs.
_QUESTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Match[Any], dict[str, str]], dict[str, Any]]]] = {
    "state": ((), lambda match, asked: {"state": match.view()}),
    "prompts": ((), _prompts),
    "log": ((), _log),
    "why": (("rule",), _why),
    "intents": ((), lambda match, asked: {"intents": vocabulary(match.box)}),
}


def play(table: Table, lines: Iterable[bytes], out: TextIO) -> None:
    for line in lines:
        if line.strip():
            out.write(json.dumps(table.answer(line), ensure_ascii=False, sort_keys=True) + "\n")
            out.flush()


def lines_of(stream: BinaryIO) -> Iterable[bytes]:
    """Lines of bounded length: the rest is read away, so that one endless line cannot fill the memory."""
    while line := stream.readline(LONGEST_LINE + 2):
        whole = line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 2)
        yield whole
