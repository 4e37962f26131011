"""The musketeers' page without a window."""

import pytest

from companion.app.viewmodels.company import CompanyModel
from companion.app.viewmodels.table import TableModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent, Record


def _read(line):
    return line.read() if line else ""


class Evening:
    def __init__(self, **options):
        box = load("mousquetaires")
        header = open_header(box, "m", {"players": 5, "depth": "clerk", **options}, box.profile(), 0, "")
        self.match = Match(box, header)

    def act(self, do, **fields):
        assert isinstance(self.match.act(Intent(do, fields)), Record), (do, fields)

    @property
    def company(self):
        return CompanyModel(TableModel(self.match, _read), _read)

    def of(self, who):
        return next(figure for figure in self.company.figures if figure.who == who)


@pytest.fixture
def evening():
    evening = Evening()
    evening.act("next")
    evening.act("next")
    evening.act("perfidy", how="draw")
    evening.act("correct", what="purse", to=12)
    return evening


def test_everybody_waits_with_his_actions_before_him(evening):
    athos = evening.of("athos")
    assert (athos.state.text, athos.pips) == ("Waiting for his turn", ("later",) * 3)
    assert (athos.life, athos.most_life, athos.hearts) == (3, 3, "Hearts: 3 of 3")
    assert athos.offer.choice.fields == {"who": "athos"}
    assert athos.hint == "Tap: his turn begins"


def test_whoever_acts_spends_his_actions_and_the_others_wait(evening):
    evening.act("turn", who="athos")
    evening.act("draw")
    athos = evening.of("athos")
    assert (athos.turn, athos.pips, athos.actions) == ("acting", ("left", "left", "spent"), "2 actions left")
    assert athos.offer is None
    assert evening.of("porthos").offer is None
    evening.act("rest")
    assert evening.of("athos").state.text == "Has acted"


def test_what_he_owns_stands_on_his_plate(evening):
    evening.act("turn", who="porthos")
    evening.act("equip", buy=["horse"])
    evening.act("move", to="rochelle", free=True)
    assert [tag.text for tag in evening.of("porthos").tags] == ["Thoroughbred", "Free ride used"]
    evening.act("rest")
    evening.act("turn", who="aramis")
    evening.act("equip", buy=["erudition", "improved_botte"])
    assert [tag.text for tag in evening.of("aramis").tags] == ["Erudition +1", "Improved botte"]


def test_whoever_is_out_of_action_can_get_up(evening):
    evening.act("correct", what="athos.down", to=True)
    athos = evening.of("athos")
    assert (athos.state.text, athos.pips) == ("Out of action", ())
    assert athos.offer.choice.do == "recover"
    assert athos.hint == "Tap: he gets up"


def test_whoever_fell_on_the_deadly_quest_is_barred_from_it():
    evening = Evening(deadly_quest=True)
    for fields in ({"what": "step", "to": "actions"}, {"what": "athos.place", "to": "quest"}):
        evening.act("correct", **fields)
    evening.act("correct", what="athos.life", to=1)
    evening.act("turn", who="athos")
    evening.act("advance", path=1)
    if evening.match.state.errand.waits == "rochefort":
        evening.act("let_pass")
    evening.act("token", kind="trap")
    assert "Barred from the quest" in [tag.text for tag in evening.of("athos").tags]


def test_the_places_show_who_stands_there(evening):
    evening.act("correct", what="athos.place", to="bastille")
    stands = {stand.place: stand for stand in evening.company.stands}
    assert stands["bastille"].figures == ("At",)
    assert stands["paris"].name == "Paris"
    evening.act("correct", what="athos.place", to="paris")
    assert "bastille" not in {stand.place for stand in evening.company.stands}


def test_whoever_acts_may_ride_to_the_other_places(evening):
    assert not any(stand.ride for stand in evening.company.stands)
    evening.act("turn", who="athos")
    here = evening.match.state.of("athos").place
    assert {stand.place for stand in evening.company.stands if not stand.ride} == {here}
    assert evening.company.ride_of_acting("rochelle").fields == {"who": "athos", "to": "rochelle"}
    assert evening.company.ride_of_acting(here) is None


def test_a_dropped_figure_rides_if_it_is_offered_and_is_put_right_if_not(evening):
    assert evening.company.drop("athos", evening.match.state.of("athos").place) is None
    waiting = evening.company.drop("athos", "rochelle")
    assert waiting.begins
    assert waiting.fields == {"who": "athos", "to": "rochelle"}
    evening.act("turn", who="athos")
    assert evening.company.drop("athos", "rochelle").ride.choice.do == "move"
    other = evening.company.drop("porthos", "quest")
    assert (other.ride, other.begins) == (None, False)
    assert other.correction == {"what": "porthos.place", "to": "quest"}


def test_the_free_ride_comes_first(evening):
    evening.act("turn", who="porthos")
    evening.act("equip", buy=["horse"])
    assert evening.company.drop("porthos", "rochelle").fields == {"who": "porthos", "free": True, "to": "rochelle"}
    evening.act("move", to="rochelle", free=True)
    assert evening.company.drop("porthos", "paris").fields == {"who": "porthos", "to": "paris"}


def test_everything_can_be_put_right(evening):
    title, places = evening.company.places_for("athos")
    assert title == "Place: Athos"
    assert [place for place, *_, here in places if here] == [evening.match.state.of("athos").place]
    _, turns = evening.company.turns_for("athos")
    for _, _, fields in turns:
        evening.act("correct", **fields)
    assert evening.match.state.of("athos").down
    assert [word for _, word, _ in evening.company.turns_for("athos")[1]][-1] == "On his feet"


def test_the_scorekeeper_follows_nobody():
    assert not Evening(depth="scorekeeper").company.followed
    assert Evening().company.followed
