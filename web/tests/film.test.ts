/** The replay as a film: from moment to moment at its pace, by turns and throws, and never two looks at once. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Film } from "../src/replay/film.svelte";
import type { LogLine } from "../src/state/seating";

const TURN = "game.turn";

function told(line: number, key = "game.move", dice = 0): LogLine {
  const ruling = { procedure: "combat", outputs: {}, explanation: [], throws: Array.from({ length: dice }, () => ({ purpose: "die", rule: "1", values: [3], typed: false })) };
  return { line, event: { text: { key }, ...(dice > 0 ? { ruling } : {}) } };
}

/** A reel of ten lines with turns at 1 and 6 and throws at 4 and 8; `shown` are the lines that were looked at. */
class Reel {
  line = 0;
  readonly last = 10;
  readonly turns = [TURN];
  readonly log = [told(1, TURN), told(3), told(4, "game.fight", 1), told(6, TURN), told(8, "game.fight", 2), told(8)];
  readonly shown: number[] = [];
  readonly show = (line: number): Promise<void> => {
    this.shown.push(line);
    this.line = line;
    return Promise.resolve();
  };
}

function key(name: string, target: EventTarget | null = null): KeyboardEvent {
  return { key: name, target } as KeyboardEvent;
}

describe("the replay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("HTMLButtonElement", class {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("plays from one moment to the next, throws stand longer, and it stops at the end", async () => {
    const reel = new Reel();
    const film = new Film(reel);
    film.toggle();
    await vi.advanceTimersByTimeAsync(1400);
    expect(reel.line).toBe(1);
    await vi.advanceTimersByTimeAsync(2800);
    expect(reel.line).toBe(4);
    await vi.advanceTimersByTimeAsync(1400);
    expect(reel.line, "dice are read").toBe(4);
    await vi.advanceTimersByTimeAsync(1400);
    expect(reel.line).toBe(6);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(film.playing).toBe(false);
    expect(reel.shown).toEqual([1, 3, 4, 6, 8]);
  });

  it("plays faster, pauses, and begins again from the beginning when it stood at its end", async () => {
    const reel = new Reel();
    const film = new Film(reel);
    film.speed = 4;
    film.toggle();
    await vi.advanceTimersByTimeAsync(350);
    expect(reel.line).toBe(1);
    film.toggle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reel.line).toBe(1);
    await film.go(10);
    film.toggle();
    await vi.advanceTimersByTimeAsync(350);
    expect(reel.shown).toEqual([1, 10, 0, 1]);
  });

  it("jumps by turns and throws, and steps, with buttons and keys", async () => {
    const reel = new Reel();
    const film = new Film(reel);
    expect([film.next(film.turns, -1), film.next(film.battles, 1)]).toEqual([null, 4]);
    for (const [name, line] of [["PageDown", 1], [".", 4], [".", 8], [",", 4], ["PageDown", 6], ["PageUp", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", 10], ["Home", 0]] as const) {
      expect(film.press(key(name))).toBe(true);
      await vi.advanceTimersByTimeAsync(0);
      expect(reel.line, name).toBe(line);
    }
    expect(film.press(key("x"))).toBe(false);
    expect(film.press(key(" ", new HTMLButtonElement())), "it presses the button").toBe(false);
    expect(film.playing).toBe(false);
  });

  it("looks at one line at a time however fast the slider is, and ends where it was let go", async () => {
    const answers: (() => void)[] = [];
    const reel = new Reel();
    const slow = { ...reel, line: 0, shown: [] as number[], show: (line: number) => new Promise<void>((resolve) => answers.push(() => { slow.shown.push(line); slow.line = line; resolve(); })) };
    const film = new Film(slow);
    void film.go(2);
    void film.go(5);
    void film.go(99);
    expect(film.line).toBe(10);
    expect(answers).toHaveLength(1);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(slow.shown).toEqual([2, 10]);
  });
});
