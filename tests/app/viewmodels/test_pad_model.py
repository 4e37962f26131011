"""Milady's pad without a window: what everybody may read, and what lies behind the curtain."""

import pytest

from companion import boxes
from companion.app.viewmodels.pad import ICONS, PLACE, PadModel, shuffled
from companion.app.viewmodels.veil import UNSEAL
from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.core.record import Intent, Record
from companion.core.sealed import Opening
from companion.core.words import ENGLISH
from companion.store.table import OpenMatch

OPTIONS = {"players": 5, "depth": "clerk", "paris": "missing"}


class Table:
    def __init__(self, **options):
        self.open = OpenMatch.start(boxes.load("mousquetaires"), {**OPTIONS, **options}, None)
        self.match = self.open.match
        self.model = PadModel(self.match, lambda line: line.read(ENGLISH) if line else "")

    def act(self, do, **fields):
        outcome = self.match.act(Intent(do, fields))
        assert isinstance(outcome, Record), outcome
        self.model.refresh()

    def seal(self, place):
        assert isinstance(self.open.seal(place), Record)
        self.model.refresh()

    def show(self, place, *, cards=()):
        """To the moment in which she shows herself."""
        self.seal(place)
        for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
            self.act(do, **fields)
        if cards:
            self.act("correct", what="aramis.place", to="rochelle")
            self.act("turn", who="aramis")
            for card in cards:
                self.act("reinforce", card=card)
        self.act("correct", what="step", to="reveal")


@pytest.fixture
def table():
    return Table()


def still(names):
    """No shuffling."""


# --- what everybody may see ---


def test_every_place_has_a_tile_and_a_symbol(table):
    assert set(ICONS) == set(DESTINATIONS)
    assert [tile.place for tile in table.model.places("", None, still)] == list(DESTINATIONS)
    assert all(tile.text and tile.icon for tile in table.model.places("", None, still))


def test_the_status_tells_what_everybody_knows(table):
    assert table.model.status(False)[1] == "Nothing is sealed in this round yet."
    table.seal("house")
    assert "anew" in table.model.status(True)[1]
    assert "not here" in table.model.status(False)[1]
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
        table.act(do, **fields)
    assert table.model.status(True)[1] == "Sealed. Nobody can change it any more."


@pytest.mark.parametrize("place", DESTINATIONS)
def test_nothing_that_everybody_sees_depends_on_the_place(place):
    first, other = Table(), Table()
    first.seal("paris")
    other.seal(place)
    for _ in range(4):
        for keeps in (True, False):
            for answers in (True, False):
                assert first.model.asked(keeps, answers) == other.model.asked(keeps, answers)
            assert first.model.status(keeps) == other.model.status(keeps)
        assert (first.model.seal_words, first.model.may_seal) == (other.model.seal_words, other.model.may_seal)
        for table in (first, other):
            if table.model.prompt.id == "perfidy":
                table.act("perfidy", how="draw")
            elif table.model.prompt.id in ("destination", "paris"):
                table.act("next")


def test_a_place_that_everybody_knows_is_named(table):
    table.show("house")
    table.act("reveal", place="house", nonce=table.open.opening().nonce_hex)
    assert table.model.status(True)[1] == "Everybody has seen her: Milady's house."


def test_a_round_without_a_seal_is_played_with_the_card(table):
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
        table.act(do, **fields)
    assert table.model.status(False)[1] == "No seal in this round."


def test_before_she_has_sealed_the_card_leads_behind_the_curtain(table):
    now = table.model.asked(False, False)
    assert [lead.page for lead in now.leads] == [PLACE]
    assert not now.main
    table.seal("house")
    now = table.model.asked(True, False)
    assert [button.text for button in now.main] == ["Sealed: go on"]
    assert [button.choice.do for button in now.main] == ["next"]
    assert not now.leads


