/** The layers of a map in the order in which they are drawn, and how each kind is: some are drawn twice, and some have a casing under them. */

import { type Board, type Layer, lookOf } from "../drawn/board";
import { gridPath } from "./sites";

/** Pixels; or by the scale, at least and at most. */
type Size = number | readonly [least: number, byScale: number, most: number];

export interface Style {
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: Size;
  readonly dash?: readonly Size[];
  readonly opacity?: number;
}

export interface Stroke {
  /** classes of the line or the ground */
  readonly look: string;
  readonly style: Style;
  readonly path: string;
}

export interface Strokes {
  readonly below: readonly Stroke[];
  /** under the first road or railway; bridges lie upon them */
  readonly casings: readonly Stroke[];
  readonly above: readonly Stroke[];
}

const ground = (colour: string): Style => ({ fill: `var(--${colour})` });
const line = (colour: string, width: Size, ...dash: readonly Size[]): Style => ({ fill: "none", stroke: `var(--${colour})`, width, dash });

/** Kinds that are not known here are paper, or a thin line; of a pattern there is nothing more than what lies under it. */
const PLAIN: Readonly<Record<Layer["form"], Style>> = { fill: ground("land"), line: line("border", 1), pattern: {} };

const STYLES: Readonly<Record<string, Style>> = {
  water: ground("sea"),
  sea: ground("sea"),
  "coastal-water": { fill: "color-mix(in srgb, var(--sea), var(--shallow) 60%)" },
  "shallow wide": { ...line("shallow", [6, 130, 34]), opacity: 0.5 },
  shallow: line("shallow", [3, 60, 16]),
  forest: ground("hex-forest"),
  marsh: ground("hex-marsh"),
  swamp: ground("hex-marsh"),
  flooded: { fill: "color-mix(in srgb, var(--hex-marsh), var(--lake))" },
  bocage: { fill: "color-mix(in srgb, var(--hex-forest), var(--hex-tree) 45%)" },
  beachhead: { fill: "color-mix(in srgb, var(--land), var(--hex-mountain))" },
  city: ground("hex-town-grey"),
  mountain: ground("hex-mountain"),
  massif: ground("mountain"),
  hachures: line("hex-hachure", [0.3, 5, 2]),
  "massif-hachures": line("mountain-ink", 0.8),
  abroad: ground("abroad"),
  neutral: ground("hex-neutral"),
  band: ground("side-tint"),
  start: ground("side-tint"),
  grid: line("hex-grid", [0.5, 7, 1.3]),
  river: line("hex-river", [1.1, 17, 6]),
  lake: { ...line("hex-shore", [0.5, 6, 1.5]), fill: "var(--lake)" },
  crossing: ground("lake"),
  ferry: line("sea-ink", 1.6, 3, 3),
  border: line("border", 1.3, 6, 2.5, 1.5, 2.5),
  coast: line("hex-coast", [0.7, 8, 1.8]),
  shore: line("sea-ink", 0.9),
  "abroad-line": line("land-line", 0.8),
  "sea-line": line("sea-ink", 1, 1, 5),
  telegraph: { ...line("sea-ink", 0.9, 10, 3, 2, 3), opacity: 0.6 },
  frontier: line("hex-frontier", [0.8, 11, 2.2], 6, 3, 1.5, 3),
  front: line("hex-front", [1.3, 17, 3.6], 9, 3.5, 2, 3.5),
  latitude: line("hex-arctic", [0.9, 9, 2], 14, 5, 3, 5),
  casing: { ...line("hex-casing", [1.8, 27, 7.5]), opacity: 0.75 },
  road: line("hex-road", [0.8, 12, 3.2]),
  rail: line("hex-rail", [0.9, 9, 2.4]),
  "rail ties": line("hex-rail", [2, 30, 8], [0.6, 6, 1.7], [3, 34, 10]),
};

/** What is otherwise on a map of areas: it keeps the widths of its lines. */
const OF_AREAS: Readonly<Record<string, Style>> = {
  "shallow wide": { ...line("shallow", 11), opacity: 0.5 },
  shallow: line("shallow", 5),
  lake: ground("lake"),
  frontier: line("border", 2.2),
  coast: line("coast", 1.2),
};

/** the sea grows pale towards the shore; railways have ties */
const BEFORE: Readonly<Record<string, string>> = { shallow: "shallow wide" };
const AFTER: Readonly<Record<string, string>> = { rail: "rail ties" };
const CASED: ReadonlySet<string> = new Set(["road", "rail"]);

/** What is printed on the map; an overlay's own layers are drawn with the overlay. */
export function strokesOf(board: Board): Strokes {
  const layers = board.layers.filter(({ overlay }) => overlay === "");
  const first = layers.findIndex(({ kind }) => CASED.has(kind));
  const under = first < 0 ? layers.length : first;
  const drawn = (some: readonly Layer[]): readonly Stroke[] => some.flatMap((layer) => twice(layer).map((kind) => stroke(board, layer, kind)));
  return {
    below: drawn(layers.slice(0, under)),
    casings: layers.filter(({ kind }) => CASED.has(kind)).map((layer) => stroke(board, layer, "casing")),
    above: drawn(layers.slice(under)),
  };
}

/** A kind with what is drawn before and after it of the same path. */
function twice({ kind }: Layer): readonly string[] {
  return [BEFORE[kind], kind, AFTER[kind]].filter((drawn) => drawn !== undefined);
}

function stroke(board: Board, { form, path, side, kind: own }: Layer, kind: string): Stroke {
  const style = (board.kind === "hexes" ? undefined : OF_AREAS[kind]) ?? STYLES[kind] ?? PLAIN[form];
  // where the grid lies among the layers is said; its lines follow from the hexes
  const drawn = own === "grid" && path === "" ? gridPath(board) : path;
  return { look: `layer ${form} ${kind}${side === "" ? "" : ` side-${lookOf(board, side)}`}`, style, path: drawn };
}

/** In pixels at a scale. */
export function sized(size: Size, scale: number): number {
  return typeof size === "number" ? size : Math.min(Math.max(size[0], size[1] * scale), size[2]);
}
