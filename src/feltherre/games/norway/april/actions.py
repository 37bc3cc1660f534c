"""What a player can answer in the nine-April round (chapter 7)."""

from __future__ import annotations

from typing import ClassVar

from feltherre.core.space import Action
from feltherre.games.norway.sea.actions import Stations

#: (what, how many) pairs, in the order of the board
Counts = tuple[tuple[str, int], ...]

#: stands for the crew of a sunk ship among the landing ships (Evacuated sailors)
SAILORS = "sailors"


class ChooseApril(Action, frozen=True, tag="choose-april"):
    """The nine-April cards a country keeps, equal ones named twice (7.0-choice-ger, -nor, -all)."""

    unseen: ClassVar[bool] = True

    cards: tuple[str, ...]


class CallShips(Action, frozen=True, tag="call-ships"):
    """Ships to the rescue: three more Allied ships for the nine-April round."""


class DeployNorwegians(Action, frozen=True, tag="deploy-norwegians"):
    """One battalion in Finnmark, one at Oslo, two on mobilisation points, and Eidsvoll & Norge (7.0-deploy-nor)."""

    oslo: str
    first: str
    second: str
    station: str


class Deploy(Action, frozen=True, tag="deploy"):
    """Where each ship is placed (7.0-deploy-ger, 7.0-deploy-all)."""

    unseen: ClassVar[bool] = True

    stations: Stations


class Reconnoitre(Action, frozen=True, tag="reconnoitre"):
    """Reconnaissance plane: look for German ships in a sea area (7.0-recon)."""

    area: str


class Manoeuvre(Action, frozen=True, tag="manoeuvre"):
    """Misleading manoeuvre: up to three ships go one sea area each."""

    unseen: ClassVar[bool] = True

    stations: Stations


class Redeploy(Action, frozen=True, tag="redeploy"):
    """Redeployment: up to two battalions go to other areas of deployment, and the coast-defence ships, if wished."""

    moves: tuple[tuple[str, str], ...]
    station: str = ""


class RescueSailors(Action, frozen=True, tag="rescue-sailors"):
    """Evacuated sailors: a ship sunk in this battle still lands a battalion."""


class Raid(Action, frozen=True, tag="raid"):
    """The ships that go raiding (7.2-raiding-1)."""

    ships: tuple[str, ...]


class Land(Action, frozen=True, tag="land"):
    """The ships of a sea area that land their battalion, and where (7.2-landing-1)."""

    landings: tuple[tuple[str, str], ...]


class LayMines(Action, frozen=True, tag="lay-mines"):
    """Minelaying against the landing from a sea area (7.2-landing-cards, R67)."""


class FireFort(Action, frozen=True, tag="fire-fort"):
    """Coastal fort against the landing in a point city (6.2-coastal-fort)."""


class BluffAndThreaten(Action, frozen=True, tag="bluff"):
    """Bluff and threats against the Norwegian defenders (7.2b-bluff)."""


class Mobilise(Action, frozen=True, tag="mobilise"):
    """The mobilisation points that raise a battalion (7.3-mob-2)."""

    areas: tuple[str, ...]


AprilAction = (
    ChooseApril
    | CallShips
    | DeployNorwegians
    | Deploy
    | Reconnoitre
    | Manoeuvre
    | Redeploy
    | RescueSailors
    | Raid
    | Land
    | LayMines
    | FireFort
    | BluffAndThreaten
    | Mobilise
)
