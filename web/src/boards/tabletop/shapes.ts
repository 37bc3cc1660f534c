/** Plain geometry of a tabletop: paths of straight lines as points, outlines, and what lies where. */

import type { Point } from "../../drawn/board";
import type { Box } from "../../board/zoom.svelte";

/** One line or ring of a path. */
export interface Trace {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** The lines of a path of moves and straight lines in whole co-ordinates of the sheet. */
export function tracesOf(path: string): readonly Trace[] {
  return path
    .split(/(?=M)/)
    .map((part) => ({ points: pairs((part.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)), closed: /Z\s*$/i.test(part) }))
    .filter(({ points }) => points.length > 1);
}

export function pairs(numbers: readonly number[]): readonly Point[] {
  const found: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) found.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return found;
}

/** Each two neighbours; of a ring also the last and the first. */
export function stretches(points: readonly Point[], closed: boolean): readonly (readonly [Point, Point])[] {
  return points.flatMap((point, i): readonly (readonly [Point, Point])[] => {
    const next = points[i + 1] ?? (closed ? points[0] : undefined);
    return next === undefined ? [] : [[point, next]];
  });
}

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** A box with more room on each side: a share of its size. */
export function withRim({ x, y, width, height }: Box, share: number): Box {
  return { x: x - width * share, y: y - height * share, width: width * (1 + 2 * share), height: height * (1 + 2 * share) };
}

export function areMeeting(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether a point lies in a ring. */
export function isWithin(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of stretches(ring, true)) {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** How far a point is from a stretch. */
export function gapTo([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** How far a point is from a line or a ring; 0 within it. */
export function gapToTrace({ points, closed }: Trace, point: Point): number {
  if (closed && isWithin(points, point)) return 0;
  return Math.min(...stretches(points, closed).map(([a, b]) => gapTo(a, b, point)));
}

/** The one way ahead of a front: degrees clockwise from north, on a sheet whose y runs downwards. */
export function ahead(degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle), -Math.cos(angle)];
}

/** The direction from one point to another, in whole degrees clockwise from north: 0..359. */
export function bearingOf([ax, ay]: Point, [bx, by]: Point): number {
  return (Math.round((Math.atan2(bx - ax, ay - by) * 180) / Math.PI) + 360) % 360;
}

/** Numbers between 0 and 1 that are the same each time: the trees of a wood stay where they are. */
export function scattering(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const whole = (value: number): number => Math.round(value);

export function disc(x: number, y: number, r: number): string {
  return `M${whole(x - r)},${whole(y)}a${whole(r)},${whole(r)} 0 1 0 ${whole(2 * r)},0a${whole(r)},${whole(r)} 0 1 0 ${whole(-2 * r)},0Z`;
}
