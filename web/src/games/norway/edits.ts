/** What an umpire of Norway may put into the fields of his edits (games/norway/edits.py). */

import { say } from "../../texts/text";
import type { EditChoice } from "../game";
import type { NorwayBoard } from "./board";
import { sideName, SIDES } from "./view";

export function editChoices(board: NorwayBoard, edit: string, field: string): readonly EditChoice[] | null {
  switch (field) {
    case "ship":
      return board.ships.map((ship) => ({ value: ship.id, label: ship.name }));
    case "country":
      return SIDES.map((side) => ({ value: side, label: sideName(side) }));
    case "area":
      if (edit === "place-ship") return board.seas.map((sea, i) => ({ value: sea.id, label: board.ship_places[i]?.name ?? say(`norway.sea.${sea.id}`) }));
      return board.areas.map((area) => ({ value: area.id, label: area.name }));
    case "cards":
      return board.cards.map((card) => ({
        value: card.id,
        label: say("norway.card-of", { card: card.name, country: sideName(card.country) }),
      }));
    default:
      return null;
  }
}
