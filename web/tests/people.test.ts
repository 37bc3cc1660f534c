/** Before and beside the table: one's own games in words, what a game is begun with, and whether a link leads anywhere. */

import { beforeEach, describe, expect, it } from "vitest";
import type { MyGame } from "../src/state/mine";
import { againstWhom, howItStands, rolesOf } from "../src/state/my-games";
import { prefs } from "../src/state/prefs.svelte";
import { isLoopback } from "../src/state/reach";
import { chosenFor, plainSeating } from "../src/state/starting";
import type { GameInfo, Mine, Sitting } from "../src/wire/api";

const GAME: MyGame = { token: "t", game: "lanterns", match: "m", seat: "amber", roles: ["amber"], opened: 1, seen: 0, over: false, beside: [], names: {}, invitations: {} };

function seat(name: string, player = "", called = ""): Sitting {
  return { name, roles: name.split("+"), player, called };
}

function mine(news: Partial<Mine> = {}): Mine {
  return {
    ...{ token_number: 0, match: "m", game: "lanterns", seat: "amber", roles: ["amber"], made: "", finished: false, asked: false },
    ...{ turn: { key: "round" }, waiting: [], role_names: {}, result: null },
    seats: [seat("amber", "", "Ann"), seat("blue"), seat("coral", "captain")],
    ...news,
  };
}

function stands(news: Partial<Mine>, game: Partial<MyGame> = {}): readonly [string | undefined, boolean | undefined] {
  const told = howItStands({ ...GAME, ...game }, mine(news));
  return [told?.text.key, told?.yours];
}

describe("my games", () => {
  it("name the others: a person, somebody who has not come yet, a computer", () => {
    const [first, second] = againstWhom(GAME, mine());
    expect(first).toEqual({ key: "web.mine.against", args: { who: { key: "web.mine.who-as", args: { who: { key: "web.mine.somebody" }, roles: [{ key: "lanterns.role.blue" }] } } } });
    expect(second?.args?.["who"]).toEqual({ key: "web.mine.computer" });
    const two = againstWhom(GAME, mine({ seats: [seat("amber"), seat("blue", "", "Bo")] }));
    expect(two).toEqual([{ key: "web.mine.against", args: { who: { key: "core.plain", args: { text: "Bo" } } } }]);
  });

  it("say of an umpire and of who watches whose game it is, and against nobody", () => {
    const umpire = mine({ seat: "umpire", roles: [] });
    expect(rolesOf({ ...GAME, seat: "umpire", roles: ["umpire"] }, umpire, null)).toEqual([{ key: "web.tab.umpire" }]);
    expect(againstWhom(GAME, umpire).map(({ key }) => key)).toEqual(["web.mine.who-as", "web.mine.who-as", "web.mine.who-as"]);
    expect(rolesOf({ ...GAME, seat: "", roles: [] }, mine({ seat: "", roles: [] }), null)).toEqual([{ key: "web.mine.watching" }]);
  });

  it("say whose turn it is, as far as it is known", () => {
    expect(stands({ waiting: ["amber", "blue"] })).toEqual(["web.mine.asked", true]);
    expect(stands({ waiting: ["blue"] })).toEqual(["web.mine.waiting", false]);
    expect(stands({ waiting: null })).toEqual([undefined, undefined]);
    expect(howItStands(GAME, undefined)?.text.key).toBe("web.mine.gone");
  });

  it("say how they ended", () => {
    const ended = (winners: readonly string[]) => stands({ finished: true, result: { winners } })[0];
    expect([ended(["amber"]), ended(["blue"]), ended([])]).toEqual(["web.mine.won", "web.mine.lost", "web.mine.drawn"]);
    expect(stands({ finished: true })[0]).toBe("web.mine.over");
    expect(stands({ finished: true, result: { winners: ["blue"] } }, { beside: ["u"] })[0]).toBe("web.mine.won-by");
  });

  it("at one screen are one game with all its sides, and name who is to come", () => {
    const shared: MyGame = { ...GAME, beside: ["u"] };
    const two = mine({ seats: [seat("amber"), seat("blue+coral")], waiting: ["blue+coral"] });
    const known = new Map([["u", mine({ seat: "blue+coral", roles: ["blue", "coral"] })]]);
    expect(rolesOf(shared, two, known).map(({ key }) => key)).toEqual(["lanterns.role.amber", "lanterns.role.blue", "lanterns.role.coral"]);
    expect(againstWhom(shared, two)).toEqual([{ key: "web.mine.one-screen" }]);
    expect(howItStands(shared, two)).toMatchObject({ text: { key: "web.mine.waiting" }, yours: true });
  });
});

describe("a game is begun", () => {
  const info = { id: "lanterns", seatings: [[["amber"], ["blue"], ["coral"]], [["amber"], ["blue", "coral"]]] } as unknown as GameInfo;
  beforeEach(() => (prefs.starts = {}));

  it("in the seating with the fewest, on the first seat against the strongest player", () => {
    expect(plainSeating(info)).toBe(1);
    expect(chosenFor(info, ["captain", "greedy"])).toEqual({ seat: "amber", player: "captain" });
  });

  it("as it was chosen last, unless that is there no more", () => {
    prefs.starts = { lanterns: { seat: "blue+coral", player: "greedy" } };
    expect(chosenFor(info, ["captain", "greedy"])).toEqual({ seat: "blue+coral", player: "greedy" });
    prefs.starts = { lanterns: { seat: "coral", player: "admiral" } };
    expect(chosenFor(info, ["captain", "greedy"])).toEqual({ seat: "amber", player: "captain" });
  });
});

it("a link to this machine is known as one", () => {
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "feltherre.localhost"].every(isLoopback)).toBe(true);
  expect(["192.168.1.7", "games.example.org", "localhost.example.org", "[fd00::2]"].some(isLoopback)).toBe(false);
});
