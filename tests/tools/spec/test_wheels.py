"""Asking for wheels, and remembering the answer."""

import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from tools.spec import wheels


def write_wheel(folder: Path, file_name: str, requires: tuple[str, ...] = ()) -> Path:
    name, version = file_name.split("-")[:2]
    info = f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    wheel = folder / file_name
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
        packed.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nTag: {file_name[:-4].split('-', 2)[2]}\n")
        packed.writestr(f"{info}/RECORD", "")
    return wheel


class Shop:
    """An index with one pure wheel, which counts its customers."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def fetch(self, name: str, version: str, python: str, folder: Path) -> Path | None:
        self.asked.append(f"{name} {version} {python}")
        return write_wheel(folder, f"{name}-{version}-py3-none-any.whl", ("gut>=2",)) if name == "lute" else None


def test_a_yes_is_remembered(tmp_path: Path) -> None:
    shop, cache = Shop(), tmp_path / "deep" / "wheels.json"
    assert wheels.pure_wheels("3.14.2", cache, shop.fetch)("lute", "1.0") == ["gut>=2"]
    assert wheels.pure_wheels("3.14.2", cache, shop.fetch)("lute", "1.0") == ["gut>=2"]
    assert shop.asked == ["lute 1.0 3.14.2"]


def test_another_version_or_another_python_is_another_question(tmp_path: Path) -> None:
    shop, cache = Shop(), tmp_path / "wheels.json"
    wheels.pure_wheels("3.14.2", cache, shop.fetch)("lute", "1.0")
    wheels.pure_wheels("3.14.2", cache, shop.fetch)("lute", "1.1")
    wheels.pure_wheels("3.15.0", cache, shop.fetch)("lute", "1.0")
    assert shop.asked == ["lute 1.0 3.14.2", "lute 1.1 3.14.2", "lute 1.0 3.15.0"]


def test_a_no_is_asked_again(tmp_path: Path) -> None:
    shop = Shop()
    lookup = wheels.pure_wheels("3.14.2", tmp_path / "wheels.json", shop.fetch)
    assert lookup("viol", "1.0") is None
    assert lookup("viol", "1.0") is None
    assert len(shop.asked) == 2


@pytest.mark.parametrize("damage", ["{", "[]"])
def test_a_damaged_memory_is_made_anew(tmp_path: Path, damage: str) -> None:
    cache = tmp_path / "wheels.json"
    cache.write_text(damage)
    assert wheels.pure_wheels("3.14.2", cache, Shop().fetch)("lute", "1.0") == ["gut>=2"]
    assert "lute" in cache.read_text()


@pytest.mark.parametrize(
    ("tag", "usable"),
    [
        ("py3-none-any", True),
        ("py2.py3-none-any", True),
        ("cp314-cp314-android_24_arm64_v8a", False),
        ("cp314-cp314-manylinux_2_28_x86_64", False),
    ],
)
def test_pip_takes_pure_wheels_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, usable: bool) -> None:
    shop, basket = tmp_path / "shop", tmp_path / "basket"
    shop.mkdir()
    basket.mkdir()
    write_wheel(shop, f"lute-1.0-{tag}.whl")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shop))
    assert (wheels.fetch_with_pip("lute", "1.0", "3.14.2", basket) is not None) == usable


def test_installed_answers_for_the_very_version_only() -> None:
    version = metadata.version("pytest")
    requires = wheels.installed("pytest", version)
    assert requires is not None
    assert any(line.startswith("pluggy") for line in requires)
    assert wheels.installed("pytest", "1.0") is None
    assert wheels.installed("no-such-lute", "1.0") is None
