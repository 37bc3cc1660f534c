/** The end of a game: won or lost is said once, everything lies open, and the next game is one press away. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { stage } from "./support/stage";

const on = stage("ending");

async function giveUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Table" }).click();
  const resign = page.getByRole("button", { name: "Resign" });
  await resign.click();
  await page.getByRole("button", { name: "Press again to be sure" }).click();
  await page.getByTestId("outcome").waitFor();
}

const hands = (page: Page) => page.locator('[data-testid="tray"] .hand');
/** the sides whose hands this seat sees */
const sides = (page: Page) => hands(page).locator("h3").evaluateAll((all) => all.map((heading) => heading.firstChild?.textContent ?? ""));

it("says who lost and how close it was, opens the hands, and offers replay, rematch and the other side", () =>
  on.visit({}, async ({ page }) => {
    await page.locator('[data-game="norway"]').getByTestId("play-now").click();
    await page.locator('[data-testid="tray"] .card').first().waitFor();
    expect(await hands(page).count()).toBe(1);
    await giveUp(page);
    expect(await page.getByTestId("outcome").innerText()).toBe("You have lost.");
    const panel = await page.getByTestId("decision").innerText();
    expect(panel).toMatch(/A clear victory for Norway and the Allies\. Germany gave up\. \d of 6 point cities are in German hands\. Battalions left: Germany \d+, Norway and the Allies \d+\./);
    expect(panel.match(/lost/g)).toHaveLength(1);
    expect(await hands(page).count()).toBe(3);

    const first = page.url();
    await page.getByTestId("replay").click();
    await page.getByText("You are looking at an earlier moment.").waitFor();
    expect(await hands(page).count()).toBe(3);
    await page.getByRole("button", { name: "Back to now" }).click();

    await page.getByTestId("rematch").click();
    await page.waitForURL((url) => url.href !== first);
    await page.getByTestId("prompt").waitFor();
    expect(await sides(page)).toEqual(["Germany"]);
    expect(await hands(page).count()).toBe(1);
    const second = page.url();
    await giveUp(page);
    await page.getByTestId("other-side").click();
    await page.waitForURL((url) => url.href !== second);
    await page.locator('[data-testid="tray"] .card').first().waitFor();
    expect(await sides(page)).toEqual(["Norway", "Allies"]);
  }));

it("on a phone the result is not covered, and every hand has its room", () =>
  on.visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await page.locator('[data-game="norway"]').getByTestId("play-now").click();
    await page.locator('[data-testid="tray"] .card').first().waitFor();
    await giveUp(page);
    expect(await page.locator(".menu .list").count()).toBe(0);
    const headings = await hands(page).locator("h3").evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().height));
    expect(headings).toHaveLength(3);
    expect(Math.max(...headings)).toBeLessThan(30);
    const cards = await hands(page).evaluateAll((all) => all.map((hand) => hand.getBoundingClientRect().width));
    expect(Math.min(...cards)).toBeGreaterThan(130);
  }));
