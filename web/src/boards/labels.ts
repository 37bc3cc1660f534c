/**
 * Where the names stand and where the counters: fixed for a drawing, as on a printed map. They are found once, for the
 * view of the whole map, where everything is largest against the map: nearer by each keeps its middle and only has
 * more room.
 */

import type { Board, Place, Point } from "../drawn/board";
import { cellAt, CELL, type Ground, groundOf, WATER } from "./ground";
import type { Rect } from "./sites";

/** Signs before the name, or above it where a line would be too long. */
export type LabelShape = "line" | "above";

export interface AreaPlace {
  /** middle of the name with its signs */
  readonly label: Point;
  readonly shape: LabelShape;
  /** in printed size */
  readonly width: number;
  /** the name as it is drawn from afar */
  readonly rect: Rect;
  /** where the pieces stand */
  readonly stack: Point;
  /** from a name that stands on the water to its area */
  readonly leader: Point | null;
}

/** height of the letters as the drawing has room for them near by, and from afar; in units of the sheet */
export const LETTERS = 115;
export const FAR_LETTERS = 225;
/** room of a sign beside a name, in printed size */
export const SIGN = 115;
/** the drawing's own allowance for a sign, part of its `label_width` */
const DRAWN_SIGN = 130;
/** a line of letters, in letters */
const LINE = 0.98;
/** room between two names in one line, so that they are not read as one; and how far lines may differ to be one */
const BETWEEN = 100;
const SAME_LINE = 80;
/** edge of a counter from afar */
const COUNTER = 470;

const FAR = FAR_LETTERS / LETTERS;

/** A name as large as it is drawn from afar. */
export function labelSize(labelWidth: number, signs: number, shape: LabelShape): readonly [number, number] {
  const name = (labelWidth - DRAWN_SIGN * signs) * FAR;
  const row = SIGN * signs * FAR;
  return shape === "line" ? [name + row, FAR_LETTERS * LINE] : [Math.max(name, row), FAR_LETTERS * LINE * 1.95];
}

interface Spot {
  readonly at: Point;
  readonly rect: Rect;
  /** what the ground under it is worth: the lower the better */
  readonly cost: number;
  readonly shape: LabelShape;
}

/** The places to try in one area. */
interface Room {
  readonly labels: readonly Spot[];
  readonly stacks: readonly Spot[];
}

interface Choice {
  readonly label: Spot;
  readonly stack: Spot;
}

/** what it costs to lie over another name, another counter, or the own counter; the ground costs at most about 2 */
const OVER_NAME = 60;
const OVER_COUNTER = 7;
const COUNTERS = 14;
const SWEEPS = 8;

/** Of the areas whose names have been measured. */
export function layoutPlaces(board: Pick<Board, "box" | "layers" | "places">): ReadonlyMap<string, AreaPlace> {
  const areas = board.places.filter(isMeasured);
  const ground = groundOf(board, areas);
  const own = cellsByArea(ground, areas.length);
  const spots = areas.map((area, i) => ({
    labels: labelSpots(ground, own[i] ?? [], i, area.label_width, area.marks.length),
    stacks: stackSpots(ground, own[i] ?? [], i),
  }));
  const chosen = settle(spots);
  return new Map(
    areas.map(({ id, at: middle, label_width: width }, i): [string, AreaPlace] => {
      const choice = chosen[i];
      if (choice === undefined) return [id, { label: middle, shape: "line", width, rect: around(middle, 0, 0), stack: middle, leader: null }];
      const { at, shape, rect } = choice.label;
      const ashore = cellAt(ground, ...at) === i;
      return [id, { label: at, shape, rect, width: rect.width / FAR, stack: choice.stack.at, leader: ashore ? null : nearest(own[i] ?? [], at) }];
    }),
  );
}

function isMeasured({ kind, label_width }: Place): boolean {
  return kind === "area" && label_width > 0;
}

