/** The end of a game: won or lost is said once, everything lies open, the whole game is told, and the next one is one press away. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import type { Shown } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";

const on = stage("ending");
const SOON = { timeout: 20_000 };

async function playNow(page: Page): Promise<void> {
  await page.locator('[data-game="norway"]').getByTestId("play-now").click();
  await page.locator('[data-testid="tray"] .card').first().waitFor();
}

async function giveUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Table" }).click();
  const resign = page.getByRole("button", { name: "Resign" });
  await resign.click();
  await page.getByRole("button", { name: "Press again to be sure" }).click();
  await page.getByTestId("outcome").waitFor();
}

/** A game with battles in it, given up. */
async function fightAndGiveUp(visited: Visit): Promise<void> {
  await playNow(visited.page);
  const robot = new Robot(visited, new Mouse(visited.page), { moves: 3, cards: 0, exchanged: 0 }, "ending");
  const fought = () => visited.wire.positions.flatMap(({ events }) => events).filter(([, { ruling }]) => ruling?.procedure === "land-combat").length > 1;
  await robot.playUntil((seen: Shown) => fought() && seen.lit.length > 0);
  await giveUp(visited.page);
  await visited.page.getByTestId("story").waitFor();
}

const hands = (page: Page) => page.locator('[data-testid="tray"] .hand');
/** the sides whose hands this seat sees */
const sides = (page: Page) => hands(page).locator("h3").evaluateAll((all) => all.map((heading) => heading.firstChild?.textContent ?? ""));
/** the line of the game at which the replay stands */
const line = async (page: Page) => Number((await page.getByTestId("replay").locator(".line").innerText()).split(" / ")[0]);

