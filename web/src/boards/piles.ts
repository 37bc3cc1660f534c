/** Where the pieces of one place stand or lie, and how much of them can be shown, so that every one can be read. */

import { type Board, type Place, type Point, readKind } from "../drawn/board";
import type { Piece, Scene } from "../drawn/scene";
import type { Drawing } from "./drawing.svelte";
import { rectOf, type Site } from "./sites";
import { BELOW, layoutStrips, lettersOf, roomAt } from "./strips";

/** How much a counter shows: its edge, a block with a number, the sign with the figures, everything. */
export type Detail = "blank" | "block" | "sign" | "full";

/** Pieces that lie on each other: the first is on top. */
export interface Pile {
  readonly place: string;
  readonly pieces: readonly Piece[];
  readonly at: Point;
  /** of a counter */
  readonly edge: number;
  readonly detail: Detail;
}

/** The same in widths of a hex, from its middle. */
type Heap = Pick<Pile, "pieces" | "at" | "edge">;

const EDGE = 0.64;
const EDGE_ALONE = 0.66;
/** from this width of a hex on the screen, the counters of a stack lie beside each other */
const ROOMY = 150;
const LARGEST_ON_HEX = 92;
const FULL = 46;
const SIGN = 22;
/** on the screen, of a counter that does not lie on a hex; and from which edge on it shows its sign */
const SMALLEST = 21;
const LARGEST = 44;
const DETAILED = 30;
/** how many counters stand beside each other */
const ABREAST: Readonly<Record<string, number>> = { water: 3, box: 3 };
const GAP = 0.12;
const COVERED = 2;

export function detailAt(pixels: number): Detail {
  return pixels >= FULL ? "full" : pixels >= SIGN ? "sign" : "block";
}

/** The edge of a counter in units of the sheet, so that on the screen it is neither mush nor a blanket. */
export function counterSize(unitsPerPixel: number, natural: number): number {
  return Math.min(Math.max(natural, SMALLEST * unitsPerPixel), LARGEST * unitsPerPixel);
}

/** How much a counter shows that does not lie on a hex: one that is counted has room for its size too. */
export function detailOf({ kind }: Pick<Piece, "kind">, { size, scale }: Pick<Drawing, "size" | "scale">): Detail {
  return size * scale < DETAILED ? "block" : kind.lot ? "full" : "sign";
}

/** Who lies where, the heaviest on top. */
export function heaped(stacks: ReadonlyMap<string, readonly Piece[]>): ReadonlyMap<string, readonly Piece[]> {
  return new Map([...stacks].map(([place, pieces]) => [place, pieces.toSorted(byWeight)]));
}

/** All piles of a position. */
export function pilesOn(drawing: Drawing): readonly Pile[] {
  const width = drawing.board.unit;
  return drawing.sites.flatMap((site) => {
    const pieces = drawing.stacks.get(site.id) ?? [];
    if (!drawing.hexes) return beside(drawing, site, pieces);
    const [x, y] = site.at;
    return heapsOf(pieces, width * drawing.scale).map((heap) => ({
      place: site.id,
      pieces: heap.pieces,
      at: [x + heap.at[0] * width, y + heap.at[1] * width],
      edge: heap.edge * width,
      detail: detailAt(heap.edge * width * drawing.scale),
    }));
  });
}

/** Everything in a hex; `width` is the width of a hex in pixels. */
export function heapsOf(pieces: readonly Piece[], width: number): readonly Heap[] {
  const groups = groupsOf(pieces);
  if (width >= ROOMY && pieces.length > 1) return spread(groups.flat(), width);
  const [first, ...others] = groups;
  if (first === undefined) return [];
  if (others.length === 0) return [{ pieces: first, at: [0, 0], edge: cap(EDGE_ALONE, width) }];
  return [
    { pieces: first, at: [-0.09, 0.06], edge: cap(EDGE * 0.9, width) },
    ...others.map((group, i): Heap => ({ pieces: group, at: [0.27, -0.24 + 0.34 * i], edge: cap(EDGE * 0.55, width) })),
  ];
}

