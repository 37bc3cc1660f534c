import { describe, expect, it } from "vitest";
import { ABROAD, cellAt, groundOf, isInside, ringsOf, WATER } from "../src/boards/ground";
import { beside, FAR_LETTERS, layoutPlaces, overlap } from "../src/boards/labels";
import { homeOf, type Rect } from "../src/boards/sites";
import { type Point, readBoard } from "../src/drawn/board";
import file from "../../src/feltherre/games/norway/data/drawing.json";
import map from "../../src/feltherre/games/norway/data/map.yaml?raw";

type Rings = readonly (readonly number[])[];

/** The points of an arc of the drawing: the first, and then steps. */
const arcs = file.arcs.map((steps) => {
  const points: Point[] = [];
  for (let i = 0; i + 1 < steps.length; i += 2) points.push([(points.at(-1)?.[0] ?? 0) + (steps[i] ?? 0), (points.at(-1)?.[1] ?? 0) + (steps[i + 1] ?? 0)]);
  return points;
});
const walked = (step: number) => (step >= 0 ? arcs[step] : arcs[~step]?.toReversed()) ?? [];
const path = (rings: Rings) => rings.map((ring) => `M${ring.flatMap((step, i) => walked(step).slice(i === 0 ? 0 : 1)).join("L")}Z`).join("");
const paths = (shapes: readonly { readonly rings: Rings }[]) => shapes.map(({ rings }) => path(rings)).join("");
const word = (text: string) => ({ key: "core.plain", args: { text } });

/** The areas that a list of the map's data file names. */
function listed(what: string): readonly string[] {
  const list = new RegExp(`^${what}:[^[]*\\[([^\\]]*)\\]`, "m").exec(map)?.[1] ?? "";
  return list.split(",").map((id) => id.trim());
}
const airfields = [...map.matchAll(/^ {4}- area: ([a-z-]+)\n {6}field:/gm)].map(([, id]) => id ?? "");
const signed = [listed("point_cities"), listed("mobilisation_points"), airfields];

/** Norway's areas as the server sends them. */
const board = readBoard({
  kind: "areas",
  title: word("Norway"),
  box: file.view_box as [number, number, number, number],
  home: [720, 0, 13245, 12854],
  places: file.areas.map(({ id, rings, stack, label, label_width }) => ({
    id,
    name: word(id),
    path: path(rings),
    at: stack as [number, number],
    label: label as [number, number],
    label_width,
    marks: signed.flatMap((list, i) => (list.includes(id) ? [{ kind: String(i) }] : [])),
  })),
  sides: [],
  unit: 330,
  layers: [{ kind: "abroad", path: paths(file.countries) }, { kind: "massif", path: paths(file.massifs) }],
});
const areas = board.places;
const places = layoutPlaces(board);
const of = (id: string) => places.get(id)!;

/** board of a window of 1280 x 800, in pixels */
const BOARD = { width: 880, height: 570 };

function distance(path: string, [x, y]: Point): number {
  return Math.min(...ringsOf(path).flatMap((ring) => ring.map(([px, py]) => Math.hypot(px - x, py - y))));
}

describe("the names of Norway's map", () => {
  it("know their signs", () => {
    expect(signed.map((list) => list.length)).toEqual([6, 12, 5]);
  });

  it("are all there, each with its middle in its own area or on the water just off its coast", () => {
    expect(places.size).toBe(44);
    for (const { id, path } of areas) {
      const { label, leader } = of(id);
      if (isInside(ringsOf(path), label)) continue;
      expect(areas.filter((other) => isInside(ringsOf(other.path), label)).map((other) => other.id), id).toEqual([]);
      expect(distance(path, label), id).toBeLessThan(350);
      expect(leader, id).not.toBeNull();
    }
    expect(areas.filter(({ id, path }) => isInside(ringsOf(path), of(id).label)).length).toBeGreaterThan(38);
  });

  it("never overlap when the whole map is seen, and can be read then", () => {
    for (const [i, { id }] of areas.entries()) {
      for (const other of areas.slice(i + 1)) expect(overlap(of(id).rect, of(other.id).rect), `${id} and ${other.id}`).toBe(false);
    }
    const home = homeOf(board);
    const scale = Math.min(BOARD.width / home.width, BOARD.height / home.height);
    expect(FAR_LETTERS * scale).toBeGreaterThan(9);
  });

  it("never run into each other in one line, as Dombås and Oppdal would", () => {
    for (const [i, { id }] of areas.entries()) {
      for (const other of areas.slice(i + 1)) expect(overlap(beside(of(id).rect), of(other.id).rect), `${id} and ${other.id}`).toBe(false);
    }
  });

  it("stay on the part of the sheet that is seen", () => {
    const home = homeOf(board);
    const slack = (BOARD.width * home.height) / BOARD.height - home.width;
    for (const [id, { rect }] of places) {
      expect(rect.x, id).toBeGreaterThan(home.x - slack / 2);
      expect(rect.y, id).toBeGreaterThan(home.y);
      expect(rect.y + rect.height, id).toBeLessThan(home.y + home.height);
    }
  });

  it("leave their counters a place in the own area, and lie over hardly any", () => {
    const counter = ([x, y]: Point): Rect => ({ x: x - 210, y: y - 210, width: 420, height: 420 });
    for (const { id, path } of areas) expect(isInside(ringsOf(path), of(id).stack), id).toBe(true);
    const covered = areas.filter(({ id }) => [...places.values()].some(({ stack }) => overlap(of(id).rect, counter(stack))));
    expect(covered.map(({ id }) => id).length).toBeLessThanOrEqual(3);
  });

  it("are the same whenever they are found", () => {
    expect(layoutPlaces(board)).toEqual(places);
  });
});

it("the ground under a point is an area, other land or water", () => {
  const square = (x: number) => `M${x},0L${x + 200},0L${x + 200},200L${x},200Z`;
  const ground = groundOf({ box: [0, 0, 800, 400], layers: [{ kind: "abroad", form: "fill", path: square(400), side: "", overlay: "", level: 0, width: 0, place: "" }] }, [{ path: square(0) }, { path: square(200) }]);
  const under = [100, 300, 500, 700].map((x) => cellAt(ground, x, 100));
  expect(under).toEqual([0, 1, ABROAD, WATER]);
  expect(cellAt(ground, 100, 300)).toBe(WATER);
  expect(cellAt(ground, -100, 100)).toBe(WATER);
});
