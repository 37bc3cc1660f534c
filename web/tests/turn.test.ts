import { describe, expect, it } from "vitest";
import type { Scene as SentScene } from "../src/generated/scene";
import { prefs } from "../src/state/prefs.svelte";
import type { LogLine } from "../src/state/seating";
import { say } from "../src/texts/text";
import { type Beat, beatsOf, markOf, marksOf, turnsOf } from "../src/turn/beats";
import { Reading, type Stage } from "../src/turn/reading.svelte";
import { type Means, type Seat, Teller } from "../src/turn/teller";
import { readBoard } from "../src/drawn/board";
import { readScene } from "../src/drawn/scene";
import type { Look, Position, Ruling } from "../src/wire/messages";

const RULING: Ruling = { procedure: "fire", outputs: {}, explanation: [], throws: [] };
const READER = { declared: ["declare."], owns: (piece: string) => piece.startsWith("own") };

/** `12 fire.volley own1 foe1 !`: at 0.12 of the turn, about these, with a ruling; `-`: at no moment of it. */
function told(line: number, ...words: string[]): LogLine[] {
  return words.map((word) => {
    const [when = "-", key = "", ...rest] = word.split(" ");
    const places = rest.filter((one) => one !== "!");
    const moment = when === "-" ? {} : { moment: say("moment"), passed: Number(when) };
    return { line, event: { text: say(key), places, ...moment, ...(rest.includes("!") ? { ruling: RULING } : {}) } };
  });
}

function keys(beats: readonly Beat[]): readonly string[] {
  return beats.map(({ lines }) => lines.map(({ event }) => event.text.key).join(" "));
}

describe("the beats of a turn", () => {
  it("are the declarations, each shot with what follows from it, and what units do by themselves at one instant", () => {
    const lines = told(
      3,
      "0 declare.attack own1 foe1", "0 declare.fire foe1", "0 volley own1 foe1 !", "0 removed foe1", "0 morale foe1", "0 volley foe1 own1", "0 booked own1", "0 falls own1",
      "25 formed own2", "25 formed foe2", "50 attacks own1 foe1", "50 repelled own1 foe1 !", "50 unlimbered foe3", "100 marched own1", "100 moved foe1",
    );
    expect(keys(beatsOf(lines, READER))).toEqual(["declare.attack declare.fire", "volley removed morale", "volley booked falls", "formed formed", "attacks repelled", "unlimbered", "marched moved"]);
  });

  it("take what has no moment with the beat before it, or the first after it", () => {
    const lines = told(3, "- umpire", "0 volley own1 foe1", "- next-turn", "- message");
    expect(keys(beatsOf(lines, READER))).toEqual(["umpire volley next-turn message"]);
    expect(keys(beatsOf(told(3, "- umpire"), READER))).toEqual(["umpire"]);
    expect(beatsOf([], READER)).toEqual([]);
  });

  it("begin anew with another line, in which somebody answered", () => {
    expect(keys(beatsOf([...told(3, "0 formed own1"), ...told(4, "0 formed own2")], READER))).toEqual(["formed", "formed"]);
  });

  it("concern the reader if they name a piece of his or hold a ruling for him", () => {
    const beats = beatsOf(told(3, "0 volley foe1 ally1", "0 volley foe2 own1", "10 test foe3 !", "20 formed foe1"), READER);
    expect(beats.map(({ mine }) => mine)).toEqual([false, true, true, false]);
  });

  it("say when they were, as people reckon", () => {
    expect([0, 25, 50, 75, 100].map((passed) => markOf(passed, "en"))).toEqual(["0", "¼", "½", "¾", "1"]);
    expect([markOf(23, "en"), markOf(23, "nb"), markOf(70, "da")]).toEqual(["0.23", "0,23", "0,70"]);
  });
});

