/** A body on the table as it is drawn: its bases as one path, where its front and its rear are, and what stands on each base. */

import type { Box } from "../../board/zoom.svelte";
import type { Point } from "../../drawn/board";
import type { Piece, Pose } from "../../drawn/scene";
import { ahead, boxOf, disc, gapToTrace, isWithin, pairs, whole } from "./shapes";

/** A base: its middle, the way it faces, how wide and deep it is. */
export interface Base {
  readonly at: Point;
  readonly facing: number;
  readonly width: number;
  readonly depth: number;
}

export interface Body {
  readonly id: string;
  readonly piece: Piece;
  readonly facing: number;
  readonly rings: readonly (readonly Point[])[];
  readonly bases: readonly Base[];
  /** the outlines of all bases */
  readonly path: string;
  /** the middle of everything, of the front and of the rear */
  readonly middle: Point;
  readonly front: Point;
  readonly rear: Point;
  readonly box: Box;
  /** a few boxes that cover it more closely than one does: a slanting line leaves room beside it */
  readonly cover: readonly Box[];
  /** width of a base: what decides how much of it can be told apart */
  readonly grain: number;
  /** a single figure: a general, a courier */
  readonly single: boolean;
  /** it is in a building, and nobody of it is seen */
  readonly housed: boolean;
}

/** boxes that cover a body at most */
const COVERS = 6;
const SINGLE: ReadonlySet<string> = new Set(["general", "courier"]);

/** `houses`: the rings of the buildings. Who has no outline of his own fills the one in which he stands; a rider has a base of the usual size. */
export function bodyOf({ piece, at, facing, rings: sent }: Pose, unit: number, houses: readonly (readonly Point[])[] = []): Body {
  const single = SINGLE.has(piece.kind.symbol);
  const house = sent.length > 0 || single ? undefined : houses.find((ring) => isWithin(ring, at));
  const rings = sent.length > 0 ? sent.map(pairs) : [house ?? riderAt(at, facing, unit)];
  const points = rings.flat();
  const box = boxOf(points);
  const bases = rings.map((ring) => baseOf(ring, facing));
  const middle: Point = [box.x + box.width / 2, box.y + box.height / 2];
  return {
    id: piece.id,
    piece,
    facing,
    rings,
    bases,
    path: single ? disc(...middle, roundOf(bases, piece)) : rings.map(closed).join(""),
    middle,
    front: edgeOf(points, facing),
    rear: edgeOf(points, facing + 180),
    box,
    cover: coverOf(rings),
    grain: bases[0]?.width ?? unit,
    single,
    housed: house !== undefined,
  };
}

/** The round base of a single figure: as wide as the figure is long; a courier's is so small that several beside a general do not cover each other. */
function roundOf([base]: readonly Base[], { kind }: Piece): number {
  return base === undefined ? 0 : Math.max(base.width, base.depth) * (kind.symbol === "courier" ? 0.5 : 0.62);
}

/** A base half as wide as it is deep around a point. */
function riderAt([x, y]: Point, facing: number, depth: number): readonly Point[] {
  const [fx, fy] = ahead(facing);
  const corner = (right: number, forward: number): Point => [whole(x + depth * (fx * forward - fy * right)), whole(y + depth * (fy * forward + fx * right))];
  return [corner(-0.25, 0.5), corner(0.25, 0.5), corner(0.25, -0.5), corner(-0.25, -0.5)];
}

function closed(ring: readonly Point[]): string {
  return `M${ring.map(([x, y]) => `${x},${y}`).join("L")}Z`;
}

/** A ring begins with its own front, from left to right; one that has other than four corners faces as the body does. */
function baseOf(ring: readonly Point[], facing: number): Base {
  const [a, b, c] = ring;
  const { x, y, width, height } = boxOf(ring);
  if (a === undefined || b === undefined || c === undefined || ring.length !== 4) return { at: [x + width / 2, y + height / 2], facing, width, depth: height };
  const turned = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return { at: [x + width / 2, y + height / 2], facing: turned, width: Math.hypot(b[0] - a[0], b[1] - a[1]), depth: Math.hypot(c[0] - b[0], c[1] - b[1]) };
}

/** The middle of that edge of some points which lies farthest in a direction. */
function edgeOf(points: readonly Point[], direction: number): Point {
  const [fx, fy] = ahead(direction);
  const far = Math.max(...points.map(([x, y]) => x * fx + y * fy));
  const edge = points.filter(([x, y]) => far - (x * fx + y * fy) < EDGE).map(([x, y]) => y * fx - x * fy);
  const aside = (Math.min(...edge) + Math.max(...edge)) / 2;
  return [whole(far * fx - aside * fy), whole(far * fy + aside * fx)];
}
/** corners are rounded to whole units, fronts to whole degrees: so far apart they still lie on one edge */
const EDGE = 25;

function coverOf(rings: readonly (readonly Point[])[]): readonly Box[] {
  const each = Math.ceil(rings.length / COVERS);
  return Array.from({ length: Math.ceil(rings.length / each) }, (_, i) => boxOf(rings.slice(i * each, (i + 1) * each).flat()));
}

/** The body that a tap means: the nearest within reach, and of several under it the one on top. */
export function bodyAt(bodies: readonly Body[], point: Point, reach: number): Body | undefined {
  let best: Body | undefined;
  let least = reach;
  for (const body of bodies) {
    const { x, y, width, height } = body.box;
    if (point[0] < x - least || point[1] < y - least || point[0] > x + width + least || point[1] > y + height + least) continue;
    const gap = gapToBody(body, point);
    if (gap <= least) [best, least] = [body, gap];
  }
  return best;
}

function gapToBody({ single, bases, piece, middle, rings }: Body, point: Point): number {
  if (single) return Math.max(0, Math.hypot(point[0] - middle[0], point[1] - middle[1]) - roundOf(bases, piece));
  return Math.min(...rings.map((points) => gapToTrace({ points, closed: true }, point)));
}
