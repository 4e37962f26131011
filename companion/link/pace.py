"""How much one connection may say: a little all the time, and a lot for a moment. The time is handed in."""

from __future__ import annotations

from dataclasses import dataclass, field

# Nobody taps forty times in a second; a guest who comes back sends all he has in one go.
RATE, BURST = 40.0, 200.0


@dataclass(slots=True)
class Pace:
    rate: float = RATE
    burst: float = BURST
    _left: float = field(init=False)
    _at: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._left = self.burst

    def allows(self, now: float) -> bool:
        """One message more?"""
        if self._at is not None:
            self._left = min(self.burst, self._left + max(0.0, now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
