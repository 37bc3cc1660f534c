import { describe, expect, it } from "vitest";
import type { WinterWarBoard } from "../src/games/winterwar/board";
import { barredAt, overlays, picked, pieceAt, suggestedOf } from "../src/games/winterwar/overlays";
import type { WinterWarPosition } from "../src/games/winterwar/scene";
import { Overlays } from "../src/state/overlays.svelte";
import { say } from "../src/texts/text";
import type { WireClient } from "../src/wire/client";
import type { Look, Overlay, SeenEvent } from "../src/wire/messages";

const EMPTY = { places: [], lines: [], breaks: [], barred: [] } as const;
const zones: Overlay = { ...EMPTY, id: "enemy-zones", name: say("winterwar.overlay.zones"), places: [["1641", "enemy", ""]] };
const supply: Overlay = {
  ...EMPTY,
  id: "own-supply",
  name: say("winterwar.overlay.supply"),
  lines: [[["1742", "1641"], "enemy"]],
  breaks: [["1641", say("winterwar.overlay.cut-by-zone", { units: ["1Br"] })]],
};
const reach: Overlay = {
  ...EMPTY,
  id: "reach",
  name: say("winterwar.overlay.reach"),
  places: [["1641", "reach", "1¼"]],
  barred: [["1540", say("winterwar.illegal.enemy-there"), "turn-3-e"]],
};

const board = {
  units: [
    { id: "FI-1Br", front: [2, 2, 3], back: [1, 1, 2], air: null },
    { id: "FI-4D", front: [4, 4, 3], back: [2, 2, 3], air: null },
    { id: "FI-LeR2", front: [null, null, 8], back: null, air: { combat: 2, support: 1 } },
    { id: "FI-Il", front: [4, 4, 0], back: null, air: null },
  ],
  hexes: { numbers: ["1540", "1641", "1742"], terrain: ["town", "forest", "marsh"], country: ["finland", "soviet", "sweden"] },
} as unknown as WinterWarBoard;
const view = (places: readonly number[], flipped = [0, 0, 0, 0]) => ({ places, flipped }) as unknown as WinterWarPosition;

describe("overlays of the Winter War", () => {
  it("keep their keys: the terrain after those of the position, and the reach of a unit last", () => {
    expect(overlays(board, [zones, supply, reach]).map(({ id }) => id)).toEqual(["enemy-zones", "own-supply", "terrain", "reach"]);
    expect(overlays(board, [zones, supply]).map(({ id }) => id)).toEqual(["enemy-zones", "own-supply", "terrain"]);
  });

  it("have costs in their hexes, lines, and the hex where a line breaks", () => {
    const [, broken, terrain, costs] = overlays(board, [zones, supply, reach]);
    expect(costs?.hexes.get("1641")).toEqual({ tint: "reach", label: "1¼" });
    expect(broken?.lines).toEqual([{ hexes: ["1742", "1641"], tint: "enemy" }]);
    expect(broken?.breaks).toEqual([{ hex: "1641", name: say("winterwar.overlay.cut-by-zone", { units: ["1Br"] }) }]);
    expect([...(terrain?.hexes.keys() ?? [])]).toEqual(["1540", "1641"]);
  });

  it("show the reach by itself, and say why a hex is out of it", () => {
    expect(suggestedOf([zones])).toBeNull();
    expect(suggestedOf([zones, reach])).toBe("reach");
    expect(barredAt([zones, reach], "1540")).toEqual({ place: "1540", reason: say("winterwar.illegal.enemy-there") });
    expect(barredAt([zones, reach], "1641")).toBeNull();
    expect(barredAt([zones], "1540")).toBeNull();
    expect(barredAt([reach], null)).toBeNull();
  });

  it("are of the unit that is chosen", () => {
    expect(picked(["FI-4D", "1641", "1742"])).toBe("FI-4D");
    expect(picked(["1641"])).toBeNull();
  });

  it("are of the ground unit of a hex that goes farthest, by the side that lies face up", () => {
    expect(pieceAt(view([1, 1, 1, 1]), board, "1641")).toBe("FI-1Br");
    expect(pieceAt(view([1, 1, 1, 1], [1, 1, 0, 0]), board, "1641")).toBe("FI-4D");
    expect(pieceAt(view([1, 1, 1, 1]), board, "FI-LeR2")).toBe("FI-LeR2");
    expect(pieceAt(view([1, 1, 2, 2]), board, "1742")).toBeNull();
    expect(pieceAt(view([-1, -1, -1, -1]), board, "9999")).toBeNull();
  });
});

interface Question {
  readonly picked: string;
  readonly answer: (reply: unknown) => Promise<void>;
}

