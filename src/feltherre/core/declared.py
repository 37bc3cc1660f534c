"""What a book or game says of itself, looked through when it is loaded: whoever writes a game is told at once, and
of all of it together, where it would otherwise go wrong in the middle of one."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from feltherre.core.notation import CORE_FORMS
from feltherre.core.state import State

if TYPE_CHECKING:
    from feltherre.core.book import Book
    from feltherre.core.game import Game

HOUSE = Path(__file__).parents[1]


def unsaid(book: Book) -> list[str]:
    """The names for which a book has no value, though its class, or one above it, says that there is one."""
    kinds = reversed(type(book).__mro__)
    names = dict.fromkeys(name for kind in kinds for name in vars(kind).get("__annotations__", {}))
    return [name for name in names if not hasattr(book, name)]


def faults_of(game: Game[Any]) -> Iterator[str]:
    """What does not go together in what a game says of itself."""
    for option in game.options:
        if option.default not in option.values:
            yield f"option {option.name}: its default {option.default!r} is none of its values"
    for name, by in game.procedures.items():
        if name != by.name:
            yield f"procedures: {name!r} leads to the procedure {by.name!r}"
    yield from _faults_of_state(game.state_type)
    yield from _faults_of_actions(game)


def _faults_of_state(kind: type) -> Iterator[str]:
    name = kind.__name__
    if not issubclass(kind, State):
        yield f"state_type: {name} does not extend State"
        return
    if "__dataclass_fields__" not in vars(kind) or "__slots__" not in vars(kind):
        yield f"state_type: {name} lacks @dataclass(slots=True)"
    if kind.owner == State.owner:
        yield f'state_type: {name} does not say whose it is: owner: ClassVar[str] = "<id of the game>"'


def _faults_of_actions(game: Game[Any]) -> Iterator[str]:
    """What can be answered is what can be written."""
    actions = get_args(game.action_type) or (game.action_type,)
    written = dict.fromkeys(form.action for form in game.notation.forms)
    for kind in actions:
        if kind not in written:
            yield f"notation: no form for {kind.__name__}, which action_type has"
    of_every_game = {form.action for form in CORE_FORMS}
    for kind in [kind for kind in written if kind not in actions and kind not in of_every_game]:
        yield f"action_type: {kind.__name__} is not in it, though the notation has a form for it"


def where(error: BaseException) -> str:
    """An error with the place in the game's own files from which it came, as far as there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if not f.filename.startswith("<") and "importlib" not in Path(f.filename).parts]
    outside = [frame for frame in own if HOUSE not in Path(frame.filename).parents]
    told = f"{type(error).__name__}: {error}"
    return f"{outside[-1].filename}:{outside[-1].lineno}: {told}" if outside else told
