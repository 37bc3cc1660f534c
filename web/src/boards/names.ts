/** Which names stand on a map at which scale, and how large. */

import type { Board, Place, Printed } from "../drawn/board";
import { around, type Rect } from "./sites";

/** pixels to a unit from which all towns, and villages too, have names; on hexes of 300 units */
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

/** The height of letters in units. */
export function lettersAt(scale: number): number {
  return Math.min(Math.max(PRINTED, LEAST / scale), MOST / scale);
}

/** How much larger than a small town's a name is written. */
export function sizeOf({ value }: Pick<Place, "value">): number {
  return value > 2 ? 1.22 : value === 2 ? 1.1 : 1;
}

/** From afar only the greater towns. */
export function townsNamed<T extends Pick<Place, "value">>(towns: readonly T[], scale: number): readonly T[] {
  return scale >= TOWNS_FROM ? towns : towns.filter(({ value }) => value > 1);
}

/** The height of a printed name in units; 0: not shown. Great waters stay readable from afar, small ones and villages wait. */
export function printedSize({ kind, size }: Pick<Printed, "kind" | "size">, scale: number): number {
  if (kind === "sea") return Math.max(size, 17 / scale);
  if (kind === "telegraph") return Math.max(135, 10 / scale);
  if (kind === "line") return Math.max(72, 10 / scale);
  if (kind.startsWith("village")) return scale >= VILLAGES_FROM ? lettersAt(scale) * 0.78 : 0;
  if (kind !== "water") return size;
  if (size < GREAT) return size * scale >= SMALL_WATER ? size : 0;
  return Math.max(size, WATER / scale);
}

/** A country beyond the board: large enough to be read, small enough to stay on the sheet. */
export function abroadSize(x: number, lines: readonly string[], sheet: Rect, scale: number): number {
  const room = 2 * Math.min(x - sheet.x, sheet.x + sheet.width - x);
  const longest = Math.max(...lines.map((line) => line.length));
  return Math.min(Math.max(150, 11 / scale), 215, room / (longest * 0.82));
}

/** height of the letters of an area's name as printed, and at most; pixels at which it is easily read */
export const LETTERS = 115;
const FAR_LETTERS = 225;
const EASY = 12.5;
/** room of a sign beside it */
export const SIGN = 115;
/** lines of letters that a name takes alone, and with its signs above */
const LINE = 0.98;
const LINES = 1.91;

/** How much larger than printed the names of areas are, so that they can be read; never larger than the map has room for. */
export function enlarged({ unit }: Pick<Board, "unit">, unitsPerPixel: number): number {
  const grain = unit / 330;
  return (Math.max(LETTERS, Math.min((EASY * unitsPerPixel) / grain, FAR_LETTERS)) / LETTERS) * grain;
}

/** The ground that the names of areas cover. */
export function nameRects(board: Pick<Board, "unit" | "places">, unitsPerPixel: number): readonly Rect[] {
  const scale = enlarged(board, unitsPerPixel);
  return board.places.flatMap(({ kind, label, label_width: width, beside }) =>
    kind !== "area" || label === null ? [] : [around(label, width * scale, LETTERS * scale * (beside === "above" ? LINES : LINE))],
  );
}

/** A long name in two lines, broken near its middle. */
export function twoLines(name: string): readonly string[] {
  const words = name.split(" ");
  if (name.length < 16 || words.length < 2) return [name];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

/** Numbers of hexes fade in. */
export function numberOpacity(scale: number): number {
  return Math.min(1, Math.max(0, (scale - NUMBERS_FROM) / (NUMBERS_WHOLE - NUMBERS_FROM)));
}
