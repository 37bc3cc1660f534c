/** The ground of a table as it is drawn: what each layer is made of, and in which order its parts are painted. */

import type { Layer, Point } from "../../drawn/board";
import { boxOf, disc, gapToTrace, isWithin, scattering, stretches, type Trace, tracesOf, whole } from "./shapes";

/** One thing to paint. `width` is that of a line, in units of the sheet; `least` what it has at least, in pixels. */
export interface Paint {
  readonly look: string;
  readonly path: string;
  readonly width?: number;
  readonly least?: number;
  readonly dash?: readonly number[];
  /** moved aside by so much: shadows */
  readonly shift?: number;
  /** furrows run this way, in degrees */
  readonly turn?: number;
  /** how many terraces high */
  readonly level?: number;
}

/** how high a step of the ground is, as its shadow shows it */
const STEP = 55;
const RISE = 34;

type Maker = (layer: Layer, traces: readonly Trace[], width: number) => readonly Paint[];

const plain = (look: string): Maker => ({ path }) => [{ look, path }];

const band = (look: string, casing: string, least: number): Maker => ({ path }, _, width) => [
  { look: casing, path, width: width + 24, least: least + 1.6 },
  { look, path, width, least },
];

const MAKERS: Readonly<Record<string, Maker>> = {
  hill: ({ path }) => [{ look: "cliff", path, shift: STEP }, { look: "terrace", path, level: 1 }],
  wood: ({ path }, traces) => {
    const trees = treesOf(traces);
    const crowns = (shift: number, share: number): string => trees.map(({ at: [x, y], r }) => disc(x + shift * r, y + shift * r, r * share)).join("");
    return [{ look: "tray", path }, { look: "tree-shade", path: crowns(0.22, 1) }, { look: "tree", path: crowns(0, 1) }, { look: "tree-light", path: crowns(-0.22, 0.55) }];
  },
  field: ({ path }, traces) => [{ look: "field", path }, { look: "furrows", path, turn: furrowsOf(traces) }],
  garden: ({ path }, traces) => [{ look: "garden", path }, { look: "furrows", path, turn: furrowsOf(traces) }],
  "tall-corn": ({ path }) => [{ look: "field", path }, { look: "corn", path }],
  difficult: ({ path }) => [{ look: "rough", path }, { look: "tufts", path }],
  marsh: ({ path }) => [{ look: "marsh", path }, { look: "reeds", path }],
  town: plain("town"),
  stream: band("water", "bank-line", 1.6),
  canal: band("water", "bank-line", 2.2),
  river: band("water", "bank-line", 2.2),
  road: band("road", "road-edge", 2),
  path: ({ path }, _, width) => [{ look: "road", path, width, least: 1.2, dash: [width * 2.4, width * 1.4] }],
  railway: ({ path }, _, width) => [{ look: "ties", path, width: width * 1.5, least: 4, dash: [26, 52] }, { look: "rails", path, width: 30, least: 1.2 }],
  bridge: ({ path }, traces) => [{ look: "planks", path }, { look: "joints", path: planksOf(traces), width: 10, least: 0.5 }],
  ford: ({ path }) => [{ look: "ford", path }],
  fence: ({ path }, traces) => [{ look: "fence", path: zigzagOf(traces), width: 22, least: 1.1 }, { look: "fence-shade", path, width: 12, least: 0.4 }],
  hedge: ({ path }) => [{ look: "hedge-shade", path, width: 110, least: 3, dash: [1, 74] }, { look: "hedge", path, width: 84, least: 2.2, dash: [1, 74] }],
  wall: ({ path }) => [{ look: "stone-joint", path, width: 84, least: 2.6 }, { look: "stone", path, width: 60, least: 1.6, dash: [64, 18] }],
  bank: ({ path }, traces) => [{ look: "bank", path, width: 60, least: 2 }, { look: "bank-slope", path: combOf(traces, 80, 70), width: 12, least: 0.5 }],
  ditch: ({ path }) => [{ look: "ditch", path, width: 90, least: 2.6 }, { look: "ditch-bed", path, width: 40, least: 1 }],
  abatis: ({ path }, traces) => [{ look: "fence", path, width: 26, least: 1 }, { look: "fence", path: combOf(traces, 70, 150), width: 16, least: 0.7 }],
  barricade: ({ path }) => [{ look: "work-edge", path, width: 110, least: 3 }, { look: "barricade", path, width: 84, least: 2, dash: [90, 24] }],
  work: ({ path }, traces) =>
    traces.some(({ closed }) => closed)
      ? [{ look: "cliff", path, shift: RISE }, { look: "work", path }]
      : [{ look: "work-edge", path, width: 120, least: 3.4 }, { look: "work-line", path, width: 90, least: 2.4 }, { look: "work-crest", path, width: 26, least: 0.8 }],
  building: ({ kind, path }, traces) => [
    { look: "cliff", path, shift: RISE },
    { look: kind.includes("stone") ? "roof slate" : "roof", path },
    ...traces.map(({ points }): Paint => ({ look: "roof-shade", path: slopeOf(points) })),
    { look: "ridge", path: traces.map(({ points }) => ridgeOf(points)).join(""), width: 10, least: 0.6 },
  ],
  material: ({ path }, traces) => [{ look: "material", path }, { look: "guns", path: traces.map(({ points }) => gunsOf(points)).join(""), width: 34, least: 1 }],
};

