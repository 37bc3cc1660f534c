/** Air units over Terijoki: Finland's to defend it, the Soviet side's to attack it. They fight first; those who are left support the combat on the ground (1.6). */

import { expect, it } from "vitest";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { endFor, finishBattle, fly, isAsked, placeOf, type Player, soon, typeDie, standing, war, words } from "./support/winterwar";

const on = stage("winterwar-air");
const TERIJOKI = "1742";

/** Ground units are named for the attack that follows, the chances of the air combat are told, and it is fought. */
async function fightInTheAir({ visit, hand }: Player): Promise<void> {
  const { page, wire } = visit;
  await isAsked(visit, /Air units of both sides meet/);
  expect((await shown(visit)).lit.map(({ id }) => id)).toEqual([TERIJOKI]);
  await hand.hex(TERIJOKI);
  const chances = page.getByTestId("chances");
  await soon(() => chances.count()).toBe(1);
  expect(await chances.innerText()).toMatch(/4 against 4/);
  // a column of the air combat table, a row for each face of the die
  expect(await chances.locator("td.hit").allInnerTexts()).toEqual(["AR", "S", "H", "H", "S", "FR"]);
  const named = await page.locator('.decision .pick[aria-pressed="true"]').count();
  expect(named, "ground units that are to attack afterwards").toBeGreaterThan(1);
  await hand.press('[data-testid="commit"]');
  await soon(() => wire.acts.at(-1)?.action).toMatchObject({ kind: "air-combat", hex: TERIJOKI });
  expect((wire.acts.at(-1)?.action as { units: string[] }).units.length).toBe(named);
}

/** Half of each side's air units are lost; every owner chooses which of his. */
async function choose({ visit, hand }: Player, lost: string): Promise<void> {
  await isAsked(visit, /Air combat over Terijoki.*choose 1 of your air units to be lost/);
  expect(await words(visit.page, "battle")).toMatch(/Terijoki/);
  await hand.press(`.decision .pick[data-part="${lost}"]`);
  await hand.press('[data-testid="commit"]');
  await soon(() => placeOf(visit, lost)).toBe("nowhere");
}

it("air units fight, and those who are left support attack and defence", () =>
  war(
    on,
    {},
    async (finland, soviet) => {
      await fly(finland, "FI-LeR2", TERIJOKI);
      await fly(finland, "FI-LeR1", TERIJOKI);
      await endFor(finland.visit, finland.hand, "end-movement");
      await isAsked(finland.visit, /Attack hexes/);
      await endFor(finland.visit, finland.hand, "end-combat");

      await isAsked(soviet.visit, /Move your units/);
      await fly(soviet, "SU-59IAB", TERIJOKI);
      await fly(soviet, "SU-18SBB", TERIJOKI);
      await endFor(soviet.visit, soviet.hand, "end-movement");
      await fightInTheAir(soviet);
      await typeDie(soviet, 3);
      // both read what the die meant
      for (const { visit } of [finland, soviet]) await soon(() => words(visit.page, "battle")).toMatch(/Air combat over Terijoki.*Result H/);
      await choose(soviet, "SU-59IAB");
      await choose(finland, "FI-LeR1");

      await isAsked(soviet.visit, /Attack hexes/);
      expect(standing(soviet.visit).phase).toBe("combat");
      for (const unit of ["FI-LeR2", "SU-18SBB"]) expect(await placeOf(soviet.visit, unit), unit).toBe(TERIJOKI);
      await soviet.hand.hex(TERIJOKI);
      const chances = soviet.visit.page.getByTestId("chances");
      await soon(() => chances.count()).toBe(1);
      const factors = await chances.locator(".factors").innerText();
      expect(factors).toMatch(/Ground support from the air adds 3 to the attack/);
      expect(factors).toMatch(/Ground support from the air adds 1 to the defence/);
      await soviet.hand.press('[data-testid="commit"]');
      await soon(() => soviet.visit.wire.acts.at(-1)?.action).toMatchObject({ kind: "attack", hex: TERIJOKI, units: expect.arrayContaining(["SU-18SBB"]) });
      await typeDie(soviet, 1);
      await finishBattle(soviet, finland);
      expect(await words(soviet.visit.page, "battle")).toMatch(/Ground support from the air adds 3 to the attack[^]*Ground support from the air adds 1 to the defence/);

      // after the phase they go home, those who defend at the latest when their own side moves again (R37)
      await endFor(soviet.visit, soviet.hand, "end-combat");
      await soon(() => standing(finland.visit).turn).toBe(2);
      expect([await placeOf(finland.visit, "SU-18SBB"), await placeOf(finland.visit, "FI-LeR2")]).toEqual(["1844", "1439"]);
    },
    { dice: "typed", options: { first_player: "finland" } },
  ));
