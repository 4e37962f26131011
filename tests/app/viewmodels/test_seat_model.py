"""What a place at the table makes of the NOW card, without a window."""

from dataclasses import dataclass, replace
from functools import partial

import pytest

from companion.app.guests import Guests
from companion.app.viewmodels.seat import seen_from
from companion.app.viewmodels.table import Lead, TableModel
from companion.app.viewmodels.veil import PAD
from companion.app.viewmodels.voice import TERSE
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent, Record
from companion.core.seats import MILADY, MUSKETEERS, ONLOOKER, TABLE, may

BEGUN = (("next", {}), ("next", {}))
RIDING = (*BEGUN, ("perfidy", {"how": "draw"}))


def _read(line):
    return line.read() if line else ""


@dataclass
class Place:
    match: Match
    role: str = TABLE
    milady_elsewhere: bool = False
    linked: bool = True

    def may(self, do, fields):
        if not self.linked:
            return None
        return may(self.match.box, Intent(do, fields), self.role, self.match.state, self.milady_elsewhere)


def _begin(*deeds, **options):
    box = load("mousquetaires")
    match = Match(box, open_header(box, "m", {"players": 5, "depth": "clerk", **options}, box.profile(), 0, ""))
    for do, fields in deeds:
        assert isinstance(match.act(Intent(do, fields)), Record), do
    return match


def _model(match, **how):
    place = Place(match, **how)
    model = TableModel(match, _read)
    model.may, model.seat = place.may, partial(seen_from, place, match, _read)
    model.refresh()
    return model


def _offered(now):
    return [button.choice.do for button in (*now.main, *now.others, *now.quiet)]


def test_a_device_that_is_alone_sees_the_card_as_it_is():
    match = _begin()
    assert _model(match, linked=False).now == TableModel(match, _read).now


def test_the_table_plays_for_everybody_who_has_no_device():
    match = _begin()
    assert _model(match).now == TableModel(match, _read).now


@pytest.mark.parametrize(
    ("role", "deeds", "camp", "what"),
    [
        (MUSKETEERS, (), "milady", "Milady is choosing"),
        (MILADY, RIDING, "musketeers", "The musketeers are choosing"),
        (ONLOOKER, (), "milady", "Milady is choosing"),
        (ONLOOKER, RIDING, "musketeers", "The musketeers are choosing"),
        (ONLOOKER, (("correct", {"what": "step", "to": "siege"}),), "table", "The table is choosing"),
    ],
)
def test_the_others_wait(role, deeds, camp, what):
    match = _begin(*deeds)
    asked = match.prompts()[0]
    now = _model(match, role=role).now
    assert (now.camp, now.what, now.rule) == (camp, what, asked.rule)
    assert now.detail == f"{asked.who.read()}: {asked.what.read()}"
    assert (now.main, now.others, now.folded) == ((), (), "")


def test_whoever_is_asked_has_the_same_choices_as_at_the_table():
    match = _begin(*RIDING)
    mine, table = _model(match, role=MUSKETEERS).now, TableModel(match, _read).now
    assert (mine.what, mine.main, mine.others) == (table.what, table.main, table.others)


def test_nothing_forbidden_is_offered_in_a_whole_evening():
    """At every step of an evening, on every seat; and what is allowed is not lost."""
    match = _begin(paris="missing")
    guests = Guests(match, "3")
    for _ in range(120):
        if not match.prompts():
            break
        asked = {choice.do for choice in match.prompts()[0].choices}
        for role in (MILADY, MUSKETEERS, ONLOOKER, TABLE):
            place = Place(match, role, milady_elsewhere=role == TABLE)
            now = _model(match, role=role, milady_elsewhere=role == TABLE).now
            offered = set(_offered(now))
            for button in (*now.main, *now.others, *now.quiet):
                assert place.may(button.choice.do, button.choice.fields) is None, (role, button.choice)
            lost = {
                choice.do
                for choice in match.prompts()[0].choices
                if place.may(choice.do, choice.fields) is None and choice.do != "one_for_all"
            }
            assert lost <= offered, (role, asked)
        _, intent = guests.decide()
        match.act(Intent(intent.do, intent.fields))


