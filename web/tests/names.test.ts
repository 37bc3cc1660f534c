import { describe, expect, it } from "vitest";
import { type DrawingFile, readDrawing } from "../src/boards/areas/arcs";
import { homeOf, type Point } from "../src/boards/areas/drawing";
import { ABROAD, cellAt, groundOf, isInside, ringsOf, WATER } from "../src/boards/areas/ground";
import { beside, FAR_LETTERS, layoutPlaces, overlap, type Rect } from "../src/boards/areas/labels";
import file from "../../src/feltherre/games/norway/data/drawing.json";
import map from "../../src/feltherre/games/norway/data/map.yaml?raw";

const drawing = readDrawing(file as unknown as DrawingFile);

/** The areas that a list of the map's data file names. */
function listed(what: string): readonly string[] {
  const list = new RegExp(`^${what}:[^[]*\\[([^\\]]*)\\]`, "m").exec(map)?.[1] ?? "";
  return list.split(",").map((id) => id.trim());
}
const airfields = [...map.matchAll(/^ {4}- area: ([a-z-]+)\n {6}field:/gm)].map(([, id]) => id ?? "");
const signed = [listed("point_cities"), listed("mobilisation_points"), airfields];
const signsOf = (id: string) => signed.filter((list) => list.includes(id)).length;
const places = layoutPlaces(drawing, signsOf);
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
    for (const { id, path } of drawing.areas) {
      const { label, leader } = of(id);
      if (isInside(ringsOf(path), label)) continue;
      expect(drawing.areas.filter((other) => isInside(ringsOf(other.path), label)).map((other) => other.id), id).toEqual([]);
      expect(distance(path, label), id).toBeLessThan(350);
      expect(leader, id).not.toBeNull();
    }
    expect(drawing.areas.filter(({ id, path }) => isInside(ringsOf(path), of(id).label)).length).toBeGreaterThan(38);
  });

  it("never overlap when the whole map is seen, and can be read then", () => {
    for (const [i, { id }] of drawing.areas.entries()) {
      for (const other of drawing.areas.slice(i + 1)) expect(overlap(of(id).rect, of(other.id).rect), `${id} and ${other.id}`).toBe(false);
    }
    const home = homeOf(drawing);
    const scale = Math.min(BOARD.width / home.width, BOARD.height / home.height);
    expect(FAR_LETTERS * scale).toBeGreaterThan(9);
  });

  it("never run into each other in one line, as Dombås and Oppdal would", () => {
    for (const [i, { id }] of drawing.areas.entries()) {
      for (const other of drawing.areas.slice(i + 1)) expect(overlap(beside(of(id).rect), of(other.id).rect), `${id} and ${other.id}`).toBe(false);
    }
  });

  it("stay on the part of the sheet that is seen", () => {
    const home = homeOf(drawing);
    const slack = (BOARD.width * home.height) / BOARD.height - home.width;
    for (const [id, { rect }] of places) {
      expect(rect.x, id).toBeGreaterThan(home.x - slack / 2);
      expect(rect.y, id).toBeGreaterThan(home.y);
      expect(rect.y + rect.height, id).toBeLessThan(home.y + home.height);
    }
  });

  it("leave their counters a place in the own area, and lie over hardly any", () => {
    const counter = ([x, y]: Point): Rect => ({ x: x - 210, y: y - 210, width: 420, height: 420 });
    for (const { id, path } of drawing.areas) expect(isInside(ringsOf(path), of(id).stack), id).toBe(true);
    const covered = drawing.areas.filter(({ id }) => [...places.values()].some(({ stack }) => overlap(of(id).rect, counter(stack))));
    expect(covered.map(({ id }) => id).length).toBeLessThanOrEqual(3);
  });

  it("are the same whenever they are found", () => {
    expect(layoutPlaces(drawing, signsOf)).toEqual(places);
  });
});

it("the ground under a point is an area, other land or water", () => {
  const square = (x: number) => `M${x},0L${x + 200},0L${x + 200},200L${x},200Z`;
  const ground = groundOf({
    box: { x: 0, y: 0, width: 800, height: 400 },
    areas: [{ path: square(0) }, { path: square(200) }] as never,
    countries: [{ path: square(400) }] as never,
    massifs: [],
  });
  const under = [100, 300, 500, 700].map((x) => cellAt(ground, x, 100));
  expect(under).toEqual([0, 1, ABROAD, WATER]);
  expect(cellAt(ground, 100, 300)).toBe(WATER);
  expect(cellAt(ground, -100, 100)).toBe(WATER);
});
