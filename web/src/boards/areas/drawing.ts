/** The picture of a board of areas: SVG paths in units of the sheet, made once from the arcs that the server sends. */

export type Point = readonly [number, number];

/** A name that is printed on the map and the same in all languages. */
export interface PrintedName {
  readonly text: string;
  readonly at: Point;
  readonly turn: number;
  /** height of the letters, in units */
  readonly size: number;
  readonly spaced: boolean;
}

export interface AreaShape {
  readonly id: string;
  readonly path: string;
  /** where its pieces stand, and how far that is from the border */
  readonly stack: Point;
  readonly room: number;
  /** the middle of its name with the signs beside it */
  readonly label: Point;
  readonly labelWidth: number;
  /** where the namesake lies */
  readonly town: Point;
}

export interface SeaShape {
  readonly id: string;
  readonly path: string;
  readonly label: Point;
  readonly stack: Point;
}

export interface CountryShape {
  readonly id: string;
  readonly path: string;
  readonly label: Point | null;
  readonly turn: number;
}

export interface MassifShape {
  readonly id: string;
  readonly path: string;
  readonly names: readonly PrintedName[];
  readonly hachures: string;
}

export interface LakeShape {
  readonly id: string;
  readonly path: string;
  readonly names: readonly PrintedName[];
}

/** Two areas that touch: over land a line, over water a stretch of water with a ferry. */
export interface Border {
  readonly between: readonly [string, string];
  readonly path: string;
  readonly water: boolean;
  readonly names: readonly PrintedName[];
  /** the way over the water */
  readonly ferry: string;
  /** where attackers stand */
  readonly middle: Point;
}

export interface Lines {
  readonly massif_edges: string;
  readonly coast: string;
  readonly lake_shores: string;
  readonly frontier: string;
  readonly coast_abroad: string;
  readonly frontier_abroad: string;
  readonly sea_lines: string;
}

export interface Drawing {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly unitsPerPixel: number;
  /** degrees, clockwise from up */
  readonly north: number;
  readonly boxes: ReadonlyMap<string, readonly [number, number, number, number]>;
  readonly areas: readonly AreaShape[];
  readonly seas: readonly SeaShape[];
  readonly beyond: readonly string[];
  readonly countries: readonly CountryShape[];
  readonly massifs: readonly MassifShape[];
  readonly lakes: readonly LakeShape[];
  readonly borders: readonly Border[];
  readonly lines: Lines;
  readonly airRanges: readonly { readonly from: string; readonly path: string }[];
  readonly telegraph: { readonly path: string; readonly label: Point; readonly turn: number } | null;
  /** the country's outline, for the small map */
  readonly outline: string;
}

/** What is shown around the places of the pieces: the rest of their areas, and a rim of sea; as a share of their extent. */
const RIM = 0.07;

/** The part of the sheet that is played on; it does not reach beyond the sheet. */
export function homeOf({ areas, box }: Pick<Drawing, "areas" | "box">, atSea: readonly Point[] = []): Drawing["box"] {
  const points = [...areas.flatMap(({ stack, town }) => [stack, town]), ...atSea];
  if (points.length === 0) return box;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [dx, dy] = [(right - left) * RIM, (bottom - top) * RIM];
  const x = Math.max(box.x, left - dx);
  const y = Math.max(box.y, top - dy);
  return { x, y, width: Math.min(box.x + box.width, right + dx) - x, height: Math.min(box.y + box.height, bottom + dy) - y };
}
