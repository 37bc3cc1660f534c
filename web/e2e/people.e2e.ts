/** Before and beside the table: an invitation that says to what, two at one screen, and one's own games. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Mouse } from "./support/hands";
import { COMMIT } from "./support/shown";
import { stage } from "./support/stage";
import { norway } from "./support/table";

const on = stage("people");
const WAR = '[data-game="winterwar"]';
/** where others would reach this server, if it listened there */
const NEAR = "http://192.168.1.7:8940/";

it("an invitation names game, side, inviter and clock, and both find the game again", () =>
  on.visit({}, async ({ page }) => {
    await page.route("**/api/reach", (route) => route.fulfill({ json: { addresses: [NEAR] } }));
    await page.locator(WAR).getByRole("link", { name: "Play with people" }).click();
    await page.getByTestId("with-clocks").check();
    await page.getByRole("textbox", { name: "Your name, for the others" }).fill("Ann");
    await page.getByRole("button", { name: "Make the game" }).click();
    const field = page.getByRole("textbox", { name: "Invitation" });
    await expect.poll(() => field.inputValue()).toContain(`${NEAR}#/join/`);
    await page.getByTestId("show-code").click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const invitation = (await field.inputValue()).replace(NEAR, on.server.address);
    await page.getByRole("link", { name: "To the table" }).click();
    await page.locator(".places").waitFor();

    await on.visit({}, async ({ page: other }) => {
      await other.goto(invitation);
      await other.getByRole("heading", { name: "Ann invites you: Winter War 1939–40" }).waitFor();
      expect(await other.getByTestId("side").innerText()).toBe("Soviet Union");
      const terms = await other.locator("dl").innerText();
      expect(terms).toMatch(/Finland\s+Ann/);
      expect(terms).toMatch(/Clock\s+.*minutes/s);
      expect(await barriers(other)).toEqual([]);
      await other.getByRole("textbox", { name: "Your name, for the others" }).fill("Carl");
      await other.getByRole("button", { name: "Take the seat" }).click();
      await other.locator(".places").waitFor();
      expect(await listed(other)).toMatch(/Soviet Union\s+against Ann/);
      // the name is asked once
      await other.locator(WAR).getByRole("link", { name: "Play with people" }).click();
      await other.getByText("The others read your name as Carl.").waitFor();
    });

    await expect.poll(() => listed(page)).toMatch(/Finland\s+against Carl/);
    expect(await listed(page)).toMatch(/Turn 1 of 8: Soviet Union\s+to move: Soviet Union/);
    expect(await barriers(page)).toEqual([]);
  }));

it("two at one screen: the curtain falls when a turn is over, and behind it nothing is known of the other's hand", () =>
  on.visit({}, async ({ page }) => {
    await norway(page).getByTestId("play-together").click();
    const curtain = page.getByTestId("curtain");
    await curtain.getByText("Hand over to Germany").waitFor();
    expect(await page.locator("[data-place], .card").count()).toBe(0);
    await page.getByTestId("curtain-open").click();
    await page.locator(".card .name").first().waitFor();
    const hand = await page.locator(".card .name").allInnerTexts();
    expect(hand).toHaveLength(5);
    await page.getByRole("button", { name: "End movement" }).click();
    await page.getByRole("button", { name: "Exchange no cards" }).click();
    await page.locator(".place.lit").first().waitFor();
    const mouse = new Mouse(page);
    await mouse.choose((await page.locator(".place.lit").first().getAttribute("data-place")) ?? "");
    await mouse.press(COMMIT);
    await curtain.getByText("Hand over to Norway and Allies").waitFor();
    const left = await page.content();
    expect(hand.filter((name) => left.includes(name))).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await page.getByTestId("curtain-open").click();
    await page.locator(".card .name").first().waitFor();
    expect(await page.locator(".card.side-germany").count()).toBe(0);
    expect(await listed(page)).toMatch(/Germany, Norway, Allies\s+all at this screen\s.*to move: Norway/s);
  }));

/** What the start page says of the newest of one's own games. */
async function listed(page: Page): Promise<string> {
  await page.goto(`${on.server.address}#/`);
  const game = page.getByTestId("my-games").getByRole("listitem").first();
  await game.locator(".state span").first().waitFor();
  return game.innerText();
}
