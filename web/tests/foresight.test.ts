import { afterEach, describe, expect, it, vi } from "vitest";
import { foresees } from "../src/games/norway/foreseen";
import { chancesOf } from "../src/state/foresight";
import { say } from "../src/texts/text";
import type { Prospect } from "../src/wire/messages";

interface Group {
  readonly from: string;
  readonly mode: string;
  readonly battalions: number;
}
const land = (from: string, battalions: number): Group => ({ from, mode: "land", battalions });
const water = (from: string, battalions: number): Group => ({ from, mode: "water", battalions });

function battle(area: string, groups: readonly Group[], laidOn = false): Prospect {
  return {
    title: say(laidOn ? "norway.odds.laid-on" : "norway.odds.could", { area: say(`norway.area.${area}`) }),
    procedure: "land-combat",
    assumption: say("norway.odds.no-more-cards"),
    situation: { attack_groups: groups, defender_battalions: 1 },
    factors: [],
    throws: [],
    outputs: [{ name: "winner", label: say("norway.odds.winner"), chances: [{ value: "attacker", label: say("norway.country.germany"), p: "5/6", probability: 5 / 6 }] }],
  };
}

const move = (origin: string, target: string, count: number) => ({ kind: "move", origin, target, count });
const groups = (action: unknown, prospects: readonly Prospect[]) => foresees(action, prospects)?.situation["attack_groups"];

describe("the battle that a move lays on", () => {
  const hamar = battle("hamar", [land("oslo", 3), water("gjovik", 2)]);

  it("is fought by those who go, not by all who could", () => {
    expect(groups(move("oslo", "hamar", 2), [battle("rena", [land("oslo", 3)]), hamar])).toEqual([land("oslo", 2)]);
    expect(groups(move("gjovik", "hamar", 1), [hamar])).toEqual([water("gjovik", 1)]);
    expect(foresees(move("oslo", "hamar", 2), [hamar])?.situation["defender_battalions"]).toBe(1);
  });

  it("is fought together with those who attack already; who comes the same way is one group with them", () => {
    const before = battle("hamar", [land("oslo", 1), land("elverum", 1)], true);
    expect(groups(move("gjovik", "hamar", 2), [before, hamar])).toEqual([land("oslo", 1), land("elverum", 1), water("gjovik", 2)]);
    expect(groups(move("oslo", "hamar", 2), [before, hamar])).toEqual([land("elverum", 1), land("oslo", 3)]);
  });

  it("is none where no enemies stand, where its chances are not told, or where nobody moves", () => {
    expect(foresees(move("oslo", "rena", 2), [hamar])).toBeNull();
    expect(foresees(move("oslo", "hamar", 2), [])).toBeNull();
    expect(foresees({ kind: "end-movement" }, [hamar])).toBeNull();
  });
});

describe("the chances of it", () => {
  afterEach(() => vi.unstubAllGlobals());
  const like = battle("hamar", [land("oslo", 3)]);

  it("are those known already if all go who could", async () => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    expect(await chancesOf("norway", { like, situation: { ...like.situation } })).toBe(like);
    expect(asked).not.toHaveBeenCalled();
  });

  it("are worked out by the server's desk otherwise, and read with the same labels", async () => {
    const asked = vi.fn(() => Promise.resolve(Response.json({ outputs: { winner: [{ value: "attacker", p: "1/2", probability: 0.5 }], other: [] } })));
    vi.stubGlobal("fetch", asked);
    const situation = { ...like.situation, attack_groups: [land("oslo", 1)] };
    const told = await chancesOf("norway", { like, situation });
    expect(told.outputs).toEqual([{ name: "winner", label: say("norway.odds.winner"), chances: [{ value: "attacker", label: say("norway.country.germany"), p: "1/2", probability: 0.5 }] }]);
    expect(asked).toHaveBeenCalledWith("api/odds/norway/land-combat", expect.objectContaining({ body: JSON.stringify(situation) }));
  });
});
