/** The clock of the Winter War: when a side's time for movement is over, what it has not sent is not done (turn-3-b). */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { isAsked, makeWar, placeOf, setUp, sitDown, soon, standing, words } from "./support/winterwar";

const on = stage("winterwar-clock", { words: ["--movement-seconds", "12"] });

/** What is said large over the board, until it has been read. */
async function hearsOfTime({ page }: Visit, said: RegExp): Promise<void> {
  const call = page.getByTestId("time-call");
  await soon(() => call.innerText({ timeout: 500 }).catch(() => "")).toMatch(said);
  await call.getByRole("button").click();
  expect(await call.count()).toBe(0);
}

it("a move that was only shown when time ran out is not made, and combat follows", () =>
  on.visit({}, (first) =>
    on.visit({}, async (second) => {
      const seats = await makeWar(on.server.address, { clocks: true });
      await sitDown(first, seats.finland);
      await hearsOfTime(first, /Five minutes .* Two hours/s);
      await setUp(first, new HexMouse(first));
      await sitDown(second, seats.soviet);
      await hearsOfTime(second, /Five minutes .* Two hours/s);
      const hand = new HexMouse(second);
      await setUp(second, hand);
      await isAsked(second, /Move your units/);
      expect(await words(second.page, "clocks")).toMatch(/0:[01]\d/);
      await hand.unit("1944", "SU-138RD");
      await hand.hex("2044");
      expect(await words(second.page, "words")).toMatch(/138th Rifle Division/);
      const acts = second.wire.acts.length;
      expect(await words(first.page, "last-seconds")).toMatch(/movement.* 0:\d\d/s);

      for (const visit of [first, second]) await hearsOfTime(visit, /Soviet.*the time for movement is up/s);
      await isAsked(second, /Attack hexes/);
      expect(standing(second)).toMatchObject({ turn: 1, side: "soviet", phase: "combat" });
      expect(await placeOf(second, "SU-138RD")).toBe("1944");
      expect(second.wire.acts.length).toBe(acts);
      const told = second.wire.positions.flatMap(({ events }) => events).map(([, { text }]) => text.key);
      expect(told).toContain("winterwar.event.movement-time-up");
      expect((await shown(second)).refusal).toBe("");
    }),
  ));
