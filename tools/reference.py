"""What modules of Feltherre offer to a game: names, parameters and what they say of themselves, without the code.

python tools/reference.py hexgame                     all modules of the layer
python tools/reference.py hexgame.marching core.space
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

HOUSE = "feltherre"
#: what `__init__` notes under a name that everybody may read
_NOTED = re.compile(r"^ +self\.([a-z]\w*)(?:: [^=\n]+)? = ", re.MULTILINE)


def modules(name: str) -> Iterator[ModuleType]:
    """A module, or all modules of a package; `name` is without the house."""
    module = importlib.import_module(f"{HOUSE}.{name}")
    yield module
    for inner in pkgutil.iter_modules(getattr(module, "__path__", ())):
        yield from modules(f"{name}.{inner.name}")


def parameters(thing: Any) -> str:
    """What is put between the brackets when it is called, and what comes of it; nothing if Python cannot say."""
    try:
        return str(inspect.signature(thing)).replace("''", '""').replace("'", "").removesuffix(" -> None")
    except (TypeError, ValueError):
        return ""


def said(thing: Any) -> str:
    """The words of a function, class or module about itself, in one line; none if it has only Python's."""
    words = " ".join(inspect.cleandoc(vars(thing).get("__doc__") or getattr(thing, "__doc__", "") or "").split())
    return "" if words.startswith((f"{getattr(thing, '__name__', '')}(", "Create new")) else words


def told(head: str, thing: Any) -> Iterator[str]:
    """A name, and under it what it says of itself."""
    yield head
    if words := said(thing):
        yield f"{' ' * (len(head) - len(head.lstrip()) + 4)}{words}"


def of_class(name: str, kind: type) -> Iterator[str]:
    """A class with what it is made of, what it notes, and the methods that it brings itself."""
    yield from told(f"class {name}{parameters(kind)}", kind)
    made = vars(kind).get("__init__")
    noted = (
        dict.fromkeys(_NOTED.findall(inspect.getsource(made))) if inspect.isfunction(made) and _is_written(made) else {}
    )
    if noted:
        yield f"    {', '.join(f'.{one}' for one in noted)}"
    for method, value in vars(kind).items():
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if inspect.isfunction(function) and not method.startswith("_"):
            yield from told(f"    .{method}{parameters(function)}", function)


def _is_written(function: Any) -> bool:
    """Whether it stands in a file; that of a dataclass does not."""
    return not function.__code__.co_filename.startswith("<")


def of(module: ModuleType) -> Iterator[str]:
    """What a module offers of its own, line by line."""
    yield from ("", *told(f"== {module.__name__}", module))
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(value):
            yield from of_class(name, value)
        elif inspect.isfunction(value):
            yield from told(f"{name}{parameters(value)}", value)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="+", metavar="MODULE", help="hexgame.marching, or a package: hexgame")
    for name in parser.parse_args().modules:
        try:
            found = list(modules(name.removeprefix(f"{HOUSE}.")))
        except ModuleNotFoundError as error:
            parser.error(f"{error.name} is no module")
        for module in found:
            print("\n".join(of(module)))


if __name__ == "__main__":
    main()
