"""About: nobody's work is left out, and the licence texts are whole."""

import re
from pathlib import Path

from companion import __version__
from companion.app.viewmodels.about import FONTS, LIBRARIES, MIT, AboutModel, paragraphs

ROOT = Path(__file__).parent.parent.parent.parent


def _about():
    return AboutModel(lambda line: line.read() if line else "")


def test_the_version_is_ours():
    assert __version__ in _about().version


def test_the_game_belongs_to_its_authors_and_publisher():
    told = " ".join(_about().game)
    for name in ("Mousquetaires du Roy", "François Combe", "Gilles Lehmann", "Ystari"):
        assert name in told


def test_every_library_that_is_installed_with_the_app_is_named():
    locked = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    named = {work.name.lower() for work in LIBRARIES}
    # What Kivy needs on one system only is Kivy's; setuptools only helps to install.
    apart = ("kivy-deps", "pypiwin32", "pywin32", "setuptools")
    assert {name for name in locked if not name.startswith(apart)} <= named


def test_every_bundled_font_is_named():
    for file in (ROOT / "companion" / "app" / "fonts").glob("*.otf"):
        assert [work for work in FONTS if file.name.startswith(work.name.replace(" ", ""))], file.name


def test_the_font_licence_is_whole_and_can_wrap():
    told = _about().font_licence()
    file = (ROOT / "companion" / "app" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert re.findall(r"\w+", " ".join(told)) == re.findall(r"\w+", file)
    assert not [text for text in told if "\n" in text]
    assert "PREAMBLE" in told


def test_our_own_licence_is_the_one_we_show():
    whole = re.sub(r"\s+", " ", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    for text in MIT:
        assert text in whole


def test_lines_broken_for_another_width_are_joined():
    assert paragraphs("TITLE\nOne\ntwo.\n\n-----\n1) a\nb\n2) c") == ("TITLE", "One two.", "1) a b", "2) c")
