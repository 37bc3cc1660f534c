/** The ways that are planned: legs from place to place become lines with one arrow each. */

import type { Point } from "../drawn/board";
import type { Leg } from "../drawn/leg";
import { linePath } from "./sites";

export interface Way {
  readonly path: string;
  readonly tip: Point;
  /** direction of the tip, in degrees clockwise from the right */
  readonly turn: number;
  /** from the place before the last one */
  readonly length: number;
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

/** what is left between places that are near: most of the way is their counters */
const NEAR = 0.42;

/** A line through the middles of places, short of the last one and of the first; null if there is none. */
export function wayOf(points: readonly Point[], inset: number, begin = 0): Way | null {
  const [first, second, before, end] = [points[0], points[1], points.at(-2), points.at(-1)];
  if (first === undefined || second === undefined || before === undefined || end === undefined) return null;
  const [start, tip] = [towards(first, second, begin), towards(end, before, inset)];
  return { path: linePath([start, ...points.slice(1, -1), tip].map(rounded)), tip, turn: turnOf(before, end), length: Math.hypot(end[0] - before[0], end[1] - before[1]) };
}

/** A point so far from one towards another; not so far where they are near. */
function towards(from: Point, to: Point, far: number): Point {
  return along(from, to, Math.min(far / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1), NEAR));
}

export function along(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The way from one point to another, of length 1. */
export function directionOf([fx, fy]: Point, [tx, ty]: Point): Point {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  return [(tx - fx) / length, (ty - fy) / length];
}

/** In degrees clockwise from the right. */
export function turnOf(from: Point, to: Point): number {
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
}

function rounded([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** Two places for a number beside the last leg of a way; apart where the leg is too short to bear it. `radius`: of the number. */
export function besideOf(way: readonly Point[], radius: number): readonly [Point, Point] {
  const [end, before]: readonly [Point, Point] = [way.at(-1) ?? [0, 0], way.at(-2) ?? [0, 0]];
  const [x, y] = along(before, end, 0.5);
  const [dx, dy] = directionOf(before, end);
  const off = Math.hypot(end[0] - before[0], end[1] - before[1]) < radius * 6 ? radius * 1.25 : 0;
  return [[x - dy * off, y + dx * off], [x + dy * off, y - dx * off]];
}

/** The one of two points that lies farther from everything in the way. */
export function freer(points: readonly [Point, Point], inTheWay: readonly Point[]): Point {
  const [a, b] = points.map(([x, y]) => Math.min(...inTheWay.map(([ox, oy]) => Math.hypot(ox - x, oy - y)))) as [number, number];
  return a >= b ? points[0] : points[1];
}

/** An attack: a short fat arrow over the border. */
export function attackOf(from: Point, to: Point): Way {
  const [start, tip] = [along(from, to, 0.3), along(from, to, 0.6)];
  return { path: linePath([start, tip].map(rounded)), tip, turn: turnOf(from, to), length: Math.hypot(to[0] - from[0], to[1] - from[1]) };
}
