/** The Winter War with fingers on a tablet: the first tap shows what would happen, the second does it. */

import { expect, it } from "vitest";
import { HexFinger } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { endFor, finishBattle, fly, isAsked, move, placeOf, type Player, soon, typeDie, standing, war, words } from "./support/winterwar";

const on = stage("winterwar-touch");
const TABLET = { manner: { hasTouch: true, viewport: { width: 820, height: 1180 } }, hand: (visit: Visit) => new HexFinger(visit) };
const TERIJOKI = "1742";

/** Whether the middle of a hex lies on the screen. */
function inSight({ page }: Visit, hex: string): Promise<boolean> {
  return page.evaluate((number) => {
    const [board, cell] = [".board", `.place[data-place="${number}"]`].map((each) => document.querySelector(each)?.getBoundingClientRect());
    if (board === undefined || cell === undefined) return false;
    const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
    return x > board.left && x < board.right && y > board.top && y < board.bottom;
  }, hex);
}

/** The units that may take a loss stand there by their names; one is ticked, and a button gives it. */
async function takeLoss({ visit, hand }: Player): Promise<void> {
  const { page, wire } = visit;
  await isAsked(visit, /take a loss/);
  await page.reload();
  await isAsked(visit, /take a loss/);
  // the map comes back where the battle is, close enough to read
  const cell = page.locator(`.place[data-place="${TERIJOKI}"]`);
  await soon(async () => (await cell.boundingBox())?.width ?? 0).toBeGreaterThan(40);
  await soon(() => inSight(visit, TERIJOKI)).toBe(true);
  await page.getByTestId("open-odds").press("Enter");
  // its die has fallen: it is no chance any more
  const ahead = page.getByTestId("battle").locator("summary");
  await soon(() => ahead.count()).toBeGreaterThan(0);
  expect((await ahead.allInnerTexts()).filter((title) => title.includes("Terijoki"))).toEqual([]);
  const acts = wire.acts.length;
  const units = page.locator(".decision .pick");
  expect((await units.allInnerTexts()).join(" ")).toMatch(/Brigade|Division|Regiment|Group/);
  await hand.press('.decision .pick[aria-pressed="false"]');
  expect((await shown(visit)).canCommit).toBe(true);
  expect(wire.acts.length, "a tick is no order").toBe(acts);
  await hand.press('[data-testid="commit"]');
  await soon(() => wire.acts.length).toBe(acts + 1);
}

it("a turn is played by touch, and a single tap never gives an order", () =>
  war(
    on,
    { finland: TABLET, soviet: TABLET },
    async (finland, soviet) => {
      const { visit, hand } = soviet;
      const { page, wire } = visit;
      const acts = wire.acts.length;

      // a counter, a hex out of its reach, a hex in its reach: all that is only looked at
      await hand.unit("1944", "SU-138RD");
      await hand.hex("1540");
      expect((await shown(visit)).refusal).not.toBe("");
      await hand.hex("2044");
      expect(await words(page, "words")).toMatch(/138th Rifle Division/);
      await hand.press('[data-testid="back"]');
      await hand.press('[data-testid="back"]');
      expect((await shown(visit)).canCommit).toBe(false);
      expect(wire.acts.length, "nothing has been done yet").toBe(acts);

      await move(soviet, "SU-138RD", ["2044", "2144"]);
      await fly(soviet, "SU-18SBB", TERIJOKI);
      expect(wire.acts.slice(acts).map(({ action }) => action)).toMatchObject([{ kind: "move", unit: "SU-138RD" }, { kind: "fly", unit: "SU-18SBB", hex: TERIJOKI }]);
      await endFor(visit, hand, "end-movement");

      await isAsked(visit, /Attack hexes/);
      const before = wire.acts.length;
      await hand.hex(TERIJOKI);
      await soon(() => page.getByTestId("chances").count()).toBe(1);
      expect(wire.acts.length, "an attack is only shown by the first tap").toBe(before);
      await hand.hex(TERIJOKI);
      expect(wire.acts.length, "nor by the second: it cannot be taken back").toBe(before);
      await hand.press('[data-testid="commit"]');
      await soon(() => wire.acts.at(-1)?.action).toMatchObject({ kind: "attack", hex: TERIJOKI });
      await typeDie(soviet, 1);
      await takeLoss(finland);
      await finishBattle(soviet, finland);
      expect(standing(visit).battle).toBe("");
      await endFor(visit, hand, "end-combat");
      await isAsked(finland.visit, /Move your units/);
      expect(await placeOf(finland.visit, "SU-138RD")).toBe("2144");
    },
    { dice: "typed" },
  ));
