"""Whether it is night, by the device: asked carefully, and None where nobody knows."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from companion.app.light import device_is_dark


def _android(mode):
    configuration = SimpleNamespace(uiMode=mode)
    resources = SimpleNamespace(getConfiguration=lambda: configuration)
    activity = SimpleNamespace(mActivity=SimpleNamespace(getResources=lambda: resources))
    return SimpleNamespace(autoclass=lambda name: activity)


@pytest.mark.parametrize(("mode", "dark"), [(0x21, True), (0x11, False), (0x01, False)])
def test_android_is_asked(mode, dark):
    assert device_is_dark("android", jnius=_android(mode)) is dark


@pytest.mark.parametrize(("value", "dark"), [(0, True), (1, False)])
def test_windows_is_asked(value, dark):
    registry = SimpleNamespace(
        HKEY_CURRENT_USER=1, OpenKey=lambda *_: nullcontext("key"), QueryValueEx=lambda key, name: (value, 4)
    )
    assert device_is_dark("win", winreg=registry) is dark


def test_what_fails_is_not_known():
    assert device_is_dark("android", jnius=SimpleNamespace()) is None


@pytest.mark.parametrize("platform", ["linux", "macosx", "ios"])
def test_others_cannot_tell(platform):
    assert device_is_dark(platform) is None
