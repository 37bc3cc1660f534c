"""Everything a player of Norway can answer, one kind of action for each decision of the rules.

Areas are named by their ids (`oslo`), cards by their ids within a country (`panzer`); the role says whose card it is.
Each kind says how it is written; notation.py has the fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltherre.core.agenda import RulingAccepted, RulingChanged
from feltherre.core.space import Action, DiceTyped
from feltherre.core.state import union_of
from feltherre.games.norway.april import actions as april
from feltherre.games.norway.countries import COUNTRIES, Country
from feltherre.games.norway.sea import actions as at_sea

#: (what, how many) pairs, in the order of the board
Counts = tuple[tuple[str, int], ...]


class Pass(Action, frozen=True, tag="pass"):
    """Nothing (more) here."""

    forms = ("pass",)


# 3 set-up


class TakeCountry(Action, frozen=True, tag="take-country"):
    """The country that a player chooses (3-2); of two players, `norway` takes Norway and the Allies (1.2-2)."""

    forms = tuple((f"take {country}", {"country": country}) for country in COUNTRIES)

    country: Country


# 4.1 movement


class Move(Action, frozen=True, tag="move"):
    """A group moves to an adjoining area; where enemies stand it attacks (4.1b-1, 4.1b-2)."""

    forms = ("move {origin:area} > {target:area} {count:number}", ("move {origin:area} > {target:area}", {"count": 1}))
    example = "move Oslo > Hamar 2"

    origin: str
    target: str
    count: int


class RapidMove(Action, frozen=True, tag="rapid"):
    """Rapid movement: up to two battalions move two areas together (4.1b-rapid)."""

    forms = (
        "rapid {origin:area} > {via:area} > {target:area} {count:number}",
        ("rapid {origin:area} > {via:area} > {target:area}", {"count": 1}),
    )
    example = "rapid Oslo > Hønefoss > Fagernes 2"
    played_with = "ger-rapid-movement"

    origin: str
    via: str
    target: str
    count: int


class Drop(Action, frozen=True, tag="drop"):
    """Paratroops: one new battalion within air range (4.1b-paratroops)."""

    forms = ("drop {area:area}",)
    example = "drop Kongsberg"
    played_with = "ger-paratroops"

    area: str


class Fly(Action, frozen=True, tag="fly"):
    """Transport plane: up to two battalions between held airfields (2.3-air-3)."""

    forms = ("fly {origin:area} > {target:area} {count:number}", ("fly {origin:area} > {target:area}", {"count": 1}))
    example = "fly Oslo > Stavanger 2"
    played_with = "ger-transport-plane"

    origin: str
    target: str
    count: int


class Train(Action, frozen=True, tag="train"):
    """Train transport: up to three battalions up to three areas together. `path` includes the start."""

    forms = ("train {path:path} {count:number}", ("train {path:path}", {"count": 1}))
    example = "train Hamar > Lillehammer > Dombås 3"
    played_with = "nor-train-transport"

    path: tuple[str, ...]
    count: int


class Invade(Action, frozen=True, tag="invade"):
    """Invasion: cards exchanged for battalions that land at once, also against the enemy (4.1b-invasion)."""

    forms = ("invade with {cards:cards} at {placements:places}",)
    example = "invade with Reinforcements at Narvik 2"
    played_with = "all-invasion"

    cards: tuple[str, ...]
    placements: Counts


class Ship(Action, frozen=True, tag="ship"):
    """Coastal evacuation in phase 1: up to three battalions along the coast."""

    forms = ("ship {origin:area} > {target:area} {count:number}", ("ship {origin:area} > {target:area}", {"count": 1}))
    example = "ship Namsos > Bodø 2"
    played_with = "all-coastal-evacuation"

    origin: str
    target: str
    count: int


class EndMovement(Action, frozen=True, tag="end-movement"):
    """All movement is done; the phase is not reopened (4-4)."""

    forms = ("end movement", "end")
    final = True


class Divert(Action, frozen=True, tag="divert"):
    """Fighter against Paratroops: they land in this neighbouring area instead (R36)."""

    forms = ("divert {area:area}",)
    example = "divert Kongsvinger"
    played_with = "all-fighter"

    area: str


class StopFlight(Action, frozen=True, tag="stop-flight"):
    """Fighter against Transport plane: the flight does not take place (R36)."""

    forms = ("stop flight",)
    played_with = "all-fighter"


class Roadblock(Action, frozen=True, tag="roadblock"):
    """Sends up to two battalions of an attacking group back (4.1c-2, R39)."""

    forms = (
        "roadblock {origin:area} > {target:area} {count:number}",
        ("roadblock {origin:area} > {target:area}", {"count": 1}),
    )
    example = "roadblock Kongsvinger > Hamar 1"
    played_with = "nor-roadblock"

    origin: str
    target: str
    count: int


class BlowBridge(Action, frozen=True, tag="blow-bridge"):
    """Sends a whole attacking group back (4.1c-2, R39)."""

    forms = ("blow bridge {origin:area} > {target:area}",)
    example = "blow bridge Kongsvinger > Hamar"
    played_with = "nor-blown-bridge"

    origin: str
    target: str


class Flee(Action, frozen=True, tag="flee"):
    """Train transport: the Norwegian battalions leave an attacked area before the battle (4.1c-1, R39)."""

    forms = ("flee {area:area} > {target:area}",)
    example = "flee Hamar > Lillehammer"
    played_with = "nor-train-transport"

    area: str
    target: str


class Engineers(Action, frozen=True, tag="engineers"):
    """Engineer company: prevents the Roadblock or Blown bridge just played (4.1c-3)."""

    forms = ("engineers",)
    played_with = "ger-engineer-company"


# 4.2 combat


class Fight(Action, frozen=True, tag="fight"):
    """The battle to be fought next (4.2-0)."""

    forms = ("fight {area:area}",)
    example = "fight Hamar"
    final = True

    area: str


class Play(Action, frozen=True, tag="play"):
    """A card in a battle; `against` is the card it counters, or empty if it is played for its own effect."""

    forms = (("play {card:card}", {"against": ""}), "play {card:card} against {against:card}")
    example = "play Panzer"

    card: str
    against: str = ""


class Lose(Action, frozen=True, tag="lose"):
    """Which battalions are removed (4.2-6): by group (area of origin, `sea`, `air`) or by country (joint defence)."""

    forms = ("lose {losses:heaps}",)
    example = "lose Oslo 1"
    #: where partners must agree it is a proposal, and stays between the two (R84)
    unseen = True

    losses: Counts


class Evacuate(Action, frozen=True, tag="evacuate"):
    """Coastal evacuation saves one lost battalion (4.2-6-evac)."""

    forms = ("evacuate to {target:area}",)
    example = "evacuate to Bodø"
    played_with = "all-coastal-evacuation"

    target: str


class SeaWithdraw(Action, frozen=True, tag="withdraw-by-sea"):
    """Coastal evacuation: the losing Allied battalions leave by sea (4.2-8-att-2)."""

    forms = ("withdraw by sea to {target:area}",)
    example = "withdraw by sea to Bodø"
    played_with = "all-coastal-evacuation"

    target: str


class Retreat(Action, frozen=True, tag="retreat"):
    """The area the losers retreat to (4.2-8-def-1)."""

    forms = ("retreat to {target:area}", "retreat {target:area}")
    example = "retreat to Lillehammer"
    #: as with Lose
    unseen = True

    target: str


# 4.3 reinforcement


class FirstLanding(Action, frozen=True, tag="first-landing"):
    """The first six Allied battalions: three in each of two areas that do not border each other (3-7)."""

    forms = ("land {first:area} and {second:area}",)
    example = "land Namsos and Harstad"

    first: str
    second: str


class Reinforce(Action, frozen=True, tag="reinforce"):
    """Cards exchanged for battalions and where all new battalions are placed (4.3-1, 4.3-2).

    `airfield`: Transport plane is played and the free battalion stands there (4.3-ger-transport).
    """

    forms = (
        ("reinforce with {cards:cards} at {placements:places}", {"airfield": ""}),
        "reinforce with {cards:cards} at {placements:places} and fly to {airfield:area}",
        ("reinforce at {placements:places}", {"cards": (), "airfield": ""}),
        ("reinforce with {cards:cards}", {"placements": (), "airfield": ""}),
        ("reinforce with {cards:cards} and fly to {airfield:area}", {"placements": ()}),
        ("reinforce at {placements:places} and fly to {airfield:area}", {"cards": ()}),
        ("reinforce fly to {airfield:area}", {"cards": (), "placements": ()}),
        ("reinforce nothing", {"cards": (), "placements": (), "airfield": ""}),
    )
    example = "reinforce with Reinforcements at Oslo 2"

    cards: tuple[str, ...]
    placements: Counts
    airfield: str = ""


class Torpedo(Action, frozen=True, tag="torpedo"):
    """U-boat or Submarine against battalions just placed by sea in this area (4.3-cards, R41)."""

    forms = ("torpedo {area:area}",)
    example = "torpedo Oslo"

    area: str


# 4.4 new cards


class Discard(Action, frozen=True, tag="discard"):
    """The card thrown away because none was used (4.4-2)."""

    forms = ("discard {card:card}",)
    example = "discard Panzer"

    card: str


class Withdraw(Action, frozen=True, tag="withdraw"):
    """The Allied battalions that leave Norway when their deck is used up (2.4-all-3)."""

    forms = ("withdraw {battalions:heaps}",)
    example = "withdraw Namsos 3, Harstad 1"

    battalions: Counts


if TYPE_CHECKING:
    NorwayAction = Action
else:
    NorwayAction = union_of(Action, __name__, at_sea.__name__, april.__name__)
    NorwayAction |= DiceTyped | RulingAccepted | RulingChanged
