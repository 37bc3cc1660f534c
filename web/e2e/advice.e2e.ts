/** Advice is seen on the board, the plan of the turn at a glance, and followed order by order; between people there is none unless the table has it. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { stage } from "./support/stage";
import { norway, takeTheSeat, toTheTable } from "./support/table";
import { makeWarAlone, sitDown, soon } from "./support/winterwar";

const on = stage("advice");
const SOVIET = { seat: "soviet", options: { setup: "historical" }, computers: { finland: "captain" } };
const ADVICE = ["ask-hint", "ask-plan", "open-odds"];

/** How much of the arrow of what comes next lies on the part of the board that is seen. */
async function seenOf(page: Page): Promise<number> {
  const [arrow, board] = await Promise.all([page.getByTestId("advised-next").boundingBox(), page.getByTestId("board").boundingBox()]);
  if (arrow === null || board === null) return 0;
  const across = Math.min(arrow.x + arrow.width, board.x + board.width) - Math.max(arrow.x, board.x);
  const up = Math.min(arrow.y + arrow.height, board.y + board.height) - Math.max(arrow.y, board.y);
  return (Math.max(0, across) * Math.max(0, up)) / (arrow.width * arrow.height);
}

it("a hint is an arrow in sight and one sentence; a plan is all its arrows, and is followed", () =>
  on.visit({ viewport: { width: 1366, height: 650 }, reducedMotion: "reduce" }, async (visited) => {
    const { page, wire } = visited;
    await sitDown(visited, await makeWarAlone(on.server.address, SOVIET));
    await page.getByTestId("ask-hint").click();
    await page.getByTestId("hint").waitFor();
    expect(await page.getByTestId("advised").locator(".order").count()).toBe(1);
    await soon(() => seenOf(page)).toBeGreaterThan(0.99);
    // where it goes is seen: no way is spelled out
    expect(await page.getByTestId("hint").innerText()).not.toMatch(/by way of|\d{4} > \d{4}/);
    await page.getByTestId("take-hint").click();
    await soon(() => wire.acts.length).toBe(1);
    await page.getByTestId("hint").waitFor({ state: "detached" });
    expect(await page.getByTestId("advised").count()).toBe(0);

    await page.getByTestId("ask-plan").click();
    await page.getByTestId("plan").waitFor();
    const orders = await page.locator('[data-testid="plan"] li').count();
    expect(orders).toBeGreaterThan(5);
    expect(await page.getByTestId("advised").locator(".order").count()).toBe(orders);
    expect(await page.getByTestId("advised-next").count()).toBe(1);
    expect(await page.getByTestId("ask-plan").getAttribute("aria-pressed")).toBe("true");
    expect(await barriers(page)).toEqual([]);
    for (const done of [1, 2]) {
      await page.getByTestId("take-next").click();
      await soon(() => wire.acts.length).toBe(1 + done);
      await soon(() => page.locator('[data-testid="plan"] li').count()).toBe(orders - done);
    }
    // asked again, it wants what it has said
    const next = await page.locator('[data-testid="plan"] li').first().textContent();
    await page.getByTestId("ask-hint").click();
    await page.getByTestId("hint").waitFor();
    expect(await page.getByTestId("hint").innerText()).toContain(next);
    expect(await page.getByTestId("changed").count()).toBe(0);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByTestId("hide-plan").click();
    expect(await page.getByTestId("advised").count()).toBe(0);
  }));

it("between two people there is none, unless whoever makes the game wants it: then all read of it", () =>
  on.visit({}, async ({ page }) => {
    for (const wanted of [false, true]) {
      await page.goto(on.server.address);
      await norway(page).getByRole("link", { name: "Play with people" }).click();
      await page.getByRole("radio", { name: "2 players" }).check();
      await page.locator('input[name="own"][value="germany"]').check();
      const aids = page.getByTestId("with-aids");
      expect(await aids.isChecked()).toBe(false);
      if (wanted) {
        // alone against the computer they are there
        const [other] = await page.getByRole("combobox").all();
        await other?.selectOption("captain");
        expect(await aids.isChecked()).toBe(true);
        await other?.selectOption("");
        await aids.check();
      }
      await page.getByRole("button", { name: "Make the game" }).click();
      const invitation = await page.getByRole("textbox", { name: "Invitation" }).inputValue();
      await toTheTable(page);
      await page.locator(".place.lit").first().waitFor();
      const there = await Promise.all(ADVICE.map((id) => page.getByTestId(id).count()));
      expect(there).toEqual(ADVICE.map(() => (wanted ? 1 : 0)));
      if (!wanted) continue;
      // it is noted before it is thought about
      await page.getByTestId("ask-hint").click();
      await on.visit({}, async ({ page: theirs }) => {
        await takeTheSeat(theirs, invitation, "Ola");
        await theirs.getByRole("tab", { name: "Log" }).click();
        await theirs.getByText("Germany asked the computer for advice.").first().waitFor();
      });
    }
  }));
