"""Check your box: chapters, cards and values, each with how sure we are; and what a tap on one of them changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion import boxes
from companion.app.viewmodels.boxcheck_words import ICONS, SIGNS, SOURCES, SURE
from companion.app.viewmodels.company import SKILL_ICONS
from companion.boxes.mousquetaires.checkable import (
    CERTAIN,
    CHECKABLE,
    Chapter,
    Group,
    choice_word,
    goes_with,
    label,
    turned,
    uncertain,
)
from companion.boxes.mousquetaires.names import SKILLS
from companion.core.profile import CORRECTED, Fact, Profile
from companion.core.words import Line, say
from companion.store.corrections import checked, fits

FACES = ("sword", "shield", "lily")
_STEPS = {"tracks.rochelle.spaces": 2, "hourglass.seconds": 10}  # with an even number there is no middle


@dataclass(frozen=True, slots=True)
class Card:
    """A chapter, or a group of it, before it is opened."""

    name: str
    title: str
    icon: str
    count: str
    certain: bool
    signs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    value: Any
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One value and how it can be changed.

    kind: number, choice, numbers (in their places), choices (in their places), faces, several (any of the options)
    or die (six faces that only together make sense).
    """

    name: str
    kind: str
    label: str
    value: Any
    sure: str
    icon: str
    source: str
    confirms: bool  # can be confirmed: nobody is certain yet
    was: str  # what stood here before it was corrected; empty if it was not
    lo: int = 0
    hi: int = 9
    step: int = 1
    options: tuple[Option, ...] = ()
    places: tuple[str, ...] = ()  # the names of the places of a list
    optional: bool = False  # faces that need not be there at all


