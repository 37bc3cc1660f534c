/** Small signs and the edges of counters: signs in a square of two units around the middle, edges in one of a hundred. */

const POINT = (turn: number, reach: number): string => {
  const angle = ((turn - 90) * Math.PI) / 180;
  return `${(reach * Math.cos(angle)).toFixed(3)},${(reach * Math.sin(angle)).toFixed(3)}`;
};

const STAR = `M${Array.from({ length: 10 }, (_, i) => POINT(i * 36, i % 2 === 0 ? 1 : 0.42)).join("L")}Z`;
const DOT = (x: number, y: number, r: number): string => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const BARS = "M-1,-0.9H1V-0.4H-1ZM-1,0.1H1V0.6H-1Z";

const MARKS: Readonly<Record<string, string>> = {
  // a cross with its upright nearer to the staff
  cross: "M-1,-0.22H-0.5V-0.85H0.02V-0.22H1V0.26H0.02V0.85H-0.5V0.26H-1Z",
  star: STAR,
  crowns: `${DOT(-0.55, -0.45, 0.42)}${DOT(0.55, -0.45, 0.42)}${DOT(0, 0.5, 0.42)}`,
  roundel: `${DOT(0, 0, 0.95)}${DOT(0, 0, 0.5)}`,
  bars: BARS,
};

/** The mark of a nation in the corner of its counters. */
export function markOf(mark: string): string {
  return MARKS[mark] ?? BARS;
}

/** The mark of a side without nations, by the outline of its counters; those that are round have none. */
export const SIDE_MARKS: Readonly<Record<string, string>> = {
  square: "M-0.32,-1h0.64v0.68h0.68v0.64h-0.68v0.68h-0.64v-0.68h-0.68v-0.64h0.68z",
  cut: "M-2.6,-1.5h0.7l3.4,3.4v0.7z",
};

/** A barrel, for supply; its strokes only. */
export const BARREL = "M-0.5,-0.8C-0.8,-0.3 -0.8,0.3 -0.5,0.8H0.5C0.8,0.3 0.8,-0.3 0.5,-0.8ZM-0.68,-0.3H0.68M-0.68,0.3H0.68";
export const CROSSED = "M-1,1L1,-1";
/** Waves: the back of a ship's card. */
export const WAVES = "M-28,-34q7,-10 14,0t14,0t14,0t14,0";

const SHAPES: Readonly<Record<string, string>> = {
  air: "M-50,-18C-50,-42 -26,-52 0,-52C26,-52 50,-42 50,-18V46Q50,50 46,50H-46Q-50,50 -50,46Z",
  ship: "M-46,-50H46Q50,-50 50,-46V22L30,50H-30L-50,22V-46Q-50,-50 -46,-50Z",
};

const OUTLINES: Readonly<Record<string, string>> = {
  square: "M-44,-50H44a6,6 0 0 1 6,6V44a6,6 0 0 1 -6,6H-44a6,6 0 0 1 -6,-6V-44a6,6 0 0 1 6,-6Z",
  cut: "M-50,-50H20L50,-20V50H-50Z",
  round: "M-14,-50H14a36,36 0 0 1 36,36V14a36,36 0 0 1 -36,36H-14a36,36 0 0 1 -36,-36V-14a36,36 0 0 1 36,-36Z",
};

/** The edge of a counter: wings have a round top and ships a keel; all others are cut as their side's are. */
export function edgeOf(shape: string, outline: string): string {
  return SHAPES[shape] ?? OUTLINES[outline] ?? "";
}
