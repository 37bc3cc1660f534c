/** Small geometry of the board: arrows, and the way the arrow keys walk. */

import type { Point } from "./drawing";

export type Direction = "up" | "down" | "left" | "right";

const TOWARDS: Readonly<Record<Direction, Point>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The nearest place in a direction: near ahead counts more than far aside. */
export function nextPlace(places: ReadonlyMap<string, Point>, from: string, direction: Direction): string | null {
  const here = places.get(from);
  if (here === undefined) return null;
  const [dx, dy] = TOWARDS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const [id, [x, y]] of places) {
    const along = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    if (id === from || along <= 0 || aside > along * 2) continue;
    const cost = along + aside * 2;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

export interface Arrow {
  /** the shaft, a slightly bent line */
  readonly shaft: string;
  readonly tip: Point;
  /** direction of the tip, in degrees clockwise from the right */
  readonly turn: number;
  /** where the number of those who go stands */
  readonly middle: Point;
  /** the same; two places beside a way that is too short to bear it */
  readonly beside: readonly [Point, Point];
}

const BEND = 0.12;

/** An arrow from one point to another, leaving room at both ends; `bubble` is the radius of the number it bears. */
export function arrow(from: Point, to: Point, room: number, bubble = 0): Arrow {
  const [fx, fy] = from;
  const [tx, ty] = to;
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  const [ux, uy] = [(tx - fx) / length, (ty - fy) / length];
  const inset = Math.min(room, length * 0.28);
  const start: Point = [fx + ux * inset, fy + uy * inset];
  const tip: Point = [tx - ux * inset, ty - uy * inset];
  const control: Point = [(fx + tx) / 2 - uy * length * BEND, (fy + ty) / 2 + ux * length * BEND];
  const turn = (Math.atan2(tip[1] - control[1], tip[0] - control[0]) * 180) / Math.PI;
  const middle: Point = [
    (start[0] + 2 * control[0] + tip[0]) / 4,
    (start[1] + 2 * control[1] + tip[1]) / 4,
  ];
  const shaft = `M${round(start)}Q${round(control)} ${round(tip)}`;
  const off = length < bubble * 6 ? bubble * 1.25 : 0;
  const beside = (by: number): Point => [middle[0] - uy * by, middle[1] + ux * by];
  return { shaft, tip, turn, middle, beside: [beside(off), beside(-off)] };
}

/** The one of two points that lies farther from everything in the way. */
export function freer(points: readonly [Point, Point], inTheWay: readonly Point[]): Point {
  const [a, b] = points.map(([x, y]) => Math.min(...inTheWay.map(([ox, oy]) => Math.hypot(ox - x, oy - y)))) as [number, number];
  return a >= b ? points[0] : points[1];
}

function round([x, y]: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
