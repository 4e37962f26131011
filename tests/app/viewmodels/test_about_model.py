"""About: nobody's work is left out, and the licence texts are whole."""

import hashlib
import re
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from companion import __version__
from companion.app.viewmodels.about import FONTS, LIBRARIES, LICENCES, OWN, AboutModel, paragraphs

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


def test_every_work_names_a_licence_that_can_be_read():
    for work in (OWN, *FONTS, *LIBRARIES):
        told = _about().licence(work.licence)
        file = LICENCES[work.licence].read_text(encoding="utf-8")
        assert _words(" ".join(told)).endswith(_words(file)), work.name
        for line in filter(None, work.notice.split("\n")):
            assert f"{work.name}: {line}" in told
        assert not [text for text in told if "\n" in text]


def _words(text):
    return " ".join(re.findall(r"\w+", text))


def test_every_licence_text_belongs_to_a_work():
    assert set(LICENCES) == {work.licence for work in (OWN, *FONTS, *LIBRARIES)}
    kept = set((ROOT / "companion" / "app" / "licences").iterdir())
    assert kept <= set(LICENCES.values())


def test_headings_of_the_font_licence_stand_alone():
    assert "PREAMBLE" in _about().licence("SIL OFL 1.1")


def test_the_apache_licence_is_the_published_one():
    text = LICENCES["Apache 2.0"].read_bytes()
    assert hashlib.sha256(text).hexdigest() == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def test_notices_are_those_of_the_installed_libraries():
    """A library that is brought up to date may have another one."""
    for work in LIBRARIES:
        found = [
            file.read_text(encoding="utf-8")
            for file in _files(work.name)
            if file.name.startswith("LICENSE") and work.notice
        ]
        for line in work.notice.split("\n") if found else ():
            assert _words(line) in _words(found[0]), work.name


def _files(name):
    try:
        return [Path(file.locate()) for file in files(name) or ()]
    except PackageNotFoundError:
        return []


def test_each_licence_has_one_button():
    assert [name for name, _ in _about().licences(FONTS)] == ["SIL OFL 1.1", "Apache 2.0"]
    assert _about().licences((OWN,)) == (("MIT", "Read the licence MIT"),)


def test_our_own_licence_is_the_one_we_show():
    whole = re.sub(r"\s+", " ", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    for text in _about().licence("MIT"):
        assert text in whole or text.split(":")[0] in {work.name for work in (OWN, *LIBRARIES)}
    assert OWN.notice in whole


def test_lines_broken_for_another_width_are_joined():
    assert paragraphs("TITLE\nOne\ntwo.\n\n-----\n1) a\nb\n2) c") == ("TITLE", "One two.", "1) a b", "2) c")
