/** The way the arrow keys walk on a board of areas. */

import type { Point } from "../drawn/board";

export type Direction = "up" | "down" | "left" | "right";

const TOWARDS: Readonly<Record<Direction, Point>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The nearest place in a direction: near ahead counts more than far aside. */
export function nextPlace(places: ReadonlyMap<string, Point>, from: string, direction: Direction): string | null {
  const here = places.get(from);
  if (here === undefined) return null;
  const [dx, dy] = TOWARDS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const [id, [x, y]] of places) {
    const along = (x - here[0]) * dx + (y - here[1]) * dy;
    const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    if (id === from || along <= 0 || aside > along * 2) continue;
    const cost = along + aside * 2;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}
