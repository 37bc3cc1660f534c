/** The table of the Civil War under mouse, fingers and keys: who is told of, what an arrow says, and what gives no order. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { soon } from "./support/winterwar";

const on = stage("civilwar-table");

type Spot = readonly [x: number, y: number];

/** The tutorial against the captain, at the sheet of its first turn. */
async function begin({ page }: Visit): Promise<void> {
  const answer = await fetch(new URL("api/matches", on.server.address), {
    method: "POST",
    body: JSON.stringify({ game: "civilwar", scenario: "hokes-run", seat: "union", computers: { confederate: "captain" } }),
    headers: { "content-type": "application/json" },
  });
  const { link } = (await answer.json()) as { readonly link: { readonly token: string } };
  await page.goto(new URL(`#/play/${link.token}`, on.server.address).href);
  await page.getByTestId("briefed").click();
  await page.getByTestId("progress").waitFor();
}

const cell = (page: Page, id: string) => page.locator(`.row[data-row="${id}"] input`);
const view = (page: Page) => page.locator("svg.sheet > g").getAttribute("transform");

async function middleOf(page: Page, id: string): Promise<Spot> {
  const box = await page.locator(`.body[data-unit="${id}"] .bases`).boundingBox();
  if (box === null) throw new Error(`${id} is not on the table`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Fingers that are laid down, moved and lifted; each finger by the way it goes. */
async function fingers(page: Page, steps: readonly (readonly Spot[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", spots: readonly Spot[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: spots.map(([x, y], id) => ({ x, y, id })) });
  let down = 0;
  for (const spots of steps) {
    await send(spots.length > down ? "touchStart" : "touchMove", spots);
    down = spots.length;
  }
  await send("touchEnd", []);
  await session.detach();
}

const way = ([x, y]: Spot, [dx, dy]: Spot): readonly Spot[] => Array.from({ length: 9 }, (_, i) => [x + (dx * i) / 8, y + (dy * i) / 8] as const);

it("keys walk the own bodies and to the nearest one, say who they are, and open a row", () =>
  on.visit({}, async (visit) => {
    const { page } = visit;
    await begin(visit);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-unit") ?? "");
    const said = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    // to the first of them, then through them all
    await page.locator('.body[tabindex="0"]').focus();
    const back: string[] = [];
    for (let at = await focused(); at !== ""; at = await focused()) {
      back.push(at);
      await page.keyboard.press("Shift+Tab");
    }
    await page.locator(`.body[data-unit="${back.at(-1)}"]`).focus();
    const walked: string[] = [];
    for (let at = await focused(); at !== ""; at = await focused()) {
      walked.push(at);
      await page.keyboard.press("Tab");
    }
    expect(walked.length).toBe(5);
    expect(new Set(walked)).toEqual(new Set(["wi1", "pa11", "perkins", "abercrombie", "abercrombie-1"]));

    await page.locator('.body[data-unit="pa11"]').focus();
    expect(await said()).toMatch(/^11th Pennsylvania\..*good order/);
    // the nearest to the south is the enemy behind the fence
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("va5");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("pa11");
    await page.keyboard.press("Enter");
    await soon(() => page.locator('.row[data-row="pa11"]').getAttribute("class")).toMatch(/\bopen\b/);
    expect(await barriers(page)).toEqual([]);
  }));

it("a mouse draws an attack onto an enemy and a direction into the open; Escape lets go, and the sheet stays where it is", () =>
  on.visit({}, async (visit) => {
    const { page } = visit;
    await begin(visit);
    const [from, enemy, before] = [await middleOf(page, "pa11"), await middleOf(page, "va5"), await view(page)];
    const draw = async (to: Spot) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 5 });
      await page.getByTestId("drawn-arrow").waitFor({ state: "attached" });
    };
    await draw(enemy);
    expect(await page.locator('.body[data-unit="va5"]').getAttribute("class")).toMatch(/\bpointed\b/);
    expect(await page.getByTestId("drawn-arrow").textContent()).toBe("");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await page.getByTestId("drawn-arrow").count()).toBe(0);
    expect(await cell(page, "pa11").inputValue()).toBe("");

    await draw(enemy);
    await page.mouse.up();
    await soon(() => cell(page, "pa11").inputValue()).toBe("A va5");
    await draw([from[0] - 60, from[1]]);
    await page.mouse.up();
    await soon(() => cell(page, "pa11").inputValue()).toBe("GO W");
    expect(await view(page)).toBe(before);
  }));

it("a finger pans, also on a body that is not chosen; two fingers zoom and order nothing; from a chosen one it draws", () =>
  on.visit({ viewport: { width: 1180, height: 820 }, hasTouch: true }, async (visit) => {
    const { page } = visit;
    await begin(visit);
    const before = await view(page);
    await fingers(page, way(await middleOf(page, "perkins"), [40, 60]).map((spot) => [spot]));
    expect(await view(page)).not.toBe(before);

    await page.touchscreen.tap(...(await middleOf(page, "perkins")));
    await soon(() => page.locator('.body[data-unit="perkins"]').getAttribute("class")).toMatch(/\bchosen\b/);
    const panned = await view(page);
    const [x, y] = await middleOf(page, "perkins");
    const apart = way([x, y], [-60, -60]).map((spot, i): readonly Spot[] => [spot, [x + 100 + i * 6, y + 100 + i * 6]]);
    await fingers(page, [...way([x, y], [0, 30]).map((spot): readonly Spot[] => [spot]), ...apart]);
    await soon(() => view(page)).not.toBe(panned);
    expect(await cell(page, "perkins").inputValue()).toBe("");

    const zoomed = await view(page);
    await fingers(page, way(await middleOf(page, "perkins"), [90, 0]).map((spot) => [spot]));
    await soon(() => cell(page, "perkins").inputValue()).toBe("GO E");
    expect(await view(page)).toBe(zoomed);
  }));
