/** The battle that goes on: who fights for which hex, in the air or on the ground, and whether its die has fallen. */

import type { HexAttack } from "../../boards/hexes/scene";
import type { WinterWarView } from "../../generated/winterwar";
import type { BattleSeen } from "../game";
import type { WinterWarBoard } from "./board";
import { SIDES } from "./scene";
import { placeName } from "./view";

type UnderWay = WinterWarView["under_way"][number];

/** what is under way while the die is still to be thrown */
const BEFORE_THE_DIE: ReadonlySet<UnderWay["step"]> = new Set<UnderWay["step"]>(["air-battle", "ground-battle", "partisan-die"]);

interface Fought {
  readonly hex: number;
  readonly attackers: readonly number[];
  readonly defenders: readonly number[];
}

/** The ground combat: who attacks which hex. */
function combat({ under_way }: WinterWarView): Extract<UnderWay, { hex: number; units: number[] }> | null {
  const fought = under_way.find(({ step }) => step === "battle-over") ?? under_way.find(({ step }) => step === "ground-battle");
  return fought !== undefined && "units" in fought && "hex" in fought ? fought : null;
}

/** The air combat, also while its losses are being chosen. */
function inTheAir({ under_way, side }: WinterWarView): Fought | null {
  const fought = under_way.find((step) => step.step === "air-battle");
  if (fought !== undefined) return fought;
  const losing = under_way.filter((step) => step.step === "air-losses");
  const [first] = losing;
  const unitsOf = (attacking: boolean) => losing.filter((step) => (SIDES[step.side] === side) === attacking).flatMap(({ units }) => units);
  return first === undefined ? null : { hex: first.hex, attackers: unitsOf(true), defenders: unitsOf(false) };
}

function onTheGround(view: WinterWarView, board: WinterWarBoard, defender: string): Fought | null {
  const ground = combat(view);
  if (ground === null) return null;
  const there = board.units.flatMap((unit, i) => (view.places[i] === ground.hex && unit.side === defender && unit.air === null ? [i] : []));
  return { hex: ground.hex, attackers: ground.units, defenders: there };
}

export function battle(view: WinterWarView, board: WinterWarBoard): BattleSeen | null {
  const defender = view.side === "finland" ? "soviet" : "finland";
  const fought = inTheAir(view) ?? onTheGround(view, board, defender);
  const placeId = fought === null ? undefined : board.hexes.numbers[fought.hex];
  if (fought === null || placeId === undefined) return null;
  const names = (units: readonly number[]) => units.flatMap((unit) => board.units[unit]?.name ?? []);
  return {
    place: placeName(board, placeId),
    placeId,
    decided: !view.under_way.some(({ step }) => BEFORE_THE_DIE.has(step)),
    attacker: view.side,
    attackers: fought.attackers.length,
    defenders: [{ side: defender, count: fought.defenders.length }],
    ranks: [],
    played: [],
    forces: [
      { side: view.side, attacks: true, names: names(fought.attackers) },
      { side: defender, attacks: false, names: names(fought.defenders) },
    ].filter((force) => force.names.length > 0),
  };
}

/** An arrow from each hex out of which these units attack. */
export function attacksFrom(view: WinterWarView, board: WinterWarBoard, units: readonly number[], target: string, side: string): readonly HexAttack[] {
  const hexes = new Set(units.flatMap((unit) => board.hexes.numbers[view.places[unit] ?? -1] ?? []));
  return [...hexes].filter((from) => from !== target).map((from) => ({ from, to: target, side }));
}

/** The attack that goes on, as arrows. */
export function attacks(view: WinterWarView, board: WinterWarBoard): readonly HexAttack[] {
  const ground = combat(view);
  const target = ground === null ? undefined : board.hexes.numbers[ground.hex];
  return ground === null || target === undefined ? [] : attacksFrom(view, board, ground.units, target, view.side);
}
