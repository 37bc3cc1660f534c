/** Ships off Normandy and the battery of Longues fire at each other, and flak at a bomber on its way, with real dice typed in. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { land } from "./support/normandy";
import { stage } from "./support/stage";
import { endFor, isAsked, makeWar, move, placeOf, type Player, sitDown, soon, standing, typeDie, words } from "./support/winterwar";

const on = stage("normandy-sea");
const INSTEAD = ".instead .button";
const COMMIT = '[data-testid="commit"]';
/** the battery, a coast hex that it controls, and what flak covers */
const LONGUES = "1209";
const OFF_LONGUES = "1108";
const SAINT_LO = "0913";

function losses({ visit }: Player): Readonly<Record<string, number>> {
  return visit.wire.position.scene.losses ?? {};
}

/** Who of those that fired, or were fired at, takes the losses. */
async function take(player: Player, units: readonly string[]): Promise<void> {
  const { visit, hand } = player;
  await isAsked(visit, /choose who takes \d loss/);
  for (const unit of units) await hand.press(`.decision .pick[data-part="${unit}"][aria-pressed="false"]`);
  await hand.press(COMMIT);
  await soon(() => units.every((unit) => (losses(player)[unit] ?? 0) > 0)).toBe(true);
}

/** The Allies land, fly and sail; flak throws before the bomber is over its target. */
async function sail(allied: Player, german: Player): Promise<void> {
  const { visit, hand } = allied;
  await isAsked(visit, /Bring your units ashore/);
  await land(allied);
  await isAsked(visit, /Move your units/);
  await move(allied, "bb-nevada", [OFF_LONGUES]);
  await move(allied, "bb-texas", [OFF_LONGUES]);
  await hand.unit(await placeOf(visit, "bm-us-8af"), "bm-us-8af");
  await hand.hex(SAINT_LO);
  await hand.press(COMMIT);
  await typeDie(german, 4);
  await soon(() => placeOf(visit, "bm-us-8af")).toBe(SAINT_LO);
  for (const player of [allied, german]) {
    expect(losses(player)).toEqual({ "bm-us-8af": 1 });
    await player.visit.page.getByText(/Flak at .*Flak Regiment 32.* takes 1 loss/).first().waitFor();
  }
  await endFor(visit, hand, "end-movement");
}

/** The hex of the battery can be attacked on land too, with ships in support; fire is offered instead of that. */
async function fireAtLongues({ visit, hand }: Player): Promise<void> {
  const { page, wire } = visit;
  await isAsked(visit, /Attack hexes/);
  await hand.hex(LONGUES);
  expect(await words(page, "words")).toMatch(/Attack .*USS Nevada/);
  await hand.press(INSTEAD);
  expect(await words(page, "words")).toMatch(/Fire at .*USS Nevada and USS Texas, against Coastal artillery Longues/);
  const odds = await words(page, "chances");
  expect(odds).toMatch(/A1[^]*17 %[^]*F1[^]*33 %[^]*No effect[^]*17 %[^]*F2[^]*33 %/);
  await hand.press(COMMIT);
  await soon(() => wire.acts.at(-1)?.action).toMatchObject({ kind: "duel", hex: LONGUES, units: ["bb-nevada", "bb-texas"] });
}

it("ships and coastal artillery fire at each other, and flak at a bomber", () =>
  on.visit({}, (allies) =>
    on.visit({}, async (germans) => {
      const tables = await makeWar(on.server.address, { game: "normandy", seat: "allied", dice: "typed" });
      const allied: Player = { visit: allies, hand: new HexMouse(allies) };
      const german: Player = { visit: germans, hand: new HexMouse(germans) };
      await sitDown(allies, tables.finland);
      await sitDown(germans, tables.soviet);
      await sail(allied, german);

      await fireAtLongues(allied);
      await typeDie(allied, 1);
      for (const { visit } of [allied, german]) await soon(() => words(visit.page, "battle")).toMatch(/4 attack points: column 4[^]*A 1: A1/);
      await take(allied, ["bb-texas"]);
      await endFor(allies, allied.hand, "end-combat");

      await isAsked(germans, /Place your reinforcements/);
      await endFor(germans, german.hand, "end-reinforcement");
      await isAsked(germans, /Move your units/);
      await endFor(germans, german.hand, "end-movement");
      await isAsked(germans, /Attack hexes/);
      await german.hand.hex(OFF_LONGUES);
      expect(await words(germans.page, "words")).toMatch(/Fire at .*Coastal artillery Longues, against USS Nevada and USS Texas/);
      await german.hand.press(COMMIT);
      await typeDie(german, 6);
      await take(allied, ["bb-nevada", "bb-texas"]);
      expect(losses(german)).toEqual({ "bb-nevada": 1, "bb-texas": 2, "bm-us-8af": 1 });
      await endFor(germans, german.hand, "end-combat");

      await soon(() => standing(allies).turn).toBe(2);
      await typeDie(allied, 4);
      for (const phase of ["reinforcement", "movement"]) {
        await soon(() => standing(allies).phase).toBe(phase);
        await endFor(allies, allied.hand, `end-${phase}`);
      }
      await fireAtLongues(allied);
      await typeDie(allied, 5);
      for (const { visit } of [allied, german]) await soon(() => placeOf(visit, "cb-longues")).toBe("nowhere");
    }),
  ));
