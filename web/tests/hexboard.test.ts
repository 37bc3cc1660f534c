import { readFileSync } from "node:fs";
import { zoomIdentity } from "d3-zoom";
import { describe, expect, it } from "vitest";
import file from "../../src/feltherre/games/winterwar/data/drawing.json?raw";
import { BEYOND, covers, Still } from "../src/board/still.svelte";
import { edgeOf, markOf } from "../src/boards/marks";
import { lettersAt, numberOpacity, printedSize, townsNamed, TOWNS_FROM } from "../src/boards/names";
import { detailAt, fanOf, heaped, heapsOf } from "../src/boards/piles";
import { attackOf, chains, wayOf } from "../src/boards/ways";
import { gridPath, sitesOf } from "../src/boards/sites";
import { strokesOf } from "../src/boards/strokes";
import { SYMBOLS, symbolId } from "../src/boards/symbols";
import { nextStop, walk } from "../src/boards/walk";
import { readBoard, readKind } from "../src/drawn/board";
import type { Piece } from "../src/drawn/scene";
import type { Board as SentBoard, Layer } from "../src/generated/scene";

interface Drawn {
  readonly numbers: readonly string[];
  readonly centres: readonly number[];
  readonly corners: number[];
  readonly columns: number;
  readonly open: string;
}
const { numbers, centres, corners, columns, open } = JSON.parse(file) as Drawn;
const word = (text: string) => ({ key: "core.plain", args: { text } });

/** The hexes of the Winter War. */
const SENT: SentBoard = {
  kind: "hexes",
  title: word("hexes"),
  box: [0, 0, 8400, 12600],
  places: numbers.map((id, i) => ({ id, name: word(id), kind: "hex", at: [centres[2 * i] ?? 0, centres[2 * i + 1] ?? 0], closed: open[i] !== "1" })),
  sides: [{ id: "finland", name: word("Finland"), sign: "F" }, { id: "soviet", name: word("Soviet Union"), sign: "S", look: "soviet" }],
  unit: 300,
  columns,
  corners,
};
const board = readBoard(SENT);
const sites = sitesOf(board);

describe("the places", () => {
  it("are hexes where the server put them", () => {
    expect(sites).toHaveLength(27 * 47);
    expect(board.placeOf.get("0101")?.at).toEqual([300, 173]);
    expect(board.placeOf.get("0102")?.at).toEqual([450, 433]);
    expect(sites[0]?.path).toBe("M450,86L450,260L300,346L150,260L150,86L300,0Z");
  });

  it("have each side drawn once, of those that are played on", () => {
    const side = (...closed: readonly boolean[]) => gridPath({ places: closed.map((shut, i) => ({ ...board.places[i]!, at: [300 + 300 * i, 173] as const, closed: shut })), corners: board.corners }).match(/M/g)?.length;
    expect(side(false, true)).toBe(6);
    expect(side(false, false)).toBe(11);
  });
});

describe("the layers of the map", () => {
  const layer = (kind: string, form: "fill" | "line" = "line", more: Partial<Layer> = {}): Layer => ({ kind, form, path: `M${kind}`, ...more });
  const strokes = strokesOf(readBoard({ ...SENT, layers: [layer("water", "fill"), layer("shallow"), layer("grid", "line", { path: "" }), layer("band", "fill", { side: "soviet" }), layer("road"), layer("air-range", "line", { overlay: "air" }), layer("rail"), layer("moor", "fill")] }));

  it("are drawn in their order, some twice, each in the manner of its form and of its side", () => {
    expect(strokes.below.map(({ look }) => look)).toEqual(["layer fill water", "layer line shallow wide", "layer line shallow", "layer line grid", "layer fill band side-soviet"]);
    expect(strokes.above.map(({ look }) => look)).toEqual(["layer line road", "layer line rail", "layer line rail ties", "layer fill moor"]);
  });

  it("have casings under all roads and railways, a grid that follows from the hexes, and nothing of an overlay", () => {
    expect(strokes.casings.map(({ path }) => path)).toEqual(["Mroad", "Mrail"]);
    expect(strokes.below.find(({ look }) => look.endsWith("grid"))?.path).toBe(gridPath(board));
    expect(JSON.stringify(strokes)).not.toContain("air-range");
  });
});

describe("the keys", () => {
  it("walk along rows and columns and come back", () => {
    expect(walk(board, "1540", "ArrowRight")).toBe("1640");
    expect(walk(board, "1540", "ArrowLeft")).toBe("1440");
    expect(walk(board, "1540", "ArrowUp")).toBe("1539");
    expect(walk(board, "1539", "ArrowDown")).toBe("1540");
  });

  it("do not fall off the board", () => {
    expect(walk(board, "0140", "ArrowLeft")).toBeNull();
    expect(walk(board, "2740", "ArrowRight")).toBeNull();
    expect(walk(board, "1501", "ArrowUp")).toBeNull();
    expect(walk(board, "1547", "ArrowDown")).toBeNull();
    expect(walk(board, "9999", "ArrowDown")).toBeNull();
  });

  it("go from stop to stop as the board is read, and then leave it", () => {
    const stops = new Set(["1742", "1540", "1842"]);
    expect(nextStop(sites, stops, "1540", false)).toBe("1742");
    expect(nextStop(sites, stops, "1742", false)).toBe("1842");
    expect(nextStop(sites, stops, "1842", false)).toBeUndefined();
    expect(nextStop(sites, stops, "1742", true)).toBe("1540");
    expect(nextStop(sites, stops, "1540", true)).toBeUndefined();
  });
});