def test_who_is_asked_nothing_is_told_so(table):
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
        table.act(do, **fields)
    now = table.model.asked(False, False)
    assert (now.what, now.main, now.others) == ("Nothing is asked of you", (), ())
    assert now.detail == "The musketeers: Who acts?"
    table.act("correct", what="queen", to=8)
    assert table.model.asked(False, False).what == "The match is over"


def test_while_her_device_answers_there_is_nothing_to_tap(table):
    table.seal("house")
    for do, fields in (
        ("next", {}),
        ("next", {}),
        ("perfidy", {"how": "draw"}),
        ("correct", {"what": "aramis.place", "to": "louvre"}),
        ("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"]}),
        ("turn", {"who": "aramis"}),
        ("duel", {"foe": "lubin"}),
    ):
        table.act(do, **fields)
    now = table.model.asked(True, True)
    assert (now.main, now.others, now.quiet, now.leads) == ((), (), (), ())
    assert "Your device answers for you." in now.detail
    now = table.model.asked(True, False)
    assert [button.choice.do for button in (*now.main, *now.others)] == ["let_pass", "rochefort"]


# --- her choice ---


def test_another_order_each_time():
    orders = set()
    for _ in range(40):
        names = list(DESTINATIONS)
        shuffled(names)
        assert sorted(names) == sorted(DESTINATIONS)
        orders.add(tuple(names))
    assert len(orders) > 20


def test_while_rochefort_is_out_three_places_are_shown_and_cannot_be_chosen(table):
    assert all(table.model.can_go(place) for place in DESTINATIONS)
    table.act("correct", what="rochefort", to=0)
    barred = {tile.place for tile in table.model.places("", None, still) if tile.barred}
    assert barred == {"paris", "louvre", "quest"}
    assert {place for place in DESTINATIONS if table.model.can_go(place)} == set(DESTINATIONS) - barred
    table.act("next")
    table.act("correct", what="rochefort", to=5)  # what counts is how he was when she chose
    assert not table.model.can_go("louvre")


def test_after_the_ride_nothing_can_be_chosen(table):
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "draw"})):
        table.act(do, **fields)
    assert not table.model.may_seal
    assert not table.model.can_go("house")


def test_the_tiles_say_what_is_chosen_and_what_is_sealed(table):
    tiles = {tile.place: tile for tile in table.model.places("quest", Opening(1, "house", "0" * 64), still)}
    assert [place for place, tile in tiles.items() if tile.chosen] == ["quest"]
    assert [place for place, tile in tiles.items() if tile.sealed] == ["house"]


def test_a_line_says_what_the_finger_does(table):
    assert "Slide" in table.model.places_line("", None)
    assert "seal" in table.model.places_line("house", None)
    table.show("house")
    assert table.model.places_line("", table.open.opening()) == "Your seal of this round"
    assert table.model.places_line("", None) == "You sealed nothing here"


# --- she shows herself ---


@pytest.mark.parametrize("place", DESTINATIONS)
def test_behind_the_curtain_is_only_what_she_can_do_where_she_is(place):
    table = Table()
    table.show(place)
    assert table.model.shows_herself
    deeds = table.model.deeds(table.open.opening())
    assert deeds
    assert {button.choice.fields["place"] for button in deeds} == {place}
    assert table.model.deeds(None) == ()


def test_in_front_of_it_one_button_opens_the_seal(table):
    table.show("house")
    now = table.model.asked(True, True)
    assert [(lead.page, lead.weight) for lead in now.leads] == [(UNSEAL, "main")]
    assert (now.main, now.others, now.quiet) == ((), (), ())
    plain = table.model.asked(False, False)
    assert len(plain.others) >= 6


def test_at_la_rochelle_she_chooses_a_card():
    table = Table()
    table.show("rochelle", cards=("single", "double"))
    cards = [button.choice.fields["card"] for button in table.model.deeds(table.open.opening())]
    assert cards == ["single", "double"]
