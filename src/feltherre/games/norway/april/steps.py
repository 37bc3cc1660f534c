"""The steps of the nine-April round (chapter 7), as they stand on the agenda, in the order of the book (R61)."""

from __future__ import annotations

from feltherre.core.chance import Drawn, Ruling, Thrown
from feltherre.core.state import Step


class AprilPhase(Step, frozen=True, tag="april-phase"):
    """A phase of the nine-April round begins: 0 choice and deployment, then 1 to 4 as in a turn (7-1)."""

    phase: int


# 7.0 choice and deployment


class ChooseCards(Step, frozen=True, tag="choose-cards"):
    """All three countries choose their nine-April cards, each for itself (7.0-choice-ger, -nor, -all)."""


class DrawShips(Step, frozen=True, tag="draw-ships"):
    """The Allies draw nine of their eighteen ships, and may play Ships to the rescue (7.0-choice-all)."""

    #: the first nine have been drawn
    drawn: bool = False


class DeployNorway(Step, frozen=True, tag="deploy-norway"):
    """Four battalions, and Eidsvoll & Norge (7.0-deploy-nor)."""


class DeployShips(Step, frozen=True, tag="deploy-ships"):
    """Germany, or the Allies, place their ships face down (7.0-deploy-ger, 7.0-deploy-all)."""

    country: int


class Reconnaissance(Step, frozen=True, tag="reconnaissance"):
    """The Allies may send the Reconnaissance plane before they deploy (7.0-recon)."""


class ReconnaissanceDice(Step, frozen=True, tag="reconnaissance-dice"):
    area: int
    throws: tuple[Thrown, ...] = ()


class ReconnaissanceRuled(Step, frozen=True, tag="reconnaissance-ruled"):
    area: int
    ruling: Ruling


class MisleadingManoeuvre(Step, frozen=True, tag="misleading-manoeuvre"):
    """Germany may shift up to three ships once the Allies have deployed (7.0-cards, R61)."""


class Redeployment(Step, frozen=True, tag="redeployment"):
    """Norway may move two battalions, and Eidsvoll & Norge, once all ships lie (7.0-cards, R61)."""


# 7.1 interception and paratroops


class AprilInterceptions(Step, frozen=True, tag="april-interceptions"):
    """In each sea area with ships of both sides Germany may intercept, then the Allies (7.1-1, R46)."""


class AprilDrops(Step, frozen=True, tag="april-drops"):
    """Germany may play Paratroops; there is no other movement (7.1-2)."""


class AprilDropAnswer(Step, frozen=True, tag="april-drop-answer"):
    """Paratroops are over `area`: Norway may send Fighters (7.1-fighter)."""

    area: int


# 7.2 raiding, landing, resistance


class EvacuatedSailors(Step, frozen=True, tag="evacuated-sailors"):
    """A German ship was sunk in a sea battle: its crew may still land a battalion (7.2a-1)."""

    area: int


class Raiding(Step, frozen=True, tag="raiding"):
    """German battleships and heavy cruisers in VI, VII and VIII may raid (7.2-raiding-1)."""


class Landing(Step, frozen=True, tag="landing"):
    """Germany says which ships land their battalion where, sea area by sea area (7.2-landing-1)."""

    area: int
    #: after a battle against Eidsvoll & Norge: the ships that announced the landing, and no others (R75)
    announced: tuple[int, ...] | None = None


class LandingPlan(Step, frozen=True, tag="landing-plan"):
    """The landing announced from a sea area: (ship, land area) pairs; the ship is SAILORS for the crew of a sunk one.

    Battles, mines and forts come before it.
    """

    area: int
    landings: tuple[tuple[int, int], ...]
    #: Minelaying has been offered
    mined: bool = False
    #: point cities whose Coastal fort has been offered, and those where it has barred the landing
    forts: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()


class MineDie(Step, frozen=True, tag="mine-die"):
    plan: LandingPlan
    throws: tuple[Thrown, ...] = ()
    draws: tuple[Drawn, ...] = ()


class MineRuled(Step, frozen=True, tag="mine-ruled"):
    plan: LandingPlan
    ruling: Ruling


class FortDie(Step, frozen=True, tag="fort-die"):
    plan: LandingPlan
    city: int
    throws: tuple[Thrown, ...] = ()


class FortRuled(Step, frozen=True, tag="fort-ruled"):
    plan: LandingPlan
    city: int
    ruling: Ruling


class LandElsewhere(Step, frozen=True, tag="land-elsewhere"):
    """A fort has turned ships away from a city: Germany places their battalions elsewhere on the same coast (R28)."""

    plan: LandingPlan
    city: int
    ships: tuple[int, ...]


class Landings(Step, frozen=True, tag="landings"):
    """The ships on the coast land, sea area by sea area; afterwards the point cities resist (7.2-landing-1)."""


class CitiesResist(Step, frozen=True, tag="cities-resist"):
    """All have landed: Norway throws for each point city where battalions came ashore from ships (7.2-resist-1)."""


class Resistance(Step, frozen=True, tag="resistance"):
    """Norway throws for a point city where battalions were landed from ships (7.2-resist-1)."""

    city: int
    throws: tuple[Thrown, ...] = ()


class ResistanceRuled(Step, frozen=True, tag="resistance-ruled"):
    city: int
    ruling: Ruling


# 7.2b land battles: the steps of chapter 4, and


class Bluff(Step, frozen=True, tag="bluff"):
    """Before other cards and dice of a battle Germany may play Bluff and threats (7.2b-bluff, R30)."""


class BluffDie(Step, frozen=True, tag="bluff-die"):
    throws: tuple[Thrown, ...] = ()


class BluffRuled(Step, frozen=True, tag="bluff-ruled"):
    ruling: Ruling


# 7.3 and 7.4


class Telegraph(Step, frozen=True, tag="telegraph"):
    """If Germany holds Egersund the Allies lose a card, once (5.1-telegraph, R51)."""


class Mobilisation(Step, frozen=True, tag="mobilisation"):
    """Norway mobilises in point cities and at every second mobilisation point (7.3-mob-1, 7.3-mob-2)."""


class AprilExchange(Step, frozen=True, tag="april-exchange"):
    """A country exchanges nine-April cards for reinforcements (7.3-reinf-1)."""

    country: int


class AprilOver(Step, frozen=True, tag="april-over"):
    """Cards and decoys of the nine-April round leave the game, hands are drawn, Germany's first turn begins (7.4)."""
