/** The painted figures on the bases, seen from above: few lines each, and all of a body in one path of each colour. */

import type { Point } from "../../drawn/board";
import type { Base, Body } from "./bodies";
import { ahead, whole } from "./shapes";

export interface Figures {
  /** coats, in the colour of the side */
  readonly coats: string;
  /** hats and faces */
  readonly hats: string;
  /** horses, wood, canvas */
  readonly horses: string;
  /** muskets and barrels: lines */
  readonly arms: string;
}

/** A shape in shares of a base: x to the right, y to the rear, from its middle; -0.5 is its left and its front edge. */
type Outline = readonly Point[];

const SHOULDERS: Outline = [[-0.42, 0.04], [-0.2, -0.12], [0.2, -0.12], [0.42, 0.04], [0.28, 0.26], [-0.28, 0.26]];
const HAT: Outline = [[-0.19, 0], [0, -0.11], [0.19, 0], [0.19, 0.1], [0, 0.19], [-0.19, 0.1]];
const MUSKET: Outline = [[0.34, 0.18], [0.24, -0.44]];
const HORSE: Outline = [[0, -0.46], [0.12, -0.36], [0.1, -0.2], [0.24, -0.06], [0.24, 0.26], [0.1, 0.4], [-0.1, 0.4], [-0.24, 0.26], [-0.24, -0.06], [-0.1, -0.2], [-0.12, -0.36]];
const RIDER: Outline = [[-0.36, 0.06], [-0.16, -0.02], [0.16, -0.02], [0.36, 0.06], [0.24, 0.18], [-0.24, 0.18]];
const RIDERS_HAT: Outline = [[-0.15, 0.06], [0, 0], [0.15, 0.06], [0.15, 0.12], [0, 0.18], [-0.15, 0.12]];
const WHEELS: readonly Outline[] = [
  [[-0.34, -0.2], [-0.24, -0.2], [-0.24, 0.2], [-0.34, 0.2]],
  [[0.24, -0.2], [0.34, -0.2], [0.34, 0.2], [0.24, 0.2]],
];
const BARREL: Outline = [[0, 0.2], [0, -0.42]];
const AXLE: Outline = [[-0.3, 0], [0.3, 0]];
const TRAIL: Outline = [[0, 0.1], [0, 0.42]];
const GUNNERS: readonly Point[] = [[-0.36, 0.34], [0.36, 0.34]];
const BOX: Outline = [[-0.26, 0.14], [0.26, 0.14], [0.26, 0.34], [-0.26, 0.34]];
const CANVAS: Outline = [[-0.36, -0.08], [0.36, -0.08], [0.36, 0.44], [-0.36, 0.44]];

export function figuresOf({ piece, bases, facing, housed }: Pick<Body, "piece" | "bases" | "facing" | "housed">): Figures {
  const drawing = new Drawing();
  if (housed) return drawing.done;
  const { symbol } = piece.kind;
  if (symbol === "artillery") battery(drawing, bases, facing, piece.flags.has("limbered"));
  for (const base of symbol === "artillery" ? [] : bases) {
    if (symbol === "wagon") wagon(drawing, base);
    else if (symbol === "general" || symbol === "courier" || (symbol === "cavalry" && isHorse(base))) rider(drawing, base);
    else soldier(drawing, base);
  }
  return drawing.done;
}

/** Guns with their gunners; or each behind its limber, in the same file. */
function battery(drawing: Drawing, bases: readonly Base[], facing: number, limbered: boolean): void {
  const [fx, fy] = ahead(facing);
  const files = new Map<number, Base[]>();
  for (const base of bases) {
    const file = Math.round((base.at[1] * fx - base.at[0] * fy) / (base.width * 0.8));
    files.set(file, [...(files.get(file) ?? []), base]);
  }
  for (const file of files.values()) {
    const inOrder = file.toSorted((a, b) => b.at[0] * fx + b.at[1] * fy - a.at[0] * fx - a.at[1] * fy);
    for (const [i, base] of inOrder.entries()) {
      if (limbered && i % 2 === 0) limber(drawing, base);
      else gun(drawing, base, !limbered);
    }
  }
}

