/** Nothing is done before it has been shown: what a move brings about, what a card does, what the game warns of. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type Hand, Keys, Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { BUTTONS, CARDS, COMMIT, type Shown, shown } from "./support/shown";
import { stage } from "./support/stage";
import { playNow } from "./support/table";
import type { Visit } from "./support/visit";

const on = stage("preview");
/** the chances take their time on a busy machine */
const SOON = { timeout: 20_000 };
const PLAYED = '[data-testid="tray"] .card.played';

it("a move into an enemy area says that it is an attack, its chances and what it leaves behind, for the number chosen", () =>
  on.visit({}, async (visited) => {
    const { page, wire } = visited;
    await playNow(page);
    const mouse = new Mouse(page);
    await mouse.choose("oslo");
    await mouse.choose("honefoss");
    // what is suggested leaves nobody's city empty
    await expect.poll(() => page.getByTestId("words").textContent(), SOON).toBe("Attack Hønefoss with 1 battalion from Oslo");
    expect(await page.getByTestId("warning").count()).toBe(0);
    await expect.poll(() => page.getByTestId("chances").textContent(), SOON).toMatch(/Germany\s*\d+ %/);

    await mouse.press('.decision .amount .button', 1);
    await expect.poll(() => page.getByTestId("words").textContent(), SOON).toBe("Attack Hønefoss with 2 battalions from Oslo");
    expect(await page.getByTestId("warning").textContent()).toMatch(/^Oslo would be left empty/);
    await expect.poll(() => page.getByTestId("chances").textContent(), SOON).toMatch(/Germany\s*84 %\s*Norway\s*16 %/);
    expect(wire.acts).toEqual([]);
  }));

describe("a card of the hand", () => {
  it("is shown by a press of the mouse, put back by another, and played by its button", () =>
    on.visit({}, async (visited) => {
      const mouse = new Mouse(visited.page);
      const before = await untilCards(visited, mouse);
      await mouse.press(CARDS);
      await expectShown(visited, before);
      // what it changes in the battle; Scouts only look
      const strengthens = /more dic?e in attack/.test((await visited.page.getByTestId("card").textContent()) ?? "");
      await expect.poll(() => visited.page.getByTestId("chances").textContent(), SOON).toMatch(strengthens ? /Germany\s*\d+ % → (> )?\d+ %/ : /Germany\s*\d+ %\s*Norway/);
      await mouse.press(PLAYED);
      expect((await shown(visited)).canCommit).toBe(false);
      expect(await visited.page.locator(PLAYED).count()).toBe(0);

      await mouse.press(CARDS);
      await shown(visited);
      await mouse.press(COMMIT);
      await expectPlayed(visited, before);
    }));

  it("is shown by Enter in the tray, and played by Enter on its button", () =>
    on.visit({}, async (visited) => {
      const keys = new Keys(visited.page);
      const before = await untilCards(visited, keys);
      await keys.press(CARDS);
      await expectShown(visited, before);
      await keys.press(COMMIT);
      await expectPlayed(visited, before);
    }));

  it("is played by pressing Enter twice, in the panel", () =>
    on.visit({}, async (visited) => {
      const keys = new Keys(visited.page);
      const before = await untilCards(visited, keys);
      await keys.press(`${BUTTONS}:not([data-part="pass"])`);
      await expectShown(visited, before);
      await keys.key("Enter");
      await expectPlayed(visited, before);
    }));
});

/** Play until cards may be used in a battle; answers with how many acts there were before. */
async function untilCards(visited: Visit, hand: Hand): Promise<number> {
  await playNow(visited.page);
  await visited.page.keyboard.press("b");
  const robot = new Robot(visited, hand, { moves: 3, cards: 0, exchanged: 1 }, "preview");
  const offered = ({ cards, buttons, prompt }: Shown) => cards > 0 && prompt.includes("use cards for the attack") && buttons.some(({ part }) => part === "pass");
  await robot.playUntil(offered);
  return visited.wire.acts.length;
}

async function expectShown(visited: Visit, acts: number): Promise<void> {
  const { page, wire } = visited;
  const { canCommit } = await shown(visited);
  expect([canCommit, wire.acts.length]).toEqual([true, acts]);
  const [card] = await page.locator(PLAYED).all();
  const name = await card?.locator(".name").textContent();
  expect(await card?.getAttribute("aria-pressed")).toBe("true");
  expect(await page.getByTestId("card").textContent()).toContain(`Card: ${name ?? "none"}`);
  expect(await page.getByTestId("words").textContent()).toContain(name);
}

async function expectPlayed({ wire }: Visit, acts: number): Promise<void> {
  await expect.poll(() => wire.acts.length, SOON).toBe(acts + 1);
  expect(wire.acts.at(-1)?.action).toMatchObject({ kind: "play" });
}

it("what the game warns of when a phase ends stands there before it ends", () =>
  on.visit({}, async ({ page }) => {
    const acts = await warnOf(page, "end-movement", "Three battalions would starve.");
    await playNow(page);
    const end = page.locator('[data-part="end-movement"]');
    const warning = page.getByText("Three battalions would starve.");
    await warning.waitFor();
    expect((await warning.boundingBox())?.y).toBeLessThan((await end.boundingBox())?.y ?? 0);
    expect(acts).toEqual([]);
    await end.click();
    await expect.poll(() => acts, SOON).toEqual([{ kind: "end-movement" }]);
  }));

/** Let the server warn of a kind of answer: no position of Norway has such a warning. Answers with the acts that are sent. */
async function warnOf(page: Page, kind: string, text: string): Promise<readonly unknown[]> {
  const acts: unknown[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { type: string; action?: unknown };
      if (message.type === "act") acts.push(message.action);
      server.send(frame);
    });
    server.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { type: string; action?: { kind?: string } | null };
      const warned = message.type === "choices" && message.action?.kind === kind;
      socket.send(warned ? JSON.stringify({ ...message, warnings: [{ key: "core.plain", args: { text } }] }) : frame);
    });
  });
  await page.reload();
  return acts;
}

it("the umpire sees whether he holds the gate, also when he comes back", () =>
  on.visit({}, async ({ page }) => {
    const made = await fetch(`${on.server.address}api/matches`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: "norway", seating: 1, umpire: true, seat: "umpire" }),
    });
    const { link } = (await made.json()) as { link: { token: string } };
    await page.goto(`${on.server.address}#/play/${link.token}`);
    const open = () => page.getByRole("tab", { name: "Umpire" }).click();
    const state = page.getByTestId("gate-state");
    await open();
    expect(await state.textContent()).toMatch(/^The gate is open now/);
    await page.getByTestId("hold-gate").click();
    await expect.poll(() => state.textContent(), SOON).toMatch(/^The gate is held now/);
    await page.reload();
    await open();
    expect(await state.textContent()).toMatch(/^The gate is held now/);
    await page.getByTestId("open-gate").click();
    await expect.poll(() => state.textContent(), SOON).toMatch(/^The gate is open now/);
  }));
