"""The NOW card on the table of the device that keeps Milady's seal: it leads to her, and it tells nothing."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion import boxes
from companion.app.viewmodels.table import TableModel
from companion.app.viewmodels.veil import PAD, UNSEAL, deed_of, deeds_of, veiled
from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.core.record import Intent, Record
from companion.core.sealed import Opening
from companion.store.table import OpenMatch

NOBODY = SimpleNamespace(serves=False, sealed=False, keeps=False, will_answer=False)
THERE = SimpleNamespace(serves=True, sealed=False, keeps=False, will_answer=False)
KEEPS = SimpleNamespace(serves=True, sealed=True, keeps=True, will_answer=False)
ANSWERS = SimpleNamespace(serves=True, sealed=True, keeps=True, will_answer=True)
ERRAND = (
    ("next", {}),
    ("next", {}),
    ("perfidy", {"how": "draw"}),
    ("correct", {"what": "aramis.place", "to": "louvre"}),
    ("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"]}),
    ("turn", {"who": "aramis"}),
    ("duel", {"foe": "lubin"}),
)
SHOW = (("correct", {"what": "step", "to": "reveal"}),)


def read(line):
    return line.read() if line else ""


def model(*deeds):
    match = OpenMatch.start(boxes.load("mousquetaires"), {"players": 5, "depth": "clerk"}, None).match
    for do, fields in deeds:
        assert isinstance(match.act(Intent(do, fields)), Record)
    return TableModel(match, read)


def card(keeper, *deeds):
    table = model(*deeds)
    table.veil = lambda now, prompt: veiled(keeper, read, now, prompt)
    return table.now


@pytest.mark.parametrize("deeds", [(), ERRAND, SHOW], ids=["destination", "errand", "reveal"])
def test_where_nobody_seals_the_card_is_as_it_was(deeds):
    assert card(NOBODY, *deeds) == model(*deeds).now


def test_at_the_beginning_of_a_round_one_button_leads_to_the_pad():
    plain, now = model().now, card(THERE)
    assert [(lead.text, lead.page, lead.weight) for lead in now.leads] == [("Choose under seal", PAD, "other")]
    assert replace(now, leads=()) == replace(plain, leads=())  # the card on the table stays as good a way


def test_with_a_seal_no_card_has_to_be_down():
    now = card(KEEPS)
    assert [(button.text, button.choice.do) for button in now.main] == [("Sealed: go on", "next")]
    assert now.detail == "Her destination is sealed."


def test_while_her_device_answers_the_table_only_waits():
    now = card(ANSWERS, *ERRAND)
    assert (now.main, now.leads) == ((), ())
    assert now.detail == "Milady's device answers at once."
    # A table is never stuck: what it could always say is behind one button.
    assert now.folded
    assert [button.choice.do for button in now.others] == ["let_pass", "rochefort"]


def test_a_milady_who_answers_herself_is_asked_on_her_pad():
    now = card(KEEPS, *ERRAND)
    assert [(lead.page, lead.weight) for lead in now.leads] == [(PAD, "main")]
    assert not now.main
    assert now.folded


def test_without_the_opening_the_table_answers_for_her_as_before():
    assert card(replace_(KEEPS, keeps=False), *ERRAND) == model(*ERRAND).now


def replace_(keeper, **how):
    return SimpleNamespace(**{**vars(keeper), **how})


def test_to_open_the_seal_is_one_button_and_the_card_stays_as_it_was():
    plain, now = model(*SHOW).now, card(KEEPS, *SHOW)
    assert [(lead.page, lead.weight) for lead in now.leads] == [(UNSEAL, "main")]
    assert replace(now, leads=()) == plain
    assert len(now.others) >= 6


@pytest.mark.parametrize("place", DESTINATIONS)
def test_one_deed_needs_no_choosing_and_several_do(place):
    prompt = model(("correct", {"what": "treachery_cards", "to": 1}), *SHOW).prompt
    opening = Opening(1, place, "0" * 64)
    deeds = deeds_of(prompt, opening)
    assert {choice.fields["place"] for choice in deeds} == {place}
    if place == "richelieu":
        assert len(deeds) == 3  # one of her choice, or up to three; and, rarely, found there
        assert deed_of(prompt, opening) is None
    else:
        assert deed_of(prompt, opening) == deeds[0]


def test_who_holds_enough_cards_already_chooses_one_at_richelieus():
    prompt = model(*SHOW).prompt
    deed = deed_of(prompt, Opening(1, "richelieu", "0" * 64))
    assert dict(deed.fields) == {"place": "richelieu"}


def test_without_an_opening_there_is_no_deed():
    assert deed_of(model(*SHOW).prompt, None) is None
    assert deed_of(None, Opening(1, "house", "0" * 64)) is None
