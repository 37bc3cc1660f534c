/** A whole turn with fingers on a tablet: the first tap shows what would happen, the second does it. */

import { expect, it } from "vitest";
import { ownTurns } from "./support/chapters";
import { Finger } from "./support/hands";
import { Robot } from "./support/robot";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { norway } from "./support/table";

const { visit } = stage("touch");

it("a whole turn is played by touch, and a single tap never gives an order", () =>
  visit({ hasTouch: true, viewport: { width: 820, height: 1180 } }, async (visited) => {
    const { page, wire } = visited;
    await norway(page).getByRole("button", { name: "Play now" }).tap();
    await page.locator(".place.lit").first().waitFor();
    const finger = new Finger(page);

    await finger.choose("oslo");
    expect((await shown(visited)).chosen).toEqual(["oslo"]);
    await finger.choose("honefoss");
    const preview = await shown(visited);
    expect(preview.chosen).toEqual(expect.arrayContaining(["oslo", "honefoss"]));
    expect(preview.canCommit).toBe(true);
    expect(wire.acts).toEqual([]);

    await finger.choose("honefoss");
    await shown(visited);
    expect(wire.acts.map(({ action }) => action)).toMatchObject([{ kind: "move", origin: "oslo", target: "honefoss" }]);

    const robot = new Robot(visited, finger, { moves: 2, cards: 1, exchanged: 1 }, "touch");
    const begun = await shown(visited);
    const ended = await robot.playUntil(({ turn }) => turn !== begun.turn);
    expect([begun.turn, ended.turn]).toEqual(["Round 1: Germany", expect.not.stringMatching(/^Round 1: Germany$/)]);
    const { offered, done } = ownTurns(wire, "germany");
    expect(done).toEqual(offered);
  }));