it("says who lost and how close it was, opens the hands, and offers replay, rematch and the other side", () =>
  on.visit({}, async ({ page }) => {
    await playNow(page);
    expect(await hands(page).count()).toBe(1);
    await giveUp(page);
    expect(await page.getByTestId("outcome").innerText()).toBe("You have lost.");
    expect(await page.getByTestId("how").innerText()).toMatch(/A clear victory for Norway and the Allies\. Germany gave up\. \d of 6 point cities are in German hands\. Battalions left: Germany \d+, Norway and the Allies \d+\./);
    expect((await page.getByTestId("decision").innerText()).match(/lost\b/g)).toHaveLength(1);
    expect(await hands(page).count()).toBe(3);

    const first = page.url();
    await page.getByTestId("replay").click();
    await page.getByText("You are looking at an earlier moment.").waitFor();
    expect(await hands(page).count()).toBe(3);
    expect(await page.getByTestId("rematch").count()).toBe(0);
    await page.getByRole("button", { name: "The result" }).click();

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

it("tells the whole game: points by turn, where they came from, losses, the luck of the dice, and a story that leads back", () =>
  on.visit({}, async (visited) => {
    const { page } = visited;
    await fightAndGiveUp(visited);
    await page.getByRole("img", { name: /^Points, turn by turn\. Germany: \d/ }).waitFor();
    const standing = page.getByTestId("sides").locator("section");
    expect(await standing.count()).toBe(2);
    // what the points are for adds up to them
    const germany = await standing.first().innerText();
    const points = Number(/(\d+) points?, and what for/.exec(germany)?.[1]);
    expect(await standing.first().locator("ul").first().locator("strong").allInnerTexts()).toEqual(Array(points).fill("1"));
    expect(await page.getByTestId("luck").innerText()).toMatch(/Germany: land battle × \d/);

    // a line of the story leads to its moment, with its dice
    const story = page.getByTestId("story").getByRole("button");
    expect(await story.count()).toBeLessThanOrEqual(10);
    const battle = story.filter({ hasText: "attack" }).filter({ hasText: "Came" }).first();
    const words = await battle.locator("span").nth(1).innerText();
    await battle.click();
    await page.getByTestId("looking").waitFor();
    await expect.poll(() => page.getByTestId("replay-told").innerText(), SOON).toBe(words);
    expect(await page.getByTestId("decision").locator(".throw").count()).toBeGreaterThan(0);
    expect(await barriers(page), "the end, looking back").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByTestId("outcome").waitFor();
    expect(await barriers(page), "the end").toEqual([]);

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save").click()]);
    expect(download.suggestedFilename()).toMatch(/^norway-.+\.jsonl$/);
  }));

it("plays the replay by itself, with keys, turn by turn and throw by throw, and leads others to a moment", () =>
  on.visit({}, async (visited) => {
    const { page } = visited;
    await fightAndGiveUp(visited);
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    await expect.poll(() => line(page), SOON).toBe(0);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
    await page.getByTestId("play").click();
    await expect.poll(() => line(page), SOON).toBeGreaterThan(1);
    await page.getByTestId("pause").click();

    await page.locator("body").press("End");
    const last = await line(page);
    await page.getByText("This is how it ended.").waitFor();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => line(page), SOON).toBe(last - 1);
    await page.keyboard.press(",");
    await expect.poll(() => page.getByTestId("replay-told").innerText(), SOON).toMatch(/: attack \d+, defence \d+/);
    const at = await line(page);
    await page.keyboard.press("PageUp");
    await expect.poll(() => page.getByTestId("replay-told").innerText(), SOON).toMatch(/^Round \d+/);
    expect(await line(page)).toBeLessThan(at);
    await page.getByTestId("battle-forward").click();
    await expect.poll(() => page.getByTestId("replay-told").innerText(), SOON).toMatch(/: attack \d+, defence \d+/);
    const told = await page.getByTestId("replay-told").innerText();

    // with other eyes: only their own hand
    expect(await hands(page).count()).toBe(3);
    await page.getByTestId("eyes").selectOption("germany");
    await expect.poll(() => hands(page).count(), SOON).toBe(1);
    await page.getByTestId("eyes").selectOption("*");
    await expect.poll(() => hands(page).count(), SOON).toBe(3);

    await page.getByTestId("link").click();
    const link = await page.getByTestId("replay").getByRole("textbox").inputValue();
    const context = await page.context().browser()?.newContext();
    try {
      const other = await context?.newPage();
      await other?.goto(link);
      await expect.poll(() => other?.getByTestId("replay-told").innerText(), SOON).toBe(told);
      await other?.getByRole("button", { name: "The result" }).click();
      expect(await other?.getByTestId("outcome").innerText()).toMatch(/Norway and the Allies/);
      expect(await other?.getByTestId("rematch").count()).toBe(0);
    } finally {
      await context?.close();
    }
  }));

it("on a tablet the panel scrolls, and never the page", () =>
  on.visit({ viewport: { width: 820, height: 1180 }, hasTouch: true }, async ({ page }) => {
    await playNow(page);
    await giveUp(page);
    await page.getByTestId("story").getByRole("button").last().click();
    await page.getByTestId("looking").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1180);
    expect((await page.getByTestId("board").boundingBox())?.y).toBeGreaterThan(0);
  }));

it("on a phone the result is not covered, and every hand has its room", () =>
  on.visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await playNow(page);
    await giveUp(page);
    expect(await page.locator(".menu .list").count()).toBe(0);
    const headings = await hands(page).locator("h3").evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().height));
    expect(headings).toHaveLength(3);
    expect(Math.max(...headings)).toBeLessThan(30);
    const cards = await hands(page).evaluateAll((all) => all.map((hand) => hand.getBoundingClientRect().width));
    expect(Math.min(...cards)).toBeGreaterThan(130);

    // looking back there is a board to look at, and fingers hit the buttons
    await page.getByTestId("story").getByRole("button").first().click();
    await page.getByTestId("looking").waitFor();
    const board = await page.getByTestId("board").boundingBox();
    expect(board?.height).toBeGreaterThan(200);
    const buttons = await page.getByTestId("replay").getByRole("button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...buttons)).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }));
