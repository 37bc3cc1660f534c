"""What a player can answer in the nine-April round (chapter 7)."""

from __future__ import annotations

from feltherre.core.space import Action
from feltherre.games.norway.sea.actions import Stations

#: stands for the crew of a sunk ship among the landing ships (Evacuated sailors)
SAILORS = "sailors"


class ChooseApril(Action, frozen=True, tag="choose-april"):
    """The nine-April cards a country keeps, equal ones named twice (7.0-choice-ger, -nor, -all)."""

    forms = ("choose {cards:april-cards}",)
    unseen = True

    cards: tuple[str, ...]


class CallShips(Action, frozen=True, tag="call-ships"):
    """Ships to the rescue: three more Allied ships for the nine-April round."""

    forms = ("call ships",)


class DeployNorwegians(Action, frozen=True, tag="deploy-norwegians"):
    """One battalion in Finnmark, one at Oslo, two on mobilisation points, and Eidsvoll & Norge (7.0-deploy-nor)."""

    forms = ("deploy oslo {oslo:area} and points {first:area} and {second:area} and ships {station:sea}",)

    oslo: str
    first: str
    second: str
    station: str


class Deploy(Action, frozen=True, tag="deploy"):
    """Where each ship is placed (7.0-deploy-ger, 7.0-deploy-all)."""

    forms = ("deploy {stations:stations}",)
    unseen = True

    stations: Stations


class Reconnoitre(Action, frozen=True, tag="reconnoitre"):
    """Reconnaissance plane: look for German ships in a sea area (7.0-recon)."""

    forms = ("reconnoitre {area:sea}",)

    area: str


class Manoeuvre(Action, frozen=True, tag="manoeuvre"):
    """Misleading manoeuvre: up to three ships go one sea area each."""

    forms = ("manoeuvre {stations:stations}", ("manoeuvre nothing", {"stations": ()}))
    unseen = True

    stations: Stations


class Redeploy(Action, frozen=True, tag="redeploy"):
    """Redeployment: up to two battalions go to other areas of deployment, and the coast-defence ships, if wished."""

    forms = (
        ("redeploy {moves:moves}", {"station": ""}),
        "redeploy {moves:moves} and ships {station:sea}",
        ("redeploy ships {station:sea}", {"moves": ()}),
        ("redeploy nothing", {"moves": (), "station": ""}),
    )

    moves: tuple[tuple[str, str], ...]
    station: str = ""


class RescueSailors(Action, frozen=True, tag="rescue-sailors"):
    """Evacuated sailors: a ship sunk in this battle still lands a battalion."""

    forms = ("rescue sailors",)


class Raid(Action, frozen=True, tag="raid"):
    """The ships that go raiding (7.2-raiding-1)."""

    forms = ("raid {ships:ships}", ("raid nothing", {"ships": ()}))

    ships: tuple[str, ...]


class Land(Action, frozen=True, tag="land"):
    """The ships of a sea area that land their battalion, and where (7.2-landing-1)."""

    forms = ("land ships {landings:landings}", ("land nothing", {"landings": ()}))
    example = "land ships KMS Blücher > Oslo"

    landings: tuple[tuple[str, str], ...]


class LayMines(Action, frozen=True, tag="lay-mines"):
    """Minelaying against the landing from a sea area (7.2-landing-cards, R67)."""

    forms = ("lay mines",)


class FireFort(Action, frozen=True, tag="fire-fort"):
    """Coastal fort against the landing in a point city (6.2-coastal-fort)."""

    forms = ("fire fort",)


class BluffAndThreaten(Action, frozen=True, tag="bluff"):
    """Bluff and threats against the Norwegian defenders (7.2b-bluff)."""

    forms = ("bluff",)


class Mobilise(Action, frozen=True, tag="mobilise"):
    """The mobilisation points that raise a battalion (7.3-mob-2)."""

    forms = ("mobilise {areas:areas}", ("mobilise nothing", {"areas": ()}))

    areas: tuple[str, ...]
