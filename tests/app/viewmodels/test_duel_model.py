"""What the duel page tells, without a window."""

from dataclasses import replace
from fractions import Fraction

import pytest

from companion.app.viewmodels.duel import bout_of
from companion.app.viewmodels.duel_odds import as_odds, chance, odds_table
from companion.boxes import load
from companion.boxes.mousquetaires.odds import more_cards
from companion.boxes.mousquetaires.state import FACE_DOWN, Duel
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.words import Line


def _read(line: Line | None) -> str:
    return line.read() if line else ""


@pytest.fixture
def match():
    box = load("mousquetaires")
    options = {"players": 5, "depth": "clerk", "paris": "missing"}
    match = Match(box, open_header(box, "m", options, box.profile(), 0, ""))
    for do, fields in (
        ("next", {}),
        ("next", {}),
        ("perfidy", {"how": "draw"}),
        ("louvre_mission", {"card": "poisons", "foes": ["jussac", "lubin"]}),
        ("turn", {"who": "porthos"}),
    ):
        match.act(Intent(do, fields))
    return match


def _fence(match, foe="lubin", gear=(), **cards):
    """Porthos crosses blades, up to the first throw."""
    company = tuple(replace(one, gear=gear) if one.id == "porthos" else one for one in match.state.company)
    match.state = replace(match.state, company=company)
    for do, fields in (("duel", {"foe": foe}), ("let_pass", {})):
        match.act(Intent(do, fields))
    if cards:
        match.act(Intent("commit", cards))


def _clash(match, *faces):
    match.act(Intent("clash", {"faces": list(faces)}))


def test_nobody_fights(match):
    assert bout_of(match, _read) is None


def test_before_the_first_throw_the_dice_are_blank(match):
    _fence(match, gear=("pistol", "cuirass", "toledo"))
    bout = bout_of(match, _read)
    assert (bout.musketeer.name, bout.foe.name, bout.title) == ("Porthos", "Lubin", "En garde!")
    assert bout.musketeer.dice == ("", "", "")
    assert bout.foe.dice == ("", "")
    assert (bout.musketeer.hearts, bout.musketeer.most_hearts, bout.foe.hearts) == (5, 5, 1)
    assert [gear.text for gear in bout.musketeer.gear] == ["Pistol", "Cuirass", "Toledo blade"]
    assert [botte.faces for botte in bout.musketeer.bottes] == [("lily", "lily", "lily")]


def test_the_odds_stand_beside_the_question_how_many_cards(match):
    _fence(match)
    bout = bout_of(match, _read)
    table = bout.odds
    assert [row.text for row in table.rows] == ["0", "1", "2", "3"]
    assert [column.text for column in table.columns] == ["Foe beaten", "Wounded"]
    exact = more_cards(as_odds(match.state, replace(match.state.duel, blue=3)))
    assert [row.chances[0].share for row in table.rows] == [float(odds.win) for odds in exact]
    assert [row.chances[1].share for row in table.rows] == [float(odds.wounded) for odds in exact]
    shares = [row.chances[0].share for row in table.rows]
    assert shares == sorted(set(shares))


def test_equipment_is_in_the_odds(match):
    _fence(match)
    bare = as_odds(match.state, match.state.duel)
    company = tuple(replace(one, gear=("pistol", "cuirass")) for one in match.state.company)
    armed = as_odds(replace(match.state, company=company), replace(match.state.duel, blade=True))
    assert (bare.pistol, bare.cuirass, bare.toledo) == (0, 0, False)
    assert (armed.pistol, armed.cuirass, armed.toledo) == (1, 1, True)
    later = as_odds(replace(match.state, company=company), replace(match.state.duel, exchange=1))
    assert later.pistol == 0  # fired in the first exchange


def test_a_tie_is_told_with_what_comes_next(match):
    _fence(match, cards=1)
    _clash(match, "shield", "shield", "lily", "lily", "shield", "shield")
    bout = bout_of(match, _read)
    assert (bout.title, bout.headline) == ("Exchange 1", "Nobody is hurt")
    assert bout.lines == (
        "Porthos: swords 0, shields against them 2, wounds 0",
        "Lubin: swords 0, shields against them 2, wounds 0",
        "Each side lays one die aside. Next: blue 3, red 1.",
    )
    assert bout.musketeer.dice == ("shield", "shield", "lily", "lily")
    assert [row.text for row in bout.odds.rows] == ["Now"]
    assert bout.thrown_now


