/** Small signs of counters, drawn in a square of two units around the middle. */

import type { CounterShape, NationMark } from "./scene";

const POINT = (turn: number, reach: number): string => {
  const angle = ((turn - 90) * Math.PI) / 180;
  return `${(reach * Math.cos(angle)).toFixed(3)},${(reach * Math.sin(angle)).toFixed(3)}`;
};

const STAR = `M${Array.from({ length: 10 }, (_, i) => POINT(i * 36, i % 2 === 0 ? 1 : 0.42)).join("L")}Z`;
const DOT = (x: number, y: number, r: number): string => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;

export const MARKS: Readonly<Record<NationMark, string>> = {
  // a cross with its upright nearer to the staff
  cross: "M-1,-0.22H-0.5V-0.85H0.02V-0.22H1V0.26H0.02V0.85H-0.5V0.26H-1Z",
  star: STAR,
  crowns: `${DOT(-0.55, -0.45, 0.42)}${DOT(0.55, -0.45, 0.42)}${DOT(0, 0.5, 0.42)}`,
  roundel: `${DOT(0, 0, 0.95)}${DOT(0, 0, 0.5)}`,
  bars: "M-1,-0.9H1V-0.4H-1ZM-1,0.1H1V0.6H-1Z",
};

/** A barrel, for supply; its strokes only. */
export const BARREL = "M-0.5,-0.8C-0.8,-0.3 -0.8,0.3 -0.5,0.8H0.5C0.8,0.3 0.8,-0.3 0.5,-0.8ZM-0.68,-0.3H0.68M-0.68,0.3H0.68";
export const CROSSED = "M-1,1L1,-1";

/** The edge of a counter in a square of a hundred units. */
export const EDGES: Readonly<Record<CounterShape, string>> = {
  ground: "M-46,-50H46Q50,-50 50,-46V46Q50,50 46,50H-46Q-50,50 -50,46V-46Q-50,-50 -46,-50Z",
  air: "M-50,-18C-50,-42 -26,-52 0,-52C26,-52 50,-42 50,-18V46Q50,50 46,50H-46Q-50,50 -50,46Z",
  ship: "M-46,-50H46Q50,-50 50,-46V22L30,50H-30L-50,22V-46Q-50,-50 -46,-50Z",
};