describe("the log by turns", () => {
  it("begins a turn where the game says so", () => {
    const log = [...told(0, "- begins", "- turn"), ...told(2, "0 volley a b", "- turn"), ...told(4, "- message")];
    const turns = turnsOf(log, ["turn"]);
    expect(turns.map(({ heading, lines }) => [heading?.line ?? null, lines.length])).toEqual([[null, 1], [0, 1], [2, 1]]);
  });
});

function scene(name: string): SentScene {
  return { status: { turn: say(name), phase: say("phase") } };
}

function stage(before: string, after: string, ...words: string[]): Stage {
  return { beats: beatsOf(told(3, ...words), READER), before: scene(before), after: scene(after) };
}

describe("reading", () => {
  const drawn = (reading: Reading) => reading.scene?.status.turn.key ?? null;

  it("shows the position before what is told, and in the end where everybody stands", () => {
    const reading = new Reading();
    expect([reading.open, drawn(reading)]).toEqual([false, null]);
    reading.goOn(stage("one", "two", "0 volley own1 foe1", "50 formed foe1", "100 moved own1"));
    expect(drawn(reading)).toBe("one");
    reading.turn("after");
    expect(drawn(reading)).toBe("two");
    reading.go(1);
    expect(drawn(reading)).toBe("one");
    reading.go(9);
    expect([reading.at, reading.atEnd, drawn(reading)]).toEqual([2, true, "two"]);
    reading.close();
    expect(drawn(reading)).toBe(null);
  });

  it("goes on with what comes while it is being read, each with its own positions", () => {
    const reading = new Reading();
    reading.goOn(stage("one", "two", "0 volley own1 foe1"));
    reading.goOn(stage("two", "two"));
    reading.goOn(stage("two", "three", "40 volley foe1 foe2", "60 volley foe1 own1"));
    expect([reading.beats.length, reading.nextMine]).toEqual([3, 2]);
    reading.go(1);
    expect(drawn(reading)).toBe("two");
  });

  it("does not begin where there is nothing to tell", () => {
    const reading = new Reading();
    reading.begin([stage("one", "two")]);
    expect(reading.open).toBe(false);
  });
});

const BOARD = readBoard({
  kind: "tabletop", title: say("battle"), box: [0, 0, 10, 10], places: [],
  sides: [{ id: "blue", name: say("blue"), sign: "B" }, { id: "blue-smith", name: say("smith"), sign: "S", of: "blue" }],
  kinds: [{ id: "own1", side: "blue", name: say("own1") }, { id: "foe1", side: "red", name: say("foe1") }],
  cues: { moments: true, declared: ["declare."], turns: ["turn"] },
});

function position(line: number, ...words: string[]): Position {
  return {
    type: "position", line, scene: scene(`line ${line}`), events: told(line, ...words).map(({ line: at, event }) => [at, event] as const), anew: false, asked: [], waiting: [], seats: [],
    pen: true, can_undo: false, takeback: [], over: false, result: null, ending: [], open: [], gate: null, standing: {}, to_accept: [],
  };
}

function teller(played: readonly string[] = ["blue"]) {
  const shown: number[] = [];
  const looked: number[] = [];
  const now = position(1);
  const seat: { -readonly [K in keyof Seat]: Seat[K] } = { board: BOARD, position: now, scene: readScene(now.scene, BOARD), log: [], away: [], played, reading: new Reading() };
  const means: Means = {
    show: (at) => {
      shown.push(at.line);
      seat.position = at;
    },
    look: (line) => {
      looked.push(line);
      return Promise.resolve<Look>({ type: "look", id: "", line, scene: scene(`line ${line}`), log: [] });
    },
  };
  prefs.pace = "calm";
  return { seat, shown, looked, teller: new Teller(seat, means) };
}

