import { describe, expect, it } from "vitest";
import { leftNow, shownTime } from "../src/clocks/clocks";
import { say } from "../src/texts/text";

describe("a clock", () => {
  const name = say("core.plain", { text: "Ann" });

  it("counts down while it runs, stands still when it does not, and never goes below none", () => {
    expect(leftNow({ name, left: 10, running: true }, 2500)).toBe(7.5);
    expect(leftNow({ name, left: 10, running: false }, 2500)).toBe(10);
    expect(leftNow({ name, left: 1, running: true }, 2500)).toBe(0);
  });

  it("is read in minutes, and in hours where there are any", () => {
    expect([0, 0.2, 59, 60, 247, 3600, 3909].map(shownTime)).toEqual(["0:00", "0:01", "0:59", "1:00", "4:07", "1:00:00", "1:05:09"]);
  });
});
