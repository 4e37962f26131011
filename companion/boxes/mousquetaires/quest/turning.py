"""Turning tokens face up: where somebody walks, for an epic token in the inn, and gallery by gallery."""

from __future__ import annotations

from companion.boxes.mousquetaires.automaton import turn_token
from companion.boxes.mousquetaires.lots import draw, open_late_fate
from companion.boxes.mousquetaires.names import SKILLS, TOKENS
from companion.boxes.mousquetaires.quest import inn, road
from companion.boxes.mousquetaires.quest.tokens import GALLERIES, GUARDS, INN, may_turn_up, tests_left
from companion.boxes.mousquetaires.state import FACE_DOWN, Errand, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def _decide_token(pen: Pen[State]) -> None:
    state = pen.state
    errand = state.errand if state.errand and state.errand.waits == "token" else None
    fight = state.duel if state.duel and state.duel.waits == "token" else None
    if errand is None and fight is None:
        pen.refuse(say("No token is being turned."), "quest-tokens")
    kind = _kind(pen)
    if fight:
        road.turn_up(pen, fight, kind)
    elif errand and errand.what == "advance":
        pen.write("errand", None, "inn")
        inn.open_door(pen, errand.who, int(errand.target.partition(":")[2]), kind, seen_before=False)
    elif errand:
        _turn_next(pen, errand, kind)


def _kind(pen: Pen[State]) -> str:
    """Milady says what it is; without her the app has laid the tokens."""
    kind = pen.given("kind")
    if kind is None and not pen.state.milady:
        return turn_token(pen)
    if kind is None:
        raise BadForm('"token" needs "kind"')
    pen.need(kind in may_turn_up(pen.state), say("There is no such token left."), "quest-tokens")
    return str(kind)


def _turn_next(pen: Pen[State], errand: Errand, kind: str) -> None:
    """Several tokens are turned one after the other: three in the inn, two in a gallery."""
    first, _, rest = errand.target.partition(",")
    where, _, number = first.partition(":")
    path = "quest.inn" if where == "inn" else "quest.guards"
    row = pen.state.quest.inn if where == "inn" else pen.state.quest.guards
    at = int(number)
    pen.write(path, (*row[:at], kind, *row[at + 1 :]), "quest-tokens")
    left = Errand(errand.who, errand.what, errand.place, rest, "token") if rest else None
    pen.write("errand", left, "quest-tokens")


def _decide_scout(pen: Pen[State]) -> None:
    """One epic token turns three tokens of the musketeers' choice."""
    state = pen.state
    try:
        at = tuple(int(space) for space in pen.given("spaces"))
    except ValueError:
        raise BadForm('"spaces" must be numbers') from None
    if state.chapters != INN:
        pen.refuse(say("Epic tokens turn tokens up only in the inn."), "scout")
    if state.epic < 1:
        pen.refuse(say("There is no epic token."), "scout")
    hidden = [space for space, token in enumerate(state.quest.inn) if token == FACE_DOWN]
    each = min(state.board.number("quest.chapters.inn.revealed_an_epic"), len(hidden))
    if len(set(at)) != len(at) or not set(at) <= set(hidden) or not at:
        pen.refuse(say("Choose tokens that lie face down."), "scout")
    pen.need(len(at) == each, say("One epic token turns up three tokens."), "scout")
    move(pen, "epic", -1, "scout")
    target = ",".join(f"inn:{space}" for space in at)
    pen.write("errand", Errand("", "scout", "quest", target, "token"), "scout")


def _decide_gallery(pen: Pen[State]) -> None:
    state, skill = pen.state, pen.given("skill")
    if state.chapters != GALLERIES or state.quest.test:
        pen.refuse(say("There is no gallery to be turned up now."), "galleries")
    if not state.milady and skill is None:
        skill = draw(pen, tests_left(state), "galleries")
        open_late_fate(pen)
    if skill is None:
        raise BadForm('"gallery" needs "skill"')
    pen.need(skill in tests_left(state), say("This skill token was used in another gallery."), "galleries")
    pen.write("quest.test", skill, "galleries")
    target = ",".join(f"room:{at}" for at in range(GUARDS))
    pen.write("errand", Errand("", "gallery", "quest", target, "token"), "galleries")


def _label_token(record: Record) -> Line:
    kind = record.intent.fields.get("kind")
    for drawn in record.result.get("draws", ()):
        if drawn["drawn"] in TOKENS:
            kind = drawn["drawn"]
    return say("The token shows: {token}", token=TOKENS[kind]) if kind else say("A token is turned")


def _label_scout(record: Record) -> Line:
    return say("An epic token turns up the inn")


def _label_gallery(record: Record) -> Line:
    for change in record.result.get("changes", ()):
        if change["what"] == "quest.test":
            return say("The next gallery: {skill}", skill=SKILLS[change["to"]])
    return say("The next gallery")


TOKEN: Verb[State] = Verb(
    "token",
    say("What the token shows that is being turned."),
    _decide_token,
    _label_token,
    (Field("kind", "text", say("which token; drawn if nobody plays Milady"), needed=False, choices=tuple(TOKENS)),),
)
SCOUT: Verb[State] = Verb(
    "scout",
    say("Spend an epic token to turn up three tokens of the inn."),
    _decide_scout,
    _label_scout,
    (Field("spaces", "texts", say("which spaces, counted from 0, path after path")),),
)
GALLERY: Verb[State] = Verb(
    "gallery",
    say("Milady turns up the skill of the next gallery; its guards follow."),
    _decide_gallery,
    _label_gallery,
    (Field("skill", "text", say("the skill; drawn if nobody plays Milady"), needed=False, choices=tuple(SKILLS)),),
)
