/** Games of which the client knows nothing are played to their end: areas with hands of cards, and a map of hexes. */

import { describe, expect, it } from "vitest";
import { type Hand, Mouse } from "./support/hands";
import { HexMouse } from "./support/hexes";
import { randomNumbers } from "./support/robot";
import { asked, BUTTONS, CLOSE_BAG, COMMIT, NUMBERS, PICKS, type Shown, SKIP } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";

const on = stage("any game", { smallGames: true });
/** a whole game of the smaller kind takes far fewer presses */
const MOST = 1500;

/** One press: what is chosen is done, else one of all that is offered. */
async function press(seen: Shown, mouse: Hand, choose: (place: string) => Promise<void>, chance: () => number): Promise<string> {
  const one = <T>(those: readonly T[]): T | undefined => those[Math.floor(chance() * those.length)];
  if (seen.canCommit) return mouse.press(COMMIT).then(() => "commit");
  if (seen.canCloseBag) return mouse.press(CLOSE_BAG).then(() => "close");
  const ways = [
    ...seen.lit.map(({ id }) => () => choose(id).then(() => "place")),
    ...(seen.picks > 0 ? [() => mouse.press(PICKS, 0).then(() => "pick")] : []),
    ...(seen.numbers > 0 ? [() => mouse.press(NUMBERS, Math.floor(chance() * seen.numbers)).then(() => "number")] : []),
    ...seen.buttons.map((_, i) => () => mouse.press(BUTTONS, i).then(() => "button")),
  ];
  const way = one(ways);
  if (way === undefined) throw new Error(`nothing can be pressed: ${JSON.stringify(seen)}`);
  return way();
}

async function playToTheEnd(visited: Visit, choose: (place: string) => Promise<void>): Promise<ReadonlySet<string>> {
  const { page } = visited;
  const mouse = new Mouse(page);
  const chance = randomNumbers("any game");
  const done = new Set<string>();
  for (let presses = 0; presses < MOST; presses += 1) {
    const seen = await asked(visited, () => mouse.press(SKIP), () => false);
    if (seen.over) return done;
    if (seen.refusal !== "") throw new Error(`the page offered something that was refused: ${seen.refusal}`);
    done.add(await press(seen, mouse, choose, chance));
  }
  throw new Error("the game does not end");
}

async function begin({ page }: Visit, game: string): Promise<void> {
  const card = page.locator(`[data-game="${game}"]`);
  await card.locator(".picture svg").waitFor();
  await card.getByTestId("play-now").click();
  await page.getByTestId("prompt").waitFor();
  expect(await page.getByTestId("intro").innerText()).not.toBe("");
}

describe("a game without client code", () => {
  it("on areas: Lanterns", () =>
    on.visit({}, async (visited) => {
      await begin(visited, "lanterns");
      const mouse = new Mouse(visited.page);
      expect(await visited.page.locator('[data-testid="tray"] .card').count()).toBeGreaterThan(0);
      // a number that is bid is no share of anything
      expect(await visited.page.getByTestId("decision").innerText()).not.toMatch(/from the next group/);
      const done = await playToTheEnd(visited, (place) => mouse.choose(place));
      expect([...done]).toEqual(expect.arrayContaining(["button"]));
      expect(await visited.page.getByTestId("how").innerText()).not.toBe("");
    }));

  it("leads through a first turn, a thought at a time, until it has been read", () =>
    on.visit({}, async (visited) => {
      await begin(visited, "lanterns");
      const { page } = visited;
      const tip = page.getByTestId("tip");
      await tip.waitFor();
      expect(await tip.innerText()).toMatch(/Mill Bridge[^]*1[^]*2/);
      expect(await page.locator("svg.sheet .pointed").count()).toBeGreaterThan(0);
      await page.getByTestId("tip-next").click();
      await expect.poll(() => tip.innerText()).toMatch(/stays dark/);
      // what has been read stays read
      await page.reload();
      await expect.poll(() => tip.innerText()).toMatch(/stays dark/);
      await page.getByTestId("tip-none").click();
      await expect.poll(() => tip.count()).toBe(0);
    }));

  it("on hexes: The Ford", () =>
    on.visit({}, async (visited) => {
      await begin(visited, "ford");
      const mouse = new HexMouse(visited);
      await expect.poll(() => visited.page.locator("svg.sheet .counter").count()).toBe(10);
      const done = await playToTheEnd(visited, (place) => mouse.hex(place));
      expect([...done]).toEqual(expect.arrayContaining(["commit", "place", "button"]));
      expect(await visited.page.getByTestId("how").innerText()).not.toBe("");
    }));
});
