/** The start page: how each game is played today. */

import { expect, it } from "vitest";
import { stage } from "./support/stage";

const on = stage("start");

it("says how a game without a board in the browser is played today", () =>
  on.visit({}, async ({ page }) => {
    const card = page.locator('[data-game="civilwar"]');
    await card.getByText("feltherre play civilwar").waitFor();
    expect(await card.innerText()).toContain("feltherre umpire civilwar");
    expect(await card.innerText()).not.toContain("not playable");
    expect(await page.locator('[data-game="napoleon"]').innerText()).toContain("feltherre umpire napoleon");
  }));

const war = '[data-game="winterwar"]';

it("begins the Winter War with the historical set-up", () =>
  on.visit({}, async ({ page, wire }) => {
    await page.locator(war).getByTestId("play-now").click();
    await page.locator(".places").waitFor();
    expect(wire.positions[0]?.scene.status.phase.key).toBe("winterwar.phase.movement");
  }));

it("lets one set up the Winter War oneself", () =>
  on.visit({}, async ({ page }) => {
    await page.locator(war).getByTestId("play-variant").click();
    await page.getByTestId("prompt").waitFor();
    expect(await page.getByTestId("prompt").innerText()).toMatch(/^Place your counters/);
  }));
