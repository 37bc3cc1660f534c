import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { advisedOn } from "../src/boards/advised";
import { Drawing } from "../src/boards/drawing.svelte";
import { readBoard } from "../src/drawn/board";
import { readScene } from "../src/drawn/scene";
import type { Builder } from "../src/state/builder.svelte";
import { Advice } from "../src/state/advice.svelte";
import { say } from "../src/texts/text";
import type { WireClient } from "../src/wire/client";
import type { Position, Prospect } from "../src/wire/messages";

const seat = { adviser: "captain", builder: null, refusal: null, welcome: { aids: ["advice", "odds"] } };
const at = (line: number): Position => ({ line, over: false }) as Position;
const prospect = (procedure: string): Prospect => ({ title: say("odds"), place: "", procedure, assumption: say("odds"), situation: {}, factors: [], known: {}, throws: [], outputs: [] });
const told = (procedure: string) => ({ type: "prospects", id: "", prospects: [prospect(procedure)] });
const refused = (key: string) => ({ type: "refused", id: "", reason: { key } });

/** An adviser whose server gives these replies, one after the other. */
function adviceWith(...replies: readonly unknown[]) {
  const left = [...replies];
  const ask = vi.fn(() => Promise.resolve(left.shift()));
  return { ask, advice: new Advice(seat, { ask } as unknown as Pick<WireClient, "ask">) };
}

