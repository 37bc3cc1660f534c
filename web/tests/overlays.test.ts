import { describe, expect, it } from "vitest";
import { Overlays } from "../src/state/overlays.svelte";
import { say } from "../src/texts/text";
import type { WireClient } from "../src/wire/client";
import type { Look, Overlay, SeenEvent } from "../src/wire/messages";

const EMPTY: Omit<Overlay, "id" | "name"> = { places: [], lines: [], breaks: [], barred: [] };
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
  suggested: true,
  name: say("winterwar.overlay.reach"),
  places: [["1641", "reach", "1¼"]],
  barred: [["1540", say("winterwar.illegal.enemy-there"), "turn-3-e"]],
};

const forest: Overlay = { ...EMPTY, id: "terrain", name: say("winterwar.overlay.terrain"), places: [["1641", "forest", ""]] };

interface Question {
  readonly picked: string;
  readonly answer: (reply: unknown) => Promise<void>;
}

/** A seat whose server answers when the test says so. */
class FakeSeat {
  board: { overlays: readonly Overlay[] } | null = { overlays: [] };
  picked: string | null = null;
  position: { line: number } | null = { line: 7 };
  past: Look | null = null;
  telling: SeenEvent | null = null;
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
    seat.picked = "FI-4D";
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones"]);
    await seat.answer("FI-4D", [reach]);
    expect(seat.shown).toEqual(["enemy-zones", "reach"]);
    expect(seat.overlays.suggested).toBe("reach");
    seat.picked = null;
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones"]);
    seat.picked = "FI-4D";
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones", "reach"]);
    expect(seat.asked).toEqual(["", "FI-4D"]);
  });

  it("is asked for again in the next position while it is laid; the reach of the one before is not shown any more", async () => {
    const seat = new FakeSeat();
    seat.picked = "FI-4D";
    seat.overlays.follow();
    await seat.answer("", [zones]);
    seat.overlays.lay("enemy-zones");
    await seat.answer("FI-4D", [reach]);
    seat.position = { line: 8 };
    expect(seat.shown).toEqual(["enemy-zones"]);
    seat.overlays.follow();
    expect(seat.asked).toEqual(["", "FI-4D", "", "FI-4D"]);
    await seat.answer("FI-4D", [reach]);
    await seat.answer("", [supply]);
    expect(seat.shown).toEqual(["own-supply", "reach"]);
  });

  it("is not asked for again as long as nobody lays it, and then of the position that is now", async () => {
    const seat = new FakeSeat();
    seat.overlays.follow();
    await seat.answer("", [zones, supply]);
    seat.position = { line: 8 };
    seat.overlays.lay("reach");
    seat.overlays.follow();
    expect(seat.shown).toEqual(["enemy-zones", "own-supply"]);
    expect(seat.asked).toEqual([""]);
    seat.overlays.lay("own-supply");
    seat.overlays.follow();
    seat.overlays.follow();
    expect(seat.asked).toEqual(["", ""]);
  });

  it("of the board itself is there in every position, between those of the position and of a piece, and in the past", async () => {
    const seat = new FakeSeat();
    seat.board = { overlays: [forest] };
    seat.picked = "FI-4D";
    expect(seat.shown).toEqual(["terrain"]);
    seat.overlays.follow();
    await seat.answer("", [zones]);
    await seat.answer("FI-4D", [reach]);
    expect(seat.shown).toEqual(["enemy-zones", "terrain", "reach"]);
    seat.overlays.lay("terrain");
    seat.position = { line: 8 };
    seat.picked = null;
    seat.overlays.follow();
    expect(seat.asked).toEqual(["", "FI-4D"]);
    seat.past = { type: "look", id: "", line: 3, scene: {} as Look["scene"], log: [] };
    expect(seat.shown).toEqual(["terrain"]);
  });

  it("belongs to the position the server had when it answered", async () => {
    const seat = new FakeSeat();
    seat.picked = "FI-4D";
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
    seat.picked = "FI-4D";
    seat.overlays.lookAt("SU-24RD");
    expect(seat.overlays.picked).toBe("FI-4D");
    seat.picked = null;
    expect(seat.overlays.picked).toBe("SU-138RD");
    seat.position = { line: 8 };
    expect(seat.overlays.picked).toBeNull();
  });

  it("is not asked for while others' acts are told, or in the past", () => {
    const seat = new FakeSeat();
    seat.telling = { text: say("winterwar.event.moves") };
    seat.overlays.follow();
    seat.telling = null;
    seat.past = { type: "look", id: "", line: 3, scene: {} as Look["scene"], log: [] };
    seat.overlays.follow();
    expect(seat.shown).toEqual([]);
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
