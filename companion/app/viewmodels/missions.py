"""The page of the missions: what is asked in the Louvre and in Paris, and what the chapter of the quest looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.viewmodels.company import MONOGRAMS, SKILL_ICONS, Read, Tag
from companion.app.viewmodels.table import Button, TableModel
from companion.boxes.mousquetaires.actions.challenge import calais_value, test_of
from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.missions import louvre_is_over
from companion.boxes.mousquetaires.names import (
    ADVERSARIES,
    AMBUSHES,
    FOES,
    LOUVRE_CARDS,
    MUSKETEER_NAMES,
    PARIS_CARDS,
    PLACES,
    SKILLS,
    TOKENS,
)
from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.quest import galleries, inn
from companion.boxes.mousquetaires.quest.tokens import CALAIS, GALLERIES, INN, ROAD
from companion.boxes.mousquetaires.state import CLERK, FACE_DOWN, GONE
from companion.core.words import Line, say, say_n

_AMBUSH_ICONS = {
    "beggars": "hand-coin",
    "courtesan": "domino-mask",
    "nemesis": "target-account",
    "thieves": "incognito",
    "assassin": "knife",
}
# What is drawn on a token that lies face up: signs, and a number if the sign alone does not say how many.
FACES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "two_dice": (("dice-multiple",), "2"),
    "three_dice": (("dice-multiple",), "3"),
    "four_dice": (("dice-multiple",), "4"),
    "sword_shield": (("sword", "shield"), ""),
    "two_shields": (("shield", "shield"), ""),
    "two_swords": (("sword", "sword"), ""),
    "sword_two_shields": (("sword", "shield", "shield"), ""),
    "decoy": (("ghost-outline",), ""),
    "trap": (("alert",), ""),
    "wardes": (("sword-cross",), ""),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a parchment; `full` of `of` drawn signs stand behind it."""

    icon: str
    text: str
    kind: str = ""  # "milady", "gold", "done"
    sign: str = ""
    full: int = 0
    of: int = 0
    slot: str = ""  # what a tap on it puts right


@dataclass(frozen=True, slots=True)
class Parchment:
    place: str
    icon: str
    where: str
    title: str
    note: str  # what is not known, or why nothing is there
    rows: tuple[Row, ...]
    here: tuple[str, ...]  # monograms of the musketeers who are there
    offer: Button | None  # reading it out
    slot: str = ""  # what a tap on its title puts right


@dataclass(frozen=True, slots=True)
class Spot:
    """One space of the quest: hidden, gone, waiting (it comes later) or open, with its signs."""

    state: str
    signs: tuple[str, ...] = ()
    number: str = ""
    label: str = ""  # a word on the map itself
    kind: str = ""  # "milady" for somebody who fights, "gold" for a challenge
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    title: str
    start: Tag  # where the way begins
    goal: Tag  # and where it leads
    lanes: tuple[tuple[Spot, ...], ...]
    legend: tuple[tuple[Spot, str], ...]
    here: tuple[str, ...]
    framed: bool = False  # its columns are rooms, one after the other


