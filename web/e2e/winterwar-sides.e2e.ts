/** Two teams throw for the choice of sides (setup-2): each types in its own die, the higher one chooses, and the two may change places. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { stage } from "./support/stage";
import { takeTheSeat, toTheTable } from "./support/table";
import type { Visit } from "./support/visit";
import { isAsked, type Player, setUp, soon, typeDie, standing, words } from "./support/winterwar";

const on = stage("winterwar-sides");

/** The page that makes a game for two people with real dice, who throw for their sides: the invitation for the other team. */
async function inviteByDie({ page }: Visit): Promise<string> {
  await page.locator('[data-game="winterwar"]').getByRole("link", { name: "Play with people" }).click();
  // the set-up of November 1939 stands there already
  await page.locator('input[name="option-setup"][value="own"]').check();
  await page.locator('input[name="option-sides"][value="by-die"]').check();
  await page.getByTestId("real-dice").check();
  // nobody plays against the clock unless he has chosen to, and there he reads what it does
  expect(await page.getByTestId("with-clocks").isChecked()).toBe(false);
  expect(await page.locator("#about-clocks").innerText()).toMatch(/Five minutes .* Two hours .* the points decide/s);
  await page.getByRole("button", { name: "Make the game" }).click();
  return page.getByRole("textbox", { name: "Invitation" }).inputValue();
}

/** What the others are doing, for a seat that waits. */
function waits({ visit }: Player, words: RegExp): Promise<void> {
  return soon(() => visit.page.getByTestId("waiting").innerText({ timeout: 500 }).catch(() => "")).toMatch(words);
}

it("each team throws its die, equal dice are thrown again, and the higher one takes the other's side", () =>
  on.visit({}, (visit1) =>
    on.visit({}, async (visit2) => {
      const [first, second] = [visit1, visit2].map((visit): Player => ({ visit, hand: new HexMouse(visit) })) as [Player, Player];
      const invitation = await inviteByDie(visit1);
      await toTheTable(visit1.page);
      await takeTheSeat(visit2.page, invitation, "Bo");

      for (const [one, other] of [[4, 4], [2, 5]] as const) {
        await isAsked(visit1, /Throw 1 die for the choice of sides/);
        await waits(second, /real dice to be thrown/);
        await typeDie(first, one);
        await isAsked(visit2, /Throw 1 die for the choice of sides/);
        await waits(first, /real dice to be thrown/);
        await typeDie(second, other);
      }
      await isAsked(visit2, /Your die is the higher one: choose your side/);
      await second.hand.press('.decision .choices .button:has-text("Finland")');

      // the second team sits as Finland now, and sets up first; the first one is the Soviet side
      await waits(first, /Finland sets up/);
      await setUp(visit2, second.hand);
      await setUp(visit1, first.hand);
      await isAsked(visit1, /Move your units/);
      expect(standing(visit1)).toMatchObject({ turn: 1, side: "soviet", phase: "movement" });
      expect(await words(visit1.page, "turn")).toMatch(/Soviet/);
      await first.hand.unit("1944", "SU-138RD");
      await first.hand.hex("2044");
      expect(await words(visit1.page, "words")).toMatch(/138th Rifle Division/);
    }),
  ));
