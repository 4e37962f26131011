"""The real spec passes; doctored in any of these ways, it does not."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import buildozer
import pytest

from tools import spec_check
from tools.spec import reading, wheels

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "buildozer.spec").read_text(encoding="utf-8")

# What the package index says of the pinned versions, so that no test needs a network.
WHEELS = {
    "kivymd": ["kivy>=2.3.0", "pillow", "materialyoucolor>=3.0.3", "materialshapes>=0.3", "asynckivy<0.7,>=0.6"],
    "asynckivy": ["asyncgui (>=0.6,<0.7)"],
    "asyncgui": ['exceptiongroup (>=1.0.4,<2.0.0) ; python_version < "3.11"'],
    "plyer": ["pyjnius ; extra == 'android'"],
    "tinydb": [],
    "websockets": [],
    "segno": ["importlib-metadata>=3.6.0; python_version < '3.10'"],
}


def pure_wheel(name: str, version: str) -> list[str] | None:
    return WHEELS.get(name.lower())


def check(path: Path, installed: wheels.Lookup = wheels.installed) -> list[str]:
    return spec_check.problems(path, installed, pure_wheel)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The real spec in a small project of its own, in which everything it names is there."""
    for name in ("icon", "icon_foreground", "icon_background", "presplash"):
        (tmp_path / "assets" / f"{name}.png").parent.mkdir(exist_ok=True)
        (tmp_path / "assets" / f"{name}.png").touch()
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (tmp_path / "main.py").touch()
    (tmp_path / "tools" / "spec").mkdir(parents=True)
    (tmp_path / "tools" / "spec" / "queries.xml").touch()
    (tmp_path / "requirements.lock").write_text("kivy==2.3.1 \\\n    --hash=sha256:00\nplyer==2.1.0\n")
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tinydb>=4.9,<5"]\n')
    path = tmp_path / "buildozer.spec"
    path.write_text(SPEC, encoding="utf-8")
    return path


Doctor = Callable[[str, str], list[str]]


@pytest.fixture
def doctored(spec: Path) -> Doctor:
    """Replace a piece of the spec and check it."""

    def check_with(old: str, new: str) -> list[str]:
        assert old in SPEC
        spec.write_text(SPEC.replace(old, new), encoding="utf-8")
        return check(spec)

    return check_with


def test_the_real_spec_passes() -> None:
    assert check(ROOT / "buildozer.spec") == []


