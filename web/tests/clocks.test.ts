import { describe, expect, it } from "vitest";
import { concerns, isShort, leftNow, shownTime, spokenAt, timeCalled } from "../src/clocks/clocks";
import { WireClient, type Socket } from "../src/wire/client";
import type { ClockSeen, SeenEvent } from "../src/wire/messages";

const clock: ClockSeen = { name: "movement", role: "finland", left_ms: 10_000, running: true, paused: false };

describe("a clock", () => {
  it("counts down while it runs, stands still when it does not, and never goes below none", () => {
    expect(leftNow(clock, 2500)).toBe(7500);
    expect(leftNow({ ...clock, running: false }, 2500)).toBe(10_000);
    expect(leftNow({ ...clock, left_ms: 1000 }, 2500)).toBe(0);
  });

  it("is read in minutes, and in hours where there are any", () => {
    const ms = [0, 200, 59_000, 60_000, 247_000, 3_600_000, 3_909_000];
    expect(ms.map(shownTime)).toEqual(["0:00", "0:01", "0:59", "1:00", "4:07", "1:00:00", "1:05:09"]);
  });

  it("is urgent below half a minute", () => {
    expect([30_000, 29_999, 0].map(isShort)).toEqual([false, true, true]);
  });

  it("is said aloud at a minute, at half a minute and at ten seconds, once", () => {
    expect(spokenAt(30_100, 29_900)).toBe(30);
    expect(spokenAt(60_200, 59_950)).toBe(60);
    expect(spokenAt(60_000, 59_750)).toBeNull();
    expect(spokenAt(10_100, 10_000)).toBe(10);
    expect(spokenAt(40_000, 39_000)).toBeNull();
    // a page that slept says only the last
    expect(spokenAt(90_000, 4000)).toBe(10);
    // what the server adds is no news of that kind
    expect(spokenAt(5000, 300_000)).toBeNull();
  });

  it("concerns its own side, and everybody where it is everyone's; who plays nothing hears all", () => {
    expect(concerns(clock, ["finland"])).toBe(true);
    expect(concerns(clock, ["soviet"])).toBe(false);
    expect(concerns({ ...clock, role: "" }, ["soviet"])).toBe(true);
    expect(concerns(clock, [])).toBe(true);
  });
});

describe("that time is up", () => {
  const event = (key: string): SeenEvent => ({ text: { key } });
  const LOUD = ["movement-time-up", "time-over"];
  const isTimeUp = ({ text }: SeenEvent) => LOUD.includes(text.key);

  it("is called when one hears of it first, and not again", () => {
    const up = event("movement-time-up");
    const events = [[7, up], [7, event("combat-over")]] as const;
    expect(timeCalled(events, 6, isTimeUp)).toBe(up);
    expect(timeCalled(events, 7, isTimeUp)).toBeNull();
  });
});

describe("asking for time", () => {
  it("goes over the wire as an act that is answered", async () => {
    const sent: unknown[] = [];
    const socket: Socket = {
      send: (data) => sent.push(JSON.parse(data)),
      close: () => undefined,
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    const client = new WireClient({
      token: "t",
      name: "",
      open: () => socket,
      later: () => undefined,
      newId: () => "one",
      seen: () => -1,
      hear: () => undefined,
      status: () => undefined,
    });
    client.start();
    const told = (message: unknown) => socket.onmessage?.({ data: JSON.stringify(message) });
    told({ type: "welcome" });
    const asked = client.askTime({ act: "add", name: "movement", role: "finland", minutes: 5 });
    expect(sent.at(-1)).toEqual({ type: "time", id: "one", act: "add", name: "movement", role: "finland", minutes: 5 });
    told({ type: "done", id: "one", line: 3 });
    expect(await asked).toEqual({ type: "done", id: "one", line: 3 });
  });
});
