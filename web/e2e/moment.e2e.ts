/** The moment of the dice: one's own throw is seen to roll beside what was needed, and its result is told before anything is asked. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { endFor, isAsked, type Player, soon, standing, war, words } from "./support/winterwar";

const on = stage("moment");
const TERIJOKI = "1742";

/** To the throw for Terijoki. */
async function attack({ visit, hand }: Player): Promise<void> {
  await endFor(visit, hand, "end-movement");
  await isAsked(visit, /Attack hexes/);
  await hand.hex(TERIJOKI);
  await soon(() => visit.page.getByTestId("chances").count()).toBe(1);
  await visit.page.getByTestId("commit").click();
}

it("an attack's die rolls, its row is lit, and only then the board changes", () =>
  war(on, { soviet: { manner: { pace: "slow" }, hand: (visit) => new HexMouse(visit) } }, async (_, soviet) => {
    const { page, wire } = soviet.visit;
    await attack(soviet);
    const moment = page.getByTestId("moment");
    await moment.waitFor();
    expect(await moment.locator(".dice.rolling").count()).toBe(1);
    // what was needed: every row of the column; the result is nowhere yet
    expect(await moment.locator("td.hit").count()).toBeGreaterThan(1);
    expect(await page.locator("body").innerText()).not.toMatch(/Result [A-Z]/);
    await soon(() => moment.locator(".result").innerText()).toMatch(/Terijoki.*Result/);
    expect(await moment.locator(".dice.rolling").count()).toBe(0);
    expect(await moment.locator("td.hit").count()).toBe(1);
    // told once
    expect((await page.locator("body").innerText()).match(/Result [A-Z]/g)).toHaveLength(1);
    const die = await moment.locator('[role="img"]').getAttribute("aria-label");
    const thrown = wire.position.events.flatMap(([, { ruling }]) => ruling?.throws.flatMap(({ values }) => values) ?? []);
    expect(die).toContain(String(thrown[0]));
    await page.getByTestId("moment-on").click();
    await soon(() => moment.count()).toBe(0);
    expect(standing(soviet.visit).turn).toBe(1);
    expect((await shown(soviet.visit)).telling).toBe(false);
  }));

it("goes by by itself, and a key goes on; where the system wants no motion nothing rolls", () =>
  war(on, { soviet: { manner: { pace: "slow", reducedMotion: "reduce" } } }, async (_, soviet) => {
    const { page } = soviet.visit;
    await attack(soviet);
    await page.getByTestId("moment").waitFor();
    expect(await page.locator(".rolling").count()).toBe(0);
    expect(await words(page, "moment")).toMatch(/Result/);
    await page.keyboard.press("n");
    await soon(() => page.getByTestId("moment").count()).toBe(0);
  }));
