"""The built browser client: files of web/dist, and its first page for every path that is no file."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

import feltherre
from feltherre.core.catalogue import render
from feltherre.core.text import say
from feltherre.server.forms import Problem
from feltherre.server.http import json

INDEX = "index.html"
#: files whose names change with their contents
_FOR_EVER = "assets"
YEAR = 365 * 24 * 3600

# some systems know no type for these, or a wrong one
for _ending, _type in {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/json"}.items():
    mimetypes.add_type(_type, _ending)


def built_client() -> Path | None:
    """Where the built client is: inside the installed package, or in the tree it was cloned into."""
    package = Path(feltherre.__file__).parent
    for place in (package / "server" / "dist", package.parents[1] / "web" / "dist"):
        if (place / INDEX).is_file():
            return place
    return None


class Client:
    def __init__(self, directory: Path | None) -> None:
        self.directory = None if directory is None else directory.resolve()

    async def serve(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            return json(Problem(say("server.error.no-such-path")), 404)
        if self.directory is None:
            return PlainTextResponse(render(say("server.client-not-built")), 503)
        file = self._file(self.directory, path)
        if file is not None:
            lasting = file.relative_to(self.directory).parts[0] == _FOR_EVER
            cache = f"public, max-age={YEAR}, immutable" if lasting else "no-cache"
            return FileResponse(file, headers={"Cache-Control": cache})
        if Path(path).suffix:
            return json(Problem(say("server.error.no-such-path")), 404)
        return FileResponse(self.directory / INDEX, headers={"Cache-Control": "no-cache"})

    def _file(self, directory: Path, path: str) -> Path | None:
        """The file of a path, if it is one of the client's own."""
        try:
            file = (directory / path).resolve()
            return file if path and file.is_relative_to(directory) and file.is_file() else None
        except (OSError, ValueError):  # no name that a file could have
            return None
