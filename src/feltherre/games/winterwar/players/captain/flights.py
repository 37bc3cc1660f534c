"""Where air units fly: over the attack they lift most, or over the stack they save (1.6-h, 1.6-j, 1.4-i)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltherre.core.text import Text, say
from feltherre.games.winterwar import flight, texts, units
from feltherre.games.winterwar.players.assault import best_set
from feltherre.games.winterwar.players.captain import outlook, weights
from feltherre.games.winterwar.players.captain.scores import Scores
from feltherre.games.winterwar.players.field import Field
from feltherre.games.winterwar.state import enemy_of, flying_over


class Attacks:
    """The attacks that will be possible, each with the air units over it so far."""

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side
        self.worth = outlook.hex_worth(field, side)
        self.air: dict[int, list[int]] = {}
        self.ground = {hex_: ground for hex_ in field.stacks[enemy_of(side)] if (ground := field.beside(side, hex_))}
        self._gains = {hex_: self.gain(hex_, ()) for hex_ in self.ground}

    def gain(self, hex_: int, air: Sequence[int]) -> float:
        found = best_set(self.field, self.side, hex_, self.ground[hex_], air, self.worth(hex_))
        return max(found.gain if found else 0.0, 0.0)

    def lifted(self, unit: int, hex_: int) -> float:
        """What an air unit adds; over enemy aircraft it may come to nothing (1.6)."""
        added = self.gain(hex_, [*self.air.get(hex_, ()), unit]) - self._gains[hex_]
        return added * (weights.CONTESTED if self._contested(hex_) else 1.0)

    def _contested(self, hex_: int) -> bool:
        return bool(flying_over(self.field.state, hex_, enemy_of(self.side)))

    def send(self, unit: int, hex_: int) -> None:
        self.air.setdefault(hex_, []).append(unit)
        self._gains[hex_] = self.gain(hex_, self.air[hex_])


def flights(field: Field, side: int, scores: Scores) -> Iterator[tuple[int, int, Text]]:
    """The strongest in support first; each where it adds most."""
    attacks = Attacks(field, side)
    able = sorted(flight.flyers(field.state), key=lambda unit: -units.GROUND_SUPPORT[unit])
    for unit in able:
        missions = set(flight.missions(field.state, unit))
        options = [(attacks.lifted(unit, hex_), -hex_) for hex_ in attacks.ground if hex_ in missions]
        gain, hex_ = max(options, default=(0.0, 0))
        if gain > weights.WORTH_FLYING:
            attacks.send(unit, -hex_)
            yield unit, -hex_, say("winterwar.why.fly", place=texts.hex_name(-hex_))