class BoxcheckModel:
    box = "mousquetaires"

    def __init__(self, kept: Mapping[str, Any], read: Callable[[Line | None], str]) -> None:
        self._read = read
        self._box = boxes.load(self.box)
        self._printed = self._box.profile()
        self.profile: Profile = checked(self._box, kept)

    # --- what is shown ---

    def total(self) -> str:
        return self._count(tuple(path for chapter in CHECKABLE for path in chapter.paths))

    def chapters(self) -> tuple[Card, ...]:
        return tuple(
            Card(chapter.name, self._read(chapter.title), chapter.icon, *self._counted(tuple(chapter.paths)))
            for chapter in CHECKABLE
        )

    def note(self, chapter: str) -> str:
        return self._read(_chapter(chapter).note)

    def groups(self, chapter: str) -> tuple[Card, ...]:
        return tuple(
            Card(group.name, _begun(self._read(group.title)), "", *self._counted(group.paths), self._signs(group))
            for group in _chapter(chapter).groups
        )

    def rows(self, chapter: str, group: str) -> tuple[Row, ...]:
        paths = list(_group(chapter, group).paths)
        rows = []
        if chapter == "dice":
            rows.append(self._die(group))
            paths = [path for path in paths if path.rpartition(".")[2] not in FACES]
        return (*rows, *(self._row(self.profile.fact(path)) for path in paths))

    def view(self) -> Mapping[str, Any]:
        """The board as it stands before the first round, with all that is known of this box."""
        return self._box.view(self._box.setup({}, self.profile), "")

    def _counted(self, paths: tuple[str, ...]) -> tuple[str, bool]:
        return self._count(paths), not uncertain(self.profile, paths)

    def _count(self, paths: tuple[str, ...]) -> str:
        open_ = uncertain(self.profile, paths)
        if not open_:
            return self._read(say("All of it is certain."))
        return self._read(say("Not yet certain: {n} of {all}", n=open_, all=len(paths)))

    def _signs(self, group: Group) -> tuple[tuple[str, str], ...]:
        found = []
        for path in group.paths:
            field, value = path.rpartition(".")[2], self.profile[path]
            if field == "skill" and value in SKILL_ICONS:
                found.append((SKILL_ICONS[str(value)], ""))
            elif field in SIGNS and type(value) is int and value:
                found.append((SIGNS[field], str(value)))
        return tuple(found)

    def _row(self, fact: Fact) -> Row:
        path, value = fact.path, fact.value
        if isinstance(value, tuple):
            return self._list(fact)
        if isinstance(value, int) and not isinstance(value, bool):
            limits = {"lo": fact.lo or 0, "hi": 99 if fact.hi is None else fact.hi, "step": _STEPS.get(path, 1)}
            return self._made("number", fact, **limits)
        choices = (True, False) if isinstance(value, bool) else fact.choices
        return self._made("choice", fact, options=self._options(path, choices))

    def _list(self, fact: Fact) -> Row:
        path = fact.path
        field = path.rpartition(".")[2]
        if field == "without_perfidy":
            return self._made("several", fact, options=self._options(path, fact.choices))
        if field in ("botte", "improved_botte", "faces"):
            printed = self._printed.fact(path)
            options = self._options(path, fact.choices)
            return self._made("faces", fact, options=options, optional=printed.value == () or path.startswith("roch"))
        if field == "siege_dice":
            return self._made("numbers", fact, lo=fact.lo or 0, hi=fact.hi or 4, value=self._siege_dice())
        places = tuple(self._read(say("Trial {n}", n=n)) for n in range(1, len(fact.value) + 1))  # type: ignore[arg-type]
        if field == "challenges":
            skills = self.profile.texts("quest.chapters.calais.skills")
            names = [SKILLS.get(skill) for skill in skills]
            places = tuple(self._read(name) if name else place for name, place in zip(names, places, strict=False))
            return self._made("numbers", fact, lo=fact.lo or 0, hi=fact.hi or 12, places=places)
        return self._made("choices", fact, options=self._options(path, fact.choices), places=places)

    def _siege_dice(self) -> tuple[int, ...]:
        """One for each space of Time but the last. On a longer track the last number goes on, as in a match."""
        known, spaces = self.profile.numbers("tracks.time.siege_dice"), self.profile.number("tracks.time.spaces") - 1
        return (*known, *[known[-1]] * spaces)[:spaces]

    def _die(self, colour: str) -> Row:
        facts = [self.profile.fact(f"dice.{colour}.{face}") for face in FACES]
        value = tuple(face for face, fact in zip(FACES, facts, strict=True) for _ in range(int(fact.value)))  # type: ignore[arg-type]
        doubtful = [fact for fact in facts if fact.sure not in CERTAIN]
        shown = (doubtful or [fact for fact in facts if fact.sure == CORRECTED] or facts)[0]
        return self._made("die", shown, name=f"dice.{colour}", label=self._read(say("Its six faces")), value=value)

    def _made(self, kind: str, fact: Fact, **more: Any) -> Row:
        source = SOURCES.get(fact.source.partition(",")[0])
        was = ""
        if fact.sure == CORRECTED:
            was = self._told(self._printed.fact(fact.path)) if kind in ("number", "choice") else ""
            was = self._read(say("As it was: {value}", value=was)) if was else self._read(say("As it was"))
        return Row(
            **{
                "name": fact.path,
                "kind": kind,
                "label": self._read(label(fact.path)),
                "value": fact.value,
                "sure": fact.sure,
                "icon": ICONS[fact.sure],
                "source": self._read(SURE[fact.sure](source or fact.source)),
                "confirms": fact.sure not in CERTAIN,
                "was": was,
                **more,
            }
        )

    def _options(self, path: str, values: tuple[Any, ...]) -> tuple[Option, ...]:
        return tuple(Option(value, _begun(self._read(choice_word(path, value)))) for value in values)

    def _told(self, fact: Fact) -> str:
        if isinstance(fact.value, (bool, str)):
            return self._read(choice_word(fact.path, fact.value))
        return str(fact.value)

    # --- what a tap changes: each gives what is to be kept, or one line why not ---

    def put(self, name: str, value: Any) -> dict[str, Any] | Line:
        return self._take(goes_with(self.profile, name, value))

    def put_at(self, name: str, at: int, value: Any) -> dict[str, Any] | Line:
        """One place of a list."""
        now = self._siege_dice() if name == "tracks.time.siege_dice" else self.profile[name]
        if not isinstance(now, tuple):
            raise TypeError(f"{name} is not a list")
        return self._take({name: [*now[:at], value, *now[at + 1 :]]})

    def turn(self, name: str, face: str) -> dict[str, Any] | Line:
        """A face of a die becomes the next one that is possible."""
        changes = turned(self.profile, name.rpartition(".")[2], face)
        return self._take(changes) if changes else say("Every kind that is on this die is on it at least once.")

    def confirm(self, name: str) -> dict[str, Any] | Line:
        return self._take({path: _raw(self.profile[path]) for path in self._paths(name)})

    def confirm_all(self, chapter: str, group: str) -> dict[str, Any] | Line:
        """Everything on a card that nobody was certain of."""
        open_ = [path for path in _group(chapter, group).paths if self.profile.fact(path).sure not in CERTAIN]
        return self._take({path: _raw(self.profile[path]) for path in open_})

    def restore(self, name: str) -> dict[str, Any] | Line:
        back = dict(self._paths(name))
        if name == "tracks.rochelle.spaces":
            back["tracks.rochelle.start"] = None
        return self._take(back)

    def _paths(self, name: str) -> dict[str, None]:
        """A die stands for its faces."""
        if name in self.profile:
            return {name: None}
        faces = [f"{name}.{face}" for face in FACES]
        return {path: None for path in faces if self._printed.fact(path).sure not in CERTAIN}

    def _take(self, changes: dict[str, Any]) -> dict[str, Any] | Line:
        mine = {path: _raw(fact.value) for path, fact in self.profile.facts.items() if fact.sure == CORRECTED}
        mine |= changes
        try:
            profile = self._printed.corrected({path: value for path, value in mine.items() if value is not None})
        except ValueError:
            return say("That is not possible here.")
        if not fits(self._box, profile):
            return say("That does not go together with the other values of this box.")
        self.profile = profile
        return changes


def _raw(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _begun(text: str) -> str:
    """What stands inside a sentence elsewhere begins one on a card."""
    return text[:1].upper() + text[1:]


def _chapter(name: str) -> Chapter:
    return next(chapter for chapter in CHECKABLE if chapter.name == name)


def _group(chapter: str, name: str) -> Group:
    return next(group for group in _chapter(chapter).groups if group.name == name)
