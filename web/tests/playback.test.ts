import { describe, expect, it } from "vitest";
import { Playback } from "../src/state/playback";
import { percent } from "../src/state/odds";
import { routeOf } from "../src/route";
import { preferred } from "../src/texts/languages.svelte";
import { say, type Text } from "../src/texts/text";
import { newToken, socketAddress } from "../src/wire/api";
import type { Position } from "../src/wire/messages";

function position(line: number, ...keys: string[]): Position {
  const events = keys.map((key) => [line, { text: say(key) }] as const);
  return {
    type: "position", line, scene: { status: { turn: say("turn"), phase: say("phase") } }, events, anew: false, asked: [], waiting: [], seats: [], pen: true, can_undo: false,
    takeback: [], over: false, result: null, ending: [], open: [], gate: null, standing: {}, to_accept: [],
  };
}

/** keys that begin so are told together */
const PLAIN = "march";

function stage(pace = 100, held = (): boolean => false) {
  const story: string[] = [];
  const timers: (() => void)[] = [];
  const playback = new Playback({
    show: ({ line }) => story.push(`line ${line}`),
    tell: (event) => story.push(event === null ? "-" : inWords(event.text)),
    told: ({ events }) => events.map(([, event]) => event),
    together: ({ text }) => text.key.startsWith(PLAIN),
    held,
    pace: () => pace,
    later: (run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
  });
  return { playback, story, tick: () => timers.shift()?.() };
}

/** A text as its key, of several in one all of them. */
function inWords({ key, args }: Text): string {
  const word = (name: string) => inWords(args?.[name] as Text);
  if (key === "web.playback.then") return `${word("first")} ${word("next")}`;
  return key === "web.playback.more" ? `${word("told")} +${args?.["n"]}` : key;
}

describe("someone who reads first what the game is about", () => {
  it("is told nothing before, and all of it afterwards", () => {
    let held = true;
    const { playback, story, tick } = stage(100, () => held);
    playback.add(position(1, "a"));
    playback.add(position(2, "b"));
    playback.begin();
    expect(story).toEqual([]);
    held = false;
    playback.begin();
    tick();
    tick();
    expect(story).toEqual(["line 1", "a", "line 2", "b", "-"]);
  });

  it("is where he is asked when he cannot wait", () => {
    const { playback, story } = stage(100, () => true);
    playback.add(position(1, "a"));
    playback.jump(position(2, "b"));
    expect(story).toEqual(["line 1", "-", "line 2"]);
  });
});

describe("someone in a hurry", () => {
  it("comes to what is theirs to decide, and is told the rest afterwards", () => {
    const { playback, story, tick } = stage();
    playback.add(position(1, "a", "b"));
    playback.hurry(({ line }) => line === 3);
    expect(story).toEqual(["a", "line 1", "-"]);
    playback.add(position(2, "c"));
    playback.add(position(3, "d"));
    expect(story.slice(3)).toEqual(["line 2", "-", "line 3", "-"]);
    playback.add(position(4, "e"));
    expect(story.at(-1)).toBe("e");
    tick();
    expect(playback.running).toBe(false);
  });

  it("hurries no longer after an act of their own", () => {
    const { playback, story } = stage();
    playback.hurry(() => false);
    playback.jump(position(1));
    playback.add(position(2, "a", "b"));
    expect(story.at(-1)).toBe("a");
  });
});

/** dice have decided it */
function thrown(line: number, key: string): Position {
  const ruling = { procedure: "combat", outputs: {}, explanation: [], throws: [{ purpose: "dice", rule: "1", values: [4] }] };
  return { ...position(line), events: [[line, { text: say(key), ruling }]] };
}

describe("dice", () => {
  it("are told before the board changes, and can be read on from", () => {
    const { playback, story } = stage();
    playback.add(thrown(1, "a"));
    playback.add(position(2, "b"));
    expect(story).toEqual(["a"]);
    playback.readOn();
    expect(story).toEqual(["a", "line 1", "line 2", "b"]);
    playback.readOn();
    playback.readOn();
    expect(story.at(-1)).toBe("-");
    expect(playback.running).toBe(false);
  });
});

describe("others' acts", () => {
  it("are told one at a time; the board changes with the last event of an act", () => {
    const { playback, story, tick } = stage();
    playback.add(position(1, "a", "b"));
    playback.add(position(2, "c"));
    expect(story).toEqual(["a"]);
    tick();
    tick();
    expect(story).toEqual(["a", "line 1", "b", "line 2", "c"]);
    tick();
    expect(story.at(-1)).toBe("-");
    expect(playback.running).toBe(false);
  });

  it("of which little is to be told are told together, as many as have come; the others still one by one", () => {
    const { playback, story, tick } = stage();
    playback.add(position(1, "march 1"));
    for (const line of [2, 3, 4, 5, 6]) playback.add(position(line, `march ${line}`));
    playback.add(position(7, "battle"));
    playback.add(position(8, "march 8"));
    playback.add(position(9, "march 9", "a town is taken"));
    expect(story.splice(0)).toEqual(["line 1", "march 1"]);
    tick();
    expect(story.splice(0)).toEqual(["line 2", "line 3", "line 4", "line 5", "line 6", "march 2 march 3 +3"]);
    tick();
    expect(story.splice(0)).toEqual(["line 7", "battle"]);
    tick();
    expect(story.splice(0)).toEqual(["line 8", "march 8"]);
    tick();
    tick();
    expect(story.splice(0)).toEqual(["march 9", "line 9", "a town is taken"]);
    tick();
    expect(story).toEqual(["-"]);
  });

  it("that are told together can be skipped as well", () => {
    const { playback, story, tick } = stage();
    playback.add(position(1, "march 1"));
    playback.add(position(2, "march 2"));
    playback.add(position(3, "march 3"));
    tick();
    playback.add(position(4, "d"));
    playback.skip();
    expect(story).toEqual(["line 1", "march 1", "line 2", "line 3", "march 2 march 3", "line 4", "-"]);
  });

  it("can be skipped, and nothing is lost", () => {
    const { playback, story } = stage();
    playback.add(position(1, "a"));
    playback.add(position(2, "b"));
    playback.add(position(3, "c"));
    playback.skip();
    expect(story).toEqual(["line 1", "a", "line 2", "line 3", "-"]);
  });

  it("skipped in the middle of an act reach its position, once", () => {
    const { playback, story, tick } = stage();
    playback.add(position(1, "a", "b", "c"));
    tick();
    playback.add(position(2, "d"));
    playback.skip();
    expect(story).toEqual(["a", "b", "line 1", "line 2", "-"]);
  });

  it("without events change the board at once", () => {
    const { playback, story } = stage();
    playback.add(position(1));
    expect(story).toEqual(["line 1", "-"]);
  });

  it("are shown at once where the pace is none", () => {
    const { playback, story } = stage(0);
    playback.add(position(1, "a"));
    expect(story).toEqual(["line 1", "-"]);
  });

  it("give way to one's own act", () => {
    const { playback, story } = stage();
    playback.add(position(1, "a"));
    playback.jump(position(2, "own"));
    expect(story.slice(-2)).toEqual(["-", "line 2"]);
  });
});

describe("small things", () => {
  it("never say 0 or 100 of what can go either way", () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
  });

  it("read the page from the fragment", () => {
    expect(routeOf("#/play/abc")).toEqual({ page: "play", token: "abc", line: null });
    expect(routeOf("#/play/abc/12")).toEqual({ page: "play", token: "abc", line: 12 });
    expect(routeOf("#/play/abc/x1")).toEqual({ page: "play", token: "abc", line: null });
    expect(routeOf("#/join/abc")).toEqual({ page: "join", token: "abc" });
    expect(routeOf("#/new/norway")).toEqual({ page: "new", game: "norway" });
    expect(routeOf("#/record")).toEqual({ page: "record" });
    expect(routeOf("")).toEqual({ page: "start" });
    expect(routeOf("#/play/")).toEqual({ page: "start" });
  });

  it("choose a language that we have", () => {
    expect(preferred(["de-DE", "nn-NO", "en"])).toBe("nb");
    expect(preferred(["sv"])).toBe("sv");
    expect(preferred(["fi"])).toBe("en");
  });

  it("find the room beside the page, without the fragment", () => {
    expect(socketAddress("https://club.example/games/#/play/secret")).toBe("wss://club.example/games/ws");
    expect(socketAddress("http://localhost:8940/")).toBe("ws://localhost:8940/ws");
  });

  it("make tokens of 32 safe characters, each another", () => {
    const [a, b] = [newToken(), newToken()];
    expect(a).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(a).not.toBe(b);
  });
});
