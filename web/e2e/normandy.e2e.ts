/** Normandy, in the making: the client draws and plays it from its board and scenes, to the end of the eighth turn. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { randomNumbers } from "./support/robot";
import { asked, BUTTONS, COMMIT, NUMBERS, PICKS, type Shown, shown, SKIP } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { makeForTwo, sitDown } from "./support/winterwar";

const on = stage("normandy");
const MOST = 1500;
/** how often a phase is ended that could go on */
const ENOUGH = 0.5;
/** counters that wait off the map; those of a stack that lies open */
const WAITING = '[data-testid="waiting-units"] .unit.lit:not(.chosen)';
const FANNED = "#fan .open[data-unit]";
const READY = "svg.sheet .counter.ready";
const ENDS = /^end-(reinforcement|movement|combat)$/;

/** One press: what is chosen is done; now and then the phase is ended; else one of all that is offered. */
async function press(seen: Shown, visited: Visit, mouse: HexMouse, chance: () => number, enough = ENOUGH): Promise<string> {
  const { page } = visited;
  const one = <T>(those: readonly T[]): T | undefined => those[Math.floor(chance() * those.length)];
  const button = (i: number) => mouse.press(`:nth-match(${BUTTONS}, ${i + 1})`);
  if (seen.canCommit) return mouse.press(COMMIT).then(() => "commit");
  const again = seen.buttons.findIndex(({ text }) => text.startsWith("Press again"));
  if (again >= 0) return button(again).then(() => "again");
  const end = seen.buttons.findIndex(({ part }) => ENDS.test(part));
  if (end >= 0 && chance() < enough) return button(end).then(() => seen.buttons[end]?.part ?? "");
  for (const units of [FANNED, ...(seen.lit.length > 0 ? [] : [WAITING])]) {
    if ((await page.locator(units).count()) > 0) return mouse.press(units).then(() => "unit");
  }
  const ready = seen.lit.length > 0 ? [] : await page.locator(READY).all();
  const ways = [
    ...ready.map((counter) => async () => {
      const { x, y, width, height } = (await counter.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(x + width / 2, y + height / 2);
      await shown(visited);
      return "counter";
    }),
    ...seen.lit.map(({ id }) => () => mouse.hex(id).then(() => "place")),
    ...(seen.picks > 0 ? [() => mouse.press(PICKS).then(() => "pick")] : []),
    ...(seen.numbers > 0 ? [() => mouse.press(NUMBERS).then(() => "number")] : []),
    ...seen.buttons.map((_, i) => () => button(i).then(() => "button")),
  ];
  const way = one(ways);
  if (way === undefined) throw new Error(`nothing can be pressed: ${JSON.stringify(seen)}`);
  return way();
}

it("is played to its end against the computer, and says that it is in the making", () =>
  on.visit({}, async (visited) => {
    const { page } = visited;
    const card = page.locator('[data-game="normandy"]');
    await card.locator(".picture svg").waitFor();
    expect(await card.getByTestId("in-making").innerText()).toContain("In the making");
    await card.getByTestId("play-now").click();
    await page.getByTestId("prompt").waitFor();
    expect(await page.getByTestId("intro").innerText()).toContain("in the making");
    const mouse = new HexMouse(visited);
    const chance = randomNumbers("normandy");
    const done = new Set<string>();
    for (let presses = 0; presses < MOST; presses += 1) {
      const seen = await asked(visited, () => mouse.press(SKIP), () => false);
      if (seen.over) break;
      // a stack lies under one tap: the counter on top may be one that has moved
      if (seen.refusal !== "") await page.keyboard.press("Escape");
      done.add(await press(seen, visited, mouse, chance));
    }
    expect([...done]).toEqual(expect.arrayContaining(["commit", "place", "end-movement"]));
    expect(await page.getByTestId("how").innerText()).toMatch(/points|Start hexes/);
  }));

/** where a carpet is planned: Caen, which the Germans hold */
const TARGET = "1512";

it("a carpet bombing is planned in secret, seen on the map by whoever planned it, and falls in clear weather", () =>
  on.visit({}, (allied) =>
    on.visit({}, async (german) => {
      const tables = await makeForTwo(on.server.address, { game: "normandy", seat: "allied" });
      const players = [allied, german].map((visited, i) => ({ visited, mouse: new HexMouse(visited), chance: randomNumbers(`carpet ${i}`) }));
      await sitDown(allied, tables[0]);
      await sitDown(german, tables[1]);
      const fallen = () => german.wire.received.some((frame) => frame.includes("normandy.event.carpet-comes"));
      let planned = 0;
      for (let presses = 0; presses < MOST && !fallen(); presses += 1) {
        for (const { visited, mouse, chance } of players) {
          const seen = await shown(visited);
          if (seen.telling) await mouse.press(SKIP);
          else if (seen.prompt.includes("carpet bombing")) {
            await mouse.hex(TARGET);
            await mouse.press(COMMIT);
            await expect.poll(() => visited.page.locator("body").innerText(), { timeout: 25_000 }).toContain("Carpet bombing planned");
            planned += 1;
            // he sees it on the map; the other is sent nothing of it
            expect(visited.wire.position.scene.places["target"]).toEqual([TARGET]);
            expect(await visited.page.locator("svg.sheet .pointed").count()).toBe(1);
            expect(german.wire.position.scene.places["target"]).toBeUndefined();
            expect(await german.page.locator("svg.sheet .pointed").count()).toBe(0);
            expect(german.wire.received.some((frame) => frame.includes("bombing-planned"))).toBe(false);
          } else if (seen.prompt !== "") {
            if (seen.refusal !== "") await visited.page.keyboard.press("Escape");
            await press(seen, visited, mouse, chance, 1);
          }
        }
      }
      expect(planned).toBeGreaterThan(0);
      expect(fallen()).toBe(true);
      await expect.poll(() => german.page.locator("body").innerText(), { timeout: 25_000 }).toMatch(/carpet bombing/);
    }),
  ));
