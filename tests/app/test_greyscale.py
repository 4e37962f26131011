"""Without colour: whoever sees only light and dark still tells the camps, the dice and every state apart.

Two pictures count as different if one has contours where the other has none. A contour is where the light changes; how
strongly does not matter, so another tone alone changes nothing: the first tests make sure of that.
"""

from types import SimpleNamespace

import pytest
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.pages import tabs_of
from companion.app.palette import DAY
from companion.app.viewmodels.dice import DieShown
from companion.app.viewmodels.missions import Spot
from companion.app.viewmodels.table import Nearness, Now
from companion.app.widgets.basics import Words
from companion.app.widgets.dice import DieTile, draw_block, draw_die
from companion.app.widgets.dicerow import DiceRow
from companion.app.widgets.figures import CountRow, Portrait, coin
from companion.app.widgets.form import TogglePlate
from companion.app.widgets.nearness import NearnessBar
from companion.app.widgets.now import NowCard
from companion.app.widgets.pagebar import PageBar
from companion.app.widgets.questmap import token
from companion.app.widgets.ribbon import Ribbon
from companion.app.widgets.roundel import Roundel
from companion.app.widgets.sandglass import SandGlass
from companion.app.widgets.tracks import Ladder, Road
from companion.app.widgets.tray import MiniDice, TrayDie
from tests.app.stand import Stand

pytestmark = pytest.mark.pixels

ALIKE, DIFFERENT = 0.01, 0.03  # of all contours, those that the other picture does not have
_NEAR = 1  # pixels by which a contour may lie beside itself
_FAINT = 0.10  # of the strongest step from light to dark


class Ground(Widget):
    """A sheet of paper on which something is drawn."""

    def __init__(self, draw, **how):
        super().__init__(**how)
        self._draw = draw

    def paint(self, c):
        self.canvas.clear()
        with self.canvas:
            self._draw(self.x + self.width / 2, self.y + self.height / 2, c)


@pytest.fixture(params=[False, True], ids=["day", "candle"])
def see(open_app, request):
    """`see(widget, width, height)`: its contours in grey, on paper."""
    stand = open_app(Stand())
    stand.theme.dark = request.param
    headless.resize((360, 340))  # a small picture is soon looked at

    def see_(widget, width=160, height=120):
        c = stand.theme.c
        widget.size_hint, widget.size, widget.pos = (None, None), (width, height), (40, 40)
        stand.root.clear_widgets()
        stand.root.canvas.before.clear()
        with stand.root.canvas.before:
            Color(*c.panel)
            Rectangle(pos=(0, 0), size=(600, 1000))
        stand.root.add_widget(widget)
        headless.frames(3)
        widget.size = (width, height)
        if isinstance(widget, Ground):
            widget.paint(c)
        headless.frames(2)
        return _contours(34, 34, width + 12, height + 12)

    return see_


def _grey(left, bottom, width, height):
    """The picture as rows of light and dark, from the bottom."""
    (across, high), rgb = headless.pixels()
    rows = []
    for row in range(bottom, bottom + height):
        start = ((high - 1 - row) * across + left) * 3
        line = rgb[start : start + width * 3]
        rows.append(
            [0.2126 * line[at] + 0.7152 * line[at + 1] + 0.0722 * line[at + 2] for at in range(0, width * 3, 3)]
        )
    return rows


def _contours(left, bottom, width, height):
    """Where the grey picture changes between neighbours, if only a little."""
    grey = _grey(left, bottom, width, height)
    steps = {
        (x, y): max(abs(grey[y][x + 1] - grey[y][x]), abs(grey[y + 1][x] - grey[y][x]))
        for y in range(height - 1)
        for x in range(width - 1)
    }
    strongest = max(steps.values())
    return {place for place, step in steps.items() if step > max(strongest * _FAINT, 2)}


def difference(one, other):
    """The larger share of contours of one picture that the other one lacks."""
    around = [(dx, dy) for dx in range(-_NEAR, _NEAR + 1) for dy in range(-_NEAR, _NEAR + 1)]

    def lacks(has, other):
        broad = {(x + dx, y + dy) for x, y in other for dx, dy in around}
        return sum(place not in broad for place in has) / max(len(has), 1)

    return max(lacks(one, other), lacks(other, one))


