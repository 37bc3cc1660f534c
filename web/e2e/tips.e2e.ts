/** A guided first turn: somebody who knows nothing plays by what the tips over the board say. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Finger, Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { COMMIT, shown } from "./support/shown";
import { stage } from "./support/stage";
import { playAdvanced, playNow } from "./support/table";
import type { Visit } from "./support/visit";

const { visit } = stage("tips");
const SMALL = { viewport: { width: 1366, height: 650 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const HABITS = { moves: 1, cards: 1, exchanged: 1 };

/** What the tip says, without its buttons; "": there is none. */
async function told({ page }: Visit): Promise<string> {
  const tip = page.getByTestId("tip").locator("p");
  return (await tip.count()) === 0 ? "" : tip.innerText();
}

/** Next, until none is left; what they said. */
async function readAll(visited: Visit, next: () => Promise<void>): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let text = await told(visited); text !== ""; text = await told(visited)) {
    texts.push(text);
    await expectInSight(visited.page);
    await next();
    await expect.poll(() => told(visited)).not.toBe(text);
  }
  return texts;
}

/** Of what the tip speaks, everything is on the part of the map that is seen, and not under the tip. */
async function expectInSight(page: Page): Promise<void> {
  const hidden = (): Promise<number> =>
    page.evaluate(() => {
      const board = document.querySelector("main.board")?.getBoundingClientRect();
      const tip = document.querySelector('main.board [data-testid="tip"]')?.getBoundingClientRect();
      const within = ({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean => left < x && x < right && top < y && y < bottom;
      return [...document.querySelectorAll("svg.sheet .pointed")].filter((place) => {
        const { x, y, width, height } = place.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2] as const;
        return board === undefined || !within(board, ...at) || (tip !== undefined && within(tip, ...at));
      }).length;
    });
  await expect.poll(hidden).toBe(0);
}

function mapAt({ page }: Visit): Promise<string | null> {
  return page.locator("svg.sheet > g").first().getAttribute("transform");
}

async function again({ page }: Visit): Promise<void> {
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("button", { name: "What this game is about" }).click();
}

describe("on a small desktop", () => {
  it("Germany's first turn is played by what they say, and they come when they are asked for", () =>
    visit(SMALL, async (visited) => {
      const { page } = visited;
      const mouse = new Mouse(page);
      await playNow(page);
      await page.getByTestId("tip").waitFor();
      expect(await told(visited)).toMatch(/all six point cities/);
      await expectInSight(page);
      const whole = await mapAt(visited);
      await page.keyboard.press("n");
      await expect.poll(() => told(visited)).toMatch(/mobilisation points/);
      await expectInSight(page);
      // the map has gone there, and stays while something is done there
      const near = await mapAt(visited);
      expect(near).not.toBe(whole);

      // what it speaks of is done, and so it has been read
      await mouse.choose("oslo");
      await mouse.choose("honefoss");
      expect(await told(visited)).toMatch(/mobilisation points/);
      await mouse.press(COMMIT);
      await expect.poll(() => told(visited)).toMatch(/throws one die/);
      expect(await mapAt(visited)).toBe(near);
      const rest = await readAll(visited, () => page.getByTestId("tip-next").click());
      expect(rest.at(-1)).toMatch(/end movement/);
      await expect.poll(() => mapAt(visited)).toBe(whole);

      const robot = new Robot(visited, mouse, { ...HABITS, moves: 0 }, "tips");
      await robot.playUntil(({ prompt }) => prompt.includes("place the free battalion"));
      expect(await told(visited)).toMatch(/One battalion a turn is free/);
      await robot.playUntil(({ turn }) => turn.endsWith("Norway"));

      // in the next turn they have been read; the menu brings them back
      await robot.playUntil(({ turn, prompt }) => turn.startsWith("Round 2: Germany") && prompt.includes("end movement"));
      expect(await told(visited)).toBe("");
      await again(visited);
      await expect.poll(() => told(visited)).toMatch(/all six point cities/);
      await page.getByTestId("tip-none").click();
      await expect.poll(() => told(visited)).toBe("");
    }));

  it("Finland's movement: each shows what it speaks of", () =>
    visit(SMALL, async (visited) => {
      const { page } = visited;
      await page.locator('[data-game="winterwar"]').getByTestId("play-now").click();
      await page.locator(".place").first().waitFor();
      const robot = new Robot(visited, new Mouse(page), HABITS, "tips");
      await robot.playUntil(({ prompt }) => prompt.startsWith("Move your units"));
      const texts = await readAll(visited, () => page.keyboard.press("n"));
      expect(texts).toHaveLength(8);
      expect(texts[0]).toMatch(/30 of the 41/);
    }));

  it("where a strip leads through 9 April, none stands beside it", () =>
    visit(SMALL, async (visited) => {
      await playAdvanced(visited.page);
      await shown(visited);
      expect(await told(visited)).toBe("");
    }));
});

describe("on a phone", () => {
  it("they stand above the question, and make room while an answer is made", () =>
    visit(PHONE, async (visited) => {
      const { page } = visited;
      const finger = new Finger(page);
      const start = page.locator('[data-game="winterwar"]');
      await start.getByRole("radio", { name: "Soviet Union" }).check();
      await start.getByTestId("play-now").click();
      await page.locator(".place.lit, [data-unit]").first().waitFor();
      const tip = page.getByTestId("tip");
      await tip.waitFor();
      const [card, map] = [await tip.boundingBox(), await page.locator("main.board").boundingBox()];
      expect(card?.y).toBeGreaterThanOrEqual((map?.y ?? 0) + (map?.height ?? 0));
      expect((await page.getByTestId("prompt").boundingBox())?.y).toBeLessThan(844 - 60);
      for (let n = 0; n < 2; n += 1) await finger.press('[data-testid="tip-next"]');
      await expect.poll(() => told(visited)).toMatch(/Terijoki/);
      await expectInSight(page);
      await finger.choose("1843");
      await expect.poll(() => tip.count()).toBe(0);
      await finger.press('[data-testid="back"]');
      await expect.poll(() => told(visited)).toMatch(/Terijoki/);
      const rest = await readAll(visited, () => finger.press('[data-testid="tip-next"]'));
      expect(rest).toHaveLength(7);
    }));
});
