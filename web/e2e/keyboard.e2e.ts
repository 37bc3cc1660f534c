/** A whole turn by keyboard alone, from the start page on. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ownTurns } from "./support/chapters";
import { expectVisibleFocus, focusedPlace, Keys } from "./support/hands";
import { Robot } from "./support/robot";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { norway } from "./support/table";
import type { Visit } from "./support/visit";

const { visit } = stage("keyboard");

it("a whole turn is played with keys alone, and the focus can always be seen", () =>
  visit({}, async (visited) => {
    const { page } = visited;
    await countPointers(page);
    const keys = new Keys(page);
    await startByKeys(page, keys);
    await walkTheBoard(page, keys);
    await orderInOneLine(visited, keys);

    const robot = new Robot(visited, keys, { moves: 2, cards: 1, exchanged: 1 }, "keyboard");
    const begun = await shown(visited);
    expect(begun.turn).toBe("Round 1: Germany");
    const ended = await robot.playUntil(({ turn }) => turn !== begun.turn);
    expect(ended.turn).not.toBe(begun.turn);
    const { offered, done } = ownTurns(visited.wire, "germany");
    expect(done).toEqual(offered);
    expect(visited.wire.acts.length).toBeGreaterThan(3);
    expect(await pointers(page)).toBe(0);
  }));

async function startByKeys(page: Page, keys: Keys): Promise<void> {
  const playNow = norway(page).getByRole("button", { name: "Play now" });
  await playNow.waitFor();
  for (let steps = 0; steps < 20; steps += 1) {
    await keys.key("Tab");
    if (await playNow.evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  await page.locator(".place.lit").first().waitFor();
}

async function walkTheBoard(page: Page, keys: Keys): Promise<void> {
  await keys.key("b");
  const places = [await focusedPlace(page)];
  for (const arrow of ["ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown"]) {
    await keys.key(arrow);
    places.push(await focusedPlace(page));
  }
  expect(new Set(places).size).toBeGreaterThan(2);
  expect(places).not.toContain(null);
}

async function orderInOneLine({ page, wire }: Visit, keys: Keys): Promise<void> {
  await keys.key("/");
  await page.keyboard.type("move Oslo > Hønefoss 1");
  await page.keyboard.press("Enter");
  await expect.poll(() => wire.positions.at(-1)?.can_undo).toBe(true);
  expect(wire.acts.map(({ text }) => text)).toEqual(["move Oslo > Hønefoss 1"]);
  await keys.key("Escape");
  await expectVisibleFocus(page);
}

/** Counts every press of a mouse, pen or finger on this page. */
async function countPointers(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset["pointers"] = "0";
    for (const kind of ["pointerdown", "mousedown", "touchstart"]) {
      addEventListener(kind, () => (document.documentElement.dataset["pointers"] = "1"), true);
    }
  });
}

async function pointers(page: Page): Promise<number> {
  return Number(await page.evaluate(() => document.documentElement.dataset["pointers"]));
}
