/** The ways that are planned: legs from hex to hex become lines with one arrow each. */

import type { Leg } from "../../state/shape";
import type { Point } from "../areas/drawing";

export interface Way {
  readonly path: string;
  readonly tip: Point;
  /** direction of the tip, in degrees clockwise from the right */
  readonly turn: number;
}

/** Legs of which each begins where the last one ended, as lines of places. */
export function chains(legs: readonly Leg[]): readonly (readonly string[])[] {
  const told: string[][] = [];
  for (const [from, to] of legs) {
    const last = told.at(-1);
    if (last !== undefined && last.at(-1) === from) last.push(to);
    else told.push([from, to]);
  }
  return told;
}

/** A line through the middles of hexes, short of the last one; null if there is none. */
export function wayOf(points: readonly Point[], inset: number): Way | null {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (before === undefined || end === undefined) return null;
  const [dx, dy] = [end[0] - before[0], end[1] - before[1]];
  const length = Math.hypot(dx, dy) || 1;
  const tip: Point = [end[0] - (dx / length) * inset, end[1] - (dy / length) * inset];
  const path = [...points.slice(0, -1), tip].map(([x, y], i) => `${i === 0 ? "M" : "L"}${Math.round(x)},${Math.round(y)}`).join("");
  return { path, tip, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** An attack: a short fat arrow across the hexside. */
export function attackOf(from: Point, to: Point): Way {
  const at = (share: number): Point => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const [start, tip] = [at(0.3), at(0.6)];
  return {
    path: `M${Math.round(start[0])},${Math.round(start[1])}L${Math.round(tip[0])},${Math.round(tip[1])}`,
    tip,
    turn: (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI,
  };
}
