"""Which requirements can be installed without a recipe, and what they depend on.

A requirement that has no recipe is installed by the build machine's own pip. That never picks a wheel made for
Android, and a compiled one would be for the wrong processor: only a pure wheel is of use, even where the index
has wheels for Android too.
"""

import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from email.parser import HeaderParser
from importlib import metadata
from pathlib import Path

# Name and version to the Requires-Dist lines of that very version; None if it cannot be had.
Lookup = Callable[[str, str], list[str] | None]
# Name, version, Python version and a folder to put the wheel in; None if there is no pure wheel.
Fetch = Callable[[str, str, str, Path], Path | None]


def installed(name: str, version: str) -> list[str] | None:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    return list(found.requires or []) if found.version == version else None


def fetch_with_pip(name: str, version: str, python: str, folder: Path) -> Path | None:
    """Pip knows which index to ask, and which wheels suit a Python that is not installed here."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    pure = ("--only-binary=:all:", "--platform=any", "--abi=none", "--implementation=py", f"--python-version={python}")
    command = (*pip, "download", *pure, "--no-deps", f"--dest={folder}", f"{name}=={version}")
    subprocess.run(command, capture_output=True, check=False)
    return next(folder.glob("*.whl"), None)


def pure_wheels(python: str, cache: Path, fetch: Fetch = fetch_with_pip) -> Lookup:
    """A lookup that remembers the wheels it has seen in the file `cache`.

    A published version never changes, so a yes holds for ever. A no is asked again each time: it may only mean
    that the index was out of reach.
    """

    def lookup(name: str, version: str) -> list[str] | None:
        seen = _remembered(cache)
        wheel_key = f"{name}=={version} for Python {python}"
        if wheel_key not in seen:
            with tempfile.TemporaryDirectory() as folder:
                wheel = fetch(name, version, python, Path(folder))
                if wheel is None:
                    return None
                seen[wheel_key] = _requires_dist(wheel)
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(seen, indent=1, sort_keys=True), encoding="utf-8")
        return seen[wheel_key]

    return lookup


def _remembered(cache: Path) -> dict[str, list[str]]:
    try:
        seen = json.loads(cache.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return seen if isinstance(seen, dict) else {}


def _requires_dist(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        header = HeaderParser().parsestr(packed.read(name).decode("utf-8"))
    return [str(line) for line in header.get_all("Requires-Dist", [])]
