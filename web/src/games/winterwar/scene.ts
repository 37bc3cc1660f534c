/** The view of the Winter War as what stands on the board. */

import type { HexScene, HexTown } from "../../boards/hexes/scene";
import { say, type Text } from "../../texts/text";
import type { WinterWarBoard } from "./board";
import { counterOf, type UnitState } from "./counters";

/** What the board needs of the view: lists by unit or town, hexes as numbers inside; below 0 a unit is not on the map. */
export interface WinterWarPosition {
  readonly places: readonly number[];
  readonly flipped: readonly number[];
  readonly cut_off: readonly number[];
  readonly moved: readonly number[];
  /** by partisan, in the order of battle */
  readonly strengths: readonly number[];
  readonly stopped: readonly number[];
  /** 0 Finland, 1 the Soviet side */
  readonly owners: readonly number[];
}

export const SIDES = ["finland", "soviet"] as const;
const RANK: Readonly<Record<string, HexTown["rank"]>> = { white: 1, black: 2, grey: 3 };

export function scene(view: WinterWarPosition, board: WinterWarBoard): HexScene {
  return {
    counters: board.units.flatMap((unit, number) => {
      const state = stateOf(view, board, number);
      return state.hex === "" ? [] : [counterOf(unit, state)];
    }),
    towns: board.towns.map((town, number) => {
      const owner = SIDES[view.owners[number] ?? 0] ?? town.owner;
      return { ...town, rank: RANK[town.colour] ?? 1, owner, taken: owner !== town.owner };
    }),
    attacks: [],
    battle: null,
    closed: new Set(view.stopped.flatMap((hex) => board.hexes.numbers[hex] ?? [])),
  };
}

/** What the view says of a unit; `hex` is "" where it is not on the map. */
export function stateOf(view: WinterWarPosition, board: WinterWarBoard, unit: number): UnitState {
  const partisans = board.units.flatMap(({ type }, number) => (type === "partisan" ? [number] : []));
  return {
    hex: board.hexes.numbers[view.places[unit] ?? -1] ?? "",
    flipped: view.flipped[unit] === 1,
    cutOff: view.cut_off[unit] === 1,
    moved: view.moved[unit] === 1,
    strength: view.strengths[partisans.indexOf(unit)] ?? 0,
  };
}

/** Everything in a hex, in words: ground, town and who holds it, units. */
export function describe(view: WinterWarPosition, board: WinterWarBoard, hex: string): readonly Text[] {
  const at = board.hexes.numbers.indexOf(hex);
  const told: Text[] = [];
  const town = board.towns.findIndex((other) => other.hex === hex);
  const named = board.towns[town];
  if (named !== undefined) told.push(named.name);
  told.push(say(`winterwar.terrain.${board.hexes.terrain[at]}`));
  const owner = named === undefined ? board.hexes.country[at] : SIDES[view.owners[town] ?? 0];
  if (owner !== undefined && owner !== "") told.push(say(`winterwar.nation.${owner}`));
  return [...told, ...board.units.filter((_, unit) => view.places[unit] === at).map(({ name }) => name)];
}

/** What is written on the map: countries have the names of their nations. */
export function nameOf(kind: string, id: string): Text {
  return say(kind === "country" ? `winterwar.nation.${id}` : `winterwar.map.${id}`);
}