/** Ground units first, then what is in the air or afloat, each side for itself. */
function groupsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces.toSorted(byWeight)) {
    const key = `${piece.kind.shape === "ground" ? 0 : 1} ${piece.side}`;
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function byWeight(a: Piece, b: Piece): number {
  return b.kind.weight - a.kind.weight;
}

function spread(pieces: readonly Piece[], width: number): readonly Heap[] {
  const perRow = pieces.length > 4 ? 3 : 2;
  const rows = Math.ceil(pieces.length / perRow);
  const edge = cap(Math.min(0.44, 0.88 / Math.max(perRow, rows)), width);
  return inRows(pieces.length, perRow, edge * 1.05).map((at, i) => ({ pieces: pieces.slice(i, i + 1), at, edge }));
}

/** A counter never grows into a blanket. */
function cap(edge: number, width: number): number {
  return Math.min(edge, LARGEST_ON_HEX / width);
}

/** Each counter for itself, the names of ships that lie open in lines beyond them. */
function beside(drawing: Drawing, { id, at: [x, y], place }: Site, pieces: readonly Piece[]): readonly Pile[] {
  const { size, board, sites } = drawing;
  const [counters, named] = [pieces.filter((piece) => !isStrip(piece)), pieces.filter(isStrip)];
  const rows = inRows(counters.length, ABREAST[place.kind] ?? 2, size * (1 + GAP));
  const letters = lettersOf(drawing);
  const room = place.kind === "water" ? roomAt(sites, rectOf(board.box), [x, y], letters) : BELOW;
  const begin = counters.length > 0 ? Math.max(...rows.map(([, dy]) => dy)) + size * 0.72 + letters * 0.9 : 0;
  const spots = [...rows, ...layoutStrips(named.length, begin, letters, room)];
  return [...counters, ...named].map((piece, i) => {
    const [dx, dy] = spots[i] ?? [0, 0];
    return { place: id, pieces: [piece], at: [x + dx, y + dy], edge: size, detail: detailOf(piece, drawing) };
  });
}

/** What is seen under the top of a pile. */
export function coveredBy(pieces: readonly Piece[], detail: Detail): readonly Piece[] {
  return detail === "block" ? [] : pieces.slice(1, 1 + COVERED).reverse();
}

/** The middles of so many counters round a point, `perRow` at most beside each other; the others stand below. */
export function inRows(count: number, perRow: number, step: number): readonly Point[] {
  const rows = Math.ceil(count / perRow);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return [((i % perRow) - (inRow - 1) / 2) * step, (row - (rows - 1) / 2) * step];
  });
}

/** The places of a fanned stack: one row, or two when they are many; in edges of a counter. */
export function fanOf(count: number): readonly Point[] {
  return inRows(count, count > 5 ? Math.ceil(count / 2) : count, 1.1);
}

/** So many of a side that have no names, as on a counter. */
export function lotOf(board: Board, side: string, count: number): Piece {
  const kind = board.kinds.find((other) => other.lot && other.side === side) ?? readKind({ id: side, side, name: { key: "" }, lot: true });
  return { id: "", kind, side, place: "", count, figures: "", losses: 0, flags: new Set(), told: null };
}

/** Ships that lie open are named on strips, all others stand on counters. */
export function isStrip({ id, kind }: Piece): boolean {
  return id !== "" && kind.shape === "ship";
}

/** Who holds an area: who has taken it, the only side that stands there, or its first owner; "": nobody. */
export function holderOf(scene: Scene, { id, owner }: Place): string {
  const sides = new Set((scene.stacks.get(id) ?? []).filter(({ kind }) => kind.lot).map(({ side }) => side));
  const [only = ""] = sides.size === 1 ? sides : [];
  return scene.owners[id] ?? (only === "" ? owner : only);
}
