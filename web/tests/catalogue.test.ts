import { describe, expect, it } from "vitest";
import { Catalogue } from "../src/texts/catalogue";
import { say } from "../src/texts/text";

const english = new Catalogue("en", {
  "core.list.none": "none",
  "core.list.comma": "{first}, {next}",
  "core.list.and": "{first} and {last}",
  "area.oslo": "Oslo",
  "area.hamar": "Hamar",
  moved: ["{n} battalion moves to {to}.", "{n} battalions move to {to}."],
  holds: "Held: {areas}.",
  braces: "{{not an argument}} {word}",
});

describe("a text becomes a sentence", () => {
  it("puts nested texts and numbers in their places", () => {
    expect(english.render(say("moved", { n: 1, to: say("area.oslo") }))).toBe("1 battalion moves to Oslo.");
  });

  it("takes the plural form for every number but one", () => {
    for (const n of [0, 2, 11]) expect(english.render(say("moved", { n, to: "Oslo" }))).toBe(`${n} battalions move to Oslo.`);
  });

  it("joins lists as the language does", () => {
    const areas = [say("area.oslo"), say("area.hamar"), "Voss"];
    expect(english.render(say("holds", { areas }))).toBe("Held: Oslo, Hamar and Voss.");
    expect(english.render(say("holds", { areas: areas.slice(0, 2) }))).toBe("Held: Oslo and Hamar.");
    expect(english.render(say("holds", { areas: [] }))).toBe("Held: none.");
  });

  it("shows an unknown key and a missing argument as what they are", () => {
    expect(english.render(say("nothing.there"))).toBe("<nothing.there>");
    expect(english.render(say("holds"))).toBe("Held: {areas}.");
  });

  it("writes odds beyond the table and parts of a point as they are printed", () => {
    expect(english.render(say("braces", { word: ">=6-1" }))).toBe("{not an argument} ≥\u00a06\u20111");
    expect(english.render(say("braces", { word: "<=1-4" }))).toBe("{not an argument} ≤\u00a01\u20114");
    expect(english.render(say("braces", { word: "8-10-4" }))).toBe("{not an argument} 8\u201110\u20114");
    expect(english.render(say("braces", { word: "A1-F1R" }))).toBe("{not an argument} A1\u2011F1R");
    expect(english.render(say("braces", { word: "2044 > 2144-x" }))).toBe("{not an argument} 2044 > 2144-x");
    expect(english.render(say("braces", { word: 14.75 }))).toBe("{not an argument} 14.75");
    expect(new Catalogue("sv", { points: "{n} poäng" }, english).render(say("points", { n: 14.75 }))).toBe("14,75 poäng");
  });

  it("keeps doubled braces as braces", () => {
    expect(english.render(say("braces", { word: "x" }))).toBe("{not an argument} x");
  });

  it("falls back on English where a language lacks a text", () => {
    const norwegian = new Catalogue("nb", { holds: "Holdes: {areas}." }, english);
    expect(norwegian.render(say("holds", { areas: [say("area.oslo")] }))).toBe("Holdes: Oslo.");
    expect(norwegian.has("moved")).toBe(true);
  });
});