def test_the_undoctored_copy_passes(spec: Path) -> None:
    assert check(spec) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "fullscreen = 0", "fulscreen = 0", "fulscreen: unknown key, did you mean fullscreen?", id="misspelt key"
        ),
        pytest.param("fullscreen = 0", "milady = 0", "milady: unknown key", id="unknown key"),
        pytest.param(
            "fullscreen = 0",
            "log_level = 2",
            "log_level: unknown in [app], it belongs in [buildozer]",
            id="wrong section",
        ),
        pytest.param("[buildozer]", "[builddozer]", "[builddozer]: unknown section", id="unknown section"),
        pytest.param("p4a.bootstrap = sdl2", "", "p4a.bootstrap: missing", id="missing key"),
        pytest.param(
            "android.ndk = 28c",
            "android.ndk = 28c  # the recommended one",
            "android.ndk: a comment in the same line becomes part of the value: '28c  # the recommended one'",
            id="inline comment",
        ),
        pytest.param(
            "fullscreen = 0",
            "fullscreen = 0\n  android.wakelock = True",
            "android.wakelock: indented, so it became part of the value of fullscreen",
            id="indented key",
        ),
        pytest.param(
            "title = Musketeers’ Companion",
            "title = Musketeers' Companion",
            """title: ' breaks the string resource it is written into: "Musketeers' Companion\"""",
            id="straight apostrophe",
        ),
        pytest.param(
            "p4a.fork = kivy",
            "p4a.setup_py = False",
            "p4a.setup_py: any value switches it on, even 'False'; leave the line out",
            id="false that means true",
        ),
        pytest.param(
            "orientation = portrait",
            "orientation = upright",
            '[app] "upright" is not a valid  value for "orientation"',
            id="buildozer's own complaint",
        ),
        pytest.param(
            "p4a.fork = kivy",
            "android.add_src = java/*.java",
            "android.add_src: no such file: java/*.java",
            id="missing file in a list",
        ),
        pytest.param(
            "p4a.fork = kivy", "services = Sand:sand.py", "services: no such file: sand.py", id="missing service"
        ),
        pytest.param(
            "__version__ = [", "VERSION = [", "version.regex: finds no version in ./companion/__init__.py", id="version"
        ),
        pytest.param(
            "source.include_exts = py,",
            "source.include_exts = ",
            "source.include_exts: no py, so companion/__init__.py would be left out",
            id="file type not packed",
        ),
        pytest.param(
            "p4a.branch = v2026.05.09",
            "p4a.branch = master",
            "p4a.branch: master moves; pin a tag such as v2026.05.09",
            id="moving branch",
        ),
        pytest.param(
            "p4a.branch = v2026.05.09",
            "p4a.branch = v2024.01.21",
            "p4a.branch: v2024.01.21, but these checks ask python-for-android 2026.5.9",
            id="another tag than the one asked",
        ),
        pytest.param(
            "tinydb==4.9.0", "tinydb", "requirements: tinydb is not pinned, write name==version", id="not pinned"
        ),
        pytest.param(
            "tinydb==4.9.0", "tinydb==4.9.0,tinydb==4.8.0", "requirements: tinydb is listed twice", id="twice"
        ),
        pytest.param(
            "hostpython3==3.14.2",
            "hostpython3==3.13.0",
            "requirements: python3 and hostpython3 must be pinned to the same version",
            id="two Pythons",
        ),
        pytest.param("sdl2", "sdl1", "requirements: there is no bootstrap sdl1", id="no such bootstrap"),
        pytest.param(
            "plyer==2.1.0",
            "plyer==2.1.0,orjson==3.10.0",
            "requirements: orjson==3.10.0 has neither a recipe nor a pure wheel",
            id="neither recipe nor wheel",
        ),
        pytest.param(
            "kivymd==2.0.0",
            "KivyMD==2.0.0",
            "requirements: write kivymd for KivyMD, or python-for-android forgets the version",
            id="spelling that loses the pin",
        ),
        pytest.param(
            ",asyncgui==0.6.3",
            "",
            "requirements: asynckivy==0.6.4 needs asyncgui<0.7,>=0.6, which is not listed",
            id="unlisted dependency",
        ),
        pytest.param(
            "asynckivy==0.6.4",
            "asynckivy==0.12.1",
            "requirements: kivymd==2.0.0 needs asynckivy<0.7,>=0.6, not 0.12.1",
            id="out of range",
        ),
        pytest.param(
            "materialyoucolor==3.0.4",
            "materialyoucolor==3.0.3",
            "requirements: materialyoucolor==3.0.3 is not installed here, so its dependencies are unknown",
            id="unknown dependencies",
        ),
        pytest.param(
            "kivy==2.3.1,",
            "",
            "tools/spec/left_out.py: kivy without docutils is no exception: it is listed or not declared",
            id="exception without cause",
        ),
        pytest.param(
            "plyer==2.1.0", "plyer==2.0.0", "requirements: plyer==2.0.0, but requirements.lock says 2.1.0", id="lock"
        ),
        pytest.param(
            ",tinydb==4.9.0",
            "",
            "requirements: pyproject.toml needs tinydb<5,>=4.9, which is not listed",
            id="our own need",
        ),
    ],
)
def test_a_doctored_spec_fails(doctored: Doctor, old: str, new: str, expected: str) -> None:
    assert expected in doctored(old, new)


def test_recipes_that_exclude_each_other_are_refused_by_python_for_android(doctored: Doctor) -> None:
    (found,) = doctored("plyer==2.1.0", "plyer==2.1.0,sdl3==3.2.10")
    # It names the two in either order.
    assert found.startswith("requirements: Conflict detected: ")
    assert "'sdl2'" in found
    assert "'sdl3'" in found


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("icon.filename", "assets/icon.png"),
        ("icon.adaptive_foreground.filename", "assets/icon_foreground.png"),
        ("icon.adaptive_background.filename", "assets/icon_background.png"),
        ("presplash.filename", "assets/presplash.png"),
        ("version.filename", "companion/__init__.py"),
    ],
)
def test_a_missing_file_is_named(spec: Path, key: str, name: str) -> None:
    (spec.parent / name).unlink()
    assert check(spec) == [f"{key}: no such file: ./{name}"]


