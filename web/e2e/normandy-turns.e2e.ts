/** The first turn of Normandy between two people with the mouse: the drop, the landing and an attack with real dice, then the turn of the Germans. */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { land } from "./support/normandy";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { endFor, isAsked, makeForTwo, move, placeOf, type Player, sitDown, soon, standing, typeDie, words } from "./support/winterwar";

const on = stage("normandy-turns");
const COMMIT = '[data-testid="commit"]';
const UNPICKED = '.decision .pick[aria-pressed="false"]:not(:disabled)';
/** the area of the 101st; the 716th between Juno, Sword and Caen; and behind it the 21st Panzer */
const DROP = "0709";
const BEFORE_CAEN = "1511";
const PARIS_ROAD = "3015";

/** Two people at their tables, with real dice. */
function war(play: (allied: Player, german: Player) => Promise<void>): Promise<void> {
  return on.visit({}, (allies) =>
    on.visit({}, async (germans) => {
      const tables = await makeForTwo(on.server.address, { game: "normandy", seat: "allied", dice: "typed" });
      const [allied, german] = [allies, germans].map((visit): Player => ({ visit, hand: new HexMouse(visit) })) as [Player, Player];
      await sitDown(allies, tables[0]);
      await sitDown(germans, tables[1]);
      await isAsked(allies, /Bring your units ashore/);
      await play(allied, german);
    }),
  );
}

/** All who can attack a hex do. */
async function attack({ visit, hand }: Player, hex: string): Promise<void> {
  await isAsked(visit, /Attack hexes/);
  await hand.hex(hex);
  await soon(() => visit.page.getByTestId("chances").count()).toBe(1);
  await hand.press(COMMIT);
  await soon(() => visit.wire.acts.at(-1)?.action).toMatchObject({ kind: "attack", hex });
}

it("the Allies drop, land, attack and advance, and plan no carpet", () =>
  war(async (allied, german) => {
    const { visit, hand } = allied;
    expect(await words(visit.page, "tip")).toMatch(/Utah and Omaha/);
    // in the first turn the lit hexes of a parachute division are those of its drop
    await hand.press('[data-testid="waiting-units"] [data-unit="us-101-abn"]');
    expect((await shown(visit)).lit.map(({ id }) => id)).toContain(DROP);
    await hand.hex(DROP);
    await hand.hex(DROP);
    await soon(() => placeOf(visit, "us-101-abn")).toBe(DROP);

    await land(allied);
    await isAsked(visit, /Move your units/);
    expect(await words(visit.page, "warning")).toMatch(/20 units that can move have not moved/);
    await endFor(visit, hand, "end-movement");
    await attack(allied, BEFORE_CAEN);
    await typeDie(allied, 6);
    for (const { visit: seen } of [allied, german]) await soon(() => placeOf(seen, "de-716-inf")).toBe("nowhere");
    await isAsked(visit, /is free of the enemy/);
    await hand.press(UNPICKED);
    const unit = await visit.page.locator('.decision .pick[aria-pressed="true"]').first().getAttribute("data-part");
    await hand.press(COMMIT);
    await soon(() => placeOf(visit, unit ?? "")).toBe(BEFORE_CAEN);
    await endFor(visit, hand, "end-combat");
    await isAsked(visit, /carpet bombing/);
    await endFor(visit, hand, "no-bombing");
    await isAsked(german.visit, /Place your reinforcements/);
    expect(standing(visit)).toMatchObject({ turn: 1, side: "german", phase: "reinforcement" });
  }));

it("the Germans bring up a division, move it at once, and attack the beach", () =>
  war(async (allied, { visit, hand }) => {
    await land(allied);
    for (const phase of ["movement", "combat"]) {
      await soon(() => standing(allied.visit).phase).toBe(phase);
      await endFor(allied.visit, allied.hand, `end-${phase}`);
    }
    await isAsked(allied.visit, /carpet bombing/);
    await endFor(allied.visit, allied.hand, "no-bombing");

    await isAsked(visit, /Place your reinforcements: 4 units/);
    expect(await words(visit.page, "tip")).toMatch(/Start hexes/);
    await hand.press('[data-testid="waiting-units"] [data-unit="de-lehr-pz"]');
    await hand.hex(PARIS_ROAD);
    await hand.hex(PARIS_ROAD);
    await soon(() => placeOf(visit, "de-lehr-pz")).toBe(PARIS_ROAD);
    expect(await words(visit.page, "warning")).toMatch(/3 units could still come/);
    await endFor(visit, hand, "end-reinforcement");
    await isAsked(visit, /Move your units/);
    await move({ visit, hand }, "de-lehr-pz", ["2914"]);
    await endFor(visit, hand, "end-movement");
    // the 352nd and the battery stand in bocage beside Omaha
    await attack({ visit, hand }, "1109");
    await typeDie({ visit, hand }, 1);
    await soon(() => allied.visit.wire.received.some((frame) => frame.includes("normandy.event.battle"))).toBe(true);
    await isAsked(visit, /Attack hexes/);
    await endFor(visit, hand, "end-combat");
    await isAsked(allied.visit, /type it in/);
    expect(standing(visit).turn).toBe(2);
  }));
