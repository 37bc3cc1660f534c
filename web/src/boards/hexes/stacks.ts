/** Where the counters of one hex stand, and how much of them can be shown. */

import type { Point } from "../areas/drawing";
import type { HexCounter } from "./scene";

/** How much a counter shows: a block with a number, the sign with the figures, everything. */
export type Detail = "block" | "sign" | "full";

/** Counters that lie on each other: the first is on top. */
export interface Pile {
  readonly hex: string;
  readonly counters: readonly HexCounter[];
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
export function stacksOf(counters: readonly HexCounter[]): ReadonlyMap<string, readonly HexCounter[]> {
  const told = new Map<string, HexCounter[]>();
  for (const counter of [...counters].sort((a, b) => b.weight - a.weight)) {
    const stack = told.get(counter.hex);
    if (stack === undefined) told.set(counter.hex, [counter]);
    else stack.push(counter);
  }
  return told;
}

/** Everything in a hex, in piles; `width` is the width of a hex in pixels. */
export function pilesOf(hex: string, counters: readonly HexCounter[], width: number): readonly Pile[] {
  const groups = groupsOf(counters);
  if (width >= ROOMY && counters.length > 1) return beside(hex, groups.flat(), width);
  const [first, ...others] = groups;
  if (first === undefined) return [];
  if (others.length === 0) return [{ hex, counters: first, at: [0, 0], edge: cap(EDGE_ALONE, width) }];
  return [
    { hex, counters: first, at: [-0.09, 0.06], edge: cap(EDGE * 0.9, width) },
    ...others.map((group, i): Pile => ({ hex, counters: group, at: [0.27, -0.24 + 0.34 * i], edge: cap(EDGE * 0.55, width) })),
  ];
}

/** Ground units first, then what is in the air or afloat, each side for itself. */
function groupsOf(counters: readonly HexCounter[]): readonly (readonly HexCounter[])[] {
  const groups = new Map<string, HexCounter[]>();
  for (const counter of [...counters].sort(byWeight)) {
    const key = `${counter.shape === "ground" ? 0 : 1} ${counter.side}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [counter]);
    else group.push(counter);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function byWeight(a: HexCounter, b: HexCounter): number {
  return b.weight - a.weight;
}

function beside(hex: string, counters: readonly HexCounter[], width: number): readonly Pile[] {
  const perRow = counters.length > 4 ? 3 : 2;
  const rows = Math.ceil(counters.length / perRow);
  const edge = cap(Math.min(0.44, 0.88 / Math.max(perRow, rows)), width);
  const step = edge * 1.05;
  return counters.map((counter, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, counters.length - row * perRow);
    return { hex, counters: [counter], at: [((i % perRow) - (inRow - 1) / 2) * step, (row - (rows - 1) / 2) * step], edge };
  });
}

/** A counter never grows into a blanket. */
function cap(edge: number, width: number): number {
  return Math.min(edge, LARGEST / width);
}

/** The places of a fanned stack: one row, or two when they are many; in edges of a counter. */
export function fanOf(count: number): readonly Point[] {
  const perRow = count > 5 ? Math.ceil(count / 2) : count;
  const rows = Math.ceil(count / perRow);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return [((i % perRow) - (inRow - 1) / 2) * 1.1, (row - (rows - 1) / 2) * 1.1];
  });
}
