"""The musketeers' page: how each of them stands, where the figures are, what a tap or a drag on one of them means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.viewmodels.table import Button, TableModel
from companion.boxes.mousquetaires.actions.move import RIDES
from companion.boxes.mousquetaires.company import actions_each
from companion.boxes.mousquetaires.names import GOODS, MUSKETEER_NAMES, PLACES, SKILLS
from companion.boxes.mousquetaires.outfit import TOKENS, carried
from companion.boxes.mousquetaires.slots import STANDS
from companion.boxes.mousquetaires.state import CLERK, TURNS
from companion.core.prompt import Choice, Pick
from companion.core.words import Line, say, say_n

Read = Callable[[Line | None], str]

# Two of them begin with the same letter, so two letters tell them apart on a small coin.
MONOGRAMS = {"dartagnan": "d'A", "aramis": "Ar", "athos": "At", "porthos": "P", "treville": "T"}
PLACE_ICONS = {
    "paris": "city-variant",
    "louvre": "crown",
    "quest": "diamond-stone",
    "rochelle": "castle",
    "richelieu": "cross",
    "colombier": "home-group",
    "bastille": "gate",
}
SKILL_ICONS = {
    "erudition": "book-open-variant",
    "nobility": "chess-king",
    "gallantry": "flower-tulip",
    "panache": "feather",
}
_GEAR_ICONS = {"horse": "horse", "pistol": "pistol", "cuirass": "shield", "toledo": "sword"}
_STATES: Mapping[str, tuple[str, Line]] = {
    "waiting": ("timer-sand", say("Waiting for his turn")),
    "acting": ("sword-cross", say("Acts now")),
    "done": ("check-circle", say("Has acted")),
    "down": ("bed", say("Out of action")),
}


@dataclass(frozen=True, slots=True)
class Tag:
    """A sign with its word."""

    icon: str
    text: str
    kind: str = ""  # "gold" for what helps, "milady" for what hurts


@dataclass(frozen=True, slots=True)
class Figure:
    who: str
    name: str
    monogram: str
    place: Tag
    life: int
    most_life: int
    hearts: str  # the same in words
    pips: tuple[str, ...]  # one for each action of his turn: "left", "spent" or "later"
    actions: str
    state: Tag
    turn: str  # waiting, acting, done, down
    tags: tuple[Tag, ...]
    offer: Button | None  # what a tap on him does now
    hint: str  # and how that is called


@dataclass(frozen=True, slots=True)
class Stand:
    """A place where figures stand."""

    place: str
    name: str
    icon: str
    figures: tuple[str, ...]  # monograms
    foes: tuple[str, ...]  # who else is known to be there
    ride: bool  # whoever acts may ride there now


@dataclass(frozen=True, slots=True)
class Drop:
    """What it means that a figure was put down on a place: one of several, best first."""

    ride: Button | None = None
    fields: Mapping[str, Any] | None = None  # for the ride
    begins: bool = False  # the ride would begin his turn, so the table is asked whether it is one
    correction: Mapping[str, Any] | None = None


class CompanyModel:
    def __init__(self, model: TableModel, read: Read) -> None:
        self._model, self._read = model, read
        self._view = model.view
        now = model.now
        self._offers = (*now.main, *now.others, *now.quiet) if now else ()

    @property
    def followed(self) -> bool:
        """The scorekeeper does not know where anybody is."""
        return self._view["depth"] == CLERK

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(self._figure(form) for form in self._view["company"])

    @property
    def who(self) -> tuple[str, ...]:
        return tuple(self._view["musketeers"])

    def _figure(self, form: Mapping[str, Any]) -> Figure:
        who, read = form["id"], self._read
        turn = "down" if form["down"] else form["turn"]
        icon, word = _STATES[turn]
        offer = self._offer(who, "turn") or self._offer(who, "recover")
        hint = say("Tap: his turn begins") if offer and offer.choice.do == "turn" else say("Tap: he gets up")
        pips = self._pips(form)
        return Figure(
            who=who,
            name=read(MUSKETEER_NAMES[who]),
            monogram=MONOGRAMS[who],
            place=Tag(PLACE_ICONS[form["place"]], read(PLACES[form["place"]])),
            life=form["life"],
            most_life=form["most_life"],
            hearts=read(say("Hearts: {n} of {of}", n=form["life"], of=form["most_life"])),
            pips=pips,
            actions=read(say_n("{n} action left", "{n} actions left", pips.count("left"))),
            state=Tag(icon, read(word), "milady" if turn == "down" else "gold" if turn == "acting" else ""),
            turn=turn,
            tags=tuple(self._tags(form)),
            offer=offer,
            hint=read(hint) if offer else "",
        )

    def _pips(self, form: Mapping[str, Any]) -> tuple[str, ...]:
        each, left = actions_each(self._model.match.state), form["left"]
        if form["turn"] == "waiting" and not left:
            return () if form["down"] else ("later",) * each
        return ("left",) * left + ("spent",) * max(each - left, 0)

    def _tags(self, form: Mapping[str, Any]) -> list[Tag]:
        read, number = self._read, self._model.match.state.board.number
        found = [Tag(_GEAR_ICONS.get(item, "shield-sword"), read(GOODS[item])) for item in form["gear"]]
        bonus = number("arsenal.improved_skill.bonus")
        for skill in form["skills"]:
            found.append(Tag(SKILL_ICONS[skill], read(say("{skill} +{n}", skill=SKILLS[skill], n=bonus)), "gold"))
        if form["botte"]:
            found.append(Tag("fencing", read(GOODS["improved_botte"]), "gold"))
        if form["path"]:
            found.append(Tag("door-open", read(say("Path {n} of the inn", n=form["path"]))))
        if form["rode"]:
            found.append(Tag("horseshoe", read(say("Free ride used"))))
        if form["banned"]:
            found.append(Tag("cancel", read(say("Barred from the quest")), "milady"))
        return found

    def _offer(self, who: str, do: str) -> Button | None:
        for button in self._offers:
            if button.choice.do == do and button.choice.fields.get("who") == who:
                return button
        return None

    # --- where they stand ---

    @property
    def stands(self) -> tuple[Stand, ...]:
        view, company = self._view, self._view["company"]
        acting = next((form["id"] for form in company if form["turn"] == "acting"), "")
        jail = ("bastille",) if any(form["place"] == "bastille" for form in company) else ()
        foes = {"M": view["milady"]["at"], "R": view["milady"]["rochefort_at"]}
        return tuple(
            Stand(
                place,
                self._read(PLACES[place]),
                PLACE_ICONS[place],
                tuple(MONOGRAMS[form["id"]] for form in company if form["place"] == place),
                tuple(sign for sign, at in foes.items() if at == place),
                bool(acting and self._ride(acting, place)),
            )
            for place in (*RIDES, *jail)
        )

    def _ride(self, who: str, place: str) -> Button | None:
        """The free ride first: it costs nothing and cannot be saved up."""
        rides = [button for button in self._offers if button.choice.do == "move"]
        for button in sorted(rides, key=lambda button: not button.choice.fields.get("free")):
            to = next((pick for pick in button.choice.picks if pick.name == "to"), None)
            if button.choice.fields.get("who") == who and to and place in dict(to.options):
                return button
        return None

    def ride_of_acting(self, place: str) -> Drop | None:
        """A tap on a place: whoever acts rides there, if he can."""
        for form in self._view["company"]:
            ride = self._ride(form["id"], place) if form["turn"] == "acting" else None
            if ride:
                return Drop(ride, {**ride.choice.fields, "to": place})
        return None

    def drop(self, who: str, place: str) -> Drop | None:
        """A figure was carried to a place: he rides there if that is offered, else people put right where he is."""
        form = next(form for form in self._view["company"] if form["id"] == who)
        if form["place"] == place:
            return None
        correction = {"what": f"{who}.place", "to": place}
        ride = self._ride(who, place)
        if ride:
            return Drop(ride, {**ride.choice.fields, "to": place})
        begins = self._offer(who, "turn") is not None and place in RIDES
        return Drop(fields={"who": who, "to": place} if begins else None, begins=begins, correction=correction)

    def drop_words(self, who: str, place: str) -> tuple[str, str, str]:
        """For the question what was meant: title, ride, correction."""
        read, name, to = self._read, MUSKETEER_NAMES[who], PLACES[place]
        return (
            read(say("{name} rides: {place}", name=name, place=to)),
            read(say("His turn begins with this ride")),
            read(say("Only put his figure right")),
        )

    # --- putting right ---

    def places_for(self, who: str) -> tuple[str, tuple[tuple[str, str, str, bool], ...]]:
        """A title, and each place with its sign, its name and whether he stands there."""
        here = next(form["place"] for form in self._view["company"] if form["id"] == who)
        rows = tuple((place, PLACE_ICONS[place], self._read(PLACES[place]), place == here) for place in STANDS)
        return self._read(self._model.match.slots[f"{who}.place"].label), rows

    def turns_for(self, who: str) -> tuple[str, tuple[tuple[str, str, Mapping[str, Any]], ...]]:
        """A title, and (sign, word, correction) for each state he can be in."""
        form = next(form for form in self._view["company"] if form["id"] == who)
        rows = [(*_STATES[turn], {"what": f"{who}.turn", "to": turn}) for turn in TURNS if turn != form["turn"]]
        fallen = {"what": f"{who}.down", "to": not form["down"]}
        rows.append(("account", say("On his feet"), fallen) if form["down"] else (*_STATES["down"], fallen))
        title = self._read(self._model.match.slots[f"{who}.turn"].label)
        return title, tuple((icon, self._read(word), fields) for icon, word, fields in rows)

    def outfit_for(self, who: str) -> tuple[str, Choice, list[str]]:
        """A title, what to answer, and what the clerk believes so far: for putting right what lies on his board."""
        tokens = tuple((item, GOODS[item]) for item in TOKENS)
        title = say("What lies on the board of {name}?", name=MUSKETEER_NAMES[who])
        pick = Pick("items", say("Equipment and improvements"), tokens, least=0, most=len(tokens), many=True)
        choice = Choice(title, "outfit", {"who": who}, picks=(pick,))
        return self._read(title), choice, list(carried(self._model.match.state.of(who)))
