/** The places of a board as they are drawn and pressed: each with its middle and its rim. */

import type { Box as Rect } from "../board/zoom.svelte";
import type { Board, Place, Point } from "../drawn/board";

export interface Site {
  readonly id: string;
  readonly place: Place;
  /** where its pieces stand */
  readonly at: Point;
  /** its rim, closed */
  readonly path: string;
}

/** Row by row from the upper left on a board of hexes; elsewhere the waters come first, for they lie below the land. */
export function sitesOf(board: Board): readonly Site[] {
  const sites = board.places.map((place): Site => ({ id: place.id, place, at: place.at, path: place.path || rimOf(board, place.at) }));
  return board.kind === "hexes" ? sites : sites.toSorted((a, b) => Number(b.place.kind === "water") - Number(a.place.kind === "water"));
}

/** The rim of a place that has none of its own: a hex, or a disc that counters fit into. */
function rimOf({ corners, unit }: Board, [x, y]: Point): string {
  if (corners.length > 0) return `${linePath(corners.map(([dx, dy]): Point => [x + dx, y + dy]))}Z`;
  return discPath([x, y], unit);
}

export function discPath([x, y]: Point, r: number): string {
  return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
}

export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x},${y}`).join("");
}

/** The sides of the hexes that are played on, each once: a side drawn twice would be darker. */
export function gridPath({ places, corners }: Pick<Board, "places" | "corners">): string {
  const sides = new Map<string, string>();
  for (const { at, closed } of places) {
    if (closed) continue;
    for (const [i, [dx, dy]] of corners.entries()) {
      const [ex, ey] = corners[(i + 1) % corners.length] ?? [0, 0];
      const [ax, ay, bx, by] = [at[0] + dx, at[1] + dy, at[0] + ex, at[1] + ey];
      // the corners of two hexes may differ by a unit; the middle of a side tells it well enough
      sides.set(`${Math.round((ax + bx) / 8)},${Math.round((ay + by) / 8)}`, `M${ax},${ay}L${bx},${by}`);
    }
  }
  return [...sides.values()].join("");
}

export type { Rect };

export function around([x, y]: Point, width: number, height: number): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function rectOf([x, y, width, height]: readonly [number, number, number, number]): Rect {
  return { x, y, width, height };
}