/** A seat whose server answers when the test says so. */
class FakeSeat {
  game: { picked(path: readonly string[]): string | null } | null = { picked };
  position: { line: number } | null = { line: 7 };
  past: Look | null = null;
  telling: SeenEvent | null = null;
  path: readonly string[] = [];
  readonly questions: Question[] = [];
  readonly overlays = new Overlays(this, { ask: (question: { picked: string }) => this.ask(question.picked) } as unknown as Pick<WireClient, "ask">);

  private ask(what: string): Promise<unknown> {
    return new Promise((settle) => {
      this.questions.push({ picked: what, answer: (reply) => Promise.resolve(settle(reply)).then(() => new Promise((later) => setTimeout(later))) });
    });
  }

  get asked(): readonly string[] {
    return this.questions.map((question) => question.picked);
  }

  /** Answer the latest question about this. */
  async answer(what: string, found: readonly Overlay[], line = this.position?.line): Promise<void> {
    await this.questions.findLast((question) => question.picked === what)?.answer({ type: "overlays", id: "", line, overlays: found });
  }

  get shown(): readonly string[] {
    return this.overlays.shown.map(({ id }) => id);
  }
}

describe("what the server lays over the board", () => {
  it("is asked for once in a position, and for each piece that is picked", async () => {
    const seat = new FakeSeat();
    seat.overlays.follow();
    seat.overlays.follow();
    await seat.answer("", [zones]);
    expect(seat.shown).toEqual(["enemy-zones"]);
    seat.path = ["FI-4D"];
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones"]);
    await seat.answer("FI-4D", [reach]);
    expect(seat.shown).toEqual(["enemy-zones", "reach"]);
    seat.path = [];
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones"]);
    seat.path = ["FI-4D", "1641"];
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones", "reach"]);
    expect(seat.asked).toEqual(["", "FI-4D"]);
  });

  it("is asked for again in the next position; the reach of the one before is not shown any more", async () => {
    const seat = new FakeSeat();
    seat.path = ["FI-4D"];
    seat.overlays.follow();
    await seat.answer("", [zones]);
    await seat.answer("FI-4D", [reach]);
    seat.position = { line: 8 };
    expect(seat.shown).toEqual(["enemy-zones"]);
    seat.overlays.follow();
    expect(seat.asked).toEqual(["", "FI-4D", "", "FI-4D"]);
    await seat.answer("FI-4D", [reach]);
    await seat.answer("", [supply]);
    expect(seat.shown).toEqual(["own-supply", "reach"]);
  });

  it("belongs to the position the server had when it answered", async () => {
    const seat = new FakeSeat();
    seat.path = ["FI-4D"];
    seat.overlays.follow();
    await seat.answer("FI-4D", [reach], 8);
    expect(seat.shown).toEqual([]);
    seat.position = { line: 8 };
    expect(seat.shown).toEqual(["reach"]);
  });

  it("can be of a piece that is only looked at, until the position changes or it is tapped again", async () => {
    const seat = new FakeSeat();
    seat.overlays.lookAt("SU-138RD");
    seat.overlays.follow();
    await seat.answer("SU-138RD", [reach]);
    expect(seat.shown).toEqual(["reach"]);
    seat.overlays.lookAt("SU-138RD");
    expect(seat.shown).toEqual([]);
    seat.overlays.lookAt("SU-138RD");
    expect(seat.overlays.picked).toBe("SU-138RD");
    seat.path = ["FI-4D"];
    seat.overlays.lookAt("SU-24RD");
    expect(seat.overlays.picked).toBe("FI-4D");
    seat.path = [];
    expect(seat.overlays.picked).toBe("SU-138RD");
    seat.position = { line: 8 };
    expect(seat.overlays.picked).toBeNull();
  });

  it("is not asked for while others' acts are told, in the past, or in a game that has none", () => {
    const seat = new FakeSeat();
    seat.telling = { text: say("winterwar.event.moves") };
    seat.overlays.follow();
    seat.telling = null;
    seat.past = { type: "look", id: "", line: 3, view: null, log: [] };
    seat.overlays.follow();
    expect(seat.shown).toEqual([]);
    seat.past = null;
    seat.game = {} as FakeSeat["game"];
    seat.overlays.follow();
    expect(seat.asked).toEqual([]);
  });

  it("is not asked for any more where the aid policy forbids it", async () => {
    const seat = new FakeSeat();
    seat.overlays.follow();
    await seat.questions[0]?.answer({ type: "refused", id: "", reason: { key: "server.illegal.no-reach" } });
    seat.position = { line: 8 };
    seat.overlays.follow();
    expect(seat.asked).toEqual([""]);
  });
});
