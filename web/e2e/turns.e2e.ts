/** A newcomer's first click, and a whole turn of each country by clicking on the board, the panel and the cards. */

import { describe, expect, it } from "vitest";
import { CHAPTERS, ownTurns } from "./support/chapters";
import { Mouse } from "./support/hands";
import { Robot } from "./support/robot";
import { stage } from "./support/stage";
import { playAs, playNow } from "./support/table";
import type { Visit } from "./support/visit";

const { visit } = stage("turns");
const HABITS = { moves: 3, cards: 2, exchanged: 2 };
/** turns to play until everything that a turn can hold has been done */
const MOST_TURNS = 4;

/** Play a turn, and more until there was a movement, a battle and a reinforcement, if the rules offer them. */
async function playTurns(visited: Visit, role: string, name: string): Promise<void> {
  const robot = new Robot(visited, new Mouse(visited.page), HABITS, role);
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const begun = await robot.playUntil(({ turn }) => turn.endsWith(name));
    const ended = await robot.playUntil(({ turn }) => turn !== begun.turn);
    expect(begun.turn).toMatch(name);
    expect(ended.turn).not.toBe(begun.turn);
    await expectInLog(visited, `${begun.turn}.`);
    if (CHAPTERS.every((chapter) => ownTurns(visited.wire, role).done.has(chapter))) break;
  }
  const { offered, done } = ownTurns(visited.wire, role);
  expect(done).toContain("movement");
  expect(done).toEqual(offered);
}

async function expectInLog({ page }: Visit, line: string): Promise<void> {
  // a battle that begins meanwhile may open the tab of its own
  const read = async (): Promise<string> => {
    await page.getByRole("tab", { name: "Log" }).click();
    return (await page.getByTestId("log").textContent({ timeout: 2_000 }).catch(() => "")) ?? "";
  };
  await expect.poll(read, { timeout: 20_000, interval: 500 }).toContain(line);
}

it("one click on the start page begins a game against the computer, and says what is asked", () =>
  visit({ pace: "calm" }, async (visited) => {
    const { page } = visited;
    await playNow(page);
    const prompt = page.getByTestId("prompt");
    expect(await prompt.textContent()).toMatch(/^Germany: move a group/);
    const box = await prompt.boundingBox();
    expect(box?.y).toBeLessThan(400);
    await page.getByText("Your turn").waitFor();
    expect(await page.locator(".decision .help").first().textContent()).toMatch(/lit area/i);
    expect(visited.wire.position.seats.map(({ player }) => player)).toEqual(["", "captain"]);
    await playTurns(visited, "germany", "Germany");
  }));

describe("a whole turn by clicking", () => {
  it("of Norway", () =>
    visit({}, async (visited) => {
      await playAs(visited.page, "norway", "greedy");
      await playTurns(visited, "norway", "Norway");
    }));

  it("of the Allies", () =>
    visit({}, async (visited) => {
      await playAs(visited.page, "allies", "greedy");
      await playTurns(visited, "allies", "Allies");
    }));
});
