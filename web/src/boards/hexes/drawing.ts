/** The picture of a board of hexes: SVG paths in units of the sheet, made once from the lists that the server sends. */

import type { Box } from "../../board/zoom.svelte";
import type { Point } from "../areas/drawing";

type Numbers = readonly number[];
type Lines = readonly Numbers[];

/** The file as tools/hexmaker writes it. */
export interface HexDrawingFile {
  readonly view_box: readonly [number, number, number, number];
  readonly hex_width: number;
  readonly columns: number;
  readonly rows: number;
  /** x and y of the six corners from the centre */
  readonly corners: Numbers;
  readonly numbers: readonly string[];
  readonly centres: Numbers;
  /** a 1 for each hex that is played on */
  readonly open: string;
  readonly land: Lines;
  readonly neutral: Lines;
  readonly bands: Readonly<Record<string, Lines>>;
  readonly front: Lines;
  readonly borders: Lines;
  readonly marsh: Lines;
  readonly mountain: Lines;
  readonly hachures: Numbers;
  readonly lakes: readonly { readonly id: string; readonly rings: Lines }[];
  readonly rivers: Lines;
  readonly water_sides: Lines;
  readonly bridges: Lines;
  readonly rails: Lines;
  readonly roads: Lines;
  readonly arctic: Lines;
  readonly names: readonly { readonly kind: string; readonly id: string; readonly at: Numbers; readonly turn: number; readonly size: number }[];
  /** on which side of a town its name stands, by its id; below where nothing is said */
  readonly beside: Readonly<Record<string, "left" | "right">>;
  readonly places: readonly { readonly name: string; readonly hex: string; readonly neutral?: boolean }[];
  readonly outline: Lines;
}

/** One hex, as the server numbers and places it. */
export interface Hex {
  readonly number: string;
  readonly at: Point;
  /** its six sides, closed */
  readonly path: string;
  /** whether it is played on */
  readonly open: boolean;
}

/** The name of a sea or a country; its words are looked up by its id. */
export interface PrintedName {
  readonly kind: string;
  readonly id: string;
  readonly at: Point;
  readonly turn: number;
  readonly size: number;
}

export interface Village {
  readonly name: string;
  readonly at: Point;
  readonly neutral: boolean;
}

export interface HexDrawing {
  readonly box: Box;
  readonly hexWidth: number;
  readonly columns: number;
  /** row by row from the upper left */
  readonly hexes: readonly Hex[];
  readonly byNumber: ReadonlyMap<string, Hex>;
  readonly grid: string;
  readonly land: string;
  readonly neutral: string;
  readonly bands: readonly { readonly side: string; readonly path: string }[];
  readonly front: string;
  readonly borders: string;
  readonly marsh: string;
  readonly mountain: string;
  readonly hachures: string;
  readonly lakes: string;
  readonly rivers: string;
  readonly waterSides: string;
  readonly bridges: readonly { readonly at: Point; readonly turn: number }[];
  readonly rails: string;
  readonly roads: string;
  readonly arctic: string;
  /** where the arctic line begins */
  readonly arcticAt: Point | null;
  readonly names: readonly PrintedName[];
  readonly beside: Readonly<Record<string, "left" | "right">>;
  readonly villages: readonly Village[];
  readonly outline: string;
}

/** Points of a flat list. */
export function pointsOf(numbers: Numbers): readonly Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return points;
}

export function linePath(numbers: Numbers): string {
  return pointsOf(numbers)
    .map(([x, y], i) => `${i === 0 ? "M" : "L"}${x},${y}`)
    .join("");
}

function lines(list: Lines): string {
  return list.map(linePath).join("");
}

function rings(list: Lines): string {
  return list.map((ring) => `${linePath(ring)}Z`).join("");
}

/** Strokes given as a start and a step each. */
function strokes(numbers: Numbers): string {
  let path = "";
  for (let i = 0; i + 3 < numbers.length; i += 4) path += `M${numbers[i]},${numbers[i + 1]}l${numbers[i + 2]},${numbers[i + 3]}`;
  return path;
}

export function readHexDrawing(file: HexDrawingFile): HexDrawing {
  const [x, y, width, height] = file.view_box;
  const hexes = readHexes(file);
  const byNumber = new Map(hexes.map((hex) => [hex.number, hex]));
  const [arctic] = file.arctic;
  return {
    box: { x, y, width, height },
    hexWidth: file.hex_width,
    columns: file.columns,
    hexes,
    byNumber,
    grid: gridPath(hexes, pointsOf(file.corners)),
    land: rings(file.land),
    neutral: rings(file.neutral),
    bands: Object.entries(file.bands).map(([side, list]) => ({ side, path: rings(list) })),
    front: lines(file.front),
    borders: lines(file.borders),
    marsh: rings(file.marsh),
    mountain: rings(file.mountain),
    hachures: strokes(file.hachures),
    lakes: file.lakes.map((lake) => rings(lake.rings)).join(""),
    rivers: lines(file.rivers),
    waterSides: lines(file.water_sides),
    bridges: file.bridges.map(([bx = 0, by = 0, turn = 0]) => ({ at: [bx, by], turn })),
    rails: lines(file.rails),
    roads: lines(file.roads),
    arctic: lines(file.arctic),
    arcticAt: arctic === undefined ? null : [arctic[0] ?? 0, arctic[1] ?? 0],
    names: file.names.map(({ at, ...name }) => ({ ...name, at: [at[0] ?? 0, at[1] ?? 0] })),
    beside: file.beside,
    villages: file.places.flatMap(({ name, hex, neutral = false }) => {
      const at = byNumber.get(hex)?.at;
      return at === undefined ? [] : [{ name, at, neutral }];
    }),
    outline: rings(file.outline),
  };
}

function readHexes(file: HexDrawingFile): readonly Hex[] {
  const corners = pointsOf(file.corners);
  return pointsOf(file.centres).map(([x, y], i) => ({
    number: file.numbers[i] ?? "",
    at: [x, y],
    path: `${corners.map(([dx, dy], n) => `${n === 0 ? "M" : "L"}${x + dx},${y + dy}`).join("")}Z`,
    open: file.open[i] === "1",
  }));
}

/** The sides of the hexes that are played on, each once: a side drawn twice would be darker. */
function gridPath(hexes: readonly Hex[], corners: readonly Point[]): string {
  const sides = new Map<string, string>();
  for (const { at, open } of hexes) {
    if (!open) continue;
    for (const [i, [dx, dy]] of corners.entries()) {
      const [ex, ey] = corners[(i + 1) % corners.length] ?? [0, 0];
      const [ax, ay, bx, by] = [at[0] + dx, at[1] + dy, at[0] + ex, at[1] + ey];
      // the corners of two hexes may differ by a unit; the middle of a side tells it well enough
      sides.set(`${Math.round((ax + bx) / 8)},${Math.round((ay + by) / 8)}`, `M${ax},${ay}L${bx},${by}`);
    }
  }
  return [...sides.values()].join("");
}
