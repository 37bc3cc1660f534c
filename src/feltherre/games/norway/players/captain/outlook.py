"""What the sea means for the land (8.3): where ships let battalions come ashore, and whom they keep away."""

from __future__ import annotations

from collections.abc import Sequence

from feltherre.games.norway import board
from feltherre.games.norway.countries import ALLIES, GERMANY
from feltherre.games.norway.players.captain.scales import Scales
from feltherre.games.norway.players.captain.standing import scales_for
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.procedures.reinforcement import UNLIMITED, german_sea_limits
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.view import UNKNOWN

#: battalions that are expected to come by sea while things stand so: the German and the Allied ones of some turns
GERMANS_COMING, ALLIES_COMING = 4, 2
#: each further battalion on one coast is worth less
ONE_MORE = 0.85
#: Fighters fly from a carrier (6.1-carrier): what it is worth beside land where both sides stand
COVER = 0.12
#: the worth of a battalion, at least: nothing is divided by less
LEAST = 0.01


class Outlook:
    """The worth of each sea area to those who want to land there, in battalions."""

    def __init__(self, sight: Sight) -> None:
        self.waters = sight.sea
        scales = scales_for(sight)
        german = worth_by_sea(sight, scales, GERMANY)
        allied = worth_by_sea(sight, scales, ALLIES)
        unit = max(LEAST, sum(sorted((*german, *allied))[-4:]) / 4)
        self.german = [worth / unit for worth in german]
        self.allied = [worth / unit for worth in allied]
        #: sea areas beside land where Fighters are wanted
        self.contested = [contested(sight, area) for area in ships.SEAS]
        self._values: dict[tuple[tuple[int, ...], tuple[int, ...], int], float] = {}

    def now(self) -> float:
        german, _, allied = self.waters.numbers
        return self.value(german, allied, self.waters.coast_defence)

    def value(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        """How the ships stand for Germany, by numbers in the sea areas: what may come ashore, for it and against."""
        key = (tuple(german), tuple(allied), coast_defence)
        if key not in self._values:
            self._values[key] = self._coming(*key) - self._against(*key)
        return self._values[key]

    def _coming(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        limits = list(german_sea_limits(True, german, allied, None if coast_defence == UNKNOWN else coast_defence))
        # what a few ships let through now they let through again in the turns after
        room = [limit if limit == UNLIMITED else 2 * limit for limit in limits]
        worth = list(self.german)
        total = 0.0
        for _ in range(GERMANS_COMING):
            best = max((sea for sea in ships.SEAS if room[sea]), key=worth.__getitem__, default=None)
            if best is None:
                break
            total += worth[best]
            worth[best] *= ONE_MORE
            room[best] -= 1
        return total

    def _against(self, german: Sequence[int], allied: Sequence[int], coast_defence: int) -> float:
        open_seas = [self.allied[sea] for sea in ships.SEAS if allied[sea] or sea == coast_defence or not german[sea]]
        return ALLIES_COMING * max(open_seas, default=0.0) + 0.1 * sum(open_seas)

    def cover(self, carriers: Sequence[int]) -> float:
        """What carriers in these sea areas are worth to the Allies."""
        return sum(COVER for sea in set(carriers) if sea in ships.SEAS and self.contested[sea])


def worth_by_sea(sight: Sight, scales: Scales, country: int) -> list[float]:
    """What a new battalion is worth on the best coast of each sea area."""
    found = []
    for sea in ships.SEAS:
        shore = [area for area in board.SHORE[sea] if not sight.enemies_at(country, area)]
        closed = country == ALLIES and sea in ships.CLOSED_TO_ALLIES
        found.append(0.0 if closed else max((scales.worth(country, area) for area in shore), default=0.0))
    return found


def contested(sight: Sight, sea: int) -> bool:
    """Whether Germans stand next to others on the coast of a sea area."""
    for area in board.SHORE[sea]:
        beside = (area, *board.NEIGHBOURS[area])
        others = any(sight.enemies_at(GERMANY, other) for other in beside)
        if others and any(sight.battalions[GERMANY][other] for other in beside):
            return True
    return False
