import { describe, expect, it } from "vitest";
import { GAMES, statusText } from "../src/games";

// the schemas say which games there are: set-up asks every installed game for its own
const schemas = Object.keys(import.meta.glob("../schema/*.json")).map((path) => path.replace(/^.*\/|\.json$/g, ""));

describe("the start page's games", () => {
  it("are the five of the house, each once", () => {
    expect(GAMES.map((game) => game.id).sort()).toEqual(["civilwar", "napoleon", "normandy", "norway", "winterwar"]);
  });

  it.each(GAMES)("is playable exactly if its rules are there: $id", (game) => {
    expect(game.status === "terminal").toBe(schemas.includes(game.id));
  });

  it("say how to play in the terminal", () => {
    const norway = GAMES.find((game) => game.id === "norway");
    expect(norway && statusText(norway)).toContain("feltherre play norway");
  });
});
