/** Every page by day and by night, looked at by axe-core: nothing serious, nothing critical. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { stage } from "./support/stage";
import { invite, norway, playNow } from "./support/table";
import type { Visit } from "./support/visit";

const on = stage("barriers");
// axe is put into the page from outside, which the page's own policy would not allow
const MANNER = { bypassCSP: true, reducedMotion: "reduce" } as const;

async function expectNoBarriers(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    expect(await barriers(page), `${where}, ${colorScheme}`).toEqual([]);
  }
}

it("start, new game, invitation, join and record pages", () =>
  on.visit(MANNER, async ({ page }) => {
    await norway(page).getByRole("button", { name: "Play now" }).waitFor();
    await expectNoBarriers(page, "start");
    await norway(page).getByRole("link", { name: "Play with people" }).click();
    await page.getByRole("button", { name: "Make the game" }).waitFor();
    await expectNoBarriers(page, "new game");
    await page.goto(on.server.address);
    const invitation = await invite(page);
    await expectNoBarriers(page, "invitations");
    await page.goto(invitation);
    await page.getByRole("button", { name: "Take the seat" }).waitFor();
    await expectNoBarriers(page, "join");
    await page.goto(`${on.server.address}#/record`);
    await page.getByText("Open a record file", { exact: true }).waitFor();
    await expectNoBarriers(page, "record without a file");
  }));

it("the table in movement and in battle, its tabs, menus, keys and replay", () =>
  on.visit(MANNER, async (visited) => {
    const { page } = visited;
    await playNow(page);
    await expectNoBarriers(page, "movement");
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator("#rule-search").waitFor();
    await expectNoBarriers(page, "rules");
    await page.getByRole("tab", { name: "Chat" }).click();
    await openMenus(page);
    await page.keyboard.press("?");
    await expectNoBarriers(page, "chat and the keys");
    await page.keyboard.press("Escape");
    await untilBattle(visited);
    await page.getByTestId("battle").waitFor();
    await expectNoBarriers(page, "battle");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("button", { name: "One line back" }).click();
    await page.getByText("You are looking at an earlier moment.").waitFor();
    await expectNoBarriers(page, "replay");
  }));

it("my games, and the record of a finished game", () =>
  on.visit(MANNER, async ({ page }) => {
    await playNow(page);
    const file = await finishAndSave(page);
    await expectNoBarriers(page, "finished");
    await page.goto(on.server.address);
    await page.getByRole("heading", { name: "My games" }).waitFor();
    await expectNoBarriers(page, "my games");
    await page.goto(`${on.server.address}#/record`);
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("slider").waitFor();
    await page.locator(".place").first().waitFor();
    await expectNoBarriers(page, "record");
  }));

async function openMenus(page: Page): Promise<void> {
  for (const name of ["Settings", "Table"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expectNoBarriers(page, `menu ${name}`);
    await page.keyboard.press("Escape");
  }
}

async function untilBattle(visited: Visit): Promise<void> {
  const robot = new Robot(visited, new Mouse(visited.page), { moves: 3, cards: 0, exchanged: 0 }, "barriers");
  await robot.playUntil(({ prompt }) => prompt !== "" && Boolean(visited.wire.position.scene.battle));
}

/** Give up, and save the record of the game. */
async function finishAndSave(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Press again to be sure" }).click();
  await page.getByTestId("outcome").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save").click()]);
  const file = join(tmpdir(), `feltherre-${Date.now()}.jsonl`);
  await download.saveAs(file);
  return file;
}
