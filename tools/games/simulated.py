"""Matches that the players of the simulator play, some with people who dawdle, roll real dice or change their minds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.dice import Pool, throw
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.record import Intent
from companion.simulate.mousquetaires.table import Mousquetaires, time_is_up
from companion.simulate.players import Player
from tools.games.recorder import Recorder

LONGEST = 900  # records; what is longer is not worth keeping
Habit = Callable[[Recorder, Prompt, Intent], Intent]


def simulated(
    *habits: Habit, musketeers: bool = True, milady: bool = True, brought: int = 0
) -> Callable[[Recorder], None]:
    """Sensible players, unless said otherwise; `brought`: chapters that are done when the clerk is asked to help."""

    def play(table: Recorder) -> None:
        kinds = (("milady", milady), ("musketeers", musketeers))
        host = Mousquetaires()
        players = [host.seat(camp, kind, table.match, table.vault, table.chance) for camp, kind in kinds]
        if brought:
            table.do("correct", what="chapters_done", to=brought)
        while (prompt := table.prompt()) and len(table.match.records) < LONGEST:
            intent = time_is_up(table.state, table.now) or _answer(table, prompt, players)
            for habit in habits:
                intent = habit(table, prompt, intent)
            outcome = table.act(intent)
            if not isinstance(outcome, Refusal):
                for player in players:
                    player.notice(table.match, outcome)

    return play


def _answer(table: Recorder, prompt: Prompt, players: list[Player]) -> Intent:
    answers = (player.answer(table.match, prompt) for player in players)
    return next(answer for answer in answers if answer is not None)


def dawdling(table: Recorder, prompt: Prompt, intent: Intent) -> Intent:
    """Some people need half a minute for everything."""
    table.now += 30_000
    return intent


def real_dice(table: Recorder, prompt: Prompt, intent: Intent) -> Intent:
    """Whatever can be thrown on the table is thrown there and typed in."""
    choice = _meant(prompt, intent)
    if choice is None or not choice.dice:
        return intent
    blue = intent.fields.get("blue", 0)
    pool = Pool.parse(f"{blue}b {choice.dice}" if blue else choice.dice, table.match.box.dice(table.state))
    faces = throw(pool, table.chance).faces
    typed = {"face": faces[0]} if intent.do == "toledo" else {"faces": list(faces)}
    return replace(intent, fields={**intent.fields, **typed})


def second_thoughts(table: Recorder, prompt: Prompt, intent: Intent) -> Intent:
    """Now and then something is taken back and brought again, corrected or noted before play goes on where it was."""
    records, chance = len(table.match.records), table.chance.below(40)
    if chance == 0 and table.match.undo_label():
        table.do("undo")
        table.do("redo")
    elif chance == 1 and records > 6:
        table.do("back_to", seq=records - 4)
        table.do("redo")
    elif chance == 2:
        table.do("correct", what="purse", to=table.chance.below(6), reason="counted again")
    elif chance == 3:
        table.do("note", text="Athos is late")
    elif chance == 4:
        table.do("roll", dice="2b 1r")
    return intent


def changing_depth(table: Recorder, prompt: Prompt, intent: Intent) -> Intent:
    """Every second round the scorekeeper is enough."""
    wanted = "clerk" if table.state.round % 2 else "scorekeeper"
    if table.state.depth == wanted or table.state.duel or table.state.errand:
        return intent
    return Intent("depth", {"to": wanted})


def _meant(prompt: Prompt, intent: Intent) -> Choice | None:
    fits = (one for one in prompt.choices if one.do == intent.do and one.fields.items() <= intent.fields.items())
    return next(fits, None)