# --- the measure itself ---


def test_another_colour_alone_makes_no_difference(see):
    def die(colour):
        return Ground(lambda x, y, c: draw_block(x - 40, y - 40, 80, "blue", getattr(c, colour)))

    assert difference(see(die("blue")), see(die("red"))) < ALIKE
    assert difference(see(die("blue")), see(die("gold"))) < ALIKE


def test_the_same_words_in_another_ink_make_no_difference(see):
    def words(name):
        return Words(text="The Queen", color=getattr(DAY, name))

    assert difference(see(words("blue")), see(words("red"))) < ALIKE


# --- camps and dice ---


@pytest.mark.parametrize("face", ["sword", "shield", "lily", ""])
def test_blue_and_red_dice(see, face):
    def die(colour):
        return Ground(lambda x, y, c: draw_die(x - 40, y - 40, 80, colour, face, c))

    assert difference(see(die("blue")), see(die("red"))) > DIFFERENT


@pytest.mark.parametrize(
    "make",
    [
        lambda colour: TrayDie(colour=colour, face="sword", faces=["sword"]),
        lambda colour: DieTile(colour=colour, face="sword", faces=["sword"]),
        lambda colour: MiniDice(dice=[DieShown(colour, (), "sword")]),
        lambda colour: DiceRow(colour=colour, faces=["sword", ""]),
    ],
    ids=["tray", "tile", "mini", "row"],
)
def test_blue_and_red_dice_wherever_they_lie(see, make):
    assert difference(see(make("blue")), see(make("red"))) > DIFFERENT


def test_the_dice_beside_the_ladder_have_no_corners_either(see):
    """They are Milady's. As small as they are there, it is counted: a square of eleven has 121 pixels."""
    ladder, pictures = Ladder(lo=0, hi=0), []
    for pips in ([0], [2]):
        ladder.pips = pips
        see(ladder, 108, 51)
        pictures.append(_grey(34, 34, 120, 63))
    changed = sum(
        abs(one - other) > 12 for rows in zip(*pictures, strict=True) for one, other in zip(*rows, strict=True)
    )
    assert 2 * 79 < changed < 2 * 109


def test_the_faces_of_a_die(see):
    faces = [
        see(Ground(lambda x, y, c, face=face: draw_die(x - 40, y - 40, 80, "blue", face, c)))
        for face in ("sword", "shield", "lily")
    ]
    assert min(difference(faces[one], faces[other]) for one, other in ((0, 1), (0, 2), (1, 2))) > DIFFERENT


def test_a_kept_die(see):
    def die(kept):
        return TrayDie(colour="blue", face="sword", faces=["sword"], kept=kept)

    assert difference(see(die(False)), see(die(True))) > DIFFERENT
    small = [see(MiniDice(dice=[DieShown("blue", (), "sword", kept)])) for kept in (False, True)]
    assert difference(*small) > DIFFERENT


def test_friend_and_foe(see):
    friend, foe = (see(Ground(lambda x, y, c, foe=foe: coin("A", x, y, 20, c, foe=foe))) for foe in (False, True))
    assert difference(friend, foe) > DIFFERENT


@pytest.mark.parametrize("what", ["", "Choose"])
def test_the_card_says_whose_turn_it_is(see, what):
    def card(camp, who):
        shown = NowCard()
        now = Now(camp, who, what, "", "", (), (), (), "")
        shown.show(now, None, {})
        return shown

    assert (
        difference(see(card("milady", "Milady"), 300, 120), see(card("musketeers", "The musketeers"), 300, 120)) > 0.1
    )


# --- states ---


def test_chosen_or_not(see):
    plates = [see(TogglePlate(text="Porthos", chosen=chosen), 200, 60) for chosen in (False, True)]
    assert difference(*plates) > DIFFERENT


def test_the_page_that_is_open(see):
    def bar(chosen):
        shown = PageBar()
        shown.show(tabs_of("mousquetaires")[:3], chosen, lambda line: line.read())
        return shown

    assert difference(see(bar("table"), 240, 58), see(bar("missions"), 240, 58)) > 0.02


