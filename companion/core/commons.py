"""The intents that every box has: correct, roll, note, undo, redo, back to here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.core.box import Box, Slot
from companion.core.dice import BadDice, Pool, Roll
from companion.core.pen import Pen
from companion.core.plain import look_up
from companion.core.prompt import Rule, Rules
from companion.core.record import BadForm, Record
from companion.core.verb import Field, describe_verb
from companion.core.words import ENGLISH, Line, Words, say, say_n

S = TypeVar("S")

_OURS = say("A rule of this companion, not of the printed game.")

RULES: Rules = {
    rule.id: rule
    for rule in (
        Rule(
            "correction",
            say("The table is the truth"),
            say(
                "If the real board and the screen disagree, the board is right. Any tracked value can be set by "
                "hand, with a reason if you like. A token stays on its own track."
            ),
            _OURS,
        ),
        Rule(
            "undo",
            say("Undo is truthful"),
            say(
                "Nothing is ever deleted. Taking something back is written down like everything else: the line stays "
                "in the log, struck through, and can be brought back until something new is done."
            ),
            _OURS,
        ),
        Rule(
            "free-roll",
            say("A free roll"),
            say(
                "Dice thrown outside any rule, by the app or on the table, are written down but move nothing. "
                "Kept dice stay as they are, the others are thrown again."
            ),
            _OURS,
        ),
        Rule(
            "note",
            say("A note in the margin"),
            say("A line of your own in the log. It changes nothing."),
            _OURS,
        ),
        Rule(
            "stale",
            say("The table has moved on"),
            say(
                "This tap was meant for a step that is over. It was left out so that nothing happens twice: "
                "look at the board and tap again if you still want it."
            ),
            _OURS,
        ),
        Rule(
            "over",
            say("The match is over"),
            say(
                "There is a verdict, so no further move counts. If the verdict rests on a mistake, "
                "undo the last step or set the token right by hand, and play goes on."
            ),
            _OURS,
        ),
        Rule(
            "seat",
            say("Everybody plays at his own place"),
            say(
                "Where several devices sit at one table, Milady's device does what is Milady's, a musketeer's device "
                "what is the musketeers', and an onlooker changes nothing. The device on which the board lies may do "
                "everything, but what Milady keeps under seal only she can say, as long as she sits at a device of "
                "her own."
            ),
            _OURS,
        ),
        Rule(
            "forgotten",
            say("A rule of another version"),
            say("This was written down by another version of the companion, whose explanation is not known here."),
            _OURS,
        ),
    )
}

FIELDS: Mapping[str, tuple[Field, ...]] = {
    "correct": (
        Field("what", "text", say("which tracked value")),
        Field("to", "value", say("its true value")),
        Field("reason", "text", say("why, in your own words"), needed=False),
    ),
    "roll": (
        Field("dice", "text", say("the dice, such as 4b 3r")),
        Field("faces", "texts", say("what the real dice show, in the same order"), needed=False),
        Field("of", "number", say("the number of an earlier roll that is thrown again"), needed=False),
        Field("keep", "numbers", say("which dice of that roll stay as they are, counted from 0"), needed=False),
    ),
    "note": (Field("text", "text", say("the note")),),
    "undo": (),
    "redo": (),
    "pledge": (
        Field("by", "text", say("which device")),
        Field("anchor", "text", say("where its chain of coins hangs")),
    ),
    "back_to": (Field("seq", "number", say("the number of the last record that shall stand; 0 is the beginning")),),
}

HELP: Mapping[str, Line] = {
    "correct": say("Set a tracked value by hand."),
    "roll": say("Throw dice freely, or write down what real dice show."),
    "note": say("Write a line into the log."),
    "undo": say("Take back the last thing done."),
    "redo": say("Bring back what was taken back last."),
    "back_to": say("Take back everything after a record."),
    "pledge": say("From now on this device takes part in every throw."),
}


def vocabulary(box: Box[Any], words: Words = ENGLISH) -> list[dict[str, Any]]:
    """Every intent of a box with its fields and a line of help."""
    own = [verb.read(words) for verb in box.verbs.values()]
    return own + [describe_verb(do, HELP[do], FIELDS[do], words) for do in FIELDS]


def decide_correct(pen: Pen[S], slots: Mapping[str, Slot]) -> None:
    what, to = pen.given("what"), pen.given("to")
    slot = slots.get(what)
    if slot is None:
        raise BadForm(f'there is no tracked value "{what}"; there are {", ".join(slots)}')
    kind, name = (bool, "true or false") if slot.flag else (str, "a text") if slot.choices else (int, "a number")
    if type(to) is not kind:  # true is no number here
        raise BadForm(f'"{what}" must be {name}')
    if not slot.holds(to):
        pen.refuse(_not_there(slot, to), "correction")
    before = look_up(pen.state, slot.path)
    if slot.first and before != to:
        slot.first(pen)
    pen.write(slot.path, to, "correction")
    if slot.then and before != to:
        slot.then(pen)


def _not_there(slot: Slot, to: int | str) -> Line:
    if slot.choices:
        return say("{what} has no value called {to}.", what=slot.label, to=to)
    return say("{what} goes from {lo} to {hi}; {to} is not on it.", what=slot.label, lo=slot.lo, hi=slot.hi, to=to)


def decide_roll(pen: Pen[S], box: Box[S], earlier: Mapping[int, Record]) -> None:
    dice, typed = box.dice(pen.state), pen.given("faces")
    try:
        pool = Pool.parse(pen.given("dice"), dice)
        again = pen.given("of")
        if again is None:
            if pen.given("keep"):
                raise BadForm('"keep" needs "of", the roll that is thrown again')
            pen.roll(pool, "free-roll", typed)
            return
        before = _roll_of(earlier.get(again), pool, dice)
        kept = pen.given("keep", ())
        if typed is not None:
            raise BadForm('"faces" and "of" do not go together')
        pen.keep(before.again(kept, pen.chance), "free-roll")
    except BadDice as error:
        raise BadForm(str(error)) from None


def _roll_of(record: Record | None, pool: Pool, dice: Mapping[str, Any]) -> Roll:
    rolls = record.result.get("rolls") if record else None
    if not rolls:
        raise BadForm("there is no such roll to throw again")
    roll = Roll.from_plain(rolls[-1], dice)
    if str(roll.pool) != str(pool):
        raise BadForm("that roll was made with other dice")
    return roll


def label_of(record: Record, slots: Mapping[str, Slot]) -> Line:
    """What one of these records is called in the log and on the undo button."""
    given = record.intent.fields
    if record.intent.do == "correct":
        slot = slots.get(given["what"])
        return say("{what} set to {to}", what=slot.label if slot else given["what"], to=_shown(given["to"]))
    if record.intent.do == "roll":
        counted = [int(part[:-1] or 1) for part in given["dice"].split()]
        return say_n("{n} die rolled", "{n} dice rolled", sum(counted))
    if record.intent.do == "note":
        return say("Note: {text}", text=given["text"])
    if record.intent.do == "pledge":
        return say("One more device takes part in every throw")
    raise LookupError(record.intent.do)


def _shown(value: Any) -> int | Line | str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, (int, str)) else ""
