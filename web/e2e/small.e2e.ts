/** Small screens and heights: the map can be read at 1366x650, and a turn can be played on a phone. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Finger } from "./support/hands";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { norway } from "./support/table";

const on = stage("small");
const SOON = { timeout: 20_000 };
/** pixels of what a finger is to hit */
const TARGET = 44;

async function begin(page: Page): Promise<void> {
  await norway(page).getByRole("button", { name: "Play now" }).click();
  await page.locator(".place.lit").first().waitFor();
}

async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.height ?? 0;
}

it("at 1366x650 the map has the room: the hand is a strip that opens, the legend is folded", () =>
  on.visit({ viewport: { width: 1366, height: 650 } }, async ({ page }) => {
    await begin(page);
    expect(await page.locator("details.legend[open]").count()).toBe(0);
    expect(await heightOf(page, '[data-testid="tray"]')).toBeLessThan(130);
    const map = await heightOf(page, '[data-testid="board"]');
    expect(map).toBeGreaterThan(470);
    const read = page.getByTestId("open-hand");
    expect(await page.locator('[data-testid="tray"] .effect').first().isVisible()).toBe(false);
    await read.click();
    expect(await page.locator('[data-testid="tray"] .effect').first().isVisible()).toBe(true);
    expect(await read.getAttribute("aria-expanded")).toBe("true");
    await read.click();
    await expect.poll(() => heightOf(page, '[data-testid="board"]'), SOON).toBe(map);
    expect(await barriers(page)).toEqual([]);
  }));

it("on a phone a choice brings the map closer, and its odds and its button are in sight", () =>
  on.visit({ hasTouch: true, viewport: { width: 390, height: 844 } }, async (visited) => {
    const { page, wire } = visited;
    await begin(page);
    const finger = new Finger(page);
    const oslo = page.locator('.place[data-place="oslo"]');
    const before = (await oslo.boundingBox())?.width ?? 0;
    await finger.choose("oslo");
    await shown(visited);
    await expect.poll(async () => (await oslo.boundingBox())?.width ?? 0, SOON).toBeGreaterThan(1.5 * before);
    await finger.choose("honefoss");
    await expect.poll(() => page.getByTestId("chances").count(), SOON).toBe(1);
    for (const part of ["chances", "commit"]) {
      const box = await page.getByTestId(part).boundingBox();
      expect(box?.y, part).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(844);
    }
    for (const button of await page.locator(".decision .button:visible, .controls button:visible").all()) expect((await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(TARGET);
    expect(await barriers(page)).toEqual([]);
    await page.getByTestId("commit").tap();
    await expect.poll(() => wire.acts.at(-1)?.action, SOON).toMatchObject({ kind: "move", origin: "oslo" });
  }));
