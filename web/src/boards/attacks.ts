/** Where attackers stand: at the border they come over, and never on another counter. */

import type { Point } from "../drawn/board";
import type { Arrow } from "../drawn/scene";
import type { Drawing } from "./drawing.svelte";
import { nameRects } from "./names";
import { around, overlap, type Rect } from "./sites";
import { along, directionOf, turnOf } from "./ways";

export interface AttackPlace {
  readonly attack: Arrow;
  readonly stand: Point;
  /** of its counter */
  readonly edge: number;
  /** where they came from; null if from outside the board */
  readonly from: Point | null;
  readonly tip: Point;
  /** direction of the tip, in degrees clockwise from the right */
  readonly turn: number;
}

type Ground = Pick<Drawing, "board" | "sites" | "siteOf" | "peopled" | "size" | "units">;

const SMALLER = 0.92;
/** room for the arrow between the two counters, in counters */
const ARROW = 0.5;
/** turned so far they still stand on the side they come from */
const ASIDE = [0, 25, -25, 50, -50, 75, -75];
/** only where there is no room there */
const BEHIND = [105, -105, 140, -140];

export function placeAttacks(drawing: Ground, attacks: readonly Arrow[]): readonly AttackPlace[] {
  const { board, sites, siteOf, peopled, size, units } = drawing;
  const taken = sites.filter(({ id }) => peopled.has(id)).map(({ at }) => at);
  const names = nameRects(board, units);
  const edge = size * SMALLER;
  return attacks.map((attack) => {
    const to = siteOf.get(attack.to)?.at ?? ([0, 0] as const);
    const from = siteOf.get(attack.from)?.at ?? null;
    const wanted = from === null ? outside(attack, to, drawing) : (borderOf(attack, drawing, from, to) ?? along(from, to, 0.55));
    const stand = freePlace(to, wanted, size, edge, taken, names);
    taken.push(stand);
    const [ux, uy] = directionOf(stand, to);
    const reach = rim([ux, uy], size);
    return { attack, stand, edge, from, tip: [to[0] - ux * reach, to[1] - uy * reach], turn: turnOf(stand, to) };
  });
}

/** How far it is from the middle of a counter to its rim. */
function rim([ux, uy]: Point, size: number): number {
  return size / 2 / Math.max(Math.abs(ux), Math.abs(uy), 1e-9);
}

/** As far from the target as wanted, with room for the arrow, turned aside until it covers no counter and if possible no name. */
function freePlace(to: Point, wanted: Point, size: number, edge: number, taken: readonly Point[], names: readonly Rect[]): Point {
  const [ux, uy] = directionOf(to, wanted);
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

/** The middle of the border, unless it winds so that this lies behind who is attacked. */
function borderOf(attack: Arrow, { board }: Ground, from: Point, to: Point): Point | null {
  const border = board.borders.find(({ between: [a, b] }) => (a === attack.from && b === attack.to) || (b === attack.from && a === attack.to));
  if (border === undefined) return null;
  const [[bx, by], [fx, fy]] = [directionOf(to, border.middle), directionOf(to, from)];
  return bx * fx + by * fy > 0 ? border.middle : null;
}

/** From the air: out of the upper left; from the sea: out of the nearest water. */
function outside(attack: Arrow, [x, y]: Point, { board, sites, size }: Ground): Point {
  if (attack.mode === "air") return [x - size * 0.8, y - size * 1.4];
  const seas = [...sites.filter(({ place }) => place.kind === "water"), ...board.names.filter(({ kind }) => kind === "sea")].map(({ at }) => at);
  const [nearest] = seas.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y));
  const [ux, uy] = directionOf([x, y], nearest ?? [x - 1, y]);
  return [x + ux * size * 1.6, y + uy * size * 1.6];
}
