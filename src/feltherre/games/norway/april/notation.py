"""How the actions of the nine-April round are written in one line."""

from __future__ import annotations

from feltherre.core.notation import Form
from feltherre.games.norway.april import actions

FORMS = (
    Form(actions.ChooseApril, "choose {cards:cards}"),
    Form(actions.CallShips, "call ships"),
    Form(
        actions.DeployNorwegians,
        "deploy oslo {oslo:area} and points {first:area} and {second:area} and ships {station:sea}",
    ),
    Form(actions.Deploy, "deploy {stations:stations}"),
    Form(actions.Reconnoitre, "reconnoitre {area:sea}"),
    Form(actions.Manoeuvre, "manoeuvre {stations:stations}"),
    Form(actions.Redeploy, "redeploy {moves:moves}", {"station": ""}),
    Form(actions.Redeploy, "redeploy {moves:moves} and ships {station:sea}"),
    Form(actions.RescueSailors, "rescue sailors"),
    Form(actions.Raid, "raid {ships:ships}"),
    Form(actions.Land, "land ships {landings:landings}"),
    Form(actions.LayMines, "lay mines"),
    Form(actions.FireFort, "fire fort"),
    Form(actions.BluffAndThreaten, "bluff"),
    Form(actions.Mobilise, "mobilise {areas:areas}"),
)
