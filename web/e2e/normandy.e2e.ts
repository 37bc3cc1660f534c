/** Normandy: the client draws and plays it from its board and scenes, to the end of the eighth turn. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { randomNumbers } from "./support/robot";
import { asked, BUTTONS, COMMIT, NUMBERS, PICKS, type Shown, shown, SKIP } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { isAsked, makeForTwo, sitDown, soon } from "./support/winterwar";

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
async function press(seen: Shown, visited: Visit, mouse: HexMouse, chance: () => number): Promise<string> {
  const { page } = visited;
  const one = <T>(those: readonly T[]): T | undefined => those[Math.floor(chance() * those.length)];
  const button = (i: number) => mouse.press(`:nth-match(${BUTTONS}, ${i + 1})`);
  if (seen.canCommit) return mouse.press(COMMIT).then(() => "commit");
  const end = seen.buttons.findIndex(({ part }) => ENDS.test(part));
  if (end >= 0 && chance() < ENOUGH) return button(end).then(() => seen.buttons[end]?.part ?? "");
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

it("is played to its end against the computer", () =>
  on.visit({}, async (visited) => {
    const { page } = visited;
    const card = page.locator('[data-game="normandy"]');
    await card.locator(".picture svg").waitFor();
    expect(await card.getByTestId("in-making").count()).toBe(0);
    await card.getByTestId("play-now").click();
    await page.getByTestId("prompt").waitFor();
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
/** The starting force comes ashore with room for all of it, and nobody moves. */
const LANDING = [
  ...["us-4-inf", "us-9-inf", "us-90-inf"].map((unit) => `place ${unit} utah`),
  ...["us-1-inf", "us-2-inf", "us-v-art"].map((unit) => `place ${unit} omaha-east`),
  ...["us-29-inf", "us-2-arm"].map((unit) => `place ${unit} omaha-west`),
  ...["br-50-inf", "br-7-arm", "br-5-agra"].map((unit) => `place ${unit} gold`),
  "place ca-3-inf juno",
  ...["br-3-inf", "br-51-inf"].map((unit) => `place ${unit} sword`),
  "end reinforcement",
];

/** An order in one line, as a person types it; what is shown is then done. */
async function order({ page, visit }: { readonly page: Page; readonly visit: Visit }, line: string): Promise<void> {
  const field = page.locator("#order");
  if ((await field.count()) === 0) await page.getByRole("button", { name: "Type an order" }).click();
  await field.fill(line);
  await field.press("Enter");
  const seen = await shown(visit);
  expect(seen.refusal, line).toBe("");
  if (seen.canCommit) await page.locator(COMMIT).click();
  await shown(visit);
}

/** Ends whatever phases a side is asked about, until it is asked no more or for the plan of its bombers. */
async function endTurn(visit: Visit): Promise<void> {
  for (let phases = 0; phases < 8; phases += 1) {
    const seen = await asked(visit, () => visit.page.locator(SKIP).click(), ({ prompt }) => prompt === "");
    const end = seen.buttons.find(({ part }) => ENDS.test(part));
    if (end === undefined) return;
    await order({ page: visit.page, visit }, end.part.replace("-", " "));
  }
}

it("a carpet bombing is planned in secret, seen on the map by whoever planned it, and falls in clear weather", () =>
  on.visit({}, (allied) =>
    on.visit({}, async (german) => {
      const tables = await makeForTwo(on.server.address, { game: "normandy", seat: "allied" });
      await sitDown(allied, tables[0]);
      await sitDown(german, tables[1]);
      for (const line of LANDING) await order({ page: allied.page, visit: allied }, line);
      const fallen = () => german.wire.received.some((frame) => frame.includes("normandy.event.carpet-comes"));
      const mouse = new HexMouse(allied);
      for (let turns = 0; turns < 7 && !fallen(); turns += 1) {
        await endTurn(allied);
        await isAsked(allied, /carpet bombing/);
        await mouse.hex(TARGET);
        await mouse.press(COMMIT);
        await soon(() => allied.page.locator("body").innerText()).toContain("Carpet bombing planned");
        // he sees it on the map; the other is sent nothing of it
        expect(allied.wire.position.scene.places?.["target"]).toEqual([TARGET]);
        expect(await allied.page.locator("svg.sheet .pointed").count()).toBe(1);
        await soon(async () => (await shown(german)).prompt).not.toBe("");
        // what a tip speaks of is pointed at too
        const noTips = german.page.getByTestId("tip-none");
        if ((await noTips.count()) > 0) await noTips.click();
        expect(german.wire.position.scene.places ?? {}).toEqual({});
        expect(await german.page.locator("svg.sheet .pointed").count()).toBe(0);
        expect(german.wire.received.some((frame) => frame.includes("bombing-planned"))).toBe(false);
        await endTurn(german);
      }
      await soon(fallen).toBe(true);
      await soon(() => german.page.locator("body").innerText()).toMatch(/carpet bombing of Caen/i);
    }),
  ));