def test_an_onlooker_is_offered_nothing_at_all():
    match = _begin(*RIDING, ("correct", {"what": "one_for_all", "to": 1}))
    model = _model(match, role=ONLOOKER)
    assert (_offered(model.now), model.now.leads) == ([], ())
    assert model.looks_on
    assert (model.undo, model.redo) == ("", "")
    assert model.lately == "One for all cards set to 1"


@pytest.mark.parametrize("role", [TABLE, MILADY, MUSKETEERS])
def test_everybody_else_can_take_back(role):
    model = _model(_begin(*BEGUN), role=role)
    assert not model.looks_on
    assert model.undo.startswith("Undo: ")
    assert model.lately == model.undo


def test_what_may_be_done_all_the_same_stays_and_does_not_shout():
    match = _begin()
    now = _model(match, role=MUSKETEERS).now
    assert {button.choice.do for button in now.quiet} == {"louvre_mission"}


# --- the table, while Milady sits at her own device ---


def test_milady_is_asked_on_her_device():
    match = _begin()
    now = _model(match, milady_elsewhere=True).now
    assert (now.what, now.detail) == ("Milady is asked on her device", "Choose your destination")
    assert [(button.text, button.choice.do) for button in now.quiet[:1]] == [("She tells us: The card is down", "next")]
    assert (now.main, now.others, now.folded) == ((), (), "")
    assert "louvre_mission" in [button.choice.do for button in now.quiet]  # which is nobody's secret


def test_many_choices_of_hers_wait_behind_one_quiet_button():
    now = _model(_begin(*BEGUN), milady_elsewhere=True).now
    assert (now.folded, now.tucked) == ("She tells us …", True)
    assert {button.choice.do for button in now.others} == {"perfidy", "next"}
    assert now.main == ()


def test_what_only_she_can_know_is_not_offered_at_the_table():
    deeds = (*RIDING, ("paris_mission", {}), ("turn", {"who": "porthos"}))
    match = _begin(*deeds, paris="missing")
    match.act(Intent("correct", {"what": "porthos.place", "to": "louvre"}))
    match.act(Intent("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"]}))
    match.act(Intent("duel", {"foe": "lubin"}))
    assert match.prompts()[0].id == "rochefort"
    now = _model(match, milady_elsewhere=True).now
    assert not {"rochefort", "let_pass"} & set(_offered(now))
    assert now.what == "Milady is asked on her device"
    assert {"rochefort", "let_pass"} <= set(_offered(_model(match, role=MILADY).now))


def test_where_the_app_draws_for_her_nobody_is_waited_for():
    match = _begin(milady=False, players=4)
    now = _model(match, milady_elsewhere=True).now
    assert now.what != "Milady is asked on her device"
    assert now.main


def test_what_is_not_hers_is_asked_as_ever():
    match = _begin(*RIDING)
    assert _model(match, milady_elsewhere=True).now == TableModel(match, _read).now


def test_the_way_to_her_pad_is_on_her_device():
    match = _begin()
    model = _model(match, milady_elsewhere=True)
    model.veil = lambda now, prompt: _with_lead(now)
    assert [lead.page for lead in model.now.leads] == ["oneforall"]


def _with_lead(now):
    return replace(now, leads=(Lead("pad", "", PAD), Lead("cards", "", "oneforall")), detail="Her seal lies there.")


def test_what_is_known_of_her_seal_is_still_said():
    match = _begin()
    model = _model(match, milady_elsewhere=True)
    model.veil = lambda now, prompt: _with_lead(now)
    assert model.now.detail == "Her seal lies there."


def test_the_terse_voice_says_no_more_than_who_is_waited_for():
    model = _model(_begin(), role=MUSKETEERS)
    model.voice = TERSE
    assert (model.now.what, model.now.detail) == ("Milady is choosing", "")
