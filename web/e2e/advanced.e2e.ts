/** The advanced game of Norway by clicking: the whole round of 9 April, and a full round with ships after it. */

import { describe, expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { stage } from "./support/stage";
import { playAdvanced, playAdvancedAs } from "./support/table";
import type { Visit } from "./support/visit";

const { visit } = stage("advanced");
const HABITS = { moves: 2, cards: 2, exchanged: 1 };
const APRIL = "9 April";

function kinds({ wire }: Visit): ReadonlySet<string> {
  return new Set(wire.acts.map(({ action }) => (action as { kind: string } | undefined)?.kind ?? ""));
}

/** 9 April to its end, then on until the next round begins. */
async function playOn(visited: Visit, robot: Robot): Promise<void> {
  const april = await robot.playUntil(({ turn }) => turn !== APRIL);
  expect(april.turn).toBe("Round 1: Germany");
  const ended = await robot.playUntil(({ turn }) => turn.startsWith("Round 2"));
  expect(ended.turn).toBe("Round 2: Germany");
  expect(visited.wire.position.scene.holdings?.some(({ kind }) => kind.startsWith("ships-"))).toBe(true);
}

describe("9 April and a round with ships, by clicking", () => {
  it("as Germany, begun on the start page", () =>
    visit({}, async (visited) => {
      await playAdvanced(visited.page);
      const robot = new Robot(visited, new Mouse(visited.page), HABITS, "germany");
      expect(await visited.page.getByTestId("guide").textContent()).toContain("step 1 of 14");
      expect(await barriers(visited.page)).toEqual([]);
      await robot.playUntil(({ prompt }) => prompt.includes("face down in sea areas"));
      expect(await visited.page.getByTestId("guide").textContent()).toContain("step 4 of 14: Germany deploys its ships");
      expect(await barriers(visited.page)).toEqual([]);
      await playOn(visited, robot);
      const done = kinds(visited);
      for (const kind of ["choose-april", "deploy", "land", "sail", "end-sailing"]) expect(done).toContain(kind);
      expect(await barriers(visited.page)).toEqual([]);
    }));

  it("as Norway and the Allies, begun on the page that makes a game", () =>
    visit({}, async (visited) => {
      await playAdvancedAs(visited.page, "norway+allies", "captain");
      await playOn(visited, new Robot(visited, new Mouse(visited.page), HABITS, "norway"));
      const done = kinds(visited);
      for (const kind of ["choose-april", "deploy-norwegians", "deploy", "mobilise"]) expect(done).toContain(kind);
    }));
});
