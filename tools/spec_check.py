"""Check buildozer.spec without an Android SDK: `python -m tools.spec_check [SPEC]`.

A build takes the better part of an hour and most mistakes in a spec show only at its end, or on the phone. This
asks the same programs the same questions beforehand. One line per problem; exit code 0 if there is none, else 1.
The first run asks the package index about wheels; the answers are kept in .cache beside the spec.
"""

import sys
from pathlib import Path

from tools.spec import files, packages, reading, wheels


def problems(
    path: Path, installed: wheels.Lookup = wheels.installed, pure_wheel: wheels.Lookup | None = None
) -> list[str]:
    """Everything that is wrong with the spec, one line each."""
    try:
        spec = reading.read(path)
    except reading.UnreadableSpec as error:
        return [str(error)]
    found = packages.pins(spec)
    if pure_wheel is None:
        python = found.listed("python3") or "3"
        pure_wheel = wheels.pure_wheels(python, spec.root / ".cache" / "spec_wheels.json")
    lines = [
        *reading.key_problems(spec),
        *reading.value_problems(spec),
        *reading.buildozer_problems(spec),
        *files.missing_files(spec),
        *files.version_problems(spec),
        *files.unshipped_types(spec),
        *packages.toolchain_problems(spec),
        *found.problems,
        *packages.lock_problems(spec.root / "requirements.lock", found),
    ]
    build, unbuildable = packages.buildable(spec, found, pure_wheel)
    lines += unbuildable
    if build is not None:
        lines += packages.project_problems(spec.root / "pyproject.toml", found, build)
        lines += packages.unlisted_dependencies(found, build, installed, pure_wheel)
    return lines


def main(arguments: list[str]) -> int:
    path = Path(arguments[0] if arguments else "buildozer.spec")
    found = problems(path)
    for line in found:
        print(f"{path}: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