function cellsByArea({ columns, cells, origin }: Ground, areas: number): readonly (readonly Point[])[] {
  const own: Point[][] = Array.from({ length: areas }, () => []);
  cells.forEach((value, i) => {
    if (value >= 0) own[value]?.push([origin[0] + ((i % columns) + 0.5) * CELL, origin[1] + (Math.floor(i / columns) + 0.5) * CELL]);
  });
  return own;
}

/** Every other cell of an area is a place to try; of a small one every cell. */
function lattice(cells: readonly Point[], step: number): readonly Point[] {
  const coarse = cells.filter(([x, y]) => Math.floor(x / CELL) % step === 0 && Math.floor(y / CELL) % step === 0);
  return coarse.length < 40 ? cells : coarse;
}

/** how far from the coast a name may stand on the water */
const OFFSHORE = 300;
const AT_SEA = 1.5;

function labelSpots(ground: Ground, own: readonly Point[], area: number, labelWidth: number, signs: number): readonly Spot[] {
  const shapes: readonly LabelShape[] = signs > 0 ? ["line", "above"] : ["line"];
  const middle = centre(own);
  return shapes.flatMap((shape) => {
    const [width, height] = labelSize(labelWidth, signs, shape);
    const ashore = lattice(own, 2).map((at) => spot(ground, area, at, width, height, shape, middle, 0));
    const offshore = shore(ground, own).map((at) => spot(ground, area, at, width, height, shape, middle, AT_SEA));
    return [...ashore, ...offshore];
  });
}

function stackSpots(ground: Ground, own: readonly Point[], area: number): readonly Spot[] {
  const middle = centre(own);
  return lattice(own, 2).map((at) => spot(ground, area, at, COUNTER, COUNTER, "line", middle, 0));
}

/** Places on the water near the coast of an area. */
function shore(ground: Ground, own: readonly Point[]): readonly Point[] {
  const found = new Map<number, Point>();
  for (const [x, y] of own) {
    for (const [dx, dy] of [[OFFSHORE, 0], [-OFFSHORE, 0], [0, OFFSHORE], [0, -OFFSHORE]] as const) {
      const at: Point = [x + dx, y + dy];
      if (cellAt(ground, ...at) === WATER) found.set(at[0] * 1e5 + at[1], at);
    }
  }
  return lattice([...found.values()], 3);
}

/** what it costs to lie wholly on other land, and on water */
const FOREIGN = 2.6;
const OVER_WATER = 0.5;

/** What lies under a name or a counter that is not its own area: other areas are worst. */
function spot(ground: Ground, area: number, at: Point, width: number, height: number, shape: LabelShape, [mx, my]: Point, extra: number): Spot {
  const rect = around(at, width, height);
  let [foreign, water, all] = [0, 0, 0];
  for (let x = rect.x + CELL / 2; x < rect.x + width; x += 2 * CELL) {
    for (let y = rect.y + CELL / 2; y < rect.y + height; y += 2 * CELL) {
      const value = cellAt(ground, x, y);
      all += 1;
      if (value === WATER) water += 1;
      else if (value !== area) foreign += 1;
    }
  }
  const away = Math.hypot(at[0] - mx, at[1] - my) / 4000;
  return { at, rect, shape, cost: (FOREIGN * foreign + OVER_WATER * water) / Math.max(1, all) + away + extra };
}

/** Each area in turn takes the best pair of places against all others, until none finds a better one. */
function settle(spots: readonly Room[]): readonly (Choice | undefined)[] {
  const chosen = spots.map(({ labels, stacks }) => {
    const [label, stack] = [cheapest(labels), cheapest(stacks)];
    return label === undefined || stack === undefined ? undefined : { label, stack };
  });
  const order = spots.map((_, i) => i).toSorted((a, b) => (spots[a]?.stacks.length ?? 0) - (spots[b]?.stacks.length ?? 0));
  const extents = spots.map(extent);
  const near = extents.map((room) => extents.flatMap((other, i) => (other !== room && mayMeet(room, other) ? [i] : [])));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let changed = false;
    for (const i of order) {
      const now = chosen[i];
      const room = spots[i];
      if (now === undefined || room === undefined) continue;
      const better = bestPair(room, (near[i] ?? []).flatMap((other) => chosen[other] ?? []));
      if (better.label !== now.label || better.stack !== now.stack) [chosen[i], changed] = [better, true];
    }
    if (!changed) break;
  }
  return chosen;
}

