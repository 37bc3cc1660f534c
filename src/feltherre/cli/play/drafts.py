"""Sheets that are written but not handed in: kept beside the game, never in its record.

`norway-20250101-120000.jsonl.draft` holds what each role has noted of its answer, until it is given.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from feltherre.core.errors import BadInput, Illegal
from feltherre.core.game import Game
from feltherre.core.space import Decision


class Draft(Struct, frozen=True):
    """What has been noted, and the decision that it is to answer."""

    decision: str
    action: Any


def draft_file(path: Path) -> Path:
    return path.with_name(path.name + ".draft")


def take_along(old: Path, new: Path) -> None:
    """A game goes on in another file, or is copied: its drafts go with it."""
    with suppress(OSError):
        data = draft_file(old).read_bytes()
        _write(draft_file(new), data)


class Drafts:
    """The drafts of a game, by role."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.game = game
        self._kept = _read(draft_file(path))

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
        with suppress(OSError):
            if self._kept:
                _write(draft_file(self.path), msgspec.json.encode(self._kept))
            else:
                draft_file(self.path).unlink(missing_ok=True)


def _read(file: Path) -> dict[str, Draft]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Draft])
    except (OSError, msgspec.DecodeError, UnicodeError):
        return {}


def _write(file: Path, data: bytes) -> None:
    """Whole or not at all, and for nobody else to read."""
    part = file.with_name(file.name + ".part")
    part.touch(mode=0o600)
    part.write_bytes(data)
    part.replace(file)
