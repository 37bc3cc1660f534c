/** What lies under each point of the sheet, as a grid of small cells: which area, other land, or water. */

import type { Board, Place, Point } from "../drawn/board";
import { rectOf } from "./sites";

/** edge of a cell, in units of the sheet */
export const CELL = 50;
export const WATER = -1;
export const ABROAD = -2;

export interface Ground {
  readonly columns: number;
  readonly rows: number;
  /** number of the area of each cell, or WATER, or ABROAD: other countries and impassable mountains */
  readonly cells: Int8Array;
  readonly origin: Point;
}

/** The rings of a path of straight lines, as maps of areas have them. */
export function ringsOf(path: string): readonly (readonly Point[])[] {
  return path
    .split("Z")
    .filter((ring) => ring !== "")
    .map((ring) =>
      ring
        .slice(1)
        .split("L")
        .map((pair): Point => {
          const comma = pair.indexOf(",");
          return [Number(pair.slice(0, comma)), Number(pair.slice(comma + 1))];
        }),
    );
}

/** Whether a point lies inside a path of straight lines (holes are holes). */
export function isInside(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(i + 1) % ring.length] ?? [0, 0];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}

/** layers of land that is no area: other countries, impassable mountains */
const LAND: ReadonlySet<string> = new Set(["abroad", "massif"]);

/** The grid of a board; areas are numbered in their order. */
export function groundOf(board: Pick<Board, "box" | "layers">, areas: readonly Pick<Place, "path">[]): Ground {
  const box = rectOf(board.box);
  const ground: Ground = {
    columns: Math.ceil(box.width / CELL),
    rows: Math.ceil(box.height / CELL),
    cells: new Int8Array(Math.ceil(box.width / CELL) * Math.ceil(box.height / CELL)).fill(WATER),
    origin: [box.x, box.y],
  };
  for (const { kind, path } of board.layers) if (LAND.has(kind)) fill(ground, path, ABROAD);
  for (const [i, { path }] of areas.entries()) fill(ground, path, i);
  return ground;
}

/** Fill a shape row by row, between the points where its rim crosses the middle of the row. */
function fill(ground: Ground, path: string, value: number): void {
  const crossings = new Map<number, number[]>();
  for (const ring of ringsOf(path)) {
    for (const [i, from] of ring.entries()) cross(ground, from, ring[(i + 1) % ring.length] ?? from, crossings);
  }
  for (const [row, xs] of crossings) {
    xs.sort((a, b) => a - b);
    for (let i = 0; i + 1 < xs.length; i += 2) {
      const first = Math.max(0, Math.ceil((xs[i] ?? 0) - 0.5));
      const last = Math.min(ground.columns - 1, Math.floor((xs[i + 1] ?? 0) - 0.5));
      for (let column = first; column <= last; column += 1) ground.cells[row * ground.columns + column] = value;
    }
  }
}

function cross({ rows, origin }: Ground, [ax, ay]: Point, [bx, by]: Point, crossings: Map<number, number[]>): void {
  const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
  const first = Math.max(0, Math.ceil((top - origin[1]) / CELL - 0.5));
  for (let row = first; row < rows; row += 1) {
    const y = origin[1] + (row + 0.5) * CELL;
    if (y >= bottom) return;
    if (y < top) continue;
    const x = (ax + ((y - ay) / (by - ay)) * (bx - ax) - origin[0]) / CELL;
    const met = crossings.get(row);
    if (met === undefined) crossings.set(row, [x]);
    else met.push(x);
  }
}

/** What lies at a point; beyond the sheet is water. */
export function cellAt({ columns, rows, cells, origin }: Ground, x: number, y: number): number {
  const column = Math.floor((x - origin[0]) / CELL);
  const row = Math.floor((y - origin[1]) / CELL);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return WATER;
  return cells[row * columns + column] ?? WATER;
}
