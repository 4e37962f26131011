"""`python -m tools.duet --out DIR`: two processes of the app, phone as table and tablet as Milady, play a match."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.duet.side import ROLES

PATIENCE = 900  # seconds for the whole evening


class Apart(Exception):
    """The two did not come to the same end."""


def duet(folder: Path, out: Path | None, patience: float = PATIENCE) -> dict[str, Any]:
    """What both say of the evening when it is over."""
    meet = folder / "invitation.json"
    sides = {role: _begin(role, folder, meet, out) for role in ROLES}
    told: dict[str, Any] = {}
    try:
        # Each side says one line when its match has a verdict, and waits until the other one has said its own.
        for role, side in sides.items():
            assert side.stdout
            line = side.stdout.readline()
            if not line.strip():
                raise Apart(f"{role} has given up")
            told[role] = json.loads(line)
        for side in sides.values():
            assert side.stdin
            side.stdin.close()
        for role, side in sides.items():
            if side.wait(60):
                raise Apart(f"{role} ended with {side.returncode}")
    finally:
        for side in sides.values():
            side.kill()
            side.wait()
            for pipe in (side.stdin, side.stdout):
                if pipe:
                    pipe.close()
    if told["table"]["head"] != told["milady"]["head"]:
        raise Apart(f"the journals differ: {told}")
    return told


def _begin(role: str, folder: Path, meet: Path, out: Path | None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tools.duet.side", role, "--folder", str(folder / role), "--meet", str(meet)]
    if out:
        command += ["--out", str(out)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def main() -> int:
    wanted = argparse.ArgumentParser(prog="python -m tools.duet", description=__doc__)
    wanted.add_argument("--out", type=Path, help="where pictures of both devices go")
    options = wanted.parse_args()
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            told = duet(Path(folder), options.out)
        except Apart as apart:
            print(apart, file=sys.stderr)
            return 1
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
