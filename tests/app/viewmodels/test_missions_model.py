"""The page of the missions without a window."""

import pytest

from companion.app.viewmodels.missions import FACES, MissionsModel
from companion.app.viewmodels.table import TableModel
from companion.boxes import load
from companion.boxes.mousquetaires.names import TOKENS
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
    def missions(self):
        return MissionsModel(TableModel(self.match, _read), _read)


@pytest.fixture
def evening():
    evening = Evening(paris="abducted")
    evening.act("correct", what="step", to="actions")
    return evening


def _texts(page):
    return [row.text for row in page.rows]


def test_what_nobody_has_read_out_says_so_and_offers_it(evening):
    louvre = evening.missions.louvre
    assert louvre.note == "Not read out yet"
    assert louvre.offer.choice.do == "louvre_mission"
    assert evening.missions.paris.offer.choice.do == "paris_mission"


def test_a_mission_that_was_read_out_stands_on_its_parchment(evening):
    evening.act(
        "louvre_mission",
        card="poisons",
        skill="panache",
        value=6,
        reward=2,
        foes=["boisrenard"],
        ambush="nemesis",
        nemesis="athos",
    )
    louvre = evening.missions.louvre
    assert (louvre.title, louvre.note, louvre.offer) == ("The affair of the poisons", "", None)
    assert _texts(louvre)[:2] == ["Challenge: Panache 6", "2 pistoles for the challenge"]
    assert _texts(louvre)[3:5] == ["Ambush: Nemesis", "The Nemesis waits for Athos"]
    foe = louvre.rows[2]
    assert foe.text.startswith("Boisrenard: ")
    assert (foe.full, foe.of) == (1, 1)
    assert louvre.rows[-1].slot == "louvre"


def test_a_courtesan_makes_the_challenge_harder(evening):
    evening.act("louvre_mission", skill="panache", value=6, ambush="courtesan")
    assert _texts(evening.missions.louvre)[0] == "Challenge: Panache 7"


def test_a_mastered_challenge_is_done(evening):
    evening.act("louvre_mission", skill="panache", value=1, reward=1, foes=["lubin"])
    evening.act("correct", what="athos.place", to="louvre")
    evening.act("turn", who="athos")
    evening.act("challenge")
    if evening.match.state.errand.waits == "rochefort":
        evening.act("let_pass")
    evening.act("meet", cards=12)
    row = evening.missions.louvre.rows[0]
    assert (row.text, row.kind) == ("Mastered: Panache", "done")


def test_paris_tells_duels_and_constance(evening):
    evening.act("paris_mission", skill="none", duels=2)
    evening.act("correct", what="constance", to=2)
    assert _texts(evening.missions.paris) == ["No challenge", "2 duels still to be won", "Constance in danger: 2 of 6"]
    assert evening.missions.paris.rows[-1].slot == "constance"


def test_paris_counts_successes():
    evening = Evening(paris="message")
    evening.act("paris_mission", skill="none", successes=3)
    evening.act("correct", what="constance", to=1)
    row = evening.missions.paris.rows[-1]
    assert (row.text, row.full, row.of) == ("Successes: 1 of 3", 1, 3)


def test_without_a_card_paris_is_empty(evening):
    evening.act("correct", what="paris", to="")
    paris = evening.missions.paris
    assert (paris.note, paris.rows, paris.offer) == ("No card lies in Paris.", (), None)
    title, cards = evening.missions.paris_cards()
    assert title == "Paris card"
    assert [value for value, _, here in cards if here] == [""]


def test_the_inn_has_three_paths_of_four(evening):
    evening.act("correct", what="athos.place", to="quest")
    evening.act("turn", who="athos")
    evening.act("advance", path=2)
    if evening.match.state.errand.waits == "rochefort":
        evening.act("let_pass")
    quest = evening.missions.quest
    assert [len(lane) for lane in quest.lanes] == [4, 4, 4]
    assert quest.lanes[1][0].figures == ("At",)
    assert {spot.state for lane in quest.lanes for spot in lane} == {"hidden"}
    evening.act("token", kind="decoy")
    quest = evening.missions.quest
    assert quest.lanes[1][0].state == "gone"
    assert [text for _, text in quest.legend] == ["face down", "out of the way"]


def test_calais_names_its_challenges_and_de_wardes_comes_last(evening):
    evening.act("correct", what="chapters_done", to=1)
    quest = evening.missions.quest
    assert quest.number == "Chapter 2 of 4"
    assert [lane[0].label for lane in quest.lanes][-2:] == ["Panache", "De Wardes"]
    assert [lane[0].state for lane in quest.lanes] == ["open"] * 4 + ["waiting"]


def test_the_road_has_three_ambushers(evening):
    evening.act("correct", what="chapters_done", to=2)
    assert [(spot.label, spot.state) for spot in evening.missions.quest.lanes[0]] == [
        ("A", "hidden"),
        ("B", "hidden"),
        ("C", "hidden"),
    ]


def test_the_galleries_are_rooms_with_a_skill_and_two_guards(evening):
    evening.act("correct", what="chapters_done", to=3)
    evening.act("gallery", skill="gallantry")
    evening.act("token", kind="sword_two_shields")
    evening.act("token", kind="trap")
    quest = evening.missions.quest
    assert quest.framed
    rooms = list(zip(*quest.lanes, strict=True))
    assert len(rooms) == 4
    assert [spot.signs for spot in rooms[0]] == [("flower-tulip",), ("sword", "shield", "shield"), ("alert",)]
    assert {spot.state for spot in rooms[1]} == {"waiting"}
    assert "a guard: sword, two shields" in [text for _, text in quest.legend]


def test_every_token_has_a_face():
    assert set(TOKENS) <= set(FACES)
    assert len({FACES[token] for token in TOKENS}) == len(TOKENS)


def test_the_scorekeeper_offers_nothing_to_read_out():
    missions = Evening(depth="scorekeeper", paris="missing").missions
    assert not missions.followed
    assert missions.louvre.offer is None
    assert missions.louvre.here == ()
