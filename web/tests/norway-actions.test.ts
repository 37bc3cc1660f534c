// The types made from the rules and the schema they were made from must say the same about an action. The compiler
// holds the samples against the types (`npm run check`), Ajv holds them against the schema here.

import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import schema from "../schema/norway.json";
import type { Action } from "../src/generated/norway";

// not strict: the schema also has words for other readers, such as `discriminator`
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema, "norway");

function isAction(json: string): boolean {
  return ajv.validate({ $ref: "norway#/$defs/Action" }, JSON.parse(json)) as boolean;
}

const samples: readonly Action[] = [
  { kind: "pass" },
  { kind: "move", origin: "oslo", target: "honefoss", count: 2 },
  { kind: "train", path: ["oslo", "hamar", "lillehammer"], count: 3 },
  { kind: "play", card: "panzer" },
  { kind: "reinforce", cards: ["artillery"], placements: [["oslo", 2]] },
  { kind: "dice", values: [6, 1, 3] },
];

describe("an action of Norway", () => {
  it.each(samples)("passes the schema: $kind", (action) => {
    expect(isAction(JSON.stringify(action))).toBe(true);
  });

  it.each([
    ["an unknown kind", '{"kind": "teleport", "origin": "oslo", "target": "narvik", "count": 2}'],
    ["a missing field", '{"kind": "move", "origin": "oslo", "target": "honefoss"}'],
    ["a field too many", '{"kind": "pass", "reason": "none"}'],
    ["a word for a number", '{"kind": "move", "origin": "oslo", "target": "honefoss", "count": "two"}'],
    ["half a pair", '{"kind": "reinforce", "cards": [], "placements": [["oslo"]]}'],
    ["no object", '"pass"'],
  ])("is refused by the schema: %s", (_, json) => {
    expect(isAction(json)).toBe(false);
  });
});
