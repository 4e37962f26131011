"""Phase II for the clerk: whose turn it is, and everything he can do with an action."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boxes.mousquetaires.actions.challenge import open_tests, test_of
from companion.boxes.mousquetaires.actions.duel import foes_at
from companion.boxes.mousquetaires.actions.exchange import to_spare
from companion.boxes.mousquetaires.actions.task import needed
from companion.boxes.mousquetaires.asks import offers
from companion.boxes.mousquetaires.asks.steps import go_on
from companion.boxes.mousquetaires.company import acting, actions_each, has_free_ride, has_to_ride, must_leave, name_of
from companion.boxes.mousquetaires.goods import for_sale, too_much
from companion.boxes.mousquetaires.names import MUSKETEERS, PLACES
from companion.boxes.mousquetaires.quest import inn
from companion.boxes.mousquetaires.quest.tokens import GALLERIES, INN, ROAD
from companion.boxes.mousquetaires.state import FACE_DOWN, Musketeer, State
from companion.core.prompt import Choice, Prompt
from companion.core.words import say, say_n


def turns(state: State) -> Prompt:
    now = acting(state)
    if now is not None and not now.down and (now.left > 0 or has_free_ride(now)):
        return _turn_of(state, now)
    return _who_next(state)


def _who_next(state: State) -> Prompt:
    last = state.board.profile.text("rulings.recovery") == "last"
    waiting = [musketeer for musketeer in state.company if musketeer.turn == "waiting"]
    standing = [musketeer for musketeer in waiting if not musketeer.down]
    fallen = [musketeer for musketeer in waiting if musketeer.down]
    choices = [offers.turn(musketeer.id) for musketeer in standing]
    if not (last and standing):
        choices += [offers.recover(musketeer.id) for musketeer in fallen]
    if not fallen:
        label = say("All have acted")
        choices.insert(
            0, go_on(label, "check-bold") if not standing else Choice(label, "next", {}, "quiet", "check-all")
        )
    each = actions_each(state)
    return Prompt(
        "actions",
        "musketeers",
        MUSKETEERS,
        say("Who acts?"),
        say_n("{n} action for each musketeer, in any order", "{n} actions for each musketeer, in any order", each),
        "turn",
        (*choices, *_anytime(state)),
    )


def _turn_of(state: State, musketeer: Musketeer) -> Prompt:
    name = name_of(musketeer.id)
    choices = list(_actions(state, musketeer)) if musketeer.left else []
    if has_free_ride(musketeer) and musketeer.place != "bastille":
        choices.append(offers.ride(musketeer.id, musketeer.place, musketeer.banned, True))
    if not must_leave(state, musketeer):
        choices.append(offers.rest(musketeer.id, "quiet" if musketeer.left else "main"))
    return Prompt(
        "turn",
        "musketeers",
        name,
        say("Act!"),
        say_n("{n} action left · {place}", "{n} actions left · {place}", musketeer.left, place=PLACES[musketeer.place]),
        "actions",
        (*choices, *_anytime(state)),
        say("All actions"),
    )


def _actions(state: State, musketeer: Musketeer) -> Iterator[Choice]:
    who = musketeer.id
    jailed = musketeer.place == "bastille"
    if jailed:
        if state.purse >= state.board.number("bastille.price"):
            yield offers.bribe(who)
        yield offers.break_out(who)
    if not (jailed and state.board.ruling("bastille_only_escape")) and not has_to_ride(state, musketeer):
        yield from _on_the_spot(state, musketeer)
        yield offers.draw(who)
        yield from _trade(state, musketeer)
    if not jailed:
        yield offers.ride(who, musketeer.place, musketeer.banned, False)


def _on_the_spot(state: State, musketeer: Musketeer) -> Iterator[Choice]:
    """What this place has to offer."""
    place, who = musketeer.place, musketeer.id
    if place == "quest":
        if not musketeer.banned:
            yield from _on_the_quest(state, musketeer)
        return
    if place == "rochelle" and len(state.siege_cards) < state.board.number("siege.slots"):
        yield offers.reinforce(who)
    if place == "richelieu" and state.board.ruling("richelieu_search_when_starting_there"):
        yield offers.search(who)
    if place not in ("paris", "louvre"):
        return
    mission = state.mission(place)
    stopped = mission.ambush == "beggars" or (mission.ambush == "nemesis" and mission.nemesis == who)
    for target in open_tests(state, place):
        if not stopped or target == "courtesan":
            yield offers.challenge(who, target, *test_of(state, place, target))
    for foe in foes_at(state, musketeer):
        if not stopped or foe == "nemesis":
            yield offers.duel(who, foe)
    if place == "paris" and needed(state) and not stopped:
        yield offers.task(who, min(needed(state), state.board.tracks["constance"].hi))


def _on_the_quest(state: State, musketeer: Musketeer) -> Iterator[Choice]:
    who = musketeer.id
    if state.chapters == INN:
        for path in range(1, inn.paths(state) + 1):
            yield offers.path(who, path)
    if state.chapters == ROAD:
        yield offers.road(who)
    for target in open_tests(state, "quest"):
        yield offers.challenge(who, target, *test_of(state, "quest", target))
    for foe in foes_at(state, musketeer):
        yield offers.duel(who, foe)
    if state.chapters == GALLERIES and state.epic >= state.board.number("quest.chapters.galleries.passage_epic"):
        yield offers.passage(who)


def _trade(state: State, musketeer: Musketeer) -> Iterator[Choice]:
    """What can be done from anywhere."""
    who = musketeer.id
    if not state.separated:
        for other in state.company:
            if other.place == musketeer.place and other.id != who:
                yield offers.exchange(
                    who, other.id, to_spare(state, musketeer, other), to_spare(state, other, musketeer)
                )
    goods = for_sale(state.board, state.stock, state.purse, musketeer.gear, musketeer.skills, musketeer.botte)
    if goods:
        yield offers.equip(who, goods, min(state.board.number("arsenal.bought_an_action"), len(goods)))
    for kind, owned in (("gear", musketeer.gear), ("skills", musketeer.skills)):
        goods = too_much(state.board, state.stock, state.purse, kind, owned)
        if goods:
            yield offers.make_room(who, goods, owned)
    full = len(state.siege_cards) >= state.board.number("siege.slots") or "bassompierre" in state.siege_cards
    yield offers.character(who, not full)


def _anytime(state: State) -> Iterator[Choice]:
    """What needs neither a turn nor an action."""
    for place in ("paris", "louvre"):
        if state.mission(place).ambush != "beggars":
            continue
        near = not state.board.ruling("beggars_paid_on_the_spot") or state.at(place)
        if near and state.purse >= state.board.number("ambushes.beggars.price"):
            yield offers.pay_beggars(place)
    if state.chapters == INN and state.epic and FACE_DOWN in state.quest.inn:
        hidden = tuple(at for at, token in enumerate(state.quest.inn) if token == FACE_DOWN)
        yield offers.scout(hidden, min(state.board.number("quest.chapters.inn.revealed_an_epic"), len(hidden)))
    if state.sand.turned and state.sand.holds:
        yield Choice(say("Let the sand run on"), "sand", {"how": "go_on"}, "quiet", "timer-sand")