/** Whether anything of one area can ever lie over something of the other. */
function mayMeet(a: Rect, b: Rect): boolean {
  return covered(a, [b]) > 0;
}

function extent({ labels, stacks }: Room): Rect {
  const rects = [...labels, ...stacks].map(({ rect }) => rect);
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))];
  return { x, y, width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x, height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y };
}

function bestPair({ labels, stacks }: Room, others: readonly Choice[]): Choice {
  const names = others.flatMap(({ label }) => [label.rect, beside(label.rect)]);
  const counters = others.map(({ stack }) => stack.rect);
  const priced = (spot: Spot, overNames: number, overCounters: number) => ({ spot, cost: spot.cost + overNames * covered(spot.rect, names) + overCounters * covered(spot.rect, counters) });
  const ofLabels = labels.map((spot) => priced(spot, OVER_NAME, OVER_COUNTER)).toSorted((a, b) => a.cost - b.cost);
  const ofStacks = stacks.map((spot) => priced(spot, OVER_COUNTER, COUNTERS)).toSorted((a, b) => a.cost - b.cost);
  let [least, best] = [Infinity, { label: ofLabels[0]!.spot, stack: ofStacks[0]!.spot }];
  for (const label of ofLabels) {
    if (label.cost >= least) break;
    for (const stack of ofStacks) {
      const cost = label.cost + stack.cost;
      if (cost >= least) break;
      const both = cost + OVER_COUNTER * covered(label.spot.rect, [stack.spot.rect]);
      if (both < least) [least, best] = [both, { label: label.spot, stack: stack.spot }];
    }
  }
  return best;
}

/** A name with the room beside it, in its line, that other names leave free. */
export function beside({ x, y, width, height }: Rect): Rect {
  return { x: x - BETWEEN, y: y + SAME_LINE, width: width + 2 * BETWEEN, height: height - 2 * SAME_LINE };
}

function cheapest(spots: readonly Spot[]): Spot | undefined {
  return spots.reduce<Spot | undefined>((best, spot) => (best === undefined || spot.cost < best.cost ? spot : best), undefined);
}

function centre(points: readonly Point[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
}

function nearest(points: readonly Point[], [x, y]: Point): Point | null {
  let [least, best]: [number, Point | null] = [Infinity, null];
  for (const point of points) {
    const far = Math.hypot(point[0] - x, point[1] - y);
    if (far < least) [least, best] = [far, point];
  }
  return best;
}

/** How much of a rectangle the others cover: a touch counts already. */
function covered({ x, y, width, height }: Rect, others: readonly Rect[]): number {
  let sum = 0;
  for (const other of others) {
    const wide = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
    const high = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
    if (wide > 0 && high > 0) sum += TOUCH + (wide * high) / Math.min(width * height, other.width * other.height);
  }
  return sum;
}

const TOUCH = 0.02;

/** height of the letters in units of the sheet: easily read, but never larger than there is room for */
export function lettersAt(unitsPerPixel: number): number {
  return Math.max(LETTERS, Math.min(EASY * unitsPerPixel, FAR_LETTERS));
}

/** letters that can be read at ease, in pixels */
const EASY = 12.5;

/** The ground that the names cover with letters of this height. */
export function nameRects(places: Iterable<AreaPlace>, letters: number): readonly Rect[] {
  const scale = letters / FAR_LETTERS;
  return [...places].map(({ label, rect }) => around(label, rect.width * scale, rect.height * scale));
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function around([x, y]: Point, width: number, height: number): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}