/** other words for the same, as games name their objects */
const ALSO: Readonly<Record<string, string>> = {
  "bank-or-dyke": "bank", "fence-or-hedge": "fence", "building-wood": "building", "building-stone": "building", rail: "railway",
  "light-field-work": "work", "proper-field-work": "work", "chevaux-de-frise": "abatis", "parked-material": "material", guns: "material", forest: "wood",
};
const PLAIN: Readonly<Record<Layer["form"], Maker>> = {
  fill: plain("plain-fill"),
  pattern: plain("plain-fill"),
  line: ({ path }, _, width) => [{ look: "plain-line", path, width, least: 1 }],
};
/** width of a line that has none of its own */
const WIDTHS: Readonly<Record<string, number>> = { road: 120, path: 60, stream: 80, river: 160, canal: 100, railway: 90 };

/** All that is painted of a board, in order. A terrace whose height is not said is as high as there are others under it. */
export function groundOf(layers: readonly Layer[]): readonly Paint[] {
  const hills: (readonly Trace[])[] = [];
  return layers.flatMap((layer) =>
    paintsOf(layer).map((paint) => {
      if (paint.level === undefined || layer.level > 0) return paint.level === undefined ? paint : { ...paint, level: layer.level };
      const traces = tracesOf(layer.path);
      const [top] = traces[0]?.points ?? [];
      const under = hills.filter((hill) => top !== undefined && hill.some(({ points }) => isWithin(points, top)));
      hills.push(traces);
      return { ...paint, level: under.length + 1 };
    }),
  );
}

export function paintsOf(layer: Layer): readonly Paint[] {
  const kind = ALSO[layer.kind] ?? layer.kind;
  return (MAKERS[kind] ?? PLAIN[layer.form])(layer, tracesOf(layer.path), layer.width || (WIDTHS[kind] ?? 40));
}

// trees

/** units between trees, about, and how large they are */
const SPACING = 430;
const CROWN: readonly [number, number] = [105, 165];

/** Loose trees in a wood: as many as it has room for, none over its edge, the same each time. */
export function treesOf(traces: readonly Trace[]): readonly { readonly at: Point; readonly r: number }[] {
  return traces.flatMap((trace) => {
    const { x, y, width, height } = boxOf(trace.points);
    const chance = scattering(whole(x * 31 + y * 17 + width));
    const found: { at: Point; r: number }[] = [];
    for (let row = 0; row * SPACING * 0.87 < height; row += 1) {
      for (let column = 0; column * SPACING < width + SPACING; column += 1) {
        const at: Point = [x + (column + (row % 2) / 2 + (chance() - 0.5) * 0.7) * SPACING, y + (row + 0.5 + (chance() - 0.5) * 0.6) * SPACING * 0.87];
        const r = CROWN[0] + chance() * (CROWN[1] - CROWN[0]);
        if (isWithin(trace.points, at) && gapToTrace({ ...trace, closed: false }, at) > r * 0.75) found.push({ at, r });
      }
    }
    return found;
  });
}

// lines and houses

