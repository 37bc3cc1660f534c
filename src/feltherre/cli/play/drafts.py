"""Sheets that are written but not handed in: kept beside the game, never in its record.

`norway-20250101-120000.jsonl.draft` holds what each role has noted of its answer, until it is given.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from feltherre.cli.play.beside import DRAFT, read_beside, write_beside
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Game
from feltherre.core.space import Decision


class Draft(Struct, frozen=True):
    """What has been noted, and the decision that it is to answer."""

    decision: str
    action: Any


class Drafts:
    """The drafts of a game, by role."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.game = game
        self._kept = _read(path)

    def __bool__(self) -> bool:
        return bool(self._kept)

    def of(self, decision: Decision[Any]) -> Any:
        """What its role has noted for a decision, None if nothing. Illegal (and it is gone) if the position has changed
        since, so that it cannot stand."""
        kept = self._kept.get(decision.role)
        if kept is None:
            return None
        try:
            action = self.game.convert_action(kept.action)
            if kept.decision != decision.id:
                decision.space.check(action)
        except BadInput:
            self.forget(decision.role)
            return None
        except Illegal:
            self.forget(decision.role)
            raise
        return action

    def keep(self, decision: Decision[Any], action: Any) -> None:
        self._kept[decision.role] = Draft(decision.id, msgspec.to_builtins(action))
        self._save()

    def forget(self, role: str) -> None:
        """It has been handed in, or cannot stand."""
        if self._kept.pop(role, None) is not None:
            self._save()

    def forget_all(self) -> None:
        """The game is over."""
        self._kept.clear()
        self._save()

    def _save(self) -> None:
        """A draft that cannot be written is no reason to stop: it is still on the screen."""
        write_beside(self.path, DRAFT, msgspec.json.encode(self._kept) if self._kept else b"")


def _read(path: Path) -> dict[str, Draft]:
    try:
        return msgspec.json.decode(read_beside(path, DRAFT), type=dict[str, Draft])
    except (msgspec.DecodeError, UnicodeError):
        return {}
