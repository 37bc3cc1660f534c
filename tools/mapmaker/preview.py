"""A picture of the drawn map, as the client might paint it: SVG, and PNG through a headless Chromium.

    python tools/mapmaker/preview.py [--svg FILE] [--png FILE] [--stacks] [--box south] [--scale 1]

Reads only drawing.json and map.yaml, so it also shows that these two are enough to paint the board.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mapmaker.shapes import DATA, read_map

STYLE = """
.sea{fill:#cfe0ea}.country{fill:#e2ded2}.area{fill:#f1ecdd}.massif{fill:#dfd3ba}.lake,.crossing{fill:#e4f1f7}
.lake{fill:#c3dcea}.line{fill:none;stroke-linejoin:round;stroke-linecap:round}
.glow{stroke:#b5cfdd;fill:none;stroke-linejoin:round}.coast{stroke:#57788c;stroke-width:8}
.abroad{stroke:#9aa9ae;stroke-width:6}.border{stroke:#7d5f45;stroke-width:11}
.frontier{stroke:#8f7d6b;stroke-width:16;stroke-dasharray:50 22 8 22}.massif-edge{stroke:#a48f6d;stroke-width:7}
.hachure{stroke:#a9946f;stroke-width:6;stroke-linecap:round;fill:none}
.sealine{stroke:#7ea0b5;stroke-width:9;stroke-dasharray:46 34}
.ferry{stroke:#3f6f8e;stroke-width:14;stroke-dasharray:22 20;stroke-linecap:butt}
.range{stroke:#a8483c;stroke-width:9;stroke-dasharray:70 40;opacity:.38}
.cable{stroke:#5b6b75;stroke-width:9;stroke-dasharray:6 26}
text{font-family:"Source Serif 4","Libertinus Serif","Liberation Serif",Georgia,serif;text-anchor:middle}
.name{font-size:128px;fill:#2e2a25;stroke:#f7f3e8;stroke-width:22;paint-order:stroke;stroke-linejoin:round}
.height{fill:#6d5a3c;font-style:italic;stroke:#e9e0cb;stroke-width:14;paint-order:stroke}
.water{fill:#3f6f8e;font-style:italic;stroke:#dcebf3;stroke-width:14;paint-order:stroke}
.numeral{font-size:330px;fill:#7b9fb5;letter-spacing:40px}.abroad-name{font-size:190px;fill:#a39c8a;letter-spacing:70px}
.paper{fill:#f4efe2;stroke:#8f7d6b;stroke-width:14}.rule{fill:none;stroke:#8f7d6b;stroke-width:6}
.title{font-size:360px;fill:#2e2a25;letter-spacing:50px}.key{font-size:150px;fill:#2e2a25;text-anchor:start}
.box{fill:#dcebf3;stroke:#7ea0b5;stroke-width:10}.town{fill:#3a332b}.stack{fill:#8fa06a;opacity:.75;stroke:#333;stroke-width:8}
"""
BOX = "M0,-100h600v200h-600z"
STROKES = "".join(f"M{60 + 90 * n},-80l{12 - 5 * n},70M{105 + 90 * n},5l{8 - 3 * n},66" for n in range(5))
KEY = (
    ('<path class="line border" d="M0,0q150,-60 300,0t300,0"/>', "border of two areas"),
    (f'<path class="crossing" d="{BOX}"/><path class="line ferry" d="M300,-100V100"/>', "border over water"),
    (f'<path class="massif" d="{BOX}"/><path class="hachure" d="{STROKES}"/>', "nobody enters"),
    ('<path class="line sealine" d="M0,0h600"/>', "border of two sea areas"),
    ('<path class="line range" d="M0,0h600"/>', "air range, 660 km"),
    ('<text class="name" x="300" y="45">★</text>', "point city"),
    ('<text class="name" x="300" y="45">⚑</text>', "mobilisation point"),
    ('<text class="name" x="300" y="45">✈</text>', "airfield"),
)
ABROAD = {"sweden": "SWEDEN", "finland-and-soviet-union": "FINLAND", "denmark": "DENMARK", "britain": "BRITAIN"}


class Preview:
    def __init__(self, drawing: Any, board: Any, stacks: bool) -> None:
        self.drawing = drawing
        self.board = board
        self.stacks = stacks
        self.lines = [_points(arc) for arc in drawing["arcs"]]

    def svg(self, box: list[int], scale: float) -> str:
        x, y, width, height = box
        pixel = self.drawing["units_per_pixel"] / scale
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" '
            f'width="{width / pixel:.0f}" height="{height / pixel:.0f}"><style>{STYLE}</style>'
        )
        return "\n".join([head, *self._layers(), "</svg>"])

    def _layers(self) -> Iterator[str]:
        draw, lines = self.drawing, self.drawing["lines"]
        land = "".join(self._path(part["rings"]) for key in ("areas", "massifs", "countries") for part in draw[key])
        for part in [*draw["seas"], *draw["beyond"]]:
            yield f'<path class="sea" d="{self._path(part["rings"])}"/>'
        for width, opacity in ((170, 0.25), (110, 0.3), (54, 0.45)):
            yield f'<path class="glow" style="stroke-width:{width};opacity:{opacity}" d="{land}"/>'
        yield self._strokes("sealine", lines["sea_lines"])
        for key, kind in (("countries", "country"), ("areas", "area"), ("massifs", "massif"), ("lakes", "lake")):
            for part in draw[key]:
                yield f'<path class="{kind}" fill-rule="evenodd" d="{self._path(part["rings"])}"/>'
        for part in draw["crossings"]:
            yield f'<path class="crossing" fill-rule="evenodd" d="{self._path(part["rings"])}"/>'
        for massif in draw["massifs"]:
            yield f'<path class="hachure" d="{_hachures(massif["hachures"])}"/>'
        yield self._strokes("massif-edge", lines["massif_edges"])
        yield self._strokes("border", [number for border in draw["borders"] for number in border["arcs"]])
        yield self._strokes("abroad", lines["coast_abroad"] + lines["frontier_abroad"])
        yield self._strokes("frontier", lines["frontier"])
        yield self._strokes("coast", lines["coast"] + lines["lake_shores"])
        yield from self._overlays()
        yield from self._texts()
        yield from self._area_marks()
        yield from self._cartouche()

    def _overlays(self) -> Iterator[str]:
        for part in self.drawing["crossings"]:
            yield f'<path class="line ferry" d="{_flat(part["ferry"])}"/>'
        for part in self.drawing["air_ranges"]:
            yield "".join(f'<path class="line range" d="{_flat(line)}"/>' for line in part["lines"])
        for line in self.drawing["telegraph"]["lines"]:
            yield f'<path class="line cable" d="{_flat(line)}"/>'
        x, y, width, height = self.drawing["boxes"]["raid-box"]
        yield f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="80"/>'
        yield f'<text class="water" font-size="200" x="{x + width / 2}" y="{y + height / 2 + 60}">Atlantic raid</text>'

    def _texts(self) -> Iterator[str]:
        for sea in self.drawing["seas"]:
            yield _text("numeral", sea["id"], sea["label"], shift=110)
        for country in self.drawing["countries"]:
            if country["label"]:
                yield _text("abroad-name", ABROAD[country["id"]], country["label"], turn=country["turn"])
        telegraph = self.drawing["telegraph"]
        yield _text("water", "Telegraph cable", telegraph["label"], size=90, turn=telegraph["turn"])
        for key, kind in (("massifs", "height"), ("lakes", "water"), ("crossings", "water")):
            for name in (name for part in self.drawing[key] for name in part["names"]):
                spacing = name["size"] * 0.22 if name["spaced"] else 0
                yield _text(kind, name["text"], name["at"], name["size"], name["turn"], name["size"] / 3, spacing)

    def _cartouche(self) -> Iterator[str]:
        """Title and key, in the room that the drawing leaves for them."""
        x, y, width, height = self.drawing["boxes"]["legend"]
        middle = x + width // 2
        for inset, kind in ((0, "paper"), (60, "rule")):
            yield (
                f'<rect class="{kind}" x="{x + inset}" y="{y + inset}" width="{width - 2 * inset}" '
                f'height="{height - 2 * inset}"/>'
            )
        yield _text("title", "NORWAY 1940", [middle, y + 560])
        left = x + 300
        for row, (sample, words) in enumerate(KEY):
            at = y + 1000 + row * 330
            yield f'<g transform="translate({left} {at})">{sample}</g>'
            yield f'<text class="key" x="{left + 760}" y="{at + 45}">{words}</text>'
        cx, cy, turn = x + width - 480, y + height - 620, self.drawing["north"]
        yield (
            f'<g transform="translate({cx} {cy}) rotate({turn})"><path class="line border" d="M0,330V-280"/>'
            '<path class="town" d="M0,-380L70,-180L0,-225L-70,-180Z"/><text class="key" x="-38" y="-420">N</text></g>'
        )

    def _area_marks(self) -> Iterator[str]:
        names = {area["id"]: area["name"] for area in self.board["areas"]}
        cities = self.board["point_cities"]["areas"]
        musters = self.board["mobilisation_points"]["areas"]
        fields = [field["area"] for field in self.board["air_range"]["airfields"]]
        for area in self.drawing["areas"]:
            key, (x, y) = area["id"], area["town"]
            side = 74 if key in cities else 44
            yield f'<rect class="town" x="{x - side / 2}" y="{y - side / 2}" width="{side}" height="{side}"/>'
            if self.stacks:
                x, y = area["stack"]
                yield f'<rect class="stack" x="{x - 170}" y="{y - 170}" width="340" height="340"/>'
        for area in self.drawing["areas"]:
            key = area["id"]
            marks = ("★" if key in cities else "") + ("⚑" if key in musters else "")
            words = " ".join(filter(None, (marks, names[key], "✈" if key in fields else "")))
            yield _text("name", words, area["label"], shift=42)

    def _path(self, rings: Iterable[list[int]]) -> str:
        return "".join(_path([point for step in ring for point in self._walk(step)]) + "Z" for ring in rings)

    def _walk(self, step: int) -> list[tuple[int, int]]:
        return self.lines[step] if step >= 0 else self.lines[~step][::-1]

    def _strokes(self, kind: str, numbers: Iterable[int]) -> str:
        return f'<path class="line {kind}" d="{"".join(_path(self.lines[number]) for number in numbers)}"/>'


def _points(arc: list[int]) -> list[tuple[int, int]]:
    x, y = arc[:2]
    points = [(x, y)]
    for dx, dy in zip(arc[2::2], arc[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def _path(points: Iterable[tuple[int, int]]) -> str:
    return "M" + " ".join(f"{x},{y}" for x, y in points)


def _flat(numbers: list[int]) -> str:
    return _path(zip(numbers[::2], numbers[1::2], strict=True))


def _hachures(numbers: list[int]) -> str:
    strokes = zip(numbers[::4], numbers[1::4], numbers[2::4], numbers[3::4], strict=True)
    return "".join(f"M{x},{y}l{dx},{dy}" for x, y, dx, dy in strokes)


def _text(
    kind: str, words: str, at: list[int], size: float = 0, turn: float = 0, shift: float = 0, spacing: float = 0
) -> str:
    x, y = at
    style = (f"font-size:{size}px;" if size else "") + (f"letter-spacing:{spacing:.0f}px" if spacing else "")
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    return f'<text class="{kind}" x="{x}" y="{y + shift:.0f}" style="{style}"{turned}>{escape(words)}</text>'


def photograph(svg: Path, png: Path) -> None:
    """The SVG as PNG, through Debian's Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("Chromium is missing: apt-get install chromium")
    text = svg.read_text(encoding="utf-8")
    width, height = (text.split(f' {side}="')[1].split('"')[0] for side in ("width", "height"))
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                *(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"),
                *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
                *(f"--user-data-dir={profile}", f"--window-size={width},{height}", f"--screenshot={png}"),
                svg.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Paints the drawn map.")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--png", type=Path)
    parser.add_argument("--stacks", action="store_true", help="show where counters stand")
    parser.add_argument("--box", default="whole", help="one of the drawing's boxes, or x,y,width,height")
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    drawing = json.loads((DATA / "drawing.json").read_text(encoding="utf-8"))
    box = drawing["boxes"].get(options.box) or [int(number) for number in options.box.split(",")]
    svg = Preview(drawing, read_map(), options.stacks).svg(box, options.scale)
    with tempfile.TemporaryDirectory() as folder:
        path = options.svg or Path(folder) / "map.svg"
        path.write_text(svg, encoding="utf-8")
        if options.png:
            photograph(path, options.png)
    return 0


if __name__ == "__main__":
    sys.exit(main())