def test_the_phase_that_is_now(see):
    def ribbon(now):
        return Ribbon(phases=[(sign, sign, at == now) for at, sign in enumerate(("I", "II", "III", "IV"))])

    seen = [see(ribbon(now), 300, 52) for now in range(4)]
    assert min(difference(seen[at], seen[at + 1]) for at in range(3)) > DIFFERENT


def test_a_defeat_that_is_near(see):
    # The same number left, near only because somebody says so.
    near = SimpleNamespace(icon="crown", name="The Queen", left=2, of=7, close=True)
    far = SimpleNamespace(icon="crown", name="The Queen", left=2, of=7, close=False)
    assert Nearness("crown", "The Queen", 2, 7).close
    assert difference(see(NearnessBar(dangers=[near])), see(NearnessBar(dangers=[far]))) > DIFFERENT


def test_a_move_that_was_taken_back(see):
    def line(undone):
        return Roundel(sign="II", camp="musketeers", undone=undone)

    words = [see(Words(text="Aramis rides to Paris", px=16, strikethrough=undone), 220, 40) for undone in (False, True)]
    assert difference(*words) > 0.005  # a fine line, seen between the letters only
    assert difference(see(line(False), 60, 60), see(line(True), 60, 60)) > DIFFERENT


def test_a_heart_that_is_lost(see):
    full, lost = (
        see(CountRow(signs=[(name, kind)]), 60, 60) for name, kind in (("heart", "heart"), ("heart-outline", ""))
    )
    assert difference(full, lost) > DIFFERENT


def test_every_row_of_the_board_has_another_sign_for_what_is_missing(see):
    from companion.app.boards.mousquetaires import Board
    from companion.app.widgets.tracks import Row

    rows = {name: track for name, track in Board().tracks.items() if isinstance(track, Row)}
    assert len(rows) == 5
    for name, track in rows.items():
        kind = {"full": track.full, "empty": track.empty, "kind": track.kind}
        full, empty = Row(hi=1, at=1, shown=1, **kind), Row(hi=1, **kind)
        assert difference(see(full, 60, 60), see(empty, 60, 60)) > DIFFERENT, name


def test_whoever_is_out_of_action(see):
    up, down = (see(Portrait(who="athos", down=down), 100, 100) for down in (False, True))
    assert difference(up, down) > 0.1


def test_what_lies_on_the_quest(see):
    spots = {
        "hidden": Spot("hidden"),
        "gone": Spot("gone"),
        "waiting": Spot("waiting"),
        "fight": Spot("open", ("sword",), kind="milady"),
        "challenge": Spot("open", ("sword",), kind="gold"),
        "nothing": Spot("open", ("sword",)),
    }
    seen = {name: see(Ground(lambda x, y, c, spot=spot: token(spot, x, y, 30, c))) for name, spot in spots.items()}
    for one, first in seen.items():
        for other, second in seen.items():
            assert one == other or difference(first, second) > DIFFERENT, (one, other)


def test_the_ends_of_the_road(see):
    def road(**signs):
        return Road(lo=0, hi=1, signs={1: signs["mark"]} if signs else {})

    plain, danger, gold = (
        see(road(), 200, 80),
        see(road(mark=("cross", "danger")), 200, 80),
        see(road(mark=("star-four-points", "gold")), 200, 80),
    )
    assert min(difference(plain, danger), difference(plain, gold), difference(danger, gold)) > DIFFERENT


def test_a_ladder_ends_with_richelieu(see):
    last, none = (see(Ladder(lo=0, hi=1, danger=danger), 100, 120) for danger in ([1], []))
    assert difference(last, none) > DIFFERENT


def test_sand_that_falls_is_held_or_is_out(see):
    states = [{"running": True}, {"held": True}, {}]
    seen = [see(SandGlass(share=0.5, **state), 160, 240) for state in states]
    seen.append(see(SandGlass(share=0), 160, 240))
    for at, one in enumerate(seen):
        assert all(difference(one, other) > 0.008 for other in seen[at + 1 :]), at
