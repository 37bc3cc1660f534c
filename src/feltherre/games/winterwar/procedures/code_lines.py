"""What a result code means, in words (table codes-ground)."""

from __future__ import annotations

from feltherre.core.procedure import Desk
from feltherre.games.winterwar.codes import parse_ground


def tell_code(result: str, desk: Desk, loss_numbers: str = "units") -> None:
    """The result for both sides; losses are taken before anybody retreats."""
    code = parse_ground(result)
    if code is None:
        return
    for side, part in (("attacker", code.attacker), ("defender", code.defender)):
        n = part.losses
        desk.line_if(part.everyone, f"code.{side}.everyone", "1.5-c")
        desk.line_if(bool(n) and not part.everyone, f"code.{side}.{loss_numbers}", "2.1-e", n, n=n)
        desk.line_if(part.retreats, f"code.{side}.retreats", "1.5-f")
