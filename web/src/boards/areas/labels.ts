/** Which names can be written so that none lies over another or over a counter, and where. */

import type { AreaShape, Point } from "./drawing";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelPlace {
  readonly id: string;
  readonly at: Point;
  readonly scale: number;
}

const HEIGHT = 130;

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function around([x, y]: Point, width: number, height: number): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * Places for the names, the more important first; a name that finds no room is left out. Counters and letters that are
 * larger than printed push a name away from its counter in the direction in which the map has it; where that is taken
 * it goes to another side of its counter.
 */
export function placeLabels(
  areas: readonly AreaShape[],
  importance: (id: string) => number,
  scale: number,
  counter: number,
  printedCounter: number,
  taken: readonly Rect[],
): readonly LabelPlace[] {
  const rects = [...taken];
  const placed: LabelPlace[] = [];
  for (const area of areas.toSorted((a, b) => importance(b.id) - importance(a.id))) {
    const printed = printedPlace(area, Math.max(scale, counter / printedCounter));
    const crowded = scale > CROWDED;
    const width = area.labelWidth * scale;
    const height = HEIGHT * scale * 0.9;
    const places = crowded ? [printed, ...sidesOf(area.stack, counter, width, height)] : [printed];
    const at = places.find((place) => !crowded || !rects.some((other) => overlap(around(place, width, height), other)));
    if (at === undefined) continue;
    rects.push(around(at, width, height));
    placed.push({ id: area.id, at, scale });
  }
  return placed;
}

const CROWDED = 1.05;

function printedPlace({ stack, label }: AreaShape, away: number): Point {
  return [stack[0] + (label[0] - stack[0]) * away, stack[1] + (label[1] - stack[1]) * away];
}

/** Below, above, right and left of the counter, then its corners, then a line farther below and above. */
function sidesOf([x, y]: Point, counter: number, width: number, height: number): readonly Point[] {
  const [aside, above] = [(counter + width) / 2 + counter * 0.06, (counter + height) / 2 + counter * 0.04];
  return [
    [x, y + above],
    [x, y - above],
    [x + aside, y],
    [x - aside, y],
    [x + aside, y + above],
    [x - aside, y + above],
    [x + aside, y - above],
    [x - aside, y - above],
    [x, y + above + height],
    [x, y - above - height],
  ];
}

/** The ground that counters cover. */
export function counterRects(stacks: readonly { readonly at: Point; readonly pieces: number }[], size: number): readonly Rect[] {
  return stacks.map(({ at, pieces }) => around(at, size * Math.min(pieces, 2), size * Math.ceil(pieces / 2)));
}
