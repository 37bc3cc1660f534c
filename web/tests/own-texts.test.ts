import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
/** what games and server say in the client's own words */
const rules = import.meta.glob<string>("../../src/feltherre/**/*.py", { query: "?raw", import: "default", eager: true });
const po = Object.values(import.meta.glob<string>("../../src/feltherre/locale/en/*.po", { query: "?raw", import: "default", eager: true })).join("\n\n");
const there = new Set([...po.matchAll(/^msgid "(web\.[^"]+)"/gm)].map(([, key]) => key ?? ""));

/** Whole keys in the source, and the beginnings of those that are put together. */
function used(): { whole: ReadonlySet<string>; begun: ReadonlySet<string> } {
  const text = [...Object.entries(sources), ...Object.entries(rules)]
    .filter(([file]) => !file.includes("/generated/"))
    .map(([, source]) => source)
    .join("\n");
  return {
    whole: new Set([...text.matchAll(/"(web\.[a-z0-9.-]+)"/g)].map(([, key]) => key ?? "")),
    begun: new Set([...text.matchAll(/[`"](web\.[a-z0-9.-]+\.)\$?\{/g)].map(([, key]) => key ?? "")),
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
    const entries = po.split("\n\n").filter((entry) => entry.includes('msgid "web.') && !entry.includes('msgid "web.rule.'));
    expect(entries.filter((entry) => /\bR\d+\b/.test(entry))).toEqual([]);
  });

  it("hold nothing that nobody shows", () => {
    const { whole, begun } = used();
    const idle = [...there].filter((key) => !whole.has(key) && ![...begun].some((start) => key.startsWith(start)));
    expect(idle).toEqual([]);
  });
});

describe("the texts of games", () => {
  const installed = [...new Set(Object.keys(rules).flatMap((file) => /\/games\/([a-z]+)\//.exec(file)?.[1] ?? []))];
  const GAMES = `(?:${[...installed, "lanterns", "ford"].join("|")})`;
  /** what a game adds to the client may show its own words; nobody compares them */
  const SHOWN = new RegExp(`\\bt\\([\`"]${GAMES}\\.`, "g");

  it("are known to nobody here: a key is shown where a game seasons the client, and compared nowhere", () => {
    const named = Object.entries(sources).flatMap(([file, source]) => {
      if (file.includes("/generated/")) return [];
      const own = file.includes("/src/games/") ? source.replaceAll(SHOWN, "") : source;
      return [...own.matchAll(new RegExp(`["\`]${GAMES}\\.[a-z]`, "g"))].map(() => file);
    });
    expect(installed).toEqual(expect.arrayContaining(["norway", "winterwar", "civilwar"]));
    expect(named).toEqual([]);
  });

  it("stand with the games: among those of the client there is none of theirs", () => {
    expect([...there].filter((key) => installed.some((game) => key.split(".").includes(game)))).toEqual([]);
  });

  it("are not told apart by their keys", () => {
    const compared = /\.key\s*(?:===|!==|\.(?:startsWith|endsWith|includes|split|match))/g;
    const found = Object.entries(sources).flatMap(([file, source]) => source.split("\n").filter((line) => line.match(compared) && !line.includes("event.key") && !/"(?:core|server|web)\.|[A-Z_]{4,}/.test(line)).map((line) => `${file}: ${line.trim()}`));
    expect(found).toEqual([]);
  });
});
