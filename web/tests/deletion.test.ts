import { describe, expect, it } from "vitest";
import { deletionNear } from "../src/state/deletion";

const now = Date.parse("2027-02-01T12:00:00Z");

describe("a game that is going to be deleted", () => {
  it("is spoken of a month before, and not earlier", () => {
    expect(deletionNear("2027-02-20", now)).toEqual(new Date("2027-02-20T00:00:00Z"));
    expect(deletionNear("2027-03-03", now)).toEqual(new Date("2027-03-03T00:00:00Z"));
    expect(deletionNear("2027-03-04", now)).toBeNull();
  });

  it("is one on a server that deletes games", () => {
    expect(deletionNear("", now)).toBeNull();
    expect(deletionNear(undefined, now)).toBeNull();
  });
});
