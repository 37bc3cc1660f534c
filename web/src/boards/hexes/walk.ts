/** How the keys go over a board of hexes. */

import type { HexDrawing } from "./drawing";

export type Step = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/**
 * The next hex along the printed rows and columns: a column of pointed hexes runs in a zigzag, and so do the keys, so
 * that they come back to where they began.
 */
export function walk({ hexes, columns, byNumber }: Pick<HexDrawing, "hexes" | "columns" | "byNumber">, from: string, step: Step): string | null {
  const here = byNumber.get(from);
  if (here === undefined) return null;
  const at = hexes.indexOf(here);
  const column = at % columns;
  if (step === "ArrowLeft") return column > 0 ? (hexes[at - 1]?.number ?? null) : null;
  if (step === "ArrowRight") return column < columns - 1 ? (hexes[at + 1]?.number ?? null) : null;
  return hexes[at + (step === "ArrowUp" ? -columns : columns)]?.number ?? null;
}

/** The next of some hexes in the order of the board; undefined when the keys leave the board. */
export function nextStop(drawing: Pick<HexDrawing, "hexes">, stops: ReadonlySet<string>, from: string, back: boolean): string | undefined {
  const order = drawing.hexes.map(({ number }) => number);
  const ahead = back ? order.slice(0, order.indexOf(from)).reverse() : order.slice(order.indexOf(from) + 1);
  return ahead.find((number) => stops.has(number));
}