def test_android_needs_a_main_py(spec: Path) -> None:
    (spec.parent / "main.py").unlink()
    assert check(spec) == ["source.dir: no main.py there, which is what Android starts"]


def test_a_new_kind_of_file_must_be_packed_and_a_source_of_translations_need_not(spec: Path) -> None:
    (spec.parent / "companion" / "dice.ogg").touch()
    (spec.parent / "companion" / "fr.po").touch()
    assert check(spec) == ["source.include_exts: no ogg, so companion/dice.ogg would be left out"]


def test_a_range_cannot_be_kept_by_what_python_for_android_adds_unpinned(spec: Path) -> None:
    """Kivy's recipe brings in requests, in whatever version is the newest that day."""

    def installed(name: str, version: str) -> list[str] | None:
        lines = wheels.installed(name, version)
        return lines and [line + "<2" if line == "requests" else line for line in lines]

    assert check(spec, installed) == ["requirements: kivy==2.3.1 needs requests<2, which is there but not pinned"]


@pytest.mark.parametrize(
    ("marker", "counts"), [("android", True), ("linux", True), ("win32", False)], ids=["android", "linux", "windows"]
)
def test_only_dependencies_of_a_phone_count(
    spec: Path, monkeypatch: pytest.MonkeyPatch, marker: str, counts: bool
) -> None:
    monkeypatch.setitem(WHEELS, "plyer", [f'lute; sys_platform == "{marker}"'])
    expected = ["requirements: plyer==2.1.0 needs lute, which is not listed"]
    assert check(spec) == (expected if counts else [])


def test_a_listed_exception_is_no_exception(spec: Path) -> None:
    spec.write_text(SPEC.replace("plyer==2.1.0", "plyer==2.1.0,pygments==2.21.0"), encoding="utf-8")
    found = spec_check.problems(spec, wheels.installed, lambda name, version: WHEELS.get(name, []))
    assert found == ["tools/spec/left_out.py: kivy without pygments is no exception: it is listed or not declared"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title = no section", "File contains no section headers. file: 'buildozer.spec', line: 1"),
        ("[app]\ntitle = a\ntitle = b\n", "option 'title' in section 'app' already exists"),
        ("[app]\nicon.filename = %(sourcedir)s/icon.png\n", "contains an interpolation key 'sourcedir'"),
        ("[buildozer]\n", "there is no [app] section"),
    ],
)
def test_what_is_no_spec_gets_one_line(spec: Path, text: str, expected: str) -> None:
    spec.write_text(text, encoding="utf-8")
    (found,) = check(spec)
    assert expected in found


def test_the_command_prints_the_problems_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = tmp_path / "buildozer.spec"
    assert spec_check.main([str(nowhere)]) == 1
    assert capsys.readouterr().out == f"{nowhere}: cannot be read: No such file or directory\n"


def test_the_package_holds_the_app_and_nothing_from_the_workshop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Buildozer's own copying, as it happens before the package is put together."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(buildozer.Buildozer, "app_dir", str(tmp_path))
    buildozer.Buildozer(filename="buildozer.spec")._copy_application_sources()
    packed = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for kind in ("py", "kv", "toml", "mo", "ttf", "otf", "wav", "txt")
        for path in (ROOT / "companion").rglob(f"*.{kind}")
    }
    assert {"main.py", "assets/icon.png"} | wanted <= packed
    assert {name.partition("/")[0] for name in packed} <= {"main.py", "LICENSE", "companion", "assets"}


def test_what_the_phone_is_asked_for() -> None:
    """Nothing that is asked of people: vibration and the network. The voice of the device has to be looked for."""
    spec = reading.read(ROOT / "buildozer.spec")
    network = ("INTERNET", "ACCESS_NETWORK_STATE", "ACCESS_WIFI_STATE", "CHANGE_WIFI_MULTICAST_STATE")
    assert spec.items("android.permissions") == [f"android.permission.{name}" for name in ("VIBRATE", *network)]
    queries = ElementTree.fromstring(
        (ROOT / spec.value("android.extra_manifest_xml")).read_text().replace("android:", "")
    )
    assert [action.get("name") for action in queries.iter("action")] == ["android.intent.action.TTS_SERVICE"]
