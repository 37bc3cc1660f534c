/** The start page: how each game is played today. */

import { expect, it } from "vitest";
import { stage } from "./support/stage";

const on = stage("start");

it("says what there is of a book without a game", () =>
  on.visit({}, async ({ page }) => {
    const card = page.locator('[data-game="napoleon"]');
    await card.getByText("feltherre umpire napoleon").waitFor();
    expect(await card.innerText()).toContain("Not a game yet");
    expect(await card.getByTestId("play-now").count()).toBe(0);
  }));

it("begins the Civil War with its tutorial, whose troops stand on the picture", () =>
  on.visit({}, async ({ page, wire }) => {
    const card = page.locator('[data-game="civilwar"]');
    await card.locator(".picture svg .body, .picture svg [data-unit]").first().waitFor();
    await card.getByTestId("play-now").click();
    await page.getByTestId("briefed").waitFor();
    expect(wire.positions[0]?.scene.status.turn.args?.["last"]).toBe(12);
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
