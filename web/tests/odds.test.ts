import { describe, expect, it } from "vitest";
import { change, withoutIt } from "../src/state/odds";
import { say } from "../src/texts/text";
import type { Prospect } from "../src/wire/messages";

function battle(area: string, procedure = "land-combat"): Prospect {
  return { title: say("norway.odds.laid-on", { area: say(`norway.area.${area}`) }), place: area, procedure, assumption: say("none"), situation: {}, factors: [], known: {}, throws: [], outputs: [] };
}

describe("what an answer changes in the chances", () => {
  it("is told from what is known of the same battle", () => {
    const [oslo, hamar, sea] = [battle("oslo"), battle("hamar"), battle("hamar", "naval-combat")];
    expect(withoutIt(battle("hamar"), [oslo, sea, hamar])).toBe(hamar);
    expect(withoutIt(battle("rena"), [oslo, hamar])).toBeNull();
  });

  it("stands beside the chance as it was, unless it is the same", () => {
    expect(change(0.42, 0.97)).toBe("42 % → 97 %");
    expect(change(0.421, 0.419)).toBe("42 %");
    expect(change(null, 0.5)).toBe("50 %");
  });
});
