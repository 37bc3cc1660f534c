/** Things on the lists of Norway's answers: ships with what their dice do, nine-April cards with what they are for. */

import { say } from "../../texts/text";
import type { ThingSeen } from "../game";
import type { NorwayBoard } from "./board";
import { GLYPHS } from "./glyphs";
import { shipFacts } from "./sea";

export function thing(board: NorwayBoard, id: string, role: string): ThingSeen | null {
  const [plain = id] = id.split("#");
  const ship = board.ships.find((other) => other.id === plain);
  if (ship !== undefined) return { name: ship.name, facts: [shipFacts(ship)], glyph: GLYPHS[ship.class] ?? "" };
  const card = board.cards.find((other) => other.short === plain && other.country === role);
  if (card === undefined) return null;
  return { name: card.name, facts: [...card.functions.map(({ text }) => text), say("web.card.symbols", { n: card.symbols })], glyph: "" };
}
