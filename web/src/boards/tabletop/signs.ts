/** The markers that lie beside a unit, each in a square of twenty around the middle; and which of them a body has. */

import type { Piece } from "../../drawn/scene";

const round = (x: number, y: number, r: number): string => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const puff = (x: number, y: number): string => round(x - 2.4, y + 1, 3) + round(x + 2.4, y + 1, 3) + round(x, y - 1.8, 3.2);

export interface Sign {
  /** a class: what colours it has */
  readonly look: "cotton" | "pebble" | "cloud" | "crate";
  readonly path: string;
  /** a stroke through it */
  readonly struck?: boolean;
  readonly width: number;
}

const SIGNS: Readonly<Record<string, Sign>> = {
  lu: { look: "cotton", path: puff(0, 0), width: 13 },
  u: { look: "cotton", path: puff(-5, 0) + puff(5, 0), width: 23 },
  fu: { look: "cotton", path: puff(-10, 1) + puff(10, 1) + puff(0, -1), width: 33 },
  pinned: { look: "pebble", path: "M-6,2C-6.5,-2 -3,-5.5 1,-5C5,-4.6 7,-1 6,2.4C5,5.4 -5,6 -6,2Z", width: 15 },
  smoke: { look: "cloud", path: round(-4.5, 1.5, 3.6) + round(0.5, -1.5, 4.8) + round(5, 1.8, 3.4), width: 19 },
  "out-of-ammunition": { look: "crate", path: "M-6,-3.5H6V5H-6ZM-6,-3.5L-3.5,-6H3.5L6,-3.5M-6,-0.5H6", struck: true, width: 15 },
};

/** In the order in which they are set beside a standard. Smoke lies before the front instead. */
const BESIDE = ["lu", "u", "fu", "pinned", "out-of-ammunition"] as const;

export function signOf(flag: string): Sign | undefined {
  return SIGNS[flag];
}

export function signsOf({ flags }: Pick<Piece, "flags">): readonly Sign[] {
  return BESIDE.flatMap((flag) => (flags.has(flag) ? (SIGNS[flag] ?? []) : []));
}

/** The cloth of a standard around the middle: cut as the edge of its side is, so that it is told without its colour. */
export function clothOf(outline: string, width: number, height: number): string {
  const [x, y] = [width / 2, height / 2];
  if (outline === "cut") return `M${-x},${-y}H${x + 5}L${x},0L${x + 5},${y}H${-x}Z`;
  if (outline === "round") return `M${-x},${-y}H${x}Q${x + 6},0 ${x},${y}H${-x}Z`;
  return `M${-x},${-y}H${x}V${y}H${-x}Z`;
}

/** The same when it hangs down its pole. */
export const HANGING = "M0,0C5,2 6,6 4.5,10C4,13 2,15 1,16C0.4,12 0.6,6 0,0Z";
/** Dust behind the rear of who has moved, in units of the sheet. */
export const STIRRED = "M-70,40V110M0,40V150M70,40V110";
/** A star of five points, of radius one. */
export const STAR = `M${Array.from({ length: 10 }, (_, i) => {
  const [angle, reach] = [((i * 36 - 90) * Math.PI) / 180, i % 2 === 0 ? 1 : 0.42];
  return `${(reach * Math.cos(angle)).toFixed(3)},${(reach * Math.sin(angle)).toFixed(3)}`;
}).join("L")}Z`;
