/** The Winter War between two people: whole player turns of both sides by clicking, one with keys alone, and a server that dies in a battle. */

import { expect, it } from "vitest";
import { HexKeys } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import type { Manner } from "./support/visit";
import { endFor, finishBattle, fly, isAsked, move, placeOf, type Player, soon, standing, war, words } from "./support/winterwar";

const on = stage("winterwar");
// one of these tests kills the server
const MANNER: Manner = { expected: /WebSocket connection to .* failed/ };

/** Attack Terijoki with all who can but one; the chances are told before, and change with who takes part. */
async function attackTerijoki({ visit, hand }: Player): Promise<void> {
  const { page, wire } = visit;
  // first who attacks, then whom
  await hand.unit("1842", "SU-142RD");
  await hand.hex("1742");
  expect(await page.locator('.decision .pick[aria-pressed="true"]').count()).toBe(1);
  await hand.press('.tools .button:has-text("All")');
  const chances = page.getByTestId("chances");
  await soon(() => chances.count()).toBe(1);
  await soon(() => chances.locator(".factors").innerText()).toMatch(/40 against 4/);
  const all = await chances.innerText();
  expect(all).toMatch(/Town: −1/);
  expect(all).toMatch(/The defender has winter capability/);
  expect(all).toMatch(/Our reconstruction/);
  expect(await chances.locator("td.hit").count()).toBe(6);
  await hand.press('.decision .pick[aria-pressed="true"]');
  await soon(() => chances.innerText().catch(() => all)).not.toBe(all);
  const [left, ticked] = await Promise.all([page.locator('.decision .pick[aria-pressed="false"]').count(), page.locator('.decision .pick[aria-pressed="true"]').count()]);
  expect(left).toBe(1);
  // an attack cannot be taken back: only its button gives it
  const acts = wire.acts.length;
  await hand.hex("1742");
  expect(wire.acts.length).toBe(acts);
  expect(await words(page, "commit")).toMatch(/attack/i);
  await hand.press('[data-testid="commit"]');
  await soon(() => wire.acts.at(-1)?.action).toMatchObject({ kind: "attack", hex: "1742" });
  expect((wire.acts.at(-1)?.action as { units: string[] }).units.length).toBe(ticked);
}

async function sovietTurn(soviet: Player, finland: Player): Promise<void> {
  const { visit, hand } = soviet;
  await move(soviet, "SU-150RD", ["2044"]);
  await move(soviet, "SU-138RD", ["2044", "2144"]);
  await fly(soviet, "SU-18SBB", "1742");
  // another base instead of a mission
  await hand.unit("1844", "SU-59IAB");
  await hand.press('.instead .button:has-text("change a base")');
  await hand.hex("1843");
  await hand.hex("1843");
  await soon(() => placeOf(visit, "SU-59IAB")).toBe("1843");

  expect(await words(visit.page, "warning")).toMatch(/ground units that can move have not moved/);
  await endFor(visit, hand, "end-movement");
  await isAsked(visit, /Attack hexes/);
  await attackTerijoki(soviet);
  await finishBattle(soviet, finland);
  await endFor(visit, hand, "end-combat");
  await isAsked(finland.visit, /Move your units/);
}

it("a whole Soviet turn and a whole Finnish one are played by clicking", () =>
  war(
    on,
    { soviet: { manner: MANNER }, finland: { manner: MANNER } },
    async (finland, soviet) => {
      await sovietTurn(soviet, finland);
      expect(standing(finland.visit)).toMatchObject({ turn: 1, side: "finland", phase: "movement" });
      expect(await words(finland.visit.page, "points")).toMatch(/Finland/);

      const { visit, hand } = finland;
      await move(finland, "FI-6D", ["1539", "1540"]);
      // what may not be done is told with its rule
      await hand.unit("1439", "FI-LeR2");
      await hand.hex("0901");
      expect(await words(visit.page, "why-not")).toMatch(/neutral land.*1\.1-f/);
      await visit.page.keyboard.press("Escape");
      await endFor(visit, hand, "end-movement");
      await isAsked(visit, /Attack hexes/);
      const [target] = (await shown(visit)).lit;
      expect(target, "something can be attacked").toBeDefined();
      await hand.hex(target?.id ?? "");
      await soon(() => visit.page.getByTestId("chances").count()).toBe(1);
      await hand.press('[data-testid="commit"]');
      await finishBattle(finland, soviet);
      await endFor(visit, hand, "end-combat");

      // the second turn begins with counters in the tray
      await isAsked(soviet.visit, /reinforcement/i);
      await soviet.hand.press('[data-testid="waiting-units"] [data-unit="SU-44RD"]');
      const [town] = (await shown(soviet.visit)).lit;
      await soviet.hand.hex(town?.id ?? "");
      await soviet.hand.hex(town?.id ?? "");
      await soon(() => placeOf(soviet.visit, "SU-44RD")).toBe(town?.id);
      expect(await soviet.visit.page.locator('[data-testid="waiting-units"] [data-unit="SU-44RD"]').count()).toBe(0);
    },
  ));

