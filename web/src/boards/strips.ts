/** Where the names of ships that lie open stand: below or above the counters of their place, one a line. */

import type { Point } from "../drawn/board";
import type { Drawing } from "./drawing.svelte";
import type { Site, Rect } from "./sites";

const LINE = 1.5;
/** width of a strip with a name, in heights of its letters */
export const STRIP = 9.2;

/** Which way there is room for names: -1 above the counters, 1 below; and how far the middle of the strips is moved aside. */
export interface Room {
  readonly way: -1 | 1;
  readonly aside: number;
}

export const BELOW: Room = { way: 1, aside: 0 };

/** The height of their letters. */
export function lettersOf({ size, units }: Pick<Drawing, "size" | "units">): number {
  return Math.max(size * 0.34, 10.5 * units);
}

/** The middles of so many strips, from the anchor of the place; `begin`: how far the first is from it. */
export function layoutStrips(count: number, begin: number, letters: number, { way, aside }: Room): readonly Point[] {
  return Array.from({ length: count }, (_, i) => [aside, way * (begin + (way > 0 ? i : count - 1 - i) * letters * LINE)]);
}

/** Names stand away from the land, and on the sheet: the land is where the nearest counters stand. */
export function roomAt(sites: readonly Site[], box: Rect, [x, y]: Point, letters: number): Room {
  const ashore = sites.filter(({ place }) => place.kind === "area");
  const near = ashore.toSorted((a, b) => Math.hypot(a.at[0] - x, a.at[1] - y) - Math.hypot(b.at[0] - x, b.at[1] - y)).slice(0, NEAR);
  if (near.length === 0) return BELOW;
  const mean = (axis: 0 | 1) => near.reduce((sum, { at }) => sum + at[axis], 0) / near.length;
  const half = (letters * STRIP) / 2;
  const wanted = mean(0) > x ? -half * 0.7 : half * 0.7;
  const aside = Math.min(Math.max(wanted, box.x + half - x), box.x + box.width - half - x);
  return { way: mean(1) < y - half * 0.3 ? 1 : -1, aside };
}

const NEAR = 4;

/** On the map the name in brackets is enough: "Light cruiser with destroyers (Aurora)". */
export function shortName(name: string): string {
  return /\(([^()]+)\)$/.exec(name)?.[1] ?? name;
}
