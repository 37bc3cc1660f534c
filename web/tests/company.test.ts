/** What people need at the table beside the game: to be told that they are asked, and how long they have. */

import { describe, expect, it } from "vitest";
import { Caller, iconOf, isAwaited, titleOf } from "../src/bar/signal";
import { aboutTime, daysLeft } from "../src/clocks/clocks";
import { Time } from "../src/clocks/time.svelte";
import { undoneAfter } from "../src/state/takeback";
import type { DecisionSeen, Position, SeatInfo } from "../src/wire/messages";

const SEAT: SeatInfo = { name: "north", roles: ["norway", "allies"], player: "", people: 1, claimed: true, names: [], absent: false };
const ASKED = ["norway", "allies"].map((role) => ({ id: `4-${role}`, role }) as DecisionSeen);

function position(news: Partial<Position> = {}): Position {
  return { asked: ASKED, scene: { answered: [] }, seats: [SEAT], over: false, ...news } as unknown as Position;
}

describe("a seat is awaited", () => {
  it("while one of its roles has yet to answer", () => {
    expect(isAwaited(position(), "north")).toBe(true);
    expect(isAwaited(position({ scene: { answered: ["norway"] } as Position["scene"] }), "north")).toBe(true);
    expect(isAwaited(position({ scene: { answered: ["norway", "allies"] } as Position["scene"] }), "north")).toBe(false);
    expect(isAwaited(position({ asked: [] }), "north")).toBe(false);
  });

  it("not when the game is over or paused, nor while a computer plays for it", () => {
    expect(isAwaited(position({ over: true }), "north")).toBe(false);
    expect(isAwaited(position({ paused: true }), "north")).toBe(false);
    expect(isAwaited(position({ seats: [{ ...SEAT, player: "captain" }] }), "north")).toBe(false);
  });
});

describe("the tab", () => {
  it("says first that one is asked, then in which game", () => {
    expect(titleOf("Norway 1940", "Your turn")).toBe("● Your turn – Norway 1940 – Feltherre");
    expect(titleOf("Norway 1940", null)).toBe("Norway 1940 – Feltherre");
    expect(titleOf("", null)).toBe("Feltherre");
  });

  it("has another sign then, and both are pictures of their own", () => {
    expect(iconOf(true)).not.toBe(iconOf(false));
    for (const icon of [iconOf(true), iconOf(false)]) expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
  });
});

describe("somebody is called", () => {
  it("when he is asked and was not, and once", () => {
    const caller = new Caller();
    expect(caller.hears(false, false, 0)).toBe(false);
    expect(caller.hears(true, false, 100)).toBe(true);
    expect(caller.hears(true, false, 200)).toBe(false);
  });

  it("not when he comes and is asked already, nor just after he has acted himself", () => {
    const caller = new Caller();
    expect(caller.hears(true, false, 0)).toBe(false);
    expect(caller.hears(true, true, 60_000)).toBe(false);
    expect(caller.hears(false, false, 60_100)).toBe(false);
    expect(caller.hears(true, false, 60_500)).toBe(false);
    expect(caller.hears(false, false, 61_000)).toBe(false);
    expect(caller.hears(true, false, 90_000)).toBe(true);
  });
});

describe("time", () => {
  it("is told before it counts, with what follows: the game's own clocks, or days", () => {
    expect(aboutTime({ game: "winterwar", clocks: true })).toEqual({ key: "winterwar.clocks.about" });
    expect(aboutTime({ game: "norway", pace: 3 })).toEqual({ key: "web.time.pace.about", args: { n: 3 } });
    expect(aboutTime({ game: "norway" })).toBeNull();
  });

  it("of days is told in days, then hours, then minutes, then it is up", () => {
    const hour = 3_600_000;
    const told = [72 * hour - 1, 50 * hour, 47 * hour, 2 * hour, 90 * 60_000, 1, 0, -hour].map(daysLeft);
    expect(told.map(({ key, args }) => [key.replace("web.time.", ""), args?.["n"]])).toEqual([
      ["days", 3],
      ["days", 2],
      ["hours", 47],
      ["hours", 2],
      ["minutes", 90],
      ["minutes", 1],
      ["up", undefined],
      ["up", undefined],
    ]);
  });

  it("stands in a pause, in a game without clocks too", () => {
    const time = new Time();
    time.hear(position({ paused: true }));
    expect([time.paused, time.clocks]).toEqual([true, []]);
    time.hear(position());
    expect(time.paused).toBe(false);
  });
});

describe("going back", () => {
  it("undoes what happened after the line, but not what was done beside the game", () => {
    const log = ["norway.event.moved", "core.event.paused", "norway.event.battle", "core.event.ask-takeback"].map((key, line) => ({ line, event: { text: { key } } }));
    expect(undoneAfter(log, 0).map(({ text }) => text.key)).toEqual(["norway.event.battle"]);
  });
});