/** Whoever has dismounted stands on the base of a soldier on foot, which is not quite so long. */
function isHorse({ width, depth }: Base): boolean {
  return depth >= width * 1.95;
}

function soldier(drawing: Drawing, base: Base): void {
  drawing.fill("coats", base, SHOULDERS);
  drawing.fill("hats", base, HAT);
  drawing.line(base, MUSKET);
}

function rider(drawing: Drawing, base: Base): void {
  drawing.fill("horses", base, HORSE);
  drawing.fill("coats", base, RIDER);
  drawing.fill("hats", base, RIDERS_HAT);
}

function gun(drawing: Drawing, base: Base, served: boolean): void {
  for (const wheel of WHEELS) drawing.fill("horses", base, wheel);
  for (const part of [BARREL, AXLE, TRAIL]) drawing.line(base, part);
  if (!served) return;
  for (const [x, y] of GUNNERS) {
    drawing.fill("coats", base, SHOULDERS.map(([px, py]): Point => [x + px * 0.34, y + py * 0.5]));
    drawing.fill("hats", base, HAT.map(([px, py]): Point => [x + px * 0.4, y + py * 0.5]));
  }
}

/** Two horses before a chest on wheels, a driver on the left one. */
function limber(drawing: Drawing, base: Base): void {
  for (const x of [-0.2, 0.2]) drawing.fill("horses", base, HORSE.map(([px, py]): Point => [x + px * 0.55, -0.16 + py * 0.6]));
  drawing.fill("coats", base, RIDER.map(([px, py]): Point => [-0.2 + px * 0.5, -0.16 + py * 0.6]));
  drawing.fill("hats", base, RIDERS_HAT.map(([px, py]): Point => [-0.2 + px * 0.5, -0.16 + py * 0.6]));
  drawing.fill("horses", base, BOX);
  drawing.line(base, [[0, 0.14], [0, 0.02]]);
}

function wagon(drawing: Drawing, base: Base): void {
  for (const x of [-0.2, 0.2]) drawing.fill("horses", base, HORSE.map(([px, py]): Point => [x + px * 0.55, -0.3 + py * 0.36]));
  drawing.fill("hats", base, CANVAS);
  for (const y of [0.05, 0.18, 0.31]) drawing.line(base, [[-0.36, y], [0.36, y]]);
}

class Drawing {
  private readonly paths = { coats: "", hats: "", horses: "", arms: "" };

  fill(colour: "coats" | "hats" | "horses", base: Base, outline: Outline): void {
    this.paths[colour] += `${traced(base, outline)}Z`;
  }

  line(base: Base, outline: Outline): void {
    this.paths.arms += traced(base, outline);
  }

  get done(): Figures {
    return this.paths;
  }
}

function traced({ at, facing, width, depth }: Base, outline: Outline): string {
  const angle = (facing * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return `M${outline.map(([x, y]) => `${whole(at[0] + x * width * cos - y * depth * sin)},${whole(at[1] + x * width * sin + y * depth * cos)}`).join("L")}`;
}

/** Powder smoke before a front: round clouds along it, larger in the middle. */
export function smokeOf({ bases, facing, front, grain }: Pick<Body, "bases" | "facing" | "front" | "grain">): readonly { readonly at: Point; readonly r: number }[] {
  const [fx, fy] = ahead(facing);
  const aside = bases.map(({ at }) => (at[0] - front[0]) * -fy + (at[1] - front[1]) * fx);
  const [least, most] = [Math.min(...aside) - 60, Math.max(...aside) + 60];
  const count = Math.min(5, Math.max(2, Math.round((most - least) / 300) + 1));
  return Array.from({ length: count }, (_, i) => {
    const along = least + ((i + 0.5) / count) * (most - least);
    const r = Math.min(170, Math.max(110, grain * 1.3)) * (i % 2 === 0 ? 1 : 0.8);
    return { at: [front[0] - fy * along + fx * r * 0.8, front[1] + fx * along + fy * r * 0.8] as const, r };
  });
}
