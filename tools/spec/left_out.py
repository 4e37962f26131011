"""Dependencies that a package declares and the Android package does without, and why that is safe.

An entry that no longer matches a declared dependency is reported, so that this list cannot outlive its reasons.
"""

from collections.abc import Mapping

LEFT_OUT: Mapping[tuple[str, str], str] = {
    ("kivy", "docutils"): "imported only by kivy.uix.rst, which shows reStructuredText",
    ("kivy", "kivy-garden"): "a command that downloads widgets on a developer's machine",
    ("kivy", "pygments"): "imported only by kivy.uix.codeinput and kivy.extras.highlight, which show source code",
    ("kivymd", "materialshapes"): "imported only by MDLoadingIndicator when one is made; it needs pycairo",
    ("kivymd", "pillow"): "imported only by KivyMD's project generator; pictures are loaded by SDL2",
    ("materialyoucolor", "pillow"): "not imported at all; it serves examples that take colours from photographs",
}
