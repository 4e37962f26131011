"""Action 6: take on a challenge with a skill and the cards that fit it."""

from __future__ import annotations

from companion.boxes.mousquetaires.ambush import blocked, remove_ambush
from companion.boxes.mousquetaires.company import WHO, chosen, name_of, on_the_quest
from companion.boxes.mousquetaires.cunning import be_cunning, cunning_bonus
from companion.boxes.mousquetaires.errands import declare
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.missions import settle
from companion.boxes.mousquetaires.names import SKILLS as SKILL_NAMES
from companion.boxes.mousquetaires.quest import galleries
from companion.boxes.mousquetaires.quest.tokens import CALAIS, GALLERIES
from companion.boxes.mousquetaires.state import Errand, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

MOST_CARDS = 12


def calais_value(state: State, skill: str) -> int:
    at = "quest.chapters.calais"
    skills, values = state.board.profile.texts(f"{at}.skills"), state.board.profile.numbers(f"{at}.challenges")
    return dict(zip(skills, values, strict=False)).get(skill, 0)


def test_of(state: State, place: str, target: str) -> tuple[str, int]:
    """Skill and difficulty; no skill means that there is no such challenge now."""
    board = state.board
    if target == "courtesan":
        at = "ambushes.courtesan"
        return board.profile.text(f"{at}.skill"), board.number(f"{at}.challenge")
    if place == "quest":
        if state.chapters == CALAIS:
            return target, calais_value(state, target)
        return state.quest.test, board.number("quest.chapters.galleries.challenge")
    mission = state.mission(place)
    harder = board.number("ambushes.courtesan.difficulty") if mission.ambush == "courtesan" else 0
    return mission.skill, mission.value + harder


def skill_of(state: State, who: str, skill: str) -> int:
    improved = state.board.number("arsenal.improved_skill.bonus") if skill in state.of(who).skills else 0
    return state.board.number(f"musketeers.{who}.{skill}") + improved


def open_tests(state: State, place: str) -> tuple[str, ...]:
    """What a musketeer at that place can take on: the targets of `challenge`."""
    if place == "quest":
        if state.chapters == CALAIS:
            skills = state.board.profile.texts("quest.chapters.calais.skills")
            return tuple(skill for skill in skills if skill not in state.quest.calais)
        return ("mission",) if state.chapters == GALLERIES and state.quest.test else ()
    if place not in ("paris", "louvre"):
        return ()
    mission = state.mission(place)
    own = ("mission",) if mission.skill and not mission.mastered else ()
    return (*own, "courtesan") if mission.ambush == "courtesan" else own


def _decide(pen: Pen[State]) -> None:
    musketeer, target = chosen(pen), pen.given("what", "mission")
    place = musketeer.place
    if target not in open_tests(pen.state, place):
        pen.refuse(say("{name} finds no such challenge where he is.", name=name_of(musketeer.id)), "challenge")
    if place != "quest" and target == "mission":
        blocked(pen, place, musketeer.id)
    if place == "quest":
        on_the_quest(pen, musketeer)
    declare(pen, Errand(musketeer.id, "challenge", place, target), "challenge", ambush=target == "courtesan")


def _decide_meet(pen: Pen[State]) -> None:
    state, errand = pen.state, pen.state.errand
    if errand is None or errand.what != "challenge" or errand.waits != "cards":
        pen.refuse(say("Nobody is taking on a challenge."), "challenge")
    cards, cunning, epic = pen.given("cards", 0), pen.given("cunning", False), pen.given("epic", 0)
    if not 0 <= cards <= MOST_CARDS:
        raise BadForm(f'"cards" must be 0 to {MOST_CARDS}')
    if not 0 <= epic <= state.epic:
        pen.refuse(say("There are not so many epic tokens."), "challenge")
    skill, value = test_of(state, errand.place, errand.target)
    if epic:
        at_calais = errand.place == "quest" and state.chapters == CALAIS
        pen.need(at_calais, say("Epic tokens make only the challenges of Calais easier."), "calais")
        move(pen, "epic", -epic, "calais")
        value -= epic * state.board.number("quest.chapters.calais.eased_an_epic")
    bonus = cards * state.board.number("challenge.card_bonus")
    if cunning:
        be_cunning(pen, errand.who)
        bonus += cunning_bonus(state)
    total = skill_of(state, errand.who, skill) + bonus
    pen.write("errand", None, "challenge")
    if total < value:
        pen.tell(say("{name} fails: {total} against {value}.", **_told(errand, total, value)), "challenge")
        return
    pen.tell(say("{name} succeeds: {total} against {value}.", **_told(errand, total, value)), "challenge")
    _mastered(pen, errand, skill)


def _told(errand: Errand, total: int, value: int) -> dict[str, Line | int]:
    return {"name": name_of(errand.who), "total": total, "value": value}


def _mastered(pen: Pen[State], errand: Errand, skill: str) -> None:
    place = errand.place
    if errand.target == "courtesan":
        remove_ambush(pen, place, "ambush-courtesan")
        settle(pen, place)
    elif place == "quest" and pen.state.chapters == CALAIS:
        pen.write("quest.calais", (*pen.state.quest.calais, skill), "calais")
    elif place == "quest":
        galleries.cross(pen, errand.who)
    else:
        pen.write(f"{place}_mission.mastered", True, "challenge")
        move(pen, "purse", pen.state.mission(place).reward, "challenge")
        settle(pen, place)


def _label(record: Record) -> Line:
    return say("{name} takes on a challenge", name=acted(record))


def _label_meet(record: Record) -> Line:
    tells = record.result.get("tells", ())
    return Line.from_plain({name: part for name, part in tells[0].items() if name != "why"})


CHALLENGE: Verb[State] = Verb(
    "challenge",
    say("A musketeer takes on a challenge where he is."),
    _decide,
    _label,
    (
        WHO,
        Field(
            "what",
            "text",
            say("mission, courtesan, or at Calais the skill"),
            needed=False,
            choices=("mission", "courtesan", *SKILL_NAMES),
        ),
    ),
)
MEET: Verb[State] = Verb(
    "meet",
    say("Which cards the musketeer plays in his challenge."),
    _decide_meet,
    _label_meet,
    (
        Field("cards", "number", say("cards of that skill"), needed=False),
        Field("cunning", "flag", say("Aramis: any one card as a point"), needed=False),
        Field("epic", "number", say("epic tokens, at Calais"), needed=False),
    ),
)