it("a whole turn is played with keys alone, and the focus can always be seen", () =>
  war(
    on,
    { soviet: { hand: (visit) => new HexKeys(visit) } },
    async (finland, soviet) => {
      const { page, wire } = soviet.visit;
      await page.evaluate(() => {
        document.documentElement.dataset["pointers"] = "0";
        addEventListener("pointerdown", () => (document.documentElement.dataset["pointers"] = "1"), true);
      });
      await page.keyboard.press("/");
      await page.keyboard.type("138RD 1944 > 2044");
      await page.keyboard.press("Enter");
      await soon(() => placeOf(soviet.visit, "SU-138RD")).toBe("2044");
      expect(wire.acts.at(-1)?.text).toBe("138RD 1944 > 2044");
      await page.keyboard.press("Escape");

      await move(soviet, "SU-35TB", ["1943"]);
      // number keys lay something over the map
      await page.keyboard.press("b");
      await page.keyboard.press("5");
      await page.keyboard.press("0");
      await endFor(soviet.visit, soviet.hand, "end-movement");
      await isAsked(soviet.visit, /Attack hexes/);
      await soviet.hand.hex("1742");
      await soon(() => page.getByTestId("chances").count()).toBe(1);
      await soviet.hand.press('.decision .pick[aria-pressed="true"]');
      await soviet.hand.press('[data-testid="commit"]');
      await finishBattle(soviet, finland);
      await endFor(soviet.visit, soviet.hand, "end-combat");
      await isAsked(finland.visit, /Move your units/);
      expect(await page.evaluate(() => document.documentElement.dataset["pointers"])).toBe("0");
    },
  ));

it("a battle goes on after the server was killed in the middle of it", () =>
  war(
    on,
    { soviet: { manner: MANNER }, finland: { manner: MANNER } },
    async (finland, soviet) => {
      const { visit, hand } = soviet;
      await endFor(visit, hand, "end-movement");
      await isAsked(visit, /Attack hexes/);
      await hand.hex("1742");
      await hand.press('[data-testid="commit"]');
      // against these odds the defender always has something to choose
      const asked = await isAsked(finland.visit, /take a loss|must retreat/);
      const { page, wire } = finland.visit;
      if (asked.picks > 0) await finland.hand.press('.decision .pick[aria-pressed="false"]');
      else await finland.hand.hex(asked.lit[0]?.id ?? "");
      await soon(async () => (await shown(finland.visit)).canCommit).toBe(true);
      const acts = wire.acts.length;
      expect(standing(visit).battle).toBe("1742");

      await on.server.kill();
      await page.getByText("connection lost, trying again").waitFor();
      // given while nobody listens: it is kept, and sent when the server is back
      await page.getByTestId("commit").click();
      await on.server.startAgain();
      await page.getByText("connected", { exact: true }).waitFor();
      await visit.page.getByText("connected", { exact: true }).waitFor();
      await soon(() => wire.settled).toBe(true);
      expect(wire.acts.length).toBe(acts + 1);
      await finishBattle(soviet, finland);
      expect(standing(visit).battle).toBe("");
      const rulings = visit.wire.positions.flatMap(({ events, anew }) => (anew ? [] : events)).filter(([, { ruling, places }]) => ruling && places?.includes("1742"));
      expect(rulings.length, "the die is thrown once").toBeLessThanOrEqual(1);
      await endFor(visit, hand, "end-combat");
      await isAsked(finland.visit, /Move your units/);
    },
  ));