describe("the chances of a position", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("are asked for again while the server is busy, and no more when they are told", async () => {
    const { ask, advice } = adviceWith(refused("server.error.busy"), refused("server.error.busy"), told("ground-combat"));
    advice.askProspects(at(7));
    await vi.runAllTimersAsync();
    expect(advice.prospects.map(({ procedure }) => procedure)).toEqual(["ground-combat"]);
    advice.askProspects(at(7));
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it("are not asked for again when they are refused for another reason", async () => {
    const { ask, advice } = adviceWith(refused("server.illegal.no-odds"));
    advice.askProspects(at(7));
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(advice.prospects).toEqual([]);
  });

  it("give way to those of the next position", async () => {
    const { ask, advice } = adviceWith(refused("server.error.busy"), told("air-combat"));
    advice.askProspects(at(7));
    await vi.advanceTimersByTimeAsync(1);
    advice.askProspects(at(8));
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(advice.prospects.map(({ procedure }) => procedure)).toEqual(["air-combat"]);
  });
});

const role = "soviet";
const builder = (id: string) => ({ decision: { id, role } }) as Builder;
const order = (unit: string, more = {}) => ({ action: { kind: "move", unit }, text: unit, words: say("core.plain", { text: unit }), drawn: { ways: [["1000", "2000"]] }, ...more });
const plan = (...units: readonly string[]) => ({ type: "plan", id: "", decision: "1-soviet", orders: units.map((unit) => order(unit)), ends: say("server.plan.chance") });
const hint = (unit: string, more = {}) => ({ type: "hint", id: "", decision: "1-soviet", ...order(unit), why: say("core.plain", { text: "" }), ...more });

/** The adviser of somebody who is asked. */
function advising(welcome: object, ...replies: readonly unknown[]) {
  const left = [...replies];
  const ask = vi.fn((_: unknown) => Promise.resolve(left.shift()));
  const who = { ...seat, builder: builder("1-soviet"), welcome: { aids: ["advice", "odds"], ...welcome } };
  return { ask, who, advice: new Advice(who, { ask } as unknown as Pick<WireClient, "ask">) };
}

describe("what is advised", () => {
  it("is the plan with numbers, and of it what comes next", async () => {
    const { advice } = advising({}, plan("1Br", "2Br", "3Br"));
    await advice.askPlan();
    expect(advice.shown.map(({ number, next }) => [number, next])).toEqual([[1, true], [2, false], [3, false]]);
    expect(advice.sought).toEqual(["1000", "2000", "1000", "2000", "1000", "2000"]);
    advice.acted({ kind: "move", unit: "1Br" });
    advice.forget();
    expect(advice.next?.text).toBe("2Br");
    expect(advice.shown).toHaveLength(2);
    // whoever does something else follows it no longer
    advice.acted({ kind: "move", unit: "9Br" });
    expect(advice.planned).toBeNull();
    expect(advice.shown).toEqual([]);
  });

  it("is a hint beside its plan, or in its place", async () => {
    const { advice } = advising({}, plan("1Br", "2Br"), hint("2Br"), hint("9Br", { changed: say("server.changed.chance") }));
    await advice.askPlan();
    await advice.askHint();
    expect(advice.shown.map(({ number, next }) => [number, next])).toEqual([[1, false], [2, true]]);
    await advice.askHint();
    expect(advice.planned).toBeNull();
    expect(advice.shown.map(({ number, next }) => [number, next])).toEqual([[null, true]]);
    advice.forget();
    expect([advice.shown, advice.sought]).toEqual([[], []]);
  });

  it("belongs to the role that was asked", async () => {
    const { advice, who } = advising({}, plan("1Br"));
    await advice.askPlan();
    who.builder = { decision: { id: "2-finland", role: "finland" } } as Builder;
    expect(advice.planned).toBeNull();
  });

  it("is not there where the table has none, nor are chances", async () => {
    const { advice, ask } = advising({ aids: ["reach"] });
    expect(advice.given).toBe(false);
    advice.askProspects(at(1));
    expect(await advice.foresee({})).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });

  it("is asked for decision by decision where it is noted, and so are chances", async () => {
    const { advice, ask, who } = advising({ noted: true }, told("battle"), told("battle"));
    advice.askProspects(at(1));
    expect(ask).not.toHaveBeenCalled();
    expect(advice.closed).toBe(true);
    advice.openOdds(at(1));
    await vi.waitFor(() => expect(advice.prospects).toHaveLength(1));
    expect(advice.closed).toBe(false);
    expect(await advice.foresee({})).toHaveLength(1);
    who.builder = builder("2-soviet");
    expect(advice.closed).toBe(true);
    advice.askProspects(at(2));
    expect(advice.prospects).toEqual([]);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe("what the board shows of it", () => {
  const text = { key: "core.plain", args: { text: "" } };
  const sent = (kind: "hexes" | "areas") => ({
    kind,
    title: text,
    box: [0, 0, 4000, 1000] as [number, number, number, number],
    places: ["1000", "2000", "2050"].map((id) => ({ id, name: text, kind: kind === "hexes" ? "hex" : "area", at: [Number(id), 500] as [number, number], path: "M0,0L1,0L1,1Z" })),
    sides: [],
    unit: 300,
    columns: 3,
    corners: [0, -100, 100, 0, 0, 100, -100, 0],
  });
  const drawing = (kind: "hexes" | "areas", scale: number) => {
    const board = readBoard(sent(kind));
    return new Drawing(board, () => ({ scene: readScene({ status: { turn: text, phase: text } }, board), scale, seen: { x: 0, y: 0, width: 4000, height: 1000 } }));
  };

  it.each(["hexes", "areas"] as const)("is an arrow along each way on %s, short of where it ends", (kind) => {
    const [seen] = advisedOn(drawing(kind, 0.1), [{ drawn: { ways: [["1000", "2000"]], n: 2 }, number: null, next: true }]);
    expect(seen?.label).toBe("2");
    expect(seen?.arrows.map(({ tip: [x, y], turn, strikes }) => [x > 1000 && x < 2000, y, turn, strikes])).toEqual([[true, 500, 0, false]]);
  });

  it("is a blow against who is attacked, and a ring around what is only named", () => {
    const [seen] = advisedOn(drawing("hexes", 0.1), [{ drawn: { strikes: [["1000", "2000"]], marks: ["2050", "card"] }, number: 4, next: false }]);
    expect(seen?.arrows.map(({ strikes }) => strikes)).toEqual([true]);
    expect(seen?.rings).toEqual([[2050, 500]]);
    expect(seen?.label).toBe("4");
  });

  it("lies under what comes next, and has no number where there is no room", () => {
    const near = { drawn: { ways: [["2000", "2050"]] }, number: 2, next: false };
    const seen = advisedOn(drawing("hexes", 0.1), [{ drawn: { ways: [["1000", "2000"]] }, number: 1, next: true }, near]);
    expect(seen.map(({ next, label }) => [next, label])).toEqual([[false, ""], [true, "1"]]);
  });
});
