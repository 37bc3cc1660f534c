/** How the keys go over a board of hexes. */

import type { Board } from "../drawn/board";
import type { Site } from "./sites";

export type Step = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/**
 * The next hex along the printed rows and columns: a column of pointed hexes runs in a zigzag, and so do the keys, so
 * that they come back to where they began.
 */
export function walk({ places, columns }: Pick<Board, "places" | "columns">, from: string, step: Step): string | null {
  const at = places.findIndex(({ id }) => id === from);
  if (at < 0) return null;
  const column = at % columns;
  if (step === "ArrowLeft") return column > 0 ? (places[at - 1]?.id ?? null) : null;
  if (step === "ArrowRight") return column < columns - 1 ? (places[at + 1]?.id ?? null) : null;
  return places[at + (step === "ArrowUp" ? -columns : columns)]?.id ?? null;
}

/** The next of some places in the order of the board; undefined when the keys leave the board. */
export function nextStop(sites: readonly Pick<Site, "id">[], stops: ReadonlySet<string>, from: string, back: boolean): string | undefined {
  const order = sites.map(({ id }) => id);
  const ahead = back ? order.slice(0, order.indexOf(from)).reverse() : order.slice(order.indexOf(from) + 1);
  return ahead.find((id) => stops.has(id));
}
