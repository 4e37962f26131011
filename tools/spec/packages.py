"""The requirements: pinned, buildable, complete, and the same as on the desktop."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import VERSION_PATTERN, Version

from tools.spec.left_out import LEFT_OUT
from tools.spec.reading import Spec
from tools.spec.recipes import Build, Unbuildable, resolve
from tools.spec.wheels import Lookup


@dataclass(frozen=True, slots=True)
class Pins:
    """The requirements as the spec spells them, with their versions, and what is wrong with the rest."""

    versions: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def listed(self, name: str) -> str | None:
        """The version of a package, however its name is spelt."""
        wanted = canonicalize_name(name)
        return next((version for spelt, version in self.versions.items() if canonicalize_name(spelt) == wanted), None)


def pins(spec: Spec) -> Pins:
    found = Pins()
    for item in spec.items("requirements"):
        name, _, version = item.partition("==")
        if not re.fullmatch(r"[\w.-]+", name) or not re.fullmatch(VERSION_PATTERN, version, re.VERBOSE | re.IGNORECASE):
            found.problems.append(f"requirements: {item} is not pinned, write name==version")
            continue
        if found.listed(name):
            found.problems.append(f"requirements: {name} is listed twice")
        found.versions[name] = version
    if found.listed("python3") != found.listed("hostpython3"):
        found.problems.append("requirements: python3 and hostpython3 must be pinned to the same version")
    return found


def buildable(spec: Spec, found: Pins, pure_wheel: Lookup) -> tuple[Build | None, list[str]]:
    """What python-for-android would build, and every requirement it could not get hold of."""
    try:
        build = resolve(found.versions, spec.value("p4a.bootstrap", "sdl2"))
    except Unbuildable as error:
        return None, [f"requirements: {error}"]
    problems = []
    for name, version in found.versions.items():
        recipe = build.recipes.get(name.lower())
        # The pin is kept under the name as it is written here, and looked up under the name used there.
        spelling = recipe.name if recipe else name.lower()
        if name != spelling:
            problems.append(f"requirements: write {spelling} for {name}, or python-for-android forgets the version")
        if recipe is None and pure_wheel(name, version) is None:
            problems.append(f"requirements: {name}=={version} has neither a recipe nor a pure wheel")
    return build, problems


def unlisted_dependencies(
    found: Pins,
    build: Build,
    installed: Lookup,
    pure_wheel: Lookup,
    left_out: Mapping[tuple[str, str], str] = LEFT_OUT,
) -> list[str]:
    """Dependencies that nobody would install, because python-for-android installs the list and nothing more."""
    problems = []
    unused = set(left_out)
    for name, version in found.versions.items():
        recipe = build.recipes.get(name.lower())
        if recipe and not recipe.is_package:
            continue
        lines = installed(name, version) if recipe else pure_wheel(name, version)
        if lines is None and recipe:
            problems.append(f"requirements: {name}=={version} is not installed here, so its dependencies are unknown")
        for need in _needs(lines or [], found.listed("python3") or "3"):
            exception = (canonicalize_name(name), canonicalize_name(need.name))
            if exception in left_out and not found.listed(need.name):
                unused.discard(exception)
            else:
                problems += _unmet(f"{name}=={version}", need, found, build)
    for name, without in sorted(unused):
        problems.append(
            f"tools/spec/left_out.py: {name} without {without} is no exception: it is listed or not declared"
        )
    return problems


def project_problems(pyproject: Path, found: Pins, build: Build) -> list[str]:
    """The packages our own code asks for: a new one must not be forgotten here."""
    if not pyproject.is_file():
        return []
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    lines = [*project.get("dependencies", []), *project.get("optional-dependencies", {}).get("app", [])]
    needs = _needs(lines, found.listed("python3") or "3")
    return [problem for need in needs for problem in _unmet(pyproject.name, need, found, build)]


def _needs(lines: list[str], python: str) -> list[Requirement]:
    """The dependencies that count on a phone. Packages call Android linux or android, depending on their age."""
    common = {
        "python_version": ".".join(python.split(".")[:2]),
        "python_full_version": python,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_machine": "aarch64",
        "os_name": "posix",
        "extra": "",
    }
    phones = (
        common | {"sys_platform": "android", "platform_system": "Android"},
        common | {"sys_platform": "linux", "platform_system": "Linux"},
    )
    needs = [Requirement(line) for line in lines]
    return [need for need in needs if need.marker is None or any(map(need.marker.evaluate, phones))]


def _unmet(owner: str, need: Requirement, found: Pins, build: Build) -> list[str]:
    version = found.listed(need.name)
    if version is None:
        recipe = build.recipes.get(need.name.lower())
        if recipe is None and need.name.lower() not in build.modules:
            return [f"requirements: {owner} needs {need.name}{need.specifier}, which is not listed"]
        version = recipe.version if recipe else None
        if need.specifier and version is None:
            return [f"requirements: {owner} needs {need.name}{need.specifier}, which is there but not pinned"]
    if version is not None and not need.specifier.contains(version, prereleases=True):
        return [f"requirements: {owner} needs {need.name}{need.specifier}, not {version}"]
    return []


def lock_problems(lock: Path, found: Pins) -> list[str]:
    """What was tested on the desktop is what goes on the phone."""
    if not lock.is_file():
        return []
    locked = re.findall(r"^([\w.-]+)==([^\s;\\]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        f"requirements: {name}=={found.listed(name)}, but {lock.name} says {version}"
        for name, version in locked
        if found.listed(name) not in (None, version)
    ]


def toolchain_problems(spec: Spec) -> list[str]:
    """The tag of python-for-android: fixed, and the one whose recipes are asked here."""
    branch = spec.value("p4a.branch")
    here = metadata.version("python-for-android")
    if not re.fullmatch(r"v\d{4}\.\d\d\.\d\d(\.\d+)?", branch):
        return [f"p4a.branch: {branch or 'master'} moves; pin a tag such as v2026.05.09"]
    if Version(branch) != Version(here):
        return [f"p4a.branch: {branch}, but these checks ask python-for-android {here}"]
    return []
