/** A sea battle: both sides' ships in the order in which they fire, with what their dice need. */

import type { SeaBattle, SeaView } from "../../generated/norway";
import { say } from "../../texts/text";
import type { BattleSeen, Rank } from "../game";
import type { NorwayBoard } from "./board";
import { GLYPHS } from "./glyphs";
import { playedCards } from "./played";
import { shipFacts } from "./sea";

export function seaBattle(sea: SeaView, battle: SeaBattle, board: NorwayBoard, attacker: string): BattleSeen | null {
  const area = board.seas[battle.area];
  if (area === undefined) return null;
  const struck = new Map((battle.struck ?? []).map(({ ship, result }) => [ship, result]));
  const rank = (ships: readonly number[], attacks: boolean): readonly Rank[] => {
    const pieces = ships.flatMap((number) => {
      const ship = board.ships[number];
      return ship === undefined ? [] : [{ side: ship.country, name: ship.name, glyph: GLYPHS[ship.class] ?? "", facts: shipFacts(ship), fate: fateOf(struck.get(number)), caught: sea.caught.includes(number) }];
    });
    return pieces.length === 0 ? [] : [{ side: pieces[0]?.side ?? "", attacks, pieces }];
  };
  return {
    place: board.ship_places[battle.area]?.name ?? area.name,
    placeId: area.id,
    attacker,
    attackers: battle.attackers.length,
    defenders: [],
    ranks: [...rank(battle.attackers, true), ...rank(battle.defenders, false)],
    played: playedCards(battle.played ?? [], board),
  };
}

function fateOf(result: "chased" | "sunk" | undefined) {
  return result === undefined ? null : say(`norway.struck.${result}`);
}
