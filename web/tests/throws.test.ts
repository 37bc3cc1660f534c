/** A throw has a name in games that this client has never heard of. */

import { describe, expect, it } from "vitest";
import { Catalogue } from "../src/texts/catalogue";
import { thrownFor } from "../src/texts/throws";

const catalogue = new Catalogue("en", {
  "web.throw.die": "die",
  "core.plain": "{text}",
  "fens.throw.attack": "the attack",
  "fens.throw.flood.second_die": "the second flood",
});

function named(procedure: string, purpose: string): string {
  return catalogue.render(thrownFor(catalogue, "fens", procedure, purpose));
}

describe("what dice were thrown for", () => {
  it("is our own short word where we have one", () => {
    expect(named("attack", "die")).toBe("die");
  });

  it("is the game's name of the procedure, or of the throw", () => {
    expect(named("attack", "attack_die")).toBe("the attack");
    expect(named("flood", "second_die")).toBe("the second flood");
  });

  it("is the purpose itself where nobody has a name", () => {
    expect(named("storm", "wind_die")).toBe("wind die");
  });
});
