/** Two people, each in a browser of his own, play a whole game to its end. */

import { describe, expect, it } from "vitest";
import { Mouse } from "./support/hands";
import { type Habits, Robot } from "./support/robot";
import { stage } from "./support/stage";
import { invite, takeTheSeat, toTheTable } from "./support/table";

const { visit } = stage("two browsers");

// Germany's deck ends the game: who exchanges all he holds draws many
const SHORT: Habits = { moves: 1, cards: 1, exchanged: 9 };
/** other ways to play, for make test-all */
const MORE: readonly Habits[] = [
  { moves: 3, cards: 3, exchanged: 2 },
  { moves: 2, cards: 9, exchanged: 0 },
  { moves: 0, cards: 0, exchanged: 1 },
];
const GAMES = process.env["FELTHERRE_FULL"] ? [SHORT, ...MORE] : [SHORT];
const LONGEST = 30 * 60_000;

describe("two browsers play a game to its end", () => {
  for (const habits of GAMES) {
    it(`with ${habits.moves} moves, ${habits.cards} cards played and ${habits.exchanged} exchanged`, { timeout: LONGEST }, () => play(habits));
  }
});

function play(habits: Habits): Promise<void> {
  return visit({}, (germany) =>
    visit({}, async (others) => {
      await takeTheSeat(others.page, await invite(germany.page), "Carl");
      await toTheTable(germany.page);
      const players = [germany, others];
      const robots = players.map((visited, i) => new Robot(visited, new Mouse(visited.page), habits, `player ${i}`));
      const ends = await Promise.all(robots.map((robot) => robot.playUntil(() => false)));
      expect(ends.map(({ over }) => over)).toEqual([true, true]);
      for (const { page, wire } of players) {
        await page.getByRole("heading", { name: /^You have (won|lost)\.$/ }).waitFor();
        expect(await page.getByTestId("how").innerText()).toMatch(/^A (clear|narrow) victory for (Germany|Norway and the Allies)\. .*of 6 point cities/);
        expect(wire.acts.length).toBeGreaterThan(30);
      }
      expect(germany.wire.position.result).toEqual(others.wire.position.result);
    }),
  );
}