/** Furrows run along the longest edge of their field. */
export function furrowsOf(traces: readonly Trace[]): number {
  const edges = traces.flatMap(({ points }) => stretches(points, true));
  const longest = edges.toSorted(([a, b], [c, d]) => Math.hypot(d[0] - c[0], d[1] - c[1]) - Math.hypot(b[0] - a[0], b[1] - a[1]))[0];
  if (longest === undefined) return 0;
  const [a, b] = longest;
  return whole((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI);
}

/** Points along a line, so far from each other, with the direction it has there. */
function along(traces: readonly Trace[], step: number): readonly (readonly { readonly at: Point; readonly way: Point }[])[] {
  return traces.map(({ points, closed }) =>
    stretches(points, closed).flatMap(([a, b]) => {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const parts = Math.max(1, Math.round(length / step));
      const way: Point = [(b[0] - a[0]) / (length || 1), (b[1] - a[1]) / (length || 1)];
      return Array.from({ length: parts }, (_, i) => ({ at: [a[0] + ((i + 0.5) / parts) * (b[0] - a[0]), a[1] + ((i + 0.5) / parts) * (b[1] - a[1])] as const, way }));
    }),
  );
}

/** Rails laid to and fro. */
function zigzagOf(traces: readonly Trace[]): string {
  return along(traces, 110)
    .map((posts, n) => {
      const { points, closed } = traces[n] ?? { points: [], closed: false };
      const [first, last] = [points[0], closed ? points[0] : points.at(-1)];
      const rails = posts.map(({ at: [x, y], way: [dx, dy] }, i) => `${whole(x - dy * (i % 2 === 0 ? 30 : -30))},${whole(y + dx * (i % 2 === 0 ? 30 : -30))}`);
      return `M${[...(first ? [first.join(",")] : []), ...rails, ...(last ? [last.join(",")] : [])].join("L")}`;
    })
    .join("");
}

/** Short strokes on one side of a line. */
function combOf(traces: readonly Trace[], step: number, length: number): string {
  return along(traces, step)
    .flat()
    .map(({ at: [x, y], way: [dx, dy] }) => `M${whole(x)},${whole(y)}l${whole(-dy * length)},${whole(dx * length)}`)
    .join("");
}

/** width of a model gun, about */
const GUN = 350;

/** Guns side by side on a ground whose first edge is its front: barrel, axle and wheels. */
function gunsOf([a, b, c]: readonly Point[]): string {
  if (a === undefined || b === undefined || c === undefined) return "";
  const count = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / GUN));
  const on = (right: number, back: number): string => `${whole(a[0] + right * (b[0] - a[0]) + back * (c[0] - b[0]))},${whole(a[1] + right * (b[1] - a[1]) + back * (c[1] - b[1]))}`;
  return Array.from({ length: count }, (_, i) => {
    const at = (right: number): number => (i + right) / count;
    const wheel = (right: number): string => `M${on(at(right), 0.28)}L${on(at(right), 0.62)}`;
    return `M${on(at(0.5), 0.08)}L${on(at(0.5), 0.9)}M${on(at(0.22), 0.45)}L${on(at(0.78), 0.45)}${wheel(0.22)}${wheel(0.78)}`;
  }).join("");
}

/** The joints of planks across a bridge: it is walked over along its second edge. */
function planksOf(traces: readonly Trace[]): string {
  return traces
    .flatMap(({ points: [a, b, c, d] }) => {
      if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
      const count = Math.max(2, Math.round(Math.hypot(c[0] - b[0], c[1] - b[1]) / 36));
      return Array.from({ length: count - 1 }, (_, i) => {
        const share = (i + 1) / count;
        const between = ([ax, ay]: Point, [bx, by]: Point): string => `${whole(ax + share * (bx - ax))},${whole(ay + share * (by - ay))}`;
        return `M${between(a, d)}L${between(b, c)}`;
      });
    })
    .join("");
}

/** Both ends of the ridge of a roof with four corners, along the longer way. */
function ridgeEnds(points: readonly Point[]): readonly [Point, Point] | null {
  const [a, b, c, d] = points;
  if (a === undefined || b === undefined || c === undefined || d === undefined || points.length !== 4) return null;
  const mid = (p: Point, q: Point): Point => [whole((p[0] + q[0]) / 2), whole((p[1] + q[1]) / 2)];
  const wide = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(c[0] - b[0], c[1] - b[1]);
  return wide ? [mid(b, c), mid(d, a)] : [mid(a, b), mid(c, d)];
}

export function ridgeOf(points: readonly Point[]): string {
  const ends = ridgeEnds(points);
  return ends === null ? "" : `M${ends[0].join(",")}L${ends[1].join(",")}`;
}

/** The half of a roof that lies away from the light, which comes from the upper left. */
export function slopeOf(points: readonly Point[]): string {
  const ends = ridgeEnds(points);
  if (ends === null) return "";
  const [[px, py], [qx, qy]] = ends;
  const side = ([x, y]: Point): number => (qx - px) * (y - py) - (qy - py) * (x - px);
  const light = side([px - 1000, py - 1000]);
  const shaded = points.filter((point) => side(point) * light < 0);
  const [first, second] = shaded;
  if (first === undefined || second === undefined) return "";
  const near = Math.hypot(first[0] - qx, first[1] - qy) < Math.hypot(first[0] - px, first[1] - py);
  return `M${[ends[0], ends[1], ...(near ? [first, second] : [second, first])].map((point) => point.join(",")).join("L")}Z`;
}
