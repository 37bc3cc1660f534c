/** The end of a game: who won, by what, how close; and the next one. */

import { describe, expect, it } from "vitest";
import { result as norwayResult } from "../src/games/norway/view";
import { result as winterwarResult } from "../src/games/winterwar/view";
import { outcome, rematch } from "../src/state/ending";
import { say } from "../src/texts/text";
import type { GameInfo } from "../src/wire/api";
import type { SeatInfo, Welcome } from "../src/wire/messages";

const lost = { winners: ["norway", "allies"], degree: "narrow", score: 5, reason: "cities-held-narrow" };
const norway = { germany: [3, 2], norway: [1, 0], allies: [0, 4], result: lost } as unknown as Parameters<typeof norwayResult>[0];

describe("the result", () => {
  it("is told to each seat as won or lost, and to those who watch by the winner", () => {
    const seen = norwayResult(norway);
    if (seen === null) throw new Error("no result");
    expect(outcome(seen, ["germany"])).toEqual(say("web.over.lost"));
    expect(outcome(seen, ["norway", "allies"])).toEqual(say("web.over.won"));
    expect(outcome(seen, [])).toEqual(seen.headline);
    expect(outcome({ ...seen, winners: [] }, ["germany"])).toEqual(say("web.over.drawn"));
  });

  it("of Norway says by what and how close", () => {
    expect(norwayResult(norway)?.how).toEqual([
      say("norway.victory.cities-held-narrow", { n: 1, battalions: say("norway.count.battalions", { n: 5 }) }),
      say("norway.close", { n: 5, germany: 5, others: 5 }),
    ]);
    const resigned = { ...norway, result: { ...lost, reason: "resigned" } };
    expect(norwayResult(resigned)?.how[0]).toEqual(say("web.over.resigned", { side: say("norway.winner.germany") }));
  });

  it("of the Winter War says by what and how close", () => {
    const seen = (degree: string, reason: string, points: readonly [number, number]) =>
      winterwarResult({ points, result: { winners: ["soviet"], degree, score: points[0] - points[1], reason } } as unknown as Parameters<typeof winterwarResult>[0]);
    const side = say("winterwar.role.soviet");
    expect(seen("points", "turns", [110, 121])).toEqual({
      winners: ["soviet"],
      headline: say("winterwar.event.won.points", { side }),
      how: [say("winterwar.result.turns"), say("winterwar.event.points", { finland: 27.5, soviet: 30.25 }), say("winterwar.ahead", { side, n: 2.75 })],
    });
    expect(seen("sudden-death", "sudden-death", [120, 120])?.headline).toEqual(say("winterwar.won", { side }));
    expect(seen("resigned", "resigned", [120, 120])?.how[0]).toEqual(say("web.over.resigned", { side: say("winterwar.role.finland") }));
    expect(seen("units", "turns", [120, 120])?.how).toEqual([say("winterwar.result.turns"), say("winterwar.event.points", { finland: 30, soviet: 30 })]);
  });
});

describe("the next game", () => {
  const info = { seatings: [[["germany"], ["norway"], ["allies"]], [["germany"], ["norway", "allies"]]] } as unknown as GameInfo;
  const welcome = { game: "norway", seat: "germany", options: { rules: "basic", "interception-from": "5" }, umpire: false, spectators: true, dice: "live", clocks: false } as unknown as Welcome;
  const seat = (name: string, player: string) => ({ name, roles: name.split("+"), player }) as unknown as SeatInfo;
  const seats = [seat("germany", ""), seat("norway+allies", "captain")];

  it("is the same again: seats, computers, options that mean something", () => {
    expect(rematch(info, welcome, seats, "germany")).toEqual({
      game: "norway", seating: 1, seat: "germany", computers: { "norway+allies": "captain" },
      options: { rules: "basic" }, umpire: false, spectators: true, dice: "live", clocks: false,
    });
  });

  it("is watched as this one was", () => {
    const late = { ...welcome, watched: "late", turns_late: 3 } as Welcome;
    expect(rematch(info, late, seats, "germany")).toMatchObject({ spectators: true, watched: "late", turns_late: 3 });
  });

  it("or from the other side: who sat there takes one's own", () => {
    expect(rematch(info, welcome, seats, "norway+allies")).toMatchObject({ seat: "norway+allies", computers: { germany: "captain" } });
    expect(rematch(info, welcome, [seat("germany", ""), seat("norway+allies", "")], "norway+allies")).toMatchObject({ computers: {} });
  });
});
