/** The end of a game: who won, by what, how close; and the next one. */

import { describe, expect, it } from "vitest";
import { canBeAgain, outcome, rematch } from "../src/state/ending";
import { say } from "../src/texts/text";
import type { GameInfo } from "../src/wire/api";
import type { SeatInfo, Welcome } from "../src/wire/messages";

describe("the result", () => {
  it("is told to each seat as won or lost, and to those who watch by the winner", () => {
    const seen = { winners: ["norway", "allies"], headline: say("won") };
    expect(outcome(seen, ["germany"])).toEqual(say("web.over.lost"));
    expect(outcome(seen, ["norway", "allies"])).toEqual(say("web.over.won"));
    expect(outcome(seen, [])).toEqual(seen.headline);
    expect(outcome({ ...seen, winners: [] }, ["germany"])).toEqual(say("web.over.drawn"));
  });
});

describe("the next game", () => {
  const option = (name: string, needs: Record<string, string>) => ({ name, needs });
  const info = { options: [option("rules", {}), option("interception-from", { rules: "advanced" })], seatings: [[["germany"], ["norway"], ["allies"]], [["germany"], ["norway", "allies"]]] } as unknown as GameInfo;
  const welcome = { game: "norway", seat: "germany", options: { rules: "basic", "interception-from": "5" }, umpire: false, spectators: true, dice: "live", clocks: false, aids: ["advice", "odds"] } as unknown as Welcome;
  const seat = (name: string, player: string) => ({ name, roles: name.split("+"), player }) as unknown as SeatInfo;
  const seats = [seat("germany", ""), seat("norway+allies", "captain")];

  it("is the same again: seats, computers, options that mean something", () => {
    expect(rematch(info, welcome, seats, "germany")).toEqual({
      game: "norway", seating: 1, seat: "germany", computers: { "norway+allies": "captain" },
      options: { rules: "basic" }, umpire: false, spectators: true, dice: "live", clocks: false,
      aids: true,
    });
  });

  it("is watched as this one was", () => {
    expect(rematch(info, { ...welcome, aids: ["reach"] }, seats, "germany")).toMatchObject({ aids: false });
    const late = { ...welcome, watched: "late", turns_late: 3 } as Welcome;
    expect(rematch(info, late, seats, "germany")).toMatchObject({ spectators: true, watched: "late", turns_late: 3 });
  });

  it("is of the same scenario, and cannot be where that is a file of somebody's own", () => {
    const known = { ...info, scenarios: ["ford"] };
    const at = (scenario: string) => ({ ...welcome, scenario });
    expect([canBeAgain(known, at("")), canBeAgain(known, at("ford")), canBeAgain(known, at("mine"))]).toEqual([true, true, false]);
    expect(rematch(known, at("ford"), seats, "germany")).toMatchObject({ scenario: "ford" });
  });

  it("or from the other side: who sat there takes one's own", () => {
    expect(rematch(info, welcome, seats, "norway+allies")).toMatchObject({ seat: "norway+allies", computers: { germany: "captain" } });
    expect(rematch(info, welcome, [seat("germany", ""), seat("norway+allies", "")], "norway+allies")).toMatchObject({ computers: {} });
  });
});
