"""Where files go that people shall find: matches on their way out, and matches that wait to be taken in."""

from __future__ import annotations

import logging
from pathlib import Path

log = logging.getLogger(__name__)

FOLDER = "Musketeers Companion"


def travel_folder(platform: str, home: Path) -> Path:
    """On a phone the app's folder on the shared storage, which a cable shows; elsewhere among the documents."""
    if platform == "android":
        return _shared_storage() or home / "travel"
    documents = Path.home() / "Documents"
    return (documents if documents.is_dir() else Path.home()) / FOLDER


def _shared_storage() -> Path | None:
    try:
        from jnius import autoclass

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        return Path(activity.getExternalFilesDir(None).getAbsolutePath())
    except Exception as error:  # pyjnius raises Java's own errors, and a phone may have no such storage at the moment
        log.warning("there is no shared storage", exc_info=error)
        return None
