import { describe, expect, it } from "vitest";
import po from "../../src/feltherre/locale/en/web.po?raw";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const there = new Set([...po.matchAll(/^msgid "(web\.[^"]+)"/gm)].map(([, key]) => key ?? ""));

/** Whole keys in the source, and the beginnings of those that are put together. */
function used(): { whole: ReadonlySet<string>; begun: ReadonlySet<string> } {
  const text = Object.entries(sources)
    .filter(([file]) => !file.includes("/generated/"))
    .map(([, source]) => source)
    .join("\n");
  return {
    whole: new Set([...text.matchAll(/"(web\.[a-z0-9.-]+)"/g)].map(([, key]) => key ?? "")),
    begun: new Set([...text.matchAll(/`(web\.[a-z0-9.-]+\.)\$\{/g)].map(([, key]) => key ?? "")),
  };
}

describe("the client's own texts", () => {
  it("are all in the English catalogue", () => {
    const { whole, begun } = used();
    expect(whole.size).toBeGreaterThan(80);
    expect([...whole].filter((key) => !there.has(key))).toEqual([]);
    expect([...begun].filter((start) => ![...there].some((key) => key.startsWith(start)))).toEqual([]);
  });

  it("name our rulings by their numbers nowhere but beside the rules", () => {
    const entries = po.split("\n\n").filter((entry) => !entry.includes('msgid "web.rule.'));
    expect(entries.filter((entry) => /\bR\d+\b/.test(entry))).toEqual([]);
  });

  it("hold nothing that nobody shows", () => {
    const { whole, begun } = used();
    const idle = [...there].filter((key) => !whole.has(key) && ![...begun].some((start) => key.startsWith(start)));
    expect(idle).toEqual([]);
  });
});
