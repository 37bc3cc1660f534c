/** What an umpire of the Winter War may put into the fields of his edits (games/winterwar/edits.py). */

import { say } from "../../texts/text";
import type { EditChoice } from "../game";
import type { WinterWarBoard } from "./board";
import { SIDES } from "./scene";
import { placeName, sideName } from "./view";

export function editChoices(board: WinterWarBoard, field: string): readonly EditChoice[] | null {
  switch (field) {
    case "side":
      return SIDES.map((side) => ({ value: side, label: sideName(side) }));
    case "unit":
      return board.units.map(({ id, name, side }) => ({ value: id, label: say("winterwar.unit-of", { unit: name, side: sideName(side) }) }));
    case "town":
      return board.towns.map(({ id, name }) => ({ value: id, label: name }));
    case "hex":
      return board.hexes.numbers.flatMap((hex, i) => (isPlayed(board, i) ? [{ value: hex, label: placeName(board, hex) }] : []));
    default:
      return null;
  }
}

function isPlayed({ hexes }: WinterWarBoard, hex: number): boolean {
  const country = hexes.country[hex] ?? "";
  return hexes.terrain[hex] !== "sea" && SIDES.some((side) => side === country);
}
