/** The layers of a map in the order in which they are drawn: some kinds are drawn twice, and some have a casing under them. */

import { type Board, type Layer, lookOf } from "../drawn/board";
import { gridPath } from "./sites";

export interface Stroke {
  /** classes of the line or the ground */
  readonly look: string;
  readonly path: string;
}

export interface Strokes {
  readonly below: readonly Stroke[];
  /** under the first road or railway; bridges lie upon them */
  readonly casings: readonly Stroke[];
  readonly above: readonly Stroke[];
}

/** the sea grows pale towards the shore; railways have ties */
const BEFORE: Readonly<Record<string, string>> = { shallow: "wide" };
const AFTER: Readonly<Record<string, string>> = { rail: "ties" };
const CASED: ReadonlySet<string> = new Set(["road", "rail"]);

/** What is printed on the map; an overlay's own layers are drawn with the overlay. */
export function strokesOf(board: Board): Strokes {
  const layers = board.layers.filter(({ overlay }) => overlay === "");
  const first = layers.findIndex(({ kind }) => CASED.has(kind));
  const under = first < 0 ? layers.length : first;
  const drawn = (some: readonly Layer[]): readonly Stroke[] => some.flatMap((layer) => strokes(board, layer));
  return {
    below: drawn(layers.slice(0, under)),
    casings: layers.flatMap(({ kind, path }) => (CASED.has(kind) ? [{ look: `layer line casing ${kind}-casing`, path }] : [])),
    above: drawn(layers.slice(under)),
  };
}

function strokes(board: Board, { kind, form, path, side }: Layer): readonly Stroke[] {
  const look = `layer ${form} ${kind}${side === "" ? "" : ` side-${lookOf(board, side)}`}`;
  // where the grid lies among the layers is said; its lines follow from the hexes
  const drawn = kind === "grid" && path === "" ? gridPath(board) : path;
  const twice = (more: string | undefined): readonly Stroke[] => (more === undefined ? [] : [{ look: `${look} ${more}`, path: drawn }]);
  return [...twice(BEFORE[kind]), { look, path: drawn }, ...twice(AFTER[kind])];
}
