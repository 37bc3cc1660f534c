/** The server dies in the middle of a battle and comes back: nothing is lost and nothing is done twice. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { playNow } from "./support/table";
import type { Wire } from "./support/wire";

const on = stage("reconnect");

it("a battle goes on after the server was killed in the middle of it", () =>
  on.visit({ expected: /WebSocket connection to .* failed|ERR_EMPTY_RESPONSE/ }, async (visited) => {
    const { page, wire } = visited;
    await playNow(page);
    const robot = new Robot(visited, new Mouse(page), { moves: 3, cards: 0, exchanged: 1 }, "reconnect");
    await robot.playUntil(({ prompt }) => prompt !== "" && cardsAreAsked(wire));
    const place = battlefield(wire);
    const before = await logLines(page);
    const acts = wire.acts.length;
    const positions = wire.positions.length;

    await on.server.kill();
    await page.getByText("connection lost, trying again").waitFor();
    // given while nobody listens: it is kept, and sent when the server is back
    await page.locator('.decision [data-part="pass"]').click();
    await on.server.startAgain();
    await page.getByText("connected", { exact: true }).waitFor();
    await expect.poll(() => wire.settled, { timeout: 15_000 }).toBe(true);
    expect(wire.acts.length).toBe(acts + 1);

    const { turn: now } = await shown(visited);
    await robot.playUntil(({ turn }) => turn !== now);
    const news = wire.positions.slice(positions).flatMap(({ events }) => events.map(([, event]) => event));
    expect(news.filter(({ ruling, places }) => ruling && places?.includes(place)).length).toBeGreaterThan(0);

    // a page that is opened anew is told the whole truth by the server
    const told = await logLines(page);
    expect(told.slice(0, before.length)).toEqual(before);
    await page.reload();
    await page.locator(".place").first().waitFor();
    await shown(visited);
    // the computers may have gone on meanwhile
    expect((await logLines(page)).slice(0, told.length)).toEqual(told);
  }));

/** The area that is fought for. */
function battlefield(wire: Wire): string {
  return wire.position.scene.battle?.place ?? "nowhere";
}

/** The person is in a battle and may play cards or pass. */
function cardsAreAsked(wire: Wire): boolean {
  const { scene, asked } = wire.position;
  const [decision] = asked;
  return Boolean(scene.battle) && decision !== undefined && decision.choices.some(({ part }) => part === "pass");
}

async function logLines(page: Page): Promise<readonly string[]> {
  await page.getByRole("tab", { name: "Log" }).click();
  return page.locator('[data-testid="log"] .line > button').allTextContents();
}
