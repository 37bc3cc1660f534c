import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
