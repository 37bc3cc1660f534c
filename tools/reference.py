"""What modules of Feltherre offer to a game: names, parameters and what they say of themselves, without the code.

python tools/reference.py hexgame                     all modules of the layer
python tools/reference.py hexgame.marching core.space
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

HOUSE = "feltherre"
#: a value that is longer is left out
LONGEST = 160
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
        written = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    named = re.sub(r"ForwardRef\('([^']*)'\)", r"\1", written)
    return named.replace("''", '""').replace("'", "").removesuffix(" -> None")


def said(thing: Any) -> str:
    """The words of a function, class or module about itself, in one line; none if it has only Python's."""
    words = " ".join(inspect.cleandoc(vars(thing).get("__doc__") or getattr(thing, "__doc__", "") or "").split())
    return "" if words.startswith((f"{getattr(thing, '__name__', '')}(", "Create new")) else words


def told(head: str, thing: Any) -> Iterator[str]:
    """A name, and under it what it says of itself."""
    yield head
    if words := said(thing):
        yield f"{' ' * (len(head) - len(head.lstrip()) + 4)}{words}"


def written_down(source: str, body: Sequence[ast.stmt], indent: str) -> Iterator[str]:
    """The public names that are given a type or a value here, each with the comment above it: types, constants, what a
    class has besides its methods."""
    lines = source.splitlines()
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        named = [one.id for target in targets for one in getattr(target, "elts", [target]) if isinstance(one, ast.Name)]
        if named and isinstance(node, ast.Assign | ast.AnnAssign):
            value = ast.unparse(node)
            if named[0].startswith("_") or "TypeVar(" in value:
                continue
            yield f"{indent}{value if len(value) <= LONGEST else value.partition(' = ')[0]}"
            if said_above := " ".join(_comment(lines, node.lineno - 1)):
                yield f"{indent.removesuffix('.')}    {said_above}"


def _comment(lines: Sequence[str], line: int) -> list[str]:
    """The lines `#: ...` that end above this one."""
    start = line
    while start > 0 and lines[start - 1].strip().startswith("#:"):
        start -= 1
    return [one.strip().removeprefix("#:").strip() for one in lines[start:line]]


def of_class(name: str, kind: type) -> Iterator[str]:
    """A class with what it is made of, what else it has, what it notes, and the methods that it brings itself."""
    if issubclass(kind, Enum):
        yield from told(f"class {name}: {', '.join(member.name for member in kind)}", kind)
        return
    yield from told(f"class {name}{parameters(kind)}", kind)
    source = inspect.getsource(kind)
    head = ast.parse(source).body[0]
    assert isinstance(head, ast.ClassDef)
    fields = any(hasattr(kind, name) for name in ("__struct_fields__", "_fields", "__dataclass_fields__"))
    # the fields of a value are its parameters; what belongs to all of its kind is not
    kept = [node for node in head.body if not fields or (isinstance(node, ast.AnnAssign) and _of_the_kind(node))]
    yield from written_down(source, kept, "    .")
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


def _of_the_kind(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation).startswith("ClassVar")


def _is_written(function: Any) -> bool:
    """Whether it stands in a file; that of a dataclass does not."""
    return not function.__code__.co_filename.startswith("<")


def of(module: ModuleType) -> Iterator[str]:
    """What a module offers of its own, line by line."""
    yield from ("", *told(f"== {module.__name__}", module))
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    yield from written_down(source, ast.parse(source).body, "")
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
