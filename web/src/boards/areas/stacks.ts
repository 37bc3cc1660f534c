/** Where the counters of one place stand, so that every one can be read. */

import type { Point } from "./drawing";

export interface Piece {
  readonly side: string;
  readonly count: number;
  /** has made its move */
  readonly moved: boolean;
}

export interface Stack {
  readonly place: string;
  readonly pieces: readonly Piece[];
}

export interface Placing {
  readonly piece: Piece;
  /** middle of the counter, from the anchor of the place */
  readonly at: Point;
  readonly size: number;
}

const GAP = 0.12;
const FANNED = 1.5;

/**
 * Counters beside each other, two in a row at most; a third and a fourth stand below. Fanned out they are larger and
 * stand in one row. `size` is the edge of a counter.
 */
export function layoutStack(pieces: readonly Piece[], size: number, fanned: boolean): readonly Placing[] {
  const edge = fanned ? size * FANNED : size;
  const perRow = fanned ? pieces.length : 2;
  const step = edge * (1 + GAP);
  const rows = Math.ceil(pieces.length / perRow);
  return pieces.map((piece, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, pieces.length - row * perRow);
    const x = ((i % perRow) - (inRow - 1) / 2) * step;
    const y = (row - (rows - 1) / 2) * step;
    return { piece, at: [x, y], size: edge };
  });
}

const SMALLEST = 21;
const LARGEST = 44;

/** The edge of a counter in units of the sheet, so that on the screen it is neither mush nor a blanket. */
export function counterSize(unitsPerPixel: number, natural: number): number {
  return Math.min(Math.max(natural, SMALLEST * unitsPerPixel), LARGEST * unitsPerPixel);
}

/** At this size on the screen a counter shows its symbol; below it only its number. */
export function isDetailed(size: number, unitsPerPixel: number): boolean {
  return size / unitsPerPixel >= 30;
}
