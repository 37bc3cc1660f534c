/** The counters of the Winter War as a board of hexes shows them. */

import type { CounterShape, HexCounter, NationMark, NationSeen } from "../../boards/hexes/scene";
import { say } from "../../texts/text";
import type { WinterWarUnit } from "./board";

/** What a unit's state changes on its counter. */
export interface UnitState {
  readonly hex: string;
  readonly flipped: boolean;
  readonly cutOff: boolean;
  readonly moved: boolean;
  /** a partisan's strength in this turn; 0: none has been thrown */
  readonly strength: number;
}

export const MARKS: Readonly<Record<string, NationMark>> = { finland: "cross", soviet: "star", sweden: "crowns" };
export const NATIONS: readonly NationSeen[] = ["finland", "sweden", "soviet"].map((nation) => ({
  nation,
  mark: MARKS[nation] ?? "bars",
  name: say(`winterwar.nation.${nation}`),
}));

/** the signs of size; battle groups as the book prints them */
const SIZES: Readonly<Record<string, string>> = {
  corps: "XXX",
  division: "XX",
  brigade: "X",
  regiment: "III",
  battalion: "II",
  "battle-group": "( )",
  "air-group": "",
  squadron: "",
};
const SHAPES: Readonly<Record<string, CounterShape>> = { air: "air", ship: "ship" };

export function counterOf(unit: WinterWarUnit, state: UnitState): HexCounter {
  return {
    id: unit.id,
    hex: state.hex,
    side: unit.side,
    nation: unit.nation,
    mark: MARKS[unit.nation] ?? "bars",
    shape: SHAPES[unit.type] ?? "ground",
    symbol: unit.type,
    size: SIZES[unit.size] ?? "",
    short: unit.short,
    name: unit.name,
    figures: figures(unit, state),
    weight: weight(unit, state),
    losses: state.flipped ? 1 : 0,
    cutOff: state.cutOff,
    moved: state.moved,
  };
}

/** Attack-defence-movement; air combat, ground support and range of an air unit. */
function figures({ air, front, back }: WinterWarUnit, { flipped, strength }: UnitState): string {
  if (air !== null) return `${air.combat}/${air.support}/${front[2]}`;
  const [attack, defence, movement] = flipped && back !== null ? back : front;
  const shown = (figure: string | number | null) => (figure === "P" && strength > 0 ? strength : figure);
  return `${shown(attack)}-${shown(defence)}-${movement}`;
}

/** The strongest lies on top, and divisions above the rest. */
function weight({ stack, front, back }: WinterWarUnit, { flipped, strength }: UnitState): number {
  const attack = (flipped && back !== null ? back : front)[0];
  const value = typeof attack === "number" ? attack : strength;
  return value + (stack === "division" ? 20 : stack === "artillery" ? 0 : 10);
}
