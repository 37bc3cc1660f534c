/** Which names stand on the map at which scale, and how large. */

import type { Point } from "../areas/drawing";
import type { HexTown } from "./scene";

/** pixels to a unit from which all towns, and villages too, have names */
export const TOWNS_FROM = 0.078;
export const VILLAGES_FROM = 0.16;
const NUMBERS_FROM = 0.12;
const NUMBERS_WHOLE = 0.2;
/** height of the letters of a small town as printed, and on the screen at least and at most */
const PRINTED = 62;
const LEAST = 11;
const MOST = 17;
/** from this height a printed name is that of a great water; pixels that it has at least, and that a small one needs */
const GREAT = 110;
const WATER = 9.5;
const SMALL_WATER = 7;

export interface PlacedTown extends HexTown {
  readonly at: Point;
}

/** The height of letters in units. */
export function lettersAt(scale: number): number {
  return Math.min(Math.max(PRINTED, LEAST / scale), MOST / scale);
}

/** How much larger than a small town's a name is written. */
export function sizeOf({ value }: HexTown): number {
  return value > 2 ? 1.22 : value === 2 ? 1.1 : 1;
}

/** From afar only the greater towns. */
export function townsNamed(towns: readonly PlacedTown[], scale: number): readonly PlacedTown[] {
  return scale >= TOWNS_FROM ? towns : towns.filter(({ value }) => value > 1);
}

/** The height of a sea's or country's letters in units: great waters stay readable from afar, small ones wait; 0: not shown. */
export function printedSize(kind: string, size: number, scale: number): number {
  if (kind !== "water") return size;
  if (size < GREAT) return size * scale >= SMALL_WATER ? size : 0;
  return Math.max(size, WATER / scale);
}

/** Numbers of hexes fade in. */
export function numberOpacity(scale: number): number {
  return Math.min(1, Math.max(0, (scale - NUMBERS_FROM) / (NUMBERS_WHOLE - NUMBERS_FROM)));
}
