/** What a person reads beside playing: the bar on a phone, the replay, the log, records, my games. */

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import type { Shown } from "./support/shown";
import { stage } from "./support/stage";
import { playNow } from "./support/table";
import type { Visit } from "./support/visit";

const on = stage("reading");
const SOON = { timeout: 20_000 };
const PHONE = { width: 390, height: 844 };

it("on a phone the bar is no wider than the screen, and its menus open in sight", () =>
  on.visit({ viewport: PHONE }, async ({ page }) => {
    await playNow(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    for (const name of ["Settings", "Table"]) {
      const button = page.getByRole("button", { name, exact: true });
      const { x, width } = (await button.boundingBox()) ?? { x: PHONE.width, width: 0 };
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
      await button.click();
      const list = await page.locator(".menu .list").boundingBox();
      expect(list?.x).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Escape");
    }
  }));

it("on a phone the panel scrolls as a whole: a tab that is pressed fills it, and a hint comes into sight", () =>
  on.visit({ viewport: PHONE }, async ({ page }) => {
    await playNow(page);
    const inSight = async (testId: string) => {
      const [box, panel] = await Promise.all([page.getByTestId(testId).boundingBox(), page.locator(".panel").boundingBox()]);
      return box === null || panel === null ? 0 : Math.min(box.y + box.height, panel.y + panel.height) - Math.max(box.y, panel.y);
    };
    await page.getByRole("tab", { name: "Log" }).click();
    await expect.poll(() => inSight("intro"), SOON).toBeGreaterThan(150);
    await page.getByRole("button", { name: /^What would / }).click();
    await page.getByTestId("hint").waitFor();
    await expect.poll(() => inSight("hint"), SOON).toBeGreaterThan(60);
    await page.getByRole("button", { name: "Do that" }).click();
    await page.getByTestId("hint").waitFor({ state: "detached" });
    await expect.poll(() => inSight("prompt"), SOON).toBeGreaterThan(20);
  }));

it("on a phone it is told in one line what the others do", () =>
  on.visit({ viewport: PHONE, pace: "calm" }, async ({ page }) => {
    await page.locator('[data-game="winterwar"]').getByTestId("play-now").click();
    const doing = page.getByTestId("doing");
    await doing.getByText("Soviet Union moves.").waitFor();
    const { width = 0, height = 0 } = (await doing.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(100);
    expect(height).toBeLessThan(30);
    // nothing is told before it has been read what the game is about
    const intro = page.getByTestId("decision").getByTestId("intro");
    await intro.getByRole("button", { name: "Let us begin" }).click();
    await page.getByTestId("decision").getByRole("button", { name: "Skip to now" }).waitFor();
    expect(await page.getByTestId("intro").count()).toBe(0);
  }));

it("who has pressed a kind of answer is asked where from, then where to", () =>
  on.visit({}, async ({ page }) => {
    await playNow(page);
    const told = page.getByTestId("decision");
    await page.getByRole("button", { name: "Move or attack" }).click();
    await told.getByText("Choose a lit area on the map.", { exact: true }).waitFor();
    await page.locator('.place.lit[data-place="oslo"]').click();
    await told.getByText("Now choose where to: the lit areas.").waitFor();
  }));

/** Germany has fought, and something is asked of it. */
async function untilFought(visited: Visit): Promise<void> {
  const robot = new Robot(visited, new Mouse(visited.page), { moves: 2, cards: 0, exchanged: 0 }, "reading");
  const fought = () => visited.wire.positions.flatMap(({ events }) => events).some(([, { ruling }]) => ruling);
  await robot.playUntil((seen: Shown) => fought() && seen.lit.length > 0);
}

it("the replay shows the ruling of its own moment, and nothing can be done under it, at its end neither", () =>
  on.visit({}, async (visited) => {
    const { page, wire } = visited;
    await playNow(page);
    await untilFought(visited);
    const acts = wire.acts.length;
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("tab", { name: "Battle" }).click();
    const ruling = page.getByTestId("battle");
    await ruling.getByText("The last ruling").waitFor();

    // at its end it is the present that is seen, but only seen
    expect(await page.locator(".place.lit").count()).toBe(0);
    expect(await page.getByTestId("prompt").count()).toBe(0);
    await page.getByTestId("looking").waitFor();
    await page.keyboard.press("u");

    // before the first throw there has been no ruling
    await page.getByRole("slider", { name: "Moment of the game" }).fill("2");
    await expect.poll(() => ruling.getByText("The last ruling").count(), SOON).toBe(0);

    await page.getByRole("button", { name: "Back to now" }).click();
    await page.locator(".place.lit").first().waitFor();
    expect(wire.acts.length).toBe(acts);
  }));

it("a line of the log in the replay leads to its own moment", () =>
  on.visit({}, async (visited) => {
    const { page } = visited;
    await playNow(page);
    await untilFought(visited);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("button", { name: "One line back" }).click();
    await page.getByText("You are looking at an earlier moment.").waitFor();
    await page.getByRole("tab", { name: "Log" }).click();
    const lines = page.getByTestId("log").locator(".line > button:first-child");
    const told = await lines.last().textContent();
    await lines.last().click();
    await page.getByRole("button", { name: "Show the board at this moment" }).click();
    await expect.poll(() => page.getByTestId("replay-told").textContent(), SOON).toBe(told);
  }));

function atItsEnd(page: Page): Promise<boolean> {
  return page.getByTestId("log").evaluate((log) => log.scrollTop + log.clientHeight >= log.scrollHeight - 12);
}

it("the log stays at its newest line: after a reload, and when what stands above it grows", () =>
  on.visit({ viewport: { width: 1280, height: 640 } }, async (visited) => {
    const { page } = visited;
    await playNow(page);
    await untilFought(visited);
    await page.reload();
    await page.getByTestId("prompt").waitFor();
    await page.getByRole("tab", { name: "Log" }).click();
    await expect.poll(() => atItsEnd(page), SOON).toBe(true);
    await page.getByRole("button", { name: /^What would / }).click();
    await page.getByTestId("hint").waitFor();
    await expect.poll(() => atItsEnd(page), SOON).toBe(true);
    expect(await page.getByTestId("newest").count()).toBe(0);
  }));

const EVENT = { text: { key: "core.plain", args: { text: "Germany takes Oslo." } } };
const FRAME = { kind: "acted", seat: "", role: "", text: "", scene: { status: { turn: { key: "core.plain", args: { text: "Turn 1" } }, phase: { key: "core.plain", args: { text: "movement" } } } } };
const GONE = { game: "norway", seat: "spectator", verification: { states_checked: false }, board: null, frames: [{ ...FRAME, line: 0, events: [] }, { ...FRAME, line: 9, events: [EVENT] }] };

it("a record of which no board is left says so and shows its log; a broken file is refused with a reason, whatever is shown", () =>
  on.visit({ expected: /status of 4\d\d/ }, async ({ page }) => {
    await page.route("**/api/records", (route) => route.fulfill({ json: GONE }));
    await page.goto(`${on.server.address}#/record`);
    const file = page.locator('input[type="file"]');
    const record = { name: "game.jsonl", mimeType: "application/json", buffer: Buffer.from("{}") };
    await file.setInputFiles(record);
    await page.getByTestId("no-board").getByText(/no board/).waitFor();
    await page.getByTestId("log").getByText("Germany takes Oslo.").waitFor();

    await page.unroute("**/api/records");
    await file.setInputFiles(record);
    await page.getByRole("alert").waitFor();
    expect(await page.getByTestId("log").count()).toBe(1);
  }));

/** Records of rules that this software no longer has: their positions are those that were written down at the time. */
const OLD = { norway: "norway-advanced-1-finished", winterwar: "winterwar-1-finished" };

for (const [game, name] of Object.entries(OLD)) {
  it(`a record whose rules are gone is shown with its board: ${game}`, () =>
    on.visit({}, async ({ page }) => {
      await page.goto(`${on.server.address}#/record`);
      const kept = await readFile(new URL(`../../tests/records/${name}.jsonl.gz`, import.meta.url));
      await page.locator('input[type="file"]').setInputFiles({ name: `${name}.jsonl`, mimeType: "application/json", buffer: gunzipSync(kept) });
      const slider = page.getByRole("slider");
      await slider.waitFor();
      expect(await page.getByTestId("no-board").count()).toBe(0);
      await page.getByTestId("kept").waitFor();
      const counters = page.locator('[data-testid="board"] .counter');
      const seen = new Set<string>();
      for (let moment = 0; moment <= Number(await slider.getAttribute("max")); moment += 1) {
        await slider.fill(String(moment));
        await expect.poll(() => counters.count(), SOON).toBeGreaterThan(moment === 0 ? -1 : 10);
        seen.add(await page.locator('[data-testid="board"]').innerHTML());
      }
      expect(await page.locator(".pointed").count(), "what happened in many lines marks the whole map").toBe(0);
      expect(seen.size, "it moves on").toBeGreaterThan(1);
      expect(await page.locator(".place").count()).toBeGreaterThan(40);
    }));
}

it("a game is forgotten only when it has been asked", () =>
  on.visit({}, async ({ page }) => {
    await playNow(page);
    const kept = () => page.evaluate(() => (JSON.parse(localStorage.getItem("feltherre.games") ?? "[]") as unknown[]).length);
    await page.goto(on.server.address);
    const forget = page.getByRole("button", { name: "Forget this game in this browser" });
    await forget.click();
    await page.getByTestId("forget-sure").waitFor();
    expect(await kept()).toBe(1);
    await page.getByRole("button", { name: "Keep" }).click();
    expect([await kept(), await page.getByTestId("forget-sure").count()]).toEqual([1, 0]);
    await forget.click();
    await page.getByTestId("forget").click();
    expect(await kept()).toBe(0);
  }));
