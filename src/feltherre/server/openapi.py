"""OpenAPI 3.1 for the HTTP part, made from the types that the server itself reads and writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from feltherre import __version__
from feltherre.server.forms import Problem

if TYPE_CHECKING:
    from feltherre.server.api import Endpoint

_REF = "#/components/schemas/{name}"
RECORD = "application/x-ndjson"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = [Problem, *(endpoint.answer for endpoint in endpoints)]
    types += [endpoint.body for endpoint in endpoints if endpoint.body is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    answers = schemas[1 : len(endpoints) + 1]
    bodies = iter(schemas[len(endpoints) + 1 :])
    paths: dict[str, dict[str, Any]] = {}
    for endpoint, answer in zip(endpoints, answers, strict=True):
        body = next(bodies) if endpoint.body is not None else None
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, answer, body, schemas[0])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Feltherre", "version": __version__, "description": "The HTTP part of the server."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, answer: Any, body: Any, problem: Any) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.about,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _TEXT} for name in _names(endpoint.path)),
            *({"name": name, "in": "query", "required": False, "schema": _TEXT} for name in endpoint.query),
        ],
        "responses": {
            str(endpoint.status): {"description": endpoint.about, "content": {endpoint.media: {"schema": answer}}},
            "default": {"description": "Refused, and why.", "content": {"application/json": {"schema": problem}}},
        },
    }
    if body is not None:
        media = RECORD if endpoint.body is str else "application/json"
        operation["requestBody"] = {"required": True, "content": {media: {"schema": body}}}
    return operation


_TEXT = {"type": "string"}


def _names(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)
