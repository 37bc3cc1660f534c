"""The steps of a turn, as they stand on the agenda. What each does is in the module of its chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltherre.core.agenda import Gate
from feltherre.core.chance import Ruling, Thrown
from feltherre.core.state import Step, union_of
from feltherre.games.norway.actions import Lose, Retreat
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.countries import NORWAY
from feltherre.games.norway.sea import steps as at_sea

# who plays which country (3-2)


class CountryDice(Step, frozen=True, tag="country-dice"):
    """Players throw for the choice of country (3-2). `levels`: all players, from 1, in the order in which they will
    choose; those of one level have thrown the same so far."""

    levels: tuple[tuple[int, ...], ...]
    throws: tuple[Thrown, ...] = ()


class CountryRuled(Step, frozen=True, tag="country-ruled"):
    levels: tuple[tuple[int, ...], ...]
    ruling: Ruling


class ChooseCountry(Step, frozen=True, tag="choose-country"):
    """The players who have no country yet choose, in this order (3-2)."""

    players: tuple[int, ...]


class FirstHands(Step, frozen=True, tag="first-hands"):
    """The decks are shuffled and the first hands drawn (3-1)."""


# turns (4-1 to 4-4)


class Turn(Step, frozen=True, tag="turn"):
    """A country begins its turn (4-2)."""

    country: int


class Phase(Step, frozen=True, tag="phase"):
    """A phase begins; the one before is over (4-3, 4-4)."""

    phase: int


# 4.1 movement


class Movement(Step, frozen=True, tag="movement"):
    """The country in turn moves, group by group, until it ends movement (4.1b)."""


class DropAnswer(Step, frozen=True, tag="drop-answer"):
    """Paratroops are over `area`: the Allies may send Fighters (R36)."""

    area: int


class FlightAnswer(Step, frozen=True, tag="flight-answer"):
    """A Transport plane is in the air: the Allies may send Fighters (R36)."""

    origin: int
    target: int
    count: int


class Sabotage(Step, frozen=True, tag="sabotage"):
    """Norwegian sabotage and flight in the German turn (4.1c)."""


class SabotageAnswer(Step, frozen=True, tag="sabotage-answer"):
    """A Roadblock or Blown bridge is played: Germany may send an Engineer company (4.1c-3)."""

    card: int
    origin: int
    target: int
    count: int


# 4.2 combat


class ChooseBattle(Step, frozen=True, tag="choose-battle"):
    """The attacker chooses which battle is fought next, until none is left (4.2-0)."""


class AttackerCards(Step, frozen=True, tag="attacker-cards"):
    """Step 1 of a battle (4.2-1)."""


class DefenderCards(Step, frozen=True, tag="defender-cards"):
    """Step 2 of a battle, for one defending country (4.2-2, R11)."""

    country: int


class ReactionCards(Step, frozen=True, tag="reaction-cards"):
    """Step 3 of a battle (4.2-3)."""


class BattleDice(Step, frozen=True, tag="battle-dice"):
    """Steps 4 and 5: both sides throw (4.2-4, 4.2-5)."""

    throws: tuple[Thrown, ...] = ()


class BattleRuled(Step, frozen=True, tag="battle-ruled"):
    """The ruling of a battle takes effect."""

    ruling: Ruling


class ChooseLosses(Step, frozen=True, tag="choose-losses"):
    """Step 6: each side chooses which battalions it loses (4.2-6)."""

    attacker_losses: int
    defender_losses: int
    #: what Norway and the Allies have agreed on (R84)
    agreed: Lose | Retreat | None = None


class GermanyChoosesLosses(Step, frozen=True, tag="germany-chooses-losses"):
    """Norway and the Allies could not agree on their losses (4.2-6-joint)."""

    losses: int


class SaveLost(Step, frozen=True, tag="save-lost"):
    """Step 6: Coastal evacuation may save Allied battalions just lost (4.2-6-evac)."""

    lost: int


class CompareSums(Step, frozen=True, tag="compare-sums"):
    """Step 7: who has won (4.2-7)."""

    attacker_wins: bool


class LeaveBySea(Step, frozen=True, tag="leave-by-sea"):
    """Step 8: the losing Allied battalions may leave by sea (4.2-8-att-2)."""

    attacker_wins: bool


class Withdrawal(Step, frozen=True, tag="withdrawal"):
    """Step 8: the losers leave the area (4.2-8)."""

    attacker_wins: bool
    #: what Norway and the Allies have agreed on (R84)
    agreed: Lose | Retreat | None = None


JointStep = ChooseLosses | Withdrawal


class Agreement(Step, frozen=True, tag="agreement"):
    """Norway and the Allies must agree before the step `about` is carried out (4.2-6-joint, 4.2-8-def-2, R84)."""

    about: JointStep
    #: who is asked
    country: int = NORWAY
    #: the last proposals, made in turn
    proposals: tuple[Lose | Retreat, ...] = ()


class GermanyChoosesRetreat(Step, frozen=True, tag="germany-chooses-retreat"):
    """Norway and the Allies could not agree where to retreat together (R70)."""


class BattleOver(Step, frozen=True, tag="battle-over"):
    """The winner takes the area, and the battle is laid aside (4.2b-3)."""

    attacker_wins: bool


# 4.3 reinforcement


class FirstAllies(Step, frozen=True, tag="first-allies"):
    """The first six Allied battalions (3-6 to 3-8)."""


class Exchange(Step, frozen=True, tag="exchange"):
    """Cards are exchanged and new battalions placed (4.3-1)."""


class ConvoyAnswer(Step, frozen=True, tag="convoy-answer"):
    """Battalions have come by sea: a U-boat or Submarine of a country may wait for them (4.3-cards, R41)."""

    country: int


class ConvoyDie(Step, frozen=True, tag="convoy-die"):
    """The die of a U-boat or Submarine."""

    country: int
    area: int
    throws: tuple[Thrown, ...] = ()


class ConvoyRuled(Step, frozen=True, tag="convoy-ruled"):
    area: int
    ruling: Ruling


# 4.4 new cards


class ForcedDiscard(Step, frozen=True, tag="forced-discard"):
    """A country that used no card throws one away (4.4-2)."""


class DrawCards(Step, frozen=True, tag="draw-cards"):
    """The country in turn draws up to its hand limit (4.4-1)."""


class AlliedWithdrawal(Step, frozen=True, tag="allied-withdrawal"):
    """The Allied deck is used up: four battalions leave (2.4-all-3)."""


class NextTurn(Step, frozen=True, tag="next-turn"):
    """The turn passes on (4-2)."""


if TYPE_CHECKING:
    NorwayStep = Step
else:
    NorwayStep = Gate | union_of(Step, __name__, at_sea.__name__, april.__name__)
