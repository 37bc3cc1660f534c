/** Where the pieces of one hex lie, and how much of them can be shown. */

import type { Point } from "../drawn/board";
import type { Piece } from "../drawn/scene";
import { inRows } from "./stacks";

/** How much a counter shows: a block with a number, the sign with the figures, everything. */
export type Detail = "block" | "sign" | "full";

/** Pieces that lie on each other: the first is on top. */
export interface Pile {
  readonly hex: string;
  readonly pieces: readonly Piece[];
  /** middle of the pile, from the centre of the hex, in widths of a hex */
  readonly at: Point;
  /** edge of a counter, in widths of a hex */
  readonly edge: number;
}

const EDGE = 0.64;
const EDGE_ALONE = 0.66;
/** from this width of a hex on the screen, the counters of a stack lie beside each other */
const ROOMY = 150;
const LARGEST = 92;
const FULL = 46;
const SIGN = 22;

export function detailAt(pixels: number): Detail {
  return pixels >= FULL ? "full" : pixels >= SIGN ? "sign" : "block";
}

/** Who lies where, the heaviest on top. */
export function heaped(stacks: ReadonlyMap<string, readonly Piece[]>): ReadonlyMap<string, readonly Piece[]> {
  return new Map([...stacks].map(([place, pieces]) => [place, pieces.toSorted(byWeight)]));
}

/** Everything in a hex, in piles; `width` is the width of a hex in pixels. */
export function pilesOf(hex: string, pieces: readonly Piece[], width: number): readonly Pile[] {
  const groups = groupsOf(pieces);
  if (width >= ROOMY && pieces.length > 1) return beside(hex, groups.flat(), width);
  const [first, ...others] = groups;
  if (first === undefined) return [];
  if (others.length === 0) return [{ hex, pieces: first, at: [0, 0], edge: cap(EDGE_ALONE, width) }];
  return [
    { hex, pieces: first, at: [-0.09, 0.06], edge: cap(EDGE * 0.9, width) },
    ...others.map((group, i): Pile => ({ hex, pieces: group, at: [0.27, -0.24 + 0.34 * i], edge: cap(EDGE * 0.55, width) })),
  ];
}

/** Ground units first, then what is in the air or afloat, each side for itself. */
function groupsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces.toSorted(byWeight)) {
    const key = `${piece.kind.shape === "ground" ? 0 : 1} ${piece.side}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [piece]);
    else group.push(piece);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function byWeight(a: Piece, b: Piece): number {
  return b.kind.weight - a.kind.weight;
}

function beside(hex: string, pieces: readonly Piece[], width: number): readonly Pile[] {
  const perRow = pieces.length > 4 ? 3 : 2;
  const rows = Math.ceil(pieces.length / perRow);
  const edge = cap(Math.min(0.44, 0.88 / Math.max(perRow, rows)), width);
  return inRows(pieces.length, perRow, edge * 1.05).map((at, i) => ({ hex, pieces: pieces.slice(i, i + 1), at, edge }));
}

/** A counter never grows into a blanket. */
function cap(edge: number, width: number): number {
  return Math.min(edge, LARGEST / width);
}

/** The places of a fanned stack: one row, or two when they are many; in edges of a counter. */
export function fanOf(count: number): readonly Point[] {
  const perRow = count > 5 ? Math.ceil(count / 2) : count;
  return inRows(count, perRow, 1.1);
}