const piece = (id: string, more: Partial<Parameters<typeof readKind>[0]> = {}): Piece => {
  const kind = readKind({ id, side: "finland", name: word(id), weight: 4, ...more });
  return { id, kind, side: kind.side, place: "1540", count: 1, figures: "4-4-3", losses: 0, flags: new Set(), told: null };
};

describe("a stack", () => {
  it("lies in the middle of its hex with the strongest on top", () => {
    const [pile, ...others] = heapsOf([piece("a"), piece("b", { weight: 9 })], 60);
    expect(others).toEqual([]);
    expect(pile?.at).toEqual([0, 0]);
    expect(pile?.pieces.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("has the strongest on top also where it is fanned out", () => {
    const stacks = new Map([["1540", [piece("a"), piece("b", { weight: 9 })]]]);
    expect(heaped(stacks).get("1540")?.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("keeps wings and the other side apart", () => {
    const piles = heapsOf([piece("w", { shape: "air", weight: 99 }), piece("g"), piece("e", { shape: "air", side: "soviet" })], 60);
    expect(piles.map(({ pieces }) => pieces.map(({ id }) => id))).toEqual([["g"], ["w"], ["e"]]);
    expect((piles[0]?.edge ?? 0) > (piles[1]?.edge ?? 1)).toBe(true);
  });

  it("opens where there is room, without overlaps and inside its hex", () => {
    for (let n = 2; n <= 9; n += 1) {
      const piles = heapsOf(Array.from({ length: n }, (_, i) => piece(`c${i}`)), 200);
      expect(piles).toHaveLength(n);
      for (const [i, a] of piles.entries()) {
        expect(Math.abs(a.at[0]) + a.edge / 2).toBeLessThan(0.55);
        for (const b of piles.slice(i + 1)) {
          expect(Math.max(Math.abs(a.at[0] - b.at[0]), Math.abs(a.at[1] - b.at[1]))).toBeGreaterThanOrEqual(a.edge);
        }
      }
    }
  });

  it("never covers its neighbours, and never grows into a blanket", () => {
    for (const width of [15, 40, 90, 149, 150, 300]) {
      const [pile] = heapsOf([piece("a")], width);
      expect(pile?.edge).toBeLessThan(0.7);
      expect((pile?.edge ?? 0) * width).toBeLessThanOrEqual(92);
    }
  });

  it("shows more the larger it is", () => {
    expect([10, 21, 22, 45, 46, 90].map(detailAt)).toEqual(["block", "block", "sign", "sign", "full", "full"]);
  });

  it("fans out so that every counter can be chosen", () => {
    for (let n = 1; n <= 10; n += 1) {
      const places = fanOf(n);
      expect(places).toHaveLength(n);
      for (const [i, a] of places.entries()) {
        for (const b of places.slice(i + 1)) expect(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))).toBeGreaterThanOrEqual(1);
      }
    }
  });
});

describe("arrows", () => {
  it("join legs that follow each other", () => {
    expect(chains([["a", "b"], ["b", "c"], ["x", "y"]])).toEqual([["a", "b", "c"], ["x", "y"]]);
  });

  it("stop short of where they point", () => {
    expect(wayOf([[0, 0], [100, 0], [100, 100]], 20)).toEqual({ path: "M0,0L100,0L100,80", tip: [100, 80], turn: 90, length: 100 });
    expect(wayOf([[0, 0], [100, 0], [200, 0]], 20, 10)?.path).toBe("M10,0L100,0L180,0");
    expect(wayOf([[0, 0]], 20)).toBeNull();
  });

  it("cross the hexside in an attack", () => {
    const { path, tip, turn } = attackOf([0, 0], [300, 0]);
    expect(path).toBe("M90,0L180,0");
    expect(tip[0]).toBeGreaterThan(150);
    expect(turn).toBe(0);
  });
});

describe("names", () => {
  const town = (value: number) => ({ value });
  const size = (kind: string, printed: number, scale: number) => printedSize({ kind, size: printed }, scale);

  it("from afar only the greater towns have theirs", () => {
    expect(townsNamed([town(1), town(2), town(3)], TOWNS_FROM / 2).map(({ value }) => value)).toEqual([2, 3]);
    expect(townsNamed([town(1), town(2)], TOWNS_FROM)).toHaveLength(2);
  });

  it("stay between 11 and 17 pixels", () => {
    for (const scale of [0.03, 0.06, 0.2, 0.5, 1]) {
      const pixels = lettersAt(scale) * scale;
      expect(pixels).toBeGreaterThanOrEqual(11 - 1e-9);
      expect(pixels).toBeLessThanOrEqual(17 + 1e-9);
    }
  });

  it("great waters keep theirs from afar, small ones wait", () => {
    expect(size("water", 150, 0.05) * 0.05).toBeCloseTo(9.5);
    expect(size("water", 150, 0.5)).toBe(150);
    expect(size("water", 90, 0.05)).toBe(0);
    expect(size("water", 90, 0.1)).toBe(90);
    expect(size("country", 90, 0.05)).toBe(90);
  });

  it("numbers of hexes fade in", () => {
    expect(numberOpacity(0.1)).toBe(0);
    expect(numberOpacity(0.16)).toBeCloseTo(0.5);
    expect(numberOpacity(0.5)).toBe(1);
  });
});

describe("the painted map", () => {
  const view = (k: number, x = 0, y = 0) => ({ transform: zoomIdentity.translate(x, y).scale(k), width: 800, height: 600 });
  const numbers = (css: string) => (css.match(/-?\d[\d.]*(?:e-?\d+)?/g) ?? []).map(Number);

  it("serves while the view stays near, and not beyond", () => {
    expect(covers(view(0.1), view(0.1, 150))).toBe(true);
    expect(covers(view(0.1), view(0.1, 250))).toBe(false);
    expect(covers(view(0.1), view(0.15, -100, -100))).toBe(true);
    expect(covers(view(0.1), view(0.25, -300, -300))).toBe(false);
    expect(covers(view(0.1), { ...view(0.1), width: 900 })).toBe(false);
  });

  it("is moved so that every place stays where it is on the board", () => {
    const still = new Still();
    still.follow(view(0.1, 30, 40));
    const now = view(0.15, -60, 10);
    const [ix = 0, iy = 0, ik = 1] = numbers(still.inside);
    const [ox = 0, oy = 0, ok = 1] = numbers(still.outside(now));
    for (const [px, py] of [[0, 0], [2000, 3000]] as const) {
      // the element begins beyond the view
      const [x, y] = [ok * (ik * px + ix) + ox - 800 * BEYOND, ok * (ik * py + iy) + oy - 600 * BEYOND];
      expect(x).toBeCloseTo(now.transform.applyX(px));
      expect(y).toBeCloseTo(now.transform.applyY(py));
    }
  });
});

describe("the symbols", () => {
  it("are those that milsymbol draws", async () => {
    const script = new URL("../scripts/symbols.mjs", import.meta.url).href;
    const { symbols } = (await import(/* @vite-ignore */ script)) as { symbols: () => unknown };
    expect(SYMBOLS).toEqual(symbols());
  });

  it("bring no styles of their own, and take the counter's colour", () => {
    for (const { marks } of Object.values(SYMBOLS)) {
      expect(marks).not.toMatch(/style|class=|script|href/);
      const colours = [...marks.matchAll(/(?:stroke|fill)="([^"]+)"/g)].map(([, colour]) => colour);
      expect(new Set(colours)).toEqual(new Set([...colours].filter((colour) => colour === "currentColor" || colour === "none")));
      expect(colours).toContain("currentColor");
    }
  });

  it("fall back to infantry for a kind that is not drawn", () => {
    expect(symbolId("tank")).toBe("nato-tank");
    expect(symbolId("camel")).toBe("nato-infantry");
  });
});

it("every nation has another mark, and one that is not drawn has bars", () => {
  expect(new Set(["cross", "star", "crowns", "roundel", "bars"].map(markOf)).size).toBe(5);
  expect(markOf("dragon")).toBe(markOf("bars"));
  expect(edgeOf("figure", "cut")).toBe(edgeOf("ground", "cut"));
});

describe("the colours of the nations", () => {
  /** How the three common kinds of colour blindness see linear red, green and blue (Machado, Oliveira and Fernandes, 2009). */
  const EYES: Readonly<Record<string, readonly (readonly number[])[]>> = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  };
  // vitest empties style sheets that are imported
  const nationsCss = readFileSync(new URL("../src/games/winterwar/nations.css", import.meta.url), "utf8");
  const linear = (hex: string) => [1, 3, 5].map((i) => (parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2);
  const backs = (["finland", "soviet", "sweden"] as const).map((nation) => {
    const found = new RegExp(`^\\.nation-${nation} \\{[^}]*--nation-back: (#[0-9a-f]{6})`, "m").exec(nationsCss);
    return linear(found?.[1] ?? "");
  });

  it.each(Object.entries(EYES))("are told apart with %s", (_, eye) => {
    const seen = backs.map((colour) => eye.map((row) => row.reduce((sum, share, i) => sum + share * (colour[i] ?? NaN), 0)));
    for (const [i, a] of seen.entries()) {
      for (const b of seen.slice(i + 1)) expect(Math.hypot(...a.map((value, n) => value - (b[n] ?? 0)))).toBeGreaterThan(0.25);
    }
  });
});
