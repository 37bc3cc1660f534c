/** Where the counters of one place stand on a board of areas, so that every one can be read. */

import { type Board, type Place, type Point, readKind } from "../drawn/board";
import type { Piece, Scene } from "../drawn/scene";

/** The middles of so many counters round a point, `perRow` at most beside each other; the others stand below. */
export function inRows(count: number, perRow: number, step: number): readonly Point[] {
  const rows = Math.ceil(count / perRow);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return [((i % perRow) - (inRow - 1) / 2) * step, (row - (rows - 1) / 2) * step];
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

/** So many of a side that have no names, as on a counter. */
export function lotOf(board: Board, side: string, count: number, flag = ""): Piece {
  const kind = board.kinds.find((other) => other.lot && other.side === side) ?? readKind({ id: side, side, name: { key: "" }, lot: true });
  return { id: "", kind, side, place: "", count, figures: "", losses: 0, flags: new Set(flag === "" ? [] : [flag]), told: null };
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
