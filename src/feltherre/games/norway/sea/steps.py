"""The steps of a turn at sea (chapter 8), as they stand on the agenda. What each does is in the module of its part."""

from __future__ import annotations

from feltherre.core.chance import Drawn, Ruling, Thrown
from feltherre.core.state import Step

# 8.1 movement and interception


class SeaMovement(Step, frozen=True, tag="sea-movement"):
    """Phase 1a: the country in turn moves its ships, group by group, until it ends movement at sea (8.1-1, 8.1-2)."""


class Interceptions(Step, frozen=True, tag="interceptions"):
    """Ships have come where enemies lie: first the side that came, then the other may intercept (8.1-int-1)."""

    area: int


class InterceptionChoice(Step, frozen=True, tag="interception-choice"):
    """A country decides whether it tries to intercept with all its ships in the sea area (8.1-int-2, 8.1-int-8)."""

    area: int
    country: int


class InterceptionDice(Step, frozen=True, tag="interception-dice"):
    """One die for each enemy card in the sea area (8.1-int-3)."""

    area: int
    country: int
    throws: tuple[Thrown, ...] = ()


class InterceptionRuled(Step, frozen=True, tag="interception-ruled"):
    area: int
    country: int
    ruling: Ruling


class SmokeScreen(Step, frozen=True, tag="smoke-screen"):
    """German ships were intercepted on 9 April: one of them may get away behind smoke (7.1-1)."""

    area: int
    ships: tuple[int, ...]


# 8.2 sea battle


class SeaCombat(Step, frozen=True, tag="sea-combat"):
    """Phase 2a begins (8.2-1): who else joins is settled for every sea area before the first battle (8.2-seq-0)."""


class JoinBattle(Step, frozen=True, tag="join-battle"):
    """The owner of intercepted ships may use his other ships of the sea area too (8.2-2)."""

    area: int
    country: int


class ChooseSeaBattle(Step, frozen=True, tag="choose-sea-battle"):
    """The attacker chooses the sea area to be fought in next; Germany may bomb ships elsewhere (8.2-seq-0, R57)."""


class SeaAttackerCards(Step, frozen=True, tag="sea-attacker-cards"):
    """Step 1 of a sea battle (8.2-seq-1)."""


class SeaDefenderCards(Step, frozen=True, tag="sea-defender-cards"):
    """Step 2 of a sea battle, for one defending country (8.2-seq-2)."""

    country: int


class SeaReactionCards(Step, frozen=True, tag="sea-reaction-cards"):
    """Step 3 of a sea battle (8.2-seq-3)."""


class StrikeDie(Step, frozen=True, tag="strike-die"):
    """The die of a card that strikes at ships; `played` is its place in the battle's cards (8.2-seq-1, 8.2-seq-2)."""

    played: int
    throws: tuple[Thrown, ...] = ()


class StrikeRuled(Step, frozen=True, tag="strike-ruled"):
    played: int
    ruling: Ruling


class SeaDice(Step, frozen=True, tag="sea-dice"):
    """Steps 4 and 5: the ships fire (8.2-seq-4, 8.2-seq-5)."""

    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()


class SeaRuled(Step, frozen=True, tag="sea-ruled"):
    """The ruling of a sea battle takes effect: ships are sunk and chased (8.2-seq-6, 8.2-seq-7)."""

    ruling: Ruling


class ChooseFlight(Step, frozen=True, tag="choose-flight"):
    """Step 7: a country says where the chased ships of its enemies go (8.2-seq-7)."""

    country: int
    ships: tuple[int, ...]


class SeaBattleOver(Step, frozen=True, tag="sea-battle-over"):
    """Step 8: the battle is over and the surviving ships are turned face down (8.2-seq-8)."""


# 5.2


class ShipsWithdrawal(Step, frozen=True, tag="ships-withdrawal"):
    """The Allied deck is used up: five ships leave too (5.2-1)."""