def test_the_end_is_still_seen(match):
    _fence(match, cards=1)
    _clash(match, "lily", "sword", "lily", "lily", "sword", "shield")
    bout = bout_of(match, _read)
    assert match.state.duel is None
    assert bout.over
    assert (bout.title, bout.headline) == ("The duel is over", "Lubin is beaten")
    assert [botte.done for botte in bout.musketeer.bottes] == [True]
    assert (bout.foe.wounds, bout.foe.hearts, bout.musketeer.wounds) == (1, 0, 0)
    assert bout.odds is None
    match.act(Intent("undo"))
    assert not bout_of(match, _read).over
    assert not bout_of(match, _read).thrown_now


def test_jussac_always_wounds(match):
    _fence(match, "jussac", cards=0)
    assert [column.text for column in bout_of(match, _read).odds.columns] == ["Foe beaten", "Out of action"]
    _clash(match, "lily", "lily", "lily", "shield", "shield", "shield", "shield")
    bout = bout_of(match, _read)
    assert bout.musketeer.wounds == 1
    assert bout.musketeer.hearts == 4
    assert "always wounds" in bout.lines[-1]


def test_each_face_thrown_again_has_its_odds(match):
    _fence(match, gear=("toledo",))
    fight = Duel(
        "porthos",
        "sword_shield",
        "quest",
        "road:0",
        blue=1,
        fixed=("sword", "shield"),
        exchange=3,
        blade=True,
        waits="blade",
        blue_faces=("lily",),
        red_faces=("sword", "shield"),
    )
    table = odds_table(match.state, fight, _read)
    assert [(row.text, [chance.text for chance in row.chances]) for row in table.rows] == [
        ("It stands", ["0%", "100%"]),
        ("Lily again", ["0%", "67%"]),  # only a shield helps
    ]


def test_a_foe_with_a_fixed_result(match):
    fight = Duel("porthos", "two_swords", "quest", "road:0", fixed=("sword", "sword"))
    match.state = replace(match.state, duel=fight)
    bout = bout_of(match, _read)
    assert bout.foe.dice == ("sword", "sword")
    assert bout.foe.note == "Always shows this"
    assert len(bout.odds.rows) == 4


def test_nobody_knows_a_token_that_lies_face_down(match):
    match.state = replace(match.state, duel=Duel("porthos", FACE_DOWN, "quest", "road:0"))
    bout = bout_of(match, _read)
    assert bout.odds is None
    assert bout.foe.dice == ("",)
    assert bout.lines == ("The odds come when the token is turned.",)


def test_a_foe_of_many_hearts_can_only_be_hit(match):
    _fence(match)
    fight = replace(match.state.duel, foe="rochefort", life=5, red=4)
    table = odds_table(match.state, fight, _read)
    assert [column.text for column in table.columns] == ["Foe hit", "Wounded"]
    table = odds_table(match.state, replace(fight, life=2), _read)
    assert [column.text for column in table.columns] == ["Foe beaten", "Foe hit", "Wounded"]


def test_what_is_spent_is_said(match):
    _fence(match, gear=("pistol", "toledo"), cards=0)
    _clash(match, "shield", "shield", "lily", "shield", "shield")
    assert match.state.duel.waits == "blade"
    bout = bout_of(match, _read)
    assert bout.again == ("Throw die 0 again", "Throw die 1 again", "Throw die 2 again")
    match.act(Intent("toledo", {"die": 2, "face": "lily"}))
    bout = bout_of(match, _read)
    assert [(gear.text, gear.counts) for gear in bout.musketeer.gear] == [
        ("Pistol, fired", False),
        ("Toledo blade, used", False),
    ]
    assert bout.again == ()


@pytest.mark.parametrize(
    ("share", "text"), [("0", "0%"), ("1/1000", "<1%"), ("999/1000", ">99%"), ("1", "100%"), ("1/2", "50%")]
)
def test_percent_never_claims_a_certainty_that_is_none(share, text):
    assert chance(Fraction(share), _read).text == text


def test_while_the_blade_waits_the_hearts_show_what_the_throw_would_leave(match):
    _fence(match, gear=("toledo",), cards=0)
    before = match.state.of("porthos").life
    _clash(match, "sword", "lily", "shield", "sword", "sword")
    bout = bout_of(match, _read)
    assert match.state.duel.waits == "blade"
    assert match.state.of("porthos").life == before  # not yet taken
    assert bout.musketeer.wounds > 0
    assert bout.musketeer.hearts == before - bout.musketeer.wounds
    assert bout.foe.hearts == 0
