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
 * larger than printed push a name away from its counter in the direction in which the map has it.
 */
export function placeLabels(
  areas: readonly AreaShape[],
  importance: (id: string) => number,
  scale: number,
  counter: number,
  printedCounter: number,
  taken: readonly Rect[],
): readonly LabelPlace[] {
  const away = Math.max(scale, counter / printedCounter);
  const rects = [...taken];
  const placed: LabelPlace[] = [];
  for (const area of areas.toSorted((a, b) => importance(b.id) - importance(a.id))) {
    const at: Point = [
      area.stack[0] + (area.label[0] - area.stack[0]) * away,
      area.stack[1] + (area.label[1] - area.stack[1]) * away,
    ];
    const rect = around(at, area.labelWidth * scale, HEIGHT * scale * 0.9);
    if (scale > 1.05 && rects.some((other) => overlap(rect, other))) continue;
    rects.push(rect);
    placed.push({ id: area.id, at, scale });
  }
  return placed;
}

/** The ground that counters cover. */
export function counterRects(stacks: readonly { readonly at: Point; readonly pieces: number }[], size: number): readonly Rect[] {
  return stacks.map(({ at, pieces }) => around(at, size * Math.min(pieces, 2), size * Math.ceil(pieces / 2)));
}
