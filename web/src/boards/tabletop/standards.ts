/** The standards of the bodies and the names of the objects: how large each is on the screen, and where there is room for it. */

import type { Box } from "../../board/zoom.svelte";
import type { Place, Point } from "../../drawn/board";
import type { Body } from "./bodies";
import { beside, placed, type Spot, spotsOn, type Turned, type Wanted } from "./placing";
import { type Sign, signsOf } from "./signs";
import { boxOf, isWithin, stretches, type Trace, tracesOf } from "./shapes";

/** pixels */
export const HIGH = 16;
const LETTER = 6.7;
const PADDING = 9;
const GAP = 5;

export interface Standard {
  readonly body: Body;
  /** its middle, in units of the sheet */
  readonly at: Point;
  readonly label: string;
  /** of the cloth, and of everything with the signs beside it, in pixels */
  readonly width: number;
  readonly whole: number;
  readonly signs: readonly Sign[];
}

/** The width of some letters in pixels, about. */
const lettersOf = (text: string, size = LETTER): number => text.length * size;

/**
 * Scales differ by a fifth before anything is placed anew: names do not dance while one zooms. It is placed for the smallest
 * of them, at which the letters take most of the ground: so none runs into another at any.
 */
export function stepOf(scale: number): number {
  return 2 ** (Math.floor(Math.log2(scale) * 4) / 4);
}

/**
 * Where standards stand at a scale, the more important first; `labelOf`: what is written on each, `taken`: what they are not
 * to cover, `bounds`: where they stay.
 */
export function standardsOf(bodies: readonly Body[], labelOf: (body: Body) => string, weight: (body: Body) => number, taken: readonly Box[], bounds: Box, scale: number): readonly Standard[] {
  const units = 1 / scale;
  const drafts = new Map(
    bodies.map((body) => {
      const [label, signs] = [labelOf(body), signsOf(body.piece)];
      const width = lettersOf(label) + PADDING;
      return [body.id, { body, label, signs, width, whole: width + signs.reduce((sum, sign) => sum + sign.width, signs.length > 0 ? 4 : 0) }];
    }),
  );
  const order = bodies.toSorted((a, b) => weight(b) - weight(a));
  const wanted = order.map((body): Wanted<Spot> => {
    const [width, height] = [(drafts.get(body.id)?.whole ?? 0) * units, HIGH * units];
    return { id: body.id, spots: [...beside(middleOf(body, units), width, height, GAP * units), ...beside(body.box, width, height, GAP * units)] };
  });
  const spots = placed(wanted, taken, bounds);
  return bodies.flatMap(({ id }) => {
    const [draft, spot] = [drafts.get(id), spots.get(id)];
    return draft === undefined || spot === undefined ? [] : [{ ...draft, at: spot.at }];
  });
}

/** The middle of a body, or the part of it around its middle: a standard stands close to where its body does. */
function middleOf({ box, middle: [x, y], cover }: Body, units: number): Box {
  const near = cover.find((part) => x >= part.x && y >= part.y && x <= part.x + part.width && y <= part.y + part.height) ?? box;
  const least = 6 * units;
  return { x: near.x - least / 2, y: near.y - least / 2, width: near.width + least, height: near.height + least };
}

export function boxOfStandard({ at: [x, y], whole }: Standard, units: number): Box {
  return { x: x - (whole / 2) * units, y: y - (HIGH / 2) * units, width: whole * units, height: HIGH * units };
}

// names of objects

export interface ObjectName {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly at: Point;
  readonly turn: number;
}

const NAME_LETTER = 6.4;
const NAME_HIGH = 15;
/** a line has a name where it is as long as that, nearly */
const ROOM = 0.9;
/** who is named first; all others after them */
const FIRST: readonly string[] = ["building", "bridge", "ford", "town", "wood", "hill", "marsh", "field", "river", "stream", "road", "railway"];

/** Names that have room at a scale and cover nobody. */
export function namesOf(places: Iterable<Place>, textOf: (place: Place) => string, taken: readonly Box[], sheet: Box, scale: number): readonly ObjectName[] {
  const units = 1 / scale;
  const rank = ({ kind }: Place): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  const drafts = [...places].toSorted((a, b) => rank(a) - rank(b)).map((place) => ({ place, text: textOf(place) }));
  const grounds = drafts.flatMap(({ place: { id, path } }) => tracesOf(path).filter(({ closed }) => closed).map(({ points }) => ({ id, points, size: sizeOf(points) })));
  const wanted = drafts.map(({ place, text }): Wanted<Turned> => {
    const size = Math.max(0, ...grounds.filter(({ id }) => id === place.id).map((ground) => ground.size));
    const upon = grounds.filter((ground) => ground.size < size).map(({ points }) => points);
    return { id: place.id, spots: spotsFor(place, text.length * NAME_LETTER * units, NAME_HIGH * units, upon) };
  });
  const spots = placed(wanted, taken, sheet);
  return drafts.flatMap(({ place: { id, kind }, text }) => {
    const spot = spots.get(id);
    return spot === undefined ? [] : [{ id, kind, text, at: spot.at, turn: spot.turn }];
  });
}

function sizeOf(points: readonly Point[]): number {
  const { width, height } = boxOf(points);
  return width * height;
}

/** Along a line, within a ground that has room for it, and otherwise beside it. `upon`: the smaller grounds that lie upon others. */
function spotsFor({ path, at }: Place, wide: number, high: number, upon: readonly (readonly Point[])[]): readonly Turned[] {
  const [trace] = tracesOf(path);
  if (trace === undefined) return [{ at, turn: 0, width: wide, height: high }];
  if (!trace.closed) return lengthOf(trace) < wide * ROOM ? [] : spotsOn(trace, wide, high);
  const box = boxOf(trace.points);
  const spots = box.width > wide * 1.1 && box.height > high * 1.6 ? within(trace, at, wide, high, upon) : beside(box, wide, high, high * 0.2);
  return spots.map((spot) => ({ ...spot, turn: 0 }));
}

function lengthOf({ points, closed }: Trace): number {
  return stretches(points, closed).reduce((sum, [[ax, ay], [bx, by]]) => sum + Math.hypot(bx - ax, by - ay), 0);
}

/** where names are tried across and down a ground, from the middle outwards */
const SHARES: readonly number[] = [0.5, 0.38, 0.62, 0.27, 0.73, 0.16, 0.84, 0.07, 0.93];

/** In the middle of a ground, or as near to it as can be; of a terrace where no higher one lies upon it. */
function within({ points }: Trace, at: Point, wide: number, high: number, upon: readonly (readonly Point[])[]): readonly Spot[] {
  const { x, y, width, height } = boxOf(points);
  const rows = SHARES.flatMap((down) => SHARES.map((across): Point => [x + across * width, y + down * height]));
  const ends = ([px, py]: Point): readonly Point[] => [[px - wide / 2, py], [px, py], [px + wide / 2, py]];
  const free = (spot: Point): boolean => ends(spot).every((end) => isWithin(points, end) && !upon.some((ring) => isWithin(ring, end)));
  return [at, ...rows].filter(free).map((spot) => ({ at: spot, width: wide, height: high }));
}
