/** Where attackers stand: at the border they come over, and never on another counter. */

import type { Board as Sheet, Point } from "../drawn/board";
import type { Arrow } from "../drawn/scene";
import { around, overlap } from "./labels";
import type { Rect } from "./sites";

export interface AttackPlace {
  readonly attack: Arrow;
  readonly stand: Point;
  /** the edge of its counter */
  readonly size: number;
  /** where they came from; null if from outside the board */
  readonly from: Point | null;
  readonly tip: Point;
  /** direction of the tip, in degrees clockwise from the right */
  readonly turn: number;
}

interface Board extends Pick<Sheet, "borders"> {
  /** middles of the sea areas */
  readonly seas: readonly Point[];
}

const SMALLER = 0.92;
/** room for the arrow between the two counters, in counters */
const ARROW = 0.5;
/** turned so far they still stand on the side they come from */
const ASIDE = [0, 25, -25, 50, -50, 75, -75];
/** only where there is no room there */
const BEHIND = [105, -105, 140, -140];

export function placeAttacks(
  attacks: readonly Arrow[],
  board: Board,
  anchors: ReadonlyMap<string, Point>,
  peopled: ReadonlySet<string>,
  size: number,
  names: readonly Rect[] = [],
): readonly AttackPlace[] {
  const taken = [...anchors].filter(([id]) => peopled.has(id)).map(([, at]) => at);
  const edge = size * SMALLER;
  return attacks.map((attack) => {
    const to = anchors.get(attack.to) ?? ([0, 0] as const);
    const from = anchors.get(attack.from) ?? null;
    const wanted = from === null ? outside(attack, to, board, size) : (borderOf(attack, board, from, to) ?? between(from, to));
    const stand = freePlace(to, wanted, size, edge, taken, names);
    taken.push(stand);
    const [ux, uy] = direction(stand, to);
    const reach = rim([ux, uy], size);
    return {
      attack,
      stand,
      size: edge,
      from,
      tip: [to[0] - ux * reach, to[1] - uy * reach],
      turn: (Math.atan2(uy, ux) * 180) / Math.PI,
    };
  });
}

/** How far it is from the middle of a counter to its rim. */
function rim([ux, uy]: Point, size: number): number {
  return size / 2 / Math.max(Math.abs(ux), Math.abs(uy), 1e-9);
}

/** As far from the target as wanted, with room for the arrow, turned aside until it covers no counter and if possible no name. */
function freePlace(to: Point, wanted: Point, size: number, edge: number, taken: readonly Point[], names: readonly Rect[]): Point {
  const [ux, uy] = direction(to, wanted);
  const at = (turn: number): Point => {
    const angle = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const way: Point = [ux * cos - uy * sin, ux * sin + uy * cos];
    const far = Math.max(rim(way, size) + rim(way, edge) + size * ARROW, Math.hypot(wanted[0] - to[0], wanted[1] - to[1]));
    return [to[0] + way[0] * far, to[1] + way[1] * far];
  };
  const isFree = (place: Point) => taken.every((other) => Math.max(Math.abs(place[0] - other[0]), Math.abs(place[1] - other[1])) >= edge);
  const free = ASIDE.map(at).filter(isFree);
  return free.find((place) => !names.some((name) => overlap(around(place, edge, edge), name))) ?? free[0] ?? BEHIND.map(at).find(isFree) ?? at(0);
}

function direction([fx, fy]: Point, [tx, ty]: Point): Point {
  const length = Math.hypot(tx - fx, ty - fy) || 1;
  return [(tx - fx) / length, (ty - fy) / length];
}

/** The middle of the border, unless it winds so that this lies behind who is attacked. */
function borderOf(attack: Arrow, { borders }: Board, from: Point, to: Point): Point | null {
  const border = borders.find(({ between: [a, b] }) => (a === attack.from && b === attack.to) || (b === attack.from && a === attack.to));
  if (border === undefined) return null;
  const [[bx, by], [fx, fy]] = [direction(to, border.middle), direction(to, from)];
  return bx * fx + by * fy > 0 ? border.middle : null;
}

function between(from: Point, to: Point): Point {
  return [from[0] * 0.45 + to[0] * 0.55, from[1] * 0.45 + to[1] * 0.55];
}

/** From the air: out of the upper left; from the sea: out of the nearest water. */
function outside(attack: Arrow, [x, y]: Point, { seas }: Board, size: number): Point {
  if (attack.mode === "air") return [x - size * 0.8, y - size * 1.4];
  const [nearest] = seas.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  const [ux, uy] = direction([x, y], nearest ?? [x - 1, y]);
  return [x + ux * size * 1.6, y + uy * size * 1.6];
}
