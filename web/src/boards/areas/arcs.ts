/** Reads a drawing file: shared lines (arcs) as steps, and rings that name them; ~n is line n backwards. */

import type { Border, Drawing, Lines, Point, PrintedName } from "./drawing";

type Numbers = readonly number[];
type Rings = readonly Numbers[];

interface NameEntry {
  readonly text: string;
  readonly at: Numbers;
  readonly turn: number;
  readonly size: number;
  readonly spaced: boolean;
}

/** The file as tools/mapmaker writes it. */
export interface DrawingFile {
  readonly view_box: readonly [number, number, number, number];
  readonly units_per_pixel: number;
  readonly north: number;
  readonly boxes: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly areas: readonly {
    readonly id: string;
    readonly stack: Numbers;
    readonly room: number;
    readonly label: Numbers;
    readonly label_width: number;
    readonly town: Numbers;
    readonly rings: Rings;
  }[];
  readonly massifs: readonly { readonly id: string; readonly names: readonly NameEntry[]; readonly rings: Rings; readonly hachures: Numbers }[];
  readonly lakes: readonly { readonly id: string; readonly names: readonly NameEntry[]; readonly rings: Rings }[];
  readonly crossings: readonly {
    readonly between: readonly [string, string];
    readonly names: readonly NameEntry[];
    readonly ferry: Numbers;
    readonly rings: Rings;
  }[];
  readonly seas: readonly { readonly id: string; readonly label: Numbers; readonly stack: Numbers; readonly rings: Rings }[];
  readonly beyond: readonly { readonly id: string; readonly rings: Rings }[];
  readonly countries: readonly { readonly id: string; readonly label: Numbers | null; readonly turn: number; readonly rings: Rings }[];
  readonly borders: readonly { readonly between: readonly [string, string]; readonly arcs: Numbers }[];
  readonly lines: Readonly<Record<keyof Lines, Numbers>>;
  readonly air_ranges: readonly { readonly from: string; readonly lines: Rings }[];
  readonly telegraph: { readonly lines: Rings; readonly label: Numbers; readonly turn: number } | null;
  readonly outline: Rings;
  readonly arcs: Rings;
}

/** The points of an arc: the first, and then steps. */
export function arcPoints(steps: Numbers): readonly Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    points.push([x, y]);
  }
  return points;
}

function lineOf(points: readonly Point[]): string {
  return points.length === 0 ? "" : `M${points.map(([x, y]) => `${x},${y}`).join("L")}`;
}

function pairs(numbers: Numbers): readonly Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  return points;
}

function point(numbers: Numbers): Point {
  return [numbers[0] ?? 0, numbers[1] ?? 0];
}

export function readDrawing(file: DrawingFile): Drawing {
  const arcs = file.arcs.map(arcPoints);
  const walk = (step: number): readonly Point[] => (step >= 0 ? (arcs[step] ?? []) : (arcs[~step] ?? []).toReversed());
  const ring = (steps: Numbers): string => `${lineOf(steps.flatMap((step, i) => (i === 0 ? walk(step) : walk(step).slice(1))))}Z`;
  const area = (rings: Rings): string => rings.map(ring).join("");
  const lines = (numbers: Numbers): string => numbers.map((number) => lineOf(walk(number))).join("");
  const [x, y, width, height] = file.view_box;
  return {
    box: { x, y, width, height },
    unitsPerPixel: file.units_per_pixel,
    north: file.north,
    boxes: new Map(Object.entries(file.boxes)),
    areas: file.areas.map((entry) => ({
      id: entry.id,
      path: area(entry.rings),
      stack: point(entry.stack),
      room: entry.room,
      label: point(entry.label),
      labelWidth: entry.label_width,
      town: point(entry.town),
    })),
    seas: file.seas.map((sea) => ({ id: sea.id, path: area(sea.rings), label: point(sea.label), stack: point(sea.stack) })),
    beyond: file.beyond.map(({ rings }) => area(rings)),
    countries: file.countries.map((country) => ({
      id: country.id,
      path: area(country.rings),
      label: country.label === null ? null : point(country.label),
      turn: country.turn,
    })),
    massifs: file.massifs.map((massif) => ({
      id: massif.id,
      path: area(massif.rings),
      names: massif.names.map(printed),
      hachures: strokes(massif.hachures),
    })),
    lakes: file.lakes.map((lake) => ({ id: lake.id, path: area(lake.rings), names: lake.names.map(printed) })),
    borders: [
      ...file.borders.map((border): Border => {
        const points = border.arcs.flatMap(walk);
        const middle = points[Math.floor(points.length / 2)] ?? [0, 0];
        return { between: border.between, path: lines(border.arcs), water: false, names: [], ferry: "", middle };
      }),
      ...file.crossings.map((crossing): Border => {
        const ferry = pairs(crossing.ferry);
        return {
          between: crossing.between,
          path: area(crossing.rings),
          water: true,
          names: crossing.names.map(printed),
          ferry: lineOf(ferry),
          middle: middleOf(ferry),
        };
      }),
    ],
    lines: {
      massif_edges: lines(file.lines.massif_edges),
      coast: lines(file.lines.coast),
      lake_shores: lines(file.lines.lake_shores),
      frontier: lines(file.lines.frontier),
      coast_abroad: lines(file.lines.coast_abroad),
      frontier_abroad: lines(file.lines.frontier_abroad),
      sea_lines: lines(file.lines.sea_lines),
    },
    airRanges: file.air_ranges.map((range) => ({ from: range.from, path: range.lines.map((line) => lineOf(pairs(line))).join("") })),
    telegraph:
      file.telegraph === null
        ? null
        : {
            path: file.telegraph.lines.map((line) => lineOf(pairs(line))).join(""),
            label: point(file.telegraph.label),
            turn: file.telegraph.turn,
          },
    outline: file.outline.map((line) => `${lineOf(pairs(line))}Z`).join(""),
  };
}

function printed(name: NameEntry): PrintedName {
  return { ...name, at: point(name.at) };
}

/** Strokes as x, y, dx, dy, ... */
function strokes(numbers: Numbers): string {
  const drawn: string[] = [];
  for (let i = 0; i + 3 < numbers.length; i += 4) {
    drawn.push(`M${numbers[i]},${numbers[i + 1]}l${numbers[i + 2]},${numbers[i + 3]}`);
  }
  return drawn.join("");
}

function middleOf(points: readonly Point[]): Point {
  const [a, b] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
