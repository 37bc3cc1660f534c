/** Where the piles of a sea area stand: side by side, and below them the pieces that lie open, one a line. */

import type { Drawing, Point } from "./drawing";
import type { OpenPiece, Pile, Water } from "./scene";

export interface Back {
  readonly side: string;
  readonly count: number;
  readonly x: number;
}

export interface Named {
  readonly side: string;
  readonly piece: OpenPiece;
  /** middle of its strip */
  readonly at: Point;
}

const STEP = 1.18;
const LINE = 1.5;
/** width of a strip with a name, in heights of its letters */
export const STRIP = 9.2;

/** Which way there is room for names: -1 above the piles, 1 below; and how far the middle of the strips is moved aside. */
export interface Room {
  readonly way: -1 | 1;
  readonly aside: number;
}

/** `size`: edge of a counter; `letters`: height of the names. Without a pile the names begin at the anchor. */
export function layoutPiles(piles: readonly Pile[], size: number, letters: number, room: Room): { readonly backs: readonly Back[]; readonly names: readonly Named[] } {
  const hidden = piles.filter((pile) => pile.hidden > 0);
  const backs = hidden.map(({ side, hidden: count }, i) => ({ side, count, x: (i - (hidden.length - 1) / 2) * size * STEP }));
  const open = piles.flatMap(({ side, shown }) => shown.map((piece) => ({ side, piece })));
  const begin = hidden.length > 0 ? size * 0.72 + letters * 0.9 : 0;
  const last = open.length - 1;
  return {
    backs,
    names: open.map((line, i) => ({ ...line, at: [room.aside, room.way * (begin + (room.way > 0 ? i : last - i) * letters * LINE)] })),
  };
}

/** Names stand away from the land, and on the sheet: the land is where the nearest counters stand. */
export function roomAt({ areas, box }: Pick<Drawing, "areas" | "box">, [x, y]: Point, letters: number): Room {
  const near = areas.toSorted((a, b) => Math.hypot(a.stack[0] - x, a.stack[1] - y) - Math.hypot(b.stack[0] - x, b.stack[1] - y)).slice(0, NEAR);
  const mean = (at: 0 | 1) => near.reduce((sum, { stack }) => sum + stack[at], 0) / Math.max(1, near.length);
  const half = (letters * STRIP) / 2;
  const wanted = mean(0) > x ? -half * 0.7 : half * 0.7;
  const aside = Math.min(Math.max(wanted, box.x + half - x), box.x + box.width - half - x);
  return { way: mean(1) < y - half * 0.3 ? 1 : -1, aside };
}

const NEAR = 4;

/** On the map the name in brackets is enough: "Light cruiser with destroyers (Aurora)". */
export function shortName(name: string): string {
  return /\(([^()]+)\)$/.exec(name)?.[1] ?? name;
}

/** Where the piles of a sea area or a box stand. */
export function stackIn({ seas }: Pick<Drawing, "seas">, id: string, box: Water["box"]): Point {
  if (box === null) return seas.find((sea) => sea.id === id)?.stack ?? [0, 0];
  const [x, y, width, height] = box;
  return [x + width / 2, y + height * 0.56];
}

export function boxPath([x, y, width, height]: readonly [number, number, number, number]): string {
  return `M${x},${y}h${width}v${height}h${-width}z`;
}
