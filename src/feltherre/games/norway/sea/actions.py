"""What a player of the advanced game can answer at sea (chapter 8). Ships and sea areas are named by their ids."""

from __future__ import annotations

from feltherre.core.space import Action

#: (ship, sea area) pairs, in the order of the ship cards
Stations = tuple[tuple[str, str], ...]


class Sail(Action, frozen=True, tag="sail"):
    """Ships that lie together move one sea area; the same ones may go on afterwards (8.1-1, 8.1-2)."""

    forms = ("sail {ships:ships} > {target:sea}",)
    example = "sail KMS Blücher > II"
    unseen = True

    ships: tuple[str, ...]
    target: str


class Stay(Action, frozen=True, tag="stay"):
    """The group under way goes no further (8.1-2)."""

    forms = ("stay",)


class EndSailing(Action, frozen=True, tag="end-sailing"):
    """All movement at sea is done; movement on land follows (8-1)."""

    forms = ("end sailing",)
    final = True


class RecallRaiders(Action, frozen=True, tag="recall-raiders"):
    """Cards with six reinforcement symbols bring all raiding ships back (7.2-raiding-3, R52)."""

    forms = ("recall raiders with {cards:cards}",)

    cards: tuple[str, ...]


class CallHomeFleet(Action, frozen=True, tag="home-fleet"):
    """The remaining Allied ships are placed in III to VIII (7.4-fleet, R53)."""

    forms = ("home fleet {stations:stations}",)
    unseen = True

    stations: Stations


class Intercept(Action, frozen=True, tag="intercept"):
    """All own ships of the sea area try to intercept (8.1-int-2)."""

    forms = ("intercept",)


class HideInSmoke(Action, frozen=True, tag="smoke"):
    """Smoke screen: an intercepted German ship gets away and is hidden again (7.1-1)."""

    forms = ("smoke {ship:ship}",)

    ship: str


class Join(Action, frozen=True, tag="join"):
    """Which ships that were not intercepted fight as well; none: no ships (8.2-2)."""

    forms = (("join none", {"ships": ()}), "join {ships:ships}")

    ships: tuple[str, ...]


class FightAtSea(Action, frozen=True, tag="fight-at-sea"):
    """The sea battle to be fought next (8.2-seq-0)."""

    forms = ("fight at sea {area:sea}",)
    example = "fight at sea III"
    final = True

    area: str


class Bomb(Action, frozen=True, tag="bomb"):
    """Bomber against ships in a sea area without a battle (5.2-3, R57)."""

    forms = ("bomb {area:sea}",)
    example = "bomb III"
    played_with = "ger-bomber"

    area: str


class EndSeaCombat(Action, frozen=True, tag="end-sea-combat"):
    """Germany bombs nothing (more); land battles follow."""

    forms = ("end sea combat",)
    final = True


class ChaseTo(Action, frozen=True, tag="chase-to"):
    """Where each chased ship goes, chosen by the opponent (8.2-seq-7)."""

    forms = ("chase {stations:stations}",)
    final = True

    stations: Stations


class WithdrawShips(Action, frozen=True, tag="withdraw-ships"):
    """The five Allied ships that leave when their deck is used up (5.2-1, R26)."""

    forms = ("withdraw ships {ships:ships}",)

    ships: tuple[str, ...]
