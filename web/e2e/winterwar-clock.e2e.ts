/** The clock of the Winter War: when a side's time for movement is over, what it has not sent is not done (turn-3-b). */

import { expect, it } from "vitest";
import { HexMouse } from "./support/hexes";
import { shown } from "./support/shown";
import { stage } from "./support/stage";
import { isAsked, makeWar, placeOf, setUp, sitDown, view, words } from "./support/winterwar";

const on = stage("winterwar-clock", ["--movement-seconds", "12"]);

it("a move that was only shown when time ran out is not made, and combat follows", () =>
  on.visit({}, (first) =>
    on.visit({}, async (second) => {
      const seats = await makeWar(on.server.address, { clocks: true });
      await sitDown(first, seats.finland);
      await setUp(first, new HexMouse(first));
      await sitDown(second, seats.soviet);
      const hand = new HexMouse(second);
      await setUp(second, hand);
      await isAsked(second, /Move your units/);
      expect(await words(second.page, "clocks")).toMatch(/0:[01]\d/);
      await hand.unit("1944", "SU-138RD");
      await hand.hex("2044");
      expect(await words(second.page, "words")).toMatch(/138th Rifle Division/);
      const acts = second.wire.acts.length;

      await isAsked(second, /Attack hexes/);
      expect(view(second)).toMatchObject({ turn: 1, side: "soviet", phase: "combat" });
      expect(await placeOf(second, "SU-138RD")).toBe("1944");
      expect(second.wire.acts.length).toBe(acts);
      const told = second.wire.positions.flatMap(({ events }) => events).map(([, { text }]) => text.key);
      expect(told).toContain("winterwar.event.movement-time-up");
      expect((await shown(second)).refusal).toBe("");
    }),
  ));
