/** Bringing what matters close enough to be read: from afar a tap on a counter would be a tap into the dark. */

import type { Point } from "../drawn/board";
import type { Rect } from "./sites";

/** pixels of a hex below which the board comes closer by itself */
export const READABLE = 34;
/** hexes that are in sight at least, across */
const LEAST = 11;
const MARGIN = 2;

/** The part of the sheet that holds these points and some ground around them. */
export function boxAround(points: readonly Point[], hexWidth: number): Rect | null {
  if (points.length === 0) return null;
  const span = (axis: 0 | 1): readonly [number, number] => {
    const along = points.map((point) => point[axis]);
    const [least, most] = [Math.min(...along), Math.max(...along)];
    const size = Math.max(most - least + 2 * MARGIN * hexWidth, LEAST * hexWidth);
    return [(least + most) / 2 - size / 2, size];
  };
  const [x, width] = span(0);
  const [y, height] = span(1);
  return { x, y, width, height };
}
