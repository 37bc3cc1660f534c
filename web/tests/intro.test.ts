/** What a newcomer reads first, for his seat and his game; and how the panel tells him to answer. */

import { describe, expect, it } from "vitest";
import { clientOf } from "../src/games/registry";
import { howTo, whereTo } from "../src/state/answer";

const keys = (game: string, roles: readonly string[], options = {}) => clientOf(game).intro(roles, options).map(({ key }) => key);

describe("the first lines", () => {
  it("tell Germany to hold what it has only where it has something", () => {
    expect(keys("norway", ["germany"], { rules: "basic" })[0]).toBe("norway.intro.germany");
    expect(keys("norway", ["germany"], { rules: "advanced" })[0]).toBe("norway.intro.germany-advanced");
  });

  it("tell nobody how to move who only watches", () => {
    for (const game of ["norway", "winterwar"]) {
      expect(keys(game, [])).not.toContain(`${game}.intro.how`);
      expect(keys(game, ["norway", "finland"])).toContain(`${game}.intro.how`);
    }
  });
});

describe("how to answer", () => {
  it("names a button only where there is one", () => {
    expect(howTo(false, true)).toBe("web.answer.click-board");
    expect(howTo(false, false)).toBe("web.answer.click-board-only");
    expect(howTo(true, true)).toBe("web.answer.click-piece");
    expect(howTo(true, false)).toBe("web.answer.click-piece-only");
  });
  it("asks where to only when it is known where from", () => {
    expect(whereTo(false, false)).toBe("web.answer.click-board-only");
    expect(whereTo(false, true)).toBe("web.answer.click-target");
    expect(whereTo(true, true)).toBe("web.answer.click-hex");
  });
});
