"""How the actions at sea are written in one line."""

from __future__ import annotations

from feltherre.core.notation import Form
from feltherre.games.norway.sea import actions

FORMS = (
    Form(actions.Sail, "sail {ships:ships} > {target:sea}"),
    Form(actions.Stay, "stay"),
    Form(actions.EndSailing, "end sailing"),
    Form(actions.RecallRaiders, "recall raiders with {cards:cards}"),
    Form(actions.CallHomeFleet, "home fleet {stations:stations}"),
    Form(actions.Intercept, "intercept"),
    Form(actions.HideInSmoke, "smoke {ship:ship}"),
    Form(actions.Join, "join none", {"ships": ()}),
    Form(actions.Join, "join {ships:ships}"),
    Form(actions.FightAtSea, "fight at sea {area:sea}"),
    Form(actions.Bomb, "bomb {area:sea}"),
    Form(actions.EndSeaCombat, "end sea combat"),
    Form(actions.ChaseTo, "chase {stations:stations}"),
    Form(actions.WithdrawShips, "withdraw ships {ships:ships}"),
)
