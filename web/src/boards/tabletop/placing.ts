/** Where names and standards find room: none covers a body or another, as far as there is any place for it. */

import type { Box } from "../../board/zoom.svelte";
import type { Point } from "../../drawn/board";
import { areMeeting, stretches, type Trace } from "./shapes";

/** A place that something may have: its middle, and how large it is there. */
export interface Spot {
  readonly at: Point;
  readonly width: number;
  readonly height: number;
}

export interface Wanted<S extends Spot> {
  readonly id: string;
  /** the best first */
  readonly spots: readonly S[];
}

/** Give each its first spot that is free, in the order in which they come; who finds none is left out. */
export function placed<S extends Spot>(wanted: readonly Wanted<S>[], taken: readonly Box[], bounds?: Box): ReadonlyMap<string, S> {
  const boxes = new Grid(taken);
  const found = new Map<string, S>();
  for (const { id, spots } of wanted) {
    for (const spot of spots) {
      const box = boxAt(spot);
      if ((bounds !== undefined && !isInside(box, bounds)) || boxes.isTaken(box)) continue;
      boxes.add(box);
      found.set(id, spot);
      break;
    }
  }
  return found;
}

export function boxAt({ at: [x, y], width, height }: Spot): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function isInside(box: Box, bounds: Box): boolean {
  return box.x >= bounds.x && box.y >= bounds.y && box.x + box.width <= bounds.x + bounds.width && box.y + box.height <= bounds.y + bounds.height;
}

/** Boxes by the cells that they lie in: a name looks only at those near it. */
class Grid {
  private readonly cells = new Map<string, Box[]>();
  private readonly edge: number;

  constructor(boxes: readonly Box[]) {
    this.edge = Math.max(1, ...boxes.map(({ width, height }) => Math.max(width, height)));
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const key of this.keysOf(box)) {
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [box]);
      else cell.push(box);
    }
  }

  isTaken(box: Box): boolean {
    return this.keysOf(box).some((key) => this.cells.get(key)?.some((other) => areMeeting(box, other)));
  }

  private keysOf({ x, y, width, height }: Box): readonly string[] {
    const keys: string[] = [];
    for (let column = Math.floor(x / this.edge); column <= Math.floor((x + width) / this.edge); column += 1) {
      for (let row = Math.floor(y / this.edge); row <= Math.floor((y + height) / this.edge); row += 1) keys.push(`${column},${row}`);
    }
    return keys;
  }
}

/** Where a sign beside a box may stand, so large and so far from it: above, to the right, to the left, below, then at its corners. */
export function beside({ x, y, width, height }: Box, wide: number, high: number, gap: number): readonly Spot[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [left, right] = [x - wide / 2 - gap, x + width + wide / 2 + gap];
  const [top, bottom] = [y - high / 2 - gap, y + height + high / 2 + gap];
  const middles: readonly Point[] = [[cx, top], [right, cy], [left, cy], [cx, bottom], [right, top], [left, top], [right, bottom], [left, bottom], [cx, top - high], [cx, bottom + high]];
  return middles.map((at) => ({ at, width: wide, height: high }));
}

/** A spot for letters that run along a line. */
export interface Turned extends Spot {
  readonly turn: number;
}

/** Where the name of a line may stand: at the middles of its stretches, the longest first; turned as they run, so that it can be read. */
export function spotsOn({ points, closed }: Trace, wide: number, high: number): readonly Turned[] {
  return stretches(points, closed)
    .map(([[ax, ay], [bx, by]]) => {
      const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
      return { at: [(ax + bx) / 2, (ay + by) / 2] as Point, turn: upright(turn), room: Math.hypot(bx - ax, by - ay) };
    })
    .toSorted((a, b) => b.room - a.room)
    .map(({ at, turn }) => ({ at, turn, ...turnedBox(turn, wide, high) }));
}

/** The same line read from left to right. */
function upright(turn: number): number {
  if (turn > 90) return turn - 180;
  return turn <= -90 ? turn + 180 : turn;
}

function turnedBox(turn: number, wide: number, high: number): Omit<Spot, "at"> {
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  return { width: wide * cos + high * sin, height: wide * sin + high * cos };
}
