"""How the actions of the nine-April round are written in one line."""

from __future__ import annotations

from feltherre.core.catalogue import in_every_language
from feltherre.core.names import Names
from feltherre.core.notation import Form
from feltherre.core.text import say
from feltherre.games.norway.april import actions
from feltherre.games.norway.sea import ships

#: ships, and the crew of one that was sunk (Evacuated sailors)
LANDING_SHIPS = Names(
    [*ships.IDS, actions.SAILORS],
    [*ships.NAMES.display, "Sailors"],
    translated=lambda: [*ships.translated(), in_every_language(say("norway.sailors"))],
)

FORMS = (
    Form(actions.ChooseApril, "choose {cards:april-cards}"),
    Form(actions.CallShips, "call ships"),
    Form(
        actions.DeployNorwegians,
        "deploy oslo {oslo:area} and points {first:area} and {second:area} and ships {station:sea}",
    ),
    Form(actions.Deploy, "deploy {stations:stations}"),
    Form(actions.Reconnoitre, "reconnoitre {area:sea}"),
    Form(actions.Manoeuvre, "manoeuvre {stations:stations}"),
    Form(actions.Manoeuvre, "manoeuvre nothing", {"stations": ()}),
    Form(actions.Redeploy, "redeploy {moves:moves}", {"station": ""}),
    Form(actions.Redeploy, "redeploy {moves:moves} and ships {station:sea}"),
    Form(actions.Redeploy, "redeploy ships {station:sea}", {"moves": ()}),
    Form(actions.Redeploy, "redeploy nothing", {"moves": (), "station": ""}),
    Form(actions.RescueSailors, "rescue sailors"),
    Form(actions.Raid, "raid {ships:ships}"),
    Form(actions.Raid, "raid nothing", {"ships": ()}),
    Form(actions.Land, "land ships {landings:landings}"),
    Form(actions.Land, "land nothing", {"landings": ()}),
    Form(actions.LayMines, "lay mines"),
    Form(actions.FireFort, "fire fort"),
    Form(actions.BluffAndThreaten, "bluff"),
    Form(actions.Mobilise, "mobilise {areas:areas}"),
    Form(actions.Mobilise, "mobilise nothing", {"areas": ()}),
)
