/** How the keys go over a board. */

import type { Board, Point } from "../drawn/board";
import type { Site } from "./sites";

export type Step = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const TOWARDS: Readonly<Record<Step, Point>> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function isStep(key: string): key is Step {
  return key in TOWARDS;
}

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

/** The nearest place that lies this way: near ahead counts more than far aside. */
export function nearest(sites: readonly Pick<Site, "id" | "at">[], from: string, step: Step): string | null {
  const here = sites.find(({ id }) => id === from)?.at;
  if (here === undefined) return null;
  const [dx, dy] = TOWARDS[step];
  let [best, least]: [string | null, number] = [null, Infinity];
  for (const { id, at: [x, y] } of sites) {
    const along = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    const cost = along + aside * 2;
    if (id !== from && along > 0 && aside <= along * 2 && cost < least) [best, least] = [id, cost];
  }
  return best;
}

/** The next of some places in the order of the board; undefined when the keys leave the board. */
export function nextStop(sites: readonly Pick<Site, "id">[], stops: ReadonlySet<string>, from: string, back: boolean): string | undefined {
  const order = sites.map(({ id }) => id);
  const ahead = back ? order.slice(0, order.indexOf(from)).reverse() : order.slice(order.indexOf(from) + 1);
  return ahead.find((id) => stops.has(id));
}
