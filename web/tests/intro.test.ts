/** How the panel tells a newcomer to answer. */

import { describe, expect, it } from "vitest";
import { howTo, whereTo } from "../src/state/answer";

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
