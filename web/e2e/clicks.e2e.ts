/** How many presses and drags a turn takes; counters and whole stacks that are dragged to where they go, and what waits for its button. */

import { expect, it } from "vitest";
import { Advised } from "./support/advised";
import { pointIn } from "./support/hands";
import { HexMouse } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { playNow } from "./support/table";
import type { Visit } from "./support/visit";
import { endFor, isAsked, makeWarAlone, placeOf, setUp, sitDown, soon, war } from "./support/winterwar";

const on = stage("clicks");
/** with one press for each choice, target and confirmation it was 20 to 30, and 82 */
const MOST_IN_NORWAY = 14;
const MOST_IN_FINLAND = 45;

it("a German turn in Norway", () =>
  on.visit({}, async (visited) => {
    await playNow(visited.page);
    const someone = new Advised(visited);
    for (let turns = 0; turns < 3; turns += 1) {
      await someone.playUntil(({ turn }) => turn.endsWith("Germany"));
      someone.gestures = 0;
      const story = await someone.playUntil(({ turn }) => !turn.endsWith("Germany"));
      expect(someone.gestures, story.join("\n")).toBeLessThanOrEqual(MOST_IN_NORWAY);
    }
  }));

it("Finland's first turn in the Winter War", () =>
  on.visit({}, async (visited) => {
    await sitDown(visited, await makeWarAlone(on.server.address));
    await setUp(visited, new HexMouse(visited));
    const someone = new Advised(visited);
    await someone.playUntil(({ prompt }) => /Move your units/.test(prompt));
    someone.gestures = 0;
    const story = await someone.playUntil(() => visited.wire.position.scene.status.side !== "finland");
    expect(story.filter((line) => /^(move|fly)/.test(line)).length).toBeGreaterThan(15);
    expect(someone.gestures, story.join("\n")).toBeLessThanOrEqual(MOST_IN_FINLAND);
  }));

/** From the middle of a place to that of another, with the button held. */
async function drag({ page }: Visit, from: string, to: string, held = ""): Promise<void> {
  const fit = () => page.getByRole("button", { name: "The whole map" }).click();
  await pointIn(page, to, fit);
  const [x, y] = await pointIn(page, from, fit);
  const [endX, endY] = await pointIn(page, to, fit);
  if (held !== "") await page.keyboard.down(held);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 2, { steps: 2 });
  await page.mouse.move(endX, endY, { steps: 5 });
  await page.mouse.up();
  if (held !== "") await page.keyboard.up(held);
}

it("a whole stack is dragged together and taken back one by one; what cannot be done is told, and an attack waits for its button", () =>
  war(on, {}, async (_, { visit, hand }) => {
    const { page, wire } = visit;
    const there = (hex: string) => (wire.position.scene.stacks ?? []).find(([place]) => place === hex)?.[1] ?? [];
    const stack = there("1944");
    expect(stack.length).toBeGreaterThan(1);
    const acts = wire.acts.length;
    await drag(visit, "1944", "2044", "Shift");
    await soon(() => stack.filter((unit) => there("2044").includes(unit)).length).toBe(stack.length);
    expect(wire.acts.length).toBe(acts + stack.length);
    for (const left of stack.map((_unit, i) => stack.length - 1 - i)) {
      await page.getByTestId("undo").click();
      await soon(() => stack.filter((unit) => there("2044").includes(unit)).length).toBe(left);
    }

    // too far: it stays in hand, and why is said
    await drag(visit, "1944", "1540");
    await page.getByTestId("why-not").waitFor();
    expect(await placeOf(visit, String(stack[0]))).toBe("1944");
    await page.keyboard.press("Escape");

    await endFor(visit, hand, "end-movement");
    await isAsked(visit, /Attack hexes/);
    const given = wire.acts.length;
    await drag(visit, "1842", "1742");
    await soon(async () => (await shown(visit)).canCommit).toBe(true);
    expect(wire.acts.length, "there is no way back from an attack").toBe(given);
    // what a button speaks of is shown on the board
    await page.mouse.move(5, 5);
    const marks = () => page.locator("svg.sheet .pointed").count();
    const before = await marks();
    await page.locator(".decision .pick").first().hover();
    await soon(marks).toBe(before + 1);
    await page.mouse.move(5, 5);
    await soon(marks).toBe(before);
    await page.getByTestId("commit").click();
    await soon(() => wire.acts.at(-1)?.action).toMatchObject({ kind: "attack", hex: "1742" });
  }));
