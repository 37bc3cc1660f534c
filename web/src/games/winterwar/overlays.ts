/** What can be laid over the Winter War's map by the number keys: the terrain, and what the server makes of a position. */

import type { Barred, HexOverlay } from "../../boards/hexes/scene";
import { say } from "../../texts/text";
import type { Overlay } from "../../wire/messages";
import type { WinterWarBoard } from "./board";
import type { WinterWarPosition } from "./scene";

/** of the picked unit; the last, so that the keys of the others never change */
const REACH = "reach";
const UNIT = /^[A-Z]+-/;

/** In the order of their keys: zones and supply of both sides, terrain, the reach of a unit that is picked. */
export function overlays(board: WinterWarBoard, laid: readonly Overlay[]): readonly HexOverlay[] {
  const made = laid.map(hexOverlay);
  return [...made.filter(({ id }) => id !== REACH), terrain(board), ...made.filter(({ id }) => id === REACH)];
}

function hexOverlay({ id, name, places, lines, breaks }: Overlay): HexOverlay {
  return {
    id,
    name,
    hexes: new Map(places.map(([place, tint, label]) => [place, { tint, label }])),
    lines: lines.map(([hexes, tint]) => ({ hexes, tint })),
    breaks: breaks.map(([hex, reason]) => ({ hex, name: reason })),
  };
}

/** The kinds of ground, each in its colour. */
function terrain({ hexes }: WinterWarBoard): HexOverlay {
  const played = hexes.numbers.flatMap((number, i) => {
    const [kind, country] = [hexes.terrain[i] ?? "", hexes.country[i]];
    return country === "finland" || country === "soviet" ? [[number, { tint: kind, label: "" }] as const] : [];
  });
  return { id: "terrain", name: say("winterwar.overlay.terrain"), hexes: new Map(played), lines: [], breaks: [] };
}

/** The overlay that shows by itself: where the picked unit can go. */
export function suggestedOf(laid: readonly Overlay[]): string | null {
  return laid.some(({ id }) => id === REACH) ? REACH : null;
}

/** Why the picked unit does not come into a hex that is just out of its reach. */
export function barredAt(laid: readonly Overlay[], hex: string | null): Barred | null {
  const reach = laid.find(({ id }) => id === REACH);
  const [place, reason] = reach?.barred.find(([barred]) => barred === hex) ?? [];
  return place === undefined || reason === undefined ? null : { place, reason };
}

/** The unit among what is chosen for an answer. */
export function picked(path: readonly string[]): string | null {
  return path.find((part) => UNIT.test(part)) ?? null;
}

/** The unit whose reach is shown when a person taps a place: the unit itself, or of those in a hex the one that goes farthest. */
export function pieceAt(view: WinterWarPosition, board: WinterWarBoard, place: string): string | null {
  if (UNIT.test(place)) return place;
  const hex = board.hexes.numbers.indexOf(place);
  const there = board.units.flatMap((unit, i) => {
    if (hex < 0 || view.places[i] !== hex || unit.air !== null) return [];
    const [, , movement] = view.flipped[i] === 1 && unit.back !== null ? unit.back : unit.front;
    return movement > 0 ? [{ id: unit.id, movement }] : [];
  });
  there.sort((a, b) => b.movement - a.movement);
  return there[0]?.id ?? null;
}