describe("who tells a turn", () => {
  it("keeps the present back until the turn has been read", () => {
    const { seat, shown, teller: tells } = teller();
    const turn = position(2, "0 volley own1 foe1 !", "50 formed foe1", "- turn");
    expect(tells.reads(turn)).toBe(true);
    tells.tell(turn);
    expect([seat.reading.open, shown]).toEqual([true, []]);
    // somebody comes or goes: nothing of the turn is lost
    expect(tells.reads(position(3))).toBe(true);
    tells.tell(position(3));
    tells.readOn();
    expect(shown).toEqual([]);
    tells.readOn();
    expect([seat.reading.open, shown]).toEqual([false, [2, 3]]);
  });

  it("goes to what concerns the reader, and to the present after the last of it", () => {
    const { seat, shown, teller: tells } = teller(["blue-smith"]);
    tells.tell(position(2, "0 volley foe1 foe2", "10 formed foe1", "20 volley foe1 own1", "30 formed foe1"));
    tells.readOn(true);
    expect(seat.reading.at).toBe(2);
    tells.readOn(true);
    expect([seat.reading.open, shown]).toEqual([false, [2]]);
  });

  it("leaves in peace who wants to be told nothing, and what happens outside of a turn", () => {
    const { teller: tells } = teller();
    expect(tells.reads(position(2, "- message"))).toBe(false);
    expect(tells.reads({ ...position(2, "0 formed foe1"), anew: true })).toBe(false);
    prefs.pace = "none";
    expect(tells.reads(position(2, "0 formed foe1"))).toBe(false);
  });

  it("does not stop an umpire who has a ruling before him", () => {
    const { teller: tells } = teller([]);
    const waits = { ...position(2, "0 formed foe1"), gate: RULING };
    expect([tells.reads(waits), tells.isInterrupted(waits)]).toEqual([false, true]);
    expect(tells.isInterrupted(position(2, "0 formed foe1"))).toBe(false);
  });

  it("reads a turn of the log again, with the position before and after each line", async () => {
    const { seat, looked, shown, teller: tells } = teller();
    seat.log = [...told(0, "- begins", "- turn"), ...told(3, "0 volley own1 foe1"), ...told(5, "50 formed foe1", "- turn"), ...told(6, "- message")];
    const last = tells.lastTurn;
    expect(last?.lines.map(({ line }) => line)).toEqual([3, 5]);
    if (last !== null) await tells.readAgain(last);
    expect(looked).toEqual([2, 3, 5]);
    expect(seat.reading.scene?.status.turn.key).toBe("line 2");
    tells.readOn();
    expect(seat.reading.scene?.status.turn.key).toBe("line 3");
    tells.readAll();
    expect(shown).toEqual([]);
  });

  it("says what led to a question, as long as the turn goes on", () => {
    const { seat, teller: tells } = teller();
    seat.log = [...told(0, "- turn"), ...told(3, "0 volley own1 foe1", "30 attacks foe1 own1")];
    expect(tells.ledTo?.places).toEqual(["foe1", "own1"]);
    seat.log = [...seat.log, ...told(3, "- turn")];
    expect(tells.ledTo).toBeNull();
  });

  it("tells who comes back what he missed", async () => {
    const { seat, teller: tells } = teller();
    seat.log = [...told(0, "- turn"), ...told(3, "0 volley own1 foe1", "- turn")];
    tells.readWhatWasMissed();
    await Promise.resolve();
    expect(seat.reading.open).toBe(false);
    seat.away = seat.log.slice(1);
    tells.readWhatWasMissed();
    await new Promise((done) => setTimeout(done));
    expect([seat.reading.open, seat.away]).toEqual([true, []]);
  });
});

describe("the marks of the track", () => {
  const at = (passed: number, declared = false): Beat => ({ moment: null, passed, declared, lines: [], places: [], mine: false });

  it("stand where they do not run into each other: first of what is read, then those with a sign of their own", () => {
    const beats = [at(0, true), at(0), at(50), at(53), at(56), at(100)];
    expect([...marksOf(beats, 1)].toSorted()).toEqual([1, 2, 5]);
    expect([...marksOf(beats, 3)].toSorted()).toEqual([1, 3, 5]);
    expect([...marksOf([at(22), at(25), at(94), at(100)], 0)].toSorted()).toEqual([0, 3]);
    expect(marksOf([], -1).size).toBe(0);
  });
});
