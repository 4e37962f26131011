"""The files a spec names, and the files of the app it would leave at home."""

import re
from pathlib import Path

from tools.spec.reading import Spec

ONE_FILE = (
    "icon.filename",
    "icon.adaptive_foreground.filename",
    "icon.adaptive_background.filename",
    "presplash.filename",
    "version.filename",
    "android.presplash_lottie",
    "android.extra_manifest_xml",
    "android.extra_manifest_application_arguments",
    "android.manifest.intent_filters",
    "android.backup_rules",
    "android.whitelist_src",
    "android.blacklist_src",
    "p4a.hook",
    "p4a.local_recipes",
    "p4a.source_dir",
)
SEVERAL_FILES = (
    "android.add_jars",
    "android.add_src",
    "android.add_aars",
    "android.add_assets",
    "android.add_resources",
    "android.add_libs_arm64_v8a",
    "android.res_xml",
)

SHIPPED_FOLDERS = ("companion", "assets")
STAY_HOME = {
    "po": "the translators' text; the app reads the .mo made from it",
    "pot": "the template the .po files grow from",
    "pyc": "made anew by python-for-android",
    "typed": "a marker for type checkers",
}


def missing_files(spec: Spec) -> list[str]:
    problems = []
    if not (spec.source / "main.py").is_file():
        problems.append("source.dir: no main.py there, which is what Android starts")
    for key in ONE_FILE:
        name = spec.value(key)
        if name and not (spec.root / name).exists():
            problems.append(f"{key}: no such file: {name}")
    for key in SEVERAL_FILES:
        # "from:to" puts a file elsewhere in the package, and a name may be a pattern.
        for name in (item.partition(":")[0] for item in spec.items(key)):
            wanted = spec.root / name
            if not any(wanted.parent.glob(wanted.name)):
                problems.append(f"{key}: no such file: {name}")
    for service in spec.items("services"):
        script = service.split(":")[1] if ":" in service else service
        if not (spec.source / script).is_file():
            problems.append(f"services: no such file: {script}")
    return problems


def version_problems(spec: Spec) -> list[str]:
    """Buildozer finds the version when the build is nearly done; a pattern that no longer fits shows here at once."""
    pattern, name = spec.value("version.regex"), spec.value("version.filename")
    if not pattern or not (spec.root / name).is_file():
        return []
    try:
        found = re.search(pattern, (spec.root / name).read_text(encoding="utf-8"))
        return [] if found and found[1] else [f"version.regex: finds no version in {name}"]
    except (re.error, IndexError) as error:
        return [f"version.regex: {error}"]


def unshipped_types(spec: Spec) -> list[str]:
    """File types the app has and the package would not: buildozer drops them without a word."""
    packed = {item.lower() for item in spec.items("source.include_exts")}
    first: dict[str, Path] = {}
    for folder in SHIPPED_FOLDERS:
        for file in sorted((spec.source / folder).rglob("*")):
            kind = file.suffix[1:].lower()
            if file.is_file() and kind and not file.name.startswith(".") and kind not in packed | STAY_HOME.keys():
                first.setdefault(kind, file.relative_to(spec.source))
    return [f"source.include_exts: no {kind}, so {file.as_posix()} would be left out" for kind, file in first.items()]
