"""The shape of an hourglass in numbers: where its walls are, and where the sand lies. Draws nothing itself."""

from __future__ import annotations

from math import sqrt

_SLICES = 40  # from the neck to the plate
_COLUMNS = 30  # across the sand
_NECK = 0.05  # the width of the neck against that of the belly
_FULL = 0.86  # as high as a full glass is filled, from the neck


def _radius(t: float) -> float:
    """Half the width at a height, both from 0 to 1: a funnel, a belly, and a shoulder at the plate."""
    up = min(t / 0.74, 1.0)
    wide = _NECK + (1 - _NECK) * up * up * (3 - 2 * up)
    if t > 0.86:
        wide *= sqrt(1 - 0.5 * ((t - 0.86) / 0.14) ** 2)
    return wide


_WALL = [_radius(at / _SLICES) for at in range(_SLICES + 1)]
_AREA = [0.0]
for _at in range(_SLICES):
    _AREA.append(_AREA[-1] + (_WALL[_at] + _WALL[_at + 1]) / 2 / _SLICES)


def _filled(t: float) -> float:
    """How much lies below a height, from the neck."""
    at = min(int(t * _SLICES), _SLICES - 1)
    return _AREA[at] + (_AREA[at + 1] - _AREA[at]) * (t * _SLICES - at)


def _height(area: float) -> float:
    """The height up to which so much sand fills the bulb, from the neck."""
    for at in range(_SLICES):
        if _AREA[at + 1] >= area:
            return (at + (area - _AREA[at]) / (_AREA[at + 1] - _AREA[at])) / _SLICES
    return 1.0


def _wall_at(wide: float) -> float:
    """The height at which the funnel becomes this wide."""
    for at in range(_SLICES):
        if _WALL[at + 1] >= wide:
            before, after = _WALL[at], _WALL[at + 1]
            return max(0.0, (at + (wide - before) / (after - before)) / _SLICES) if after > before else at / _SLICES
    return 1.0


def _floor_at(wide: float) -> float:
    """The height at which the shoulder is this wide: the plate, unless that is too narrow."""
    return min(1.0, 0.86 + 0.14 * sqrt(max(0.0, (1 - wide * wide) / 0.5)))


_SAND = _filled(_FULL)
_ACROSS = [(2 * at / (_COLUMNS - 1) - 1) for at in range(_COLUMNS)]


class Bulb:
    """Two bulbs around a middle; `belly` is half their width, `height` that of each of them."""

    def __init__(self, x: float, middle: float, belly: float, height: float) -> None:
        self.x, self.middle, self.belly, self.height = x, middle, belly, height

    # --- the glass ---

    def edge(self, side: int) -> list[float]:
        """One wall from the lower plate to the upper one."""
        return [
            part
            for at in range(-_SLICES, _SLICES + 1)
            for part in (self.x + side * self.belly * _WALL[abs(at)], self.middle + at / _SLICES * self.height)
        ]

    def outline(self) -> list[float]:
        """Both walls as a strip of triangles."""
        left, right = self.edge(-1), self.edge(1)
        return [
            part
            for at in range(0, len(left), 2)
            for part in (left[at], left[at + 1], 0, 0, right[at], right[at + 1], 0, 0)
        ]

    def shine(self, end: int) -> list[float]:
        """A line of light inside the left wall of one bulb."""
        return [
            part
            for at in range(18, 33)
            for part in (
                self.x - self.belly * (_WALL[at] - 0.17),
                self.middle + end * at / _SLICES * self.height,
            )
        ]

    # --- the sand ---

    def upper(self, share: float, falls: bool) -> list[float]:
        """The sand above the neck; where it falls, a hollow forms in the middle."""
        if share <= 0:
            return []
        level = _height(share * _SAND)
        wide = _radius(level)
        hollow = min(0.07, level * 0.5) if falls else 0.0

        def top(across: float) -> float:
            return level - hollow * (1 - abs(across)) ** 1.5

        return self._strip(wide, _wall_at, top, 1)

    def lower(self, share: float) -> list[float]:
        """The sand on the lower plate, heaped up under the neck."""
        if share >= 1:
            return []
        level, heap = self._heap(share)
        wide = _radius(level) if level > _FULL else 1.0

        def top(across: float) -> float:
            return max(level - heap * (1 - abs(across)), _wall_at(abs(across) * wide))

        return self._strip(wide, _floor_at, top, -1)

    def _heap(self, share: float) -> tuple[float, float]:
        """How far from the neck the sand lies at the wall, and how much higher in the middle."""
        fallen = (1 - share) * _SAND
        heap = min(0.2, fallen * 0.9)
        flat = max(fallen - heap * 0.4, fallen * 0.3)
        return _height(_AREA[-1] - flat), heap

    def _strip(self, wide: float, low, high, end: int) -> list[float]:
        strip: list[float] = []
        for across in _ACROSS:
            x = self.x + across * wide * self.belly
            first, second = low(abs(across) * wide), high(across)
            if (second - first) * end < 0:
                second = first
            for t in (first, second):
                strip += (x, self.middle + end * t * self.height, 0, 0)
        return strip

    def stream(self, share: float) -> tuple[float, float]:
        """Where the falling thread begins and ends."""
        level, heap = self._heap(share)
        return self.middle + self.height * 0.04, self.middle - max(level - heap, 0.02) * self.height

    def grains(self, foot: float, phase: float) -> list[float]:
        """Single grains beside the thread, further down the later it is."""
        fall = self.middle - foot
        points: list[float] = []
        for at in range(5):
            down = (at / 5 + phase / 5) % 1.0
            points += (self.x + self.belly * 0.02 * (1 if at % 2 else -1) * (1 + 2 * down), self.middle - down * fall)
        return points