class MissionsModel:
    def __init__(self, model: TableModel, read: Read) -> None:
        self._model, self._read = model, read
        self._view, self._state = model.view, model.match.state
        now = model.now
        self._offers = (*now.main, *now.others, *now.quiet) if now else ()

    @property
    def followed(self) -> bool:
        return self._view["depth"] == CLERK

    def _offer(self, do: str) -> Button | None:
        return next((button for button in self._offers if button.choice.do == do), None)

    def _here(self, place: str) -> tuple[str, ...]:
        if not self.followed:
            return ()
        return tuple(MONOGRAMS[form["id"]] for form in self._view["company"] if form["place"] == place)

    # --- the Louvre and Paris ---

    @property
    def louvre(self) -> Parchment:
        read, mission, track = self._read, self._view["missions"]["louvre"], self._view["tracks"]["louvre"]
        over = louvre_is_over(self._state)
        note = say("The Louvre cards are used up: no mission lies there any more.") if over else self._unread(mission)
        at = say("Louvre marker: step {n} of {of}", n=track["at"], of=track["hi"])
        marker = Row("crown", read(at), "milady" if track["at"] > 2 else "", slot="louvre")
        rows = () if over else (*self._rows("louvre", mission), marker)
        title = LOUVRE_CARDS.get(mission["card"], say("The mission in the Louvre"))
        place = read(PLACES["louvre"])
        return Parchment(
            "louvre", "crown", place, read(title), read(note), rows, self._here("louvre"), self._offer("louvre_mission")
        )

    @property
    def paris(self) -> Parchment:
        read, mission, card = self._read, self._view["missions"]["paris"], self._view["paris"]
        note = self._unread(mission) if card else say("No card lies in Paris.")
        title = PARIS_CARDS[card] if card else say("Paris card")
        rows = (*self._rows("paris", mission), *self._constance(mission)) if card else ()
        place, offer = read(PLACES["paris"]), self._offer("paris_mission")
        return Parchment(
            "paris", "city-variant", place, read(title), read(note), rows, self._here("paris"), offer, "paris"
        )

    def _unread(self, mission: Mapping[str, Any]) -> Line | None:
        return None if mission["known"] else say("Not read out yet")

    def _rows(self, place: str, mission: Mapping[str, Any]) -> Iterator[Row]:
        read = self._read
        if mission["skill"]:
            yield self._challenge(place, mission)
        elif mission["known"]:
            yield Row("feather", read(say("No challenge")))
        if mission["reward"]:
            worth = say_n("{n} pistole for the challenge", "{n} pistoles for the challenge", mission["reward"])
            yield Row("sack", read(worth), "done" if mission["mastered"] else "gold")
        for foe in mission["foes"]:
            known = self._state.board.opponents[foe["id"]]
            text = say_n("{name}: {n} red die", "{name}: {n} red dice", known.dice, name=ADVERSARIES[foe["id"]])
            most = max(known.life, foe["life"])
            yield Row("sword-cross", _upper(read(text)), "milady", "heart", foe["life"], most)
        if mission["ambush"]:
            text = read(say("Ambush: {name}", name=AMBUSHES[mission["ambush"]]))
            yield Row(_AMBUSH_ICONS[mission["ambush"]], text, "milady")
        if mission["nemesis"]:
            name = MUSKETEER_NAMES[mission["nemesis"]]
            yield Row("target-account", read(say("The Nemesis waits for {name}", name=name)), "milady")
        if mission["duels"]:
            text = say_n("{n} duel still to be won", "{n} duels still to be won", mission["duels"])
            yield Row("fencing", read(text))

    def _challenge(self, place: str, mission: Mapping[str, Any]) -> Row:
        skill, value = test_of(self._state, place, "mission")
        text = say("Challenge: {skill} {value}", skill=SKILLS[skill], value=value)
        if mission["mastered"]:
            return Row("check-circle", self._read(say("Mastered: {skill}", skill=SKILLS[skill])), "done")
        return Row(SKILL_ICONS[skill], self._read(text), "gold")

    def _constance(self, mission: Mapping[str, Any]) -> Iterator[Row]:
        """Her marker counts for the musketeers if the card asks for successes, for Milady if she was abducted."""
        track = self._view["tracks"]["constance"]
        if mission["successes"]:
            need, have = mission["successes"], min(track["at"], mission["successes"])
            text = say("Successes: {n} of {of}", n=have, of=need)
            yield Row("flower-tulip", self._read(text), "gold", "flower-tulip", have, need, "constance")
        elif self._view["paris"] == "abducted":
            text = say("Constance in danger: {n} of {of}", n=track["at"], of=track["hi"])
            yield Row("flower-tulip", self._read(text), "milady", "skull", track["at"], track["hi"], "constance")

    def paris_cards(self) -> tuple[str, tuple[tuple[str, str, bool], ...]]:
        """For putting right which card lies there: a title, and (value, name, it lies there now)."""
        card = self._view["paris"] or ""
        names = {"": say("No card lies in Paris."), **PARIS_CARDS}
        title = self._read(self._model.match.slots["paris"].label)
        return title, tuple((name, self._read(line), name == card) for name, line in names.items())

    # --- the quest ---

    @property
    def quest(self) -> Chapter:
        read, done = self._read, self._state.chapters
        ways = {INN: self._inn, CALAIS: self._calais, ROAD: self._road, GALLERIES: self._galleries}
        number = read(say("Chapter {n} of {of}", n=min(done + 1, CHAPTERS), of=CHAPTERS))
        if done >= CHAPTERS:
            crown = Tag("diamond-stone", read(say("The Queen wears her diamonds")))
            return Chapter(number, read(CHAPTER_NAMES[-1]), crown, crown, (), (), self._here("quest"))
        start, goal, lanes = ways[done]()
        legend = tuple(self._legend(lanes))
        here = self._here("quest")
        return Chapter(number, read(CHAPTER_NAMES[done]), start, goal, lanes, legend, here, done == GALLERIES)

    def _inn(self) -> tuple[Tag, Tag, tuple[tuple[Spot, ...], ...]]:
        state, tokens = self._state, self._view["quest"]["inn"]
        each, lanes = inn.spaces(state), []
        for path in range(1, inn.paths(state) + 1):
            row = [self._token(token) for token in tokens[(path - 1) * each : path * each]]
            on_it = tuple(MONOGRAMS[one["id"]] for one in self._view["company"] if one["path"] == path)
            at = inn.front(state, path) - (path - 1) * each if row else 0
            if row and on_it:
                row[at] = _with_figures(row[at], on_it)
            lanes.append(tuple(row))
        read = self._read
        return Tag("door-open", read(say("Common room"))), Tag("diamond-stone", read(say("The way out"))), tuple(lanes)

    def _calais(self) -> tuple[Tag, Tag, tuple[tuple[Spot, ...], ...]]:
        state, read = self._state, self._read
        spots = []
        for skill in state.board.profile.texts("quest.chapters.calais.skills"):
            won = skill in self._view["quest"]["calais"]
            number = "" if won else str(calais_value(state, skill))
            spots.append(Spot("gone" if won else "open", (SKILL_ICONS[skill],), number, read(SKILLS[skill]), "gold"))
        ready = all(spot.state == "gone" for spot in spots)
        wardes = Spot("open" if ready else "waiting", *FACES["wardes"], _upper(read(FOES["wardes"])), "milady")
        return (
            Tag("road-variant", read(say("Calais"))),
            Tag("ferry", read(say("England"))),
            tuple((spot,) for spot in (*spots, wardes)),
        )

    def _road(self) -> tuple[Tag, Tag, tuple[tuple[Spot, ...], ...]]:
        road = self._view["quest"]["road"]
        lane = tuple(self._token(token, letter) for token, letter in zip(road, "ABCDEFGH", strict=False))
        return Tag("ferry", self._read(say("England"))), Tag("city-variant", self._read(PLACES["paris"])), (lane,)

    def _galleries(self) -> tuple[Tag, Tag, tuple[tuple[Spot, ...], ...]]:
        """Room by room: the skill that gets people through, and under it the two guards."""
        state, quest, read = self._state, self._view["quest"], self._read
        value = str(state.board.number("quest.chapters.galleries.challenge"))
        test = Spot("hidden")
        if quest["test"]:
            test = Spot("open", (SKILL_ICONS[quest["test"]],), value, read(SKILLS[quest["test"]]), "gold")
        now = (test, *(self._token(token) for token in quest["guards"]))
        rooms = [
            now if room == quest["room"] else (Spot("gone" if room < quest["room"] else "waiting"),) * len(now)
            for room in range(galleries.rooms(state))
        ]
        lanes = tuple(zip(*rooms, strict=True))
        return Tag("door-open", read(PLACES["louvre"])), Tag("diamond-stone", read(say("The Queen"))), lanes

    def _token(self, token: str, label: str = "") -> Spot:
        if token == FACE_DOWN:
            return Spot("hidden", label=label)
        if token == GONE:
            return Spot("gone", label=label)
        kind = {"decoy": "", "trap": "trap"}.get(token, "milady")
        signs, number = FACES.get(token, (("sword-cross",), ""))
        return Spot("open", signs, number, label, kind)

    def _legend(self, lanes: tuple[tuple[Spot, ...], ...]) -> Iterator[tuple[Spot, str]]:
        """Each kind of token that lies on the map, once, with its words."""
        spots = [spot for lane in lanes for spot in lane]
        plain = {
            "hidden": say("face down"),
            "gone": say("out of the way"),
            "waiting": say("comes later"),
        }
        for state, words in plain.items():
            if any(spot.state == state for spot in spots):
                yield Spot(state), self._read(words)
        shown = {(spot.signs, spot.number) for spot in spots if spot.state == "open"}
        for token, words in TOKENS.items():
            if FACES[token] in shown:
                yield self._token(token), self._read(words)
        if any(spot.kind == "gold" and spot.state == "open" for spot in spots):
            yield Spot("open", ("feather",), "", "", "gold"), self._read(say("a challenge and its value"))


def _with_figures(spot: Spot, figures: tuple[str, ...]) -> Spot:
    return Spot(spot.state, spot.signs, spot.number, spot.label, spot.kind, figures)


def _upper(text: str) -> str:
    """Names that stand in the middle of a sentence elsewhere begin a line here."""
    return text[:1].upper() + text[1:]
