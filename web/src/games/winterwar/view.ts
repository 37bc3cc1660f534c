/** The Winter War's view in the words and numbers that the page shows. */

import type { WinterWarView } from "../../generated/winterwar";
import { say, type Text } from "../../texts/text";
import type { ResultSeen, StatusSeen } from "../game";
import type { WinterWarBoard, WinterWarUnit } from "./board";
import { counterOf } from "./counters";
import { SIDES, stateOf } from "./scene";

const AWAITED = -1;
const QUARTERS = 4;
/** the rulebook's own words for the phases, by the glossary's */
const PHASE_TERMS: Readonly<Record<string, string>> = {
  reinforcement: "reinforcement",
  movement: "movement phase",
  air: "air combat",
  combat: "combat phase",
};

export function sideName(side: string): Text {
  return say(`winterwar.role.${side}`);
}

/** Quarter points as points: 28, 28.25, 28.5. */
export function pointsOf(quarters: number): number {
  return quarters / QUARTERS;
}

export function placeName(board: WinterWarBoard, place: string): Text {
  const unit = board.units.find(({ id }) => id === place);
  if (unit !== undefined) return unit.name;
  return board.hexes.names[board.hexes.numbers.indexOf(place)] ?? say("core.plain", { text: place });
}

export function status(view: WinterWarView, board: WinterWarBoard): StatusSeen {
  const { turn, phase, side } = view;
  const setting = phase === "setup";
  const [finland, soviet] = view.points;
  return {
    turn: setting ? say("winterwar.status.setup", { side: sideName(side) }) : say("winterwar.status.turn", { number: turn, last: board.turns.length, side: sideName(side) }),
    phase: say(`winterwar.phase.${phase}`),
    phaseOriginal: board.terms[PHASE_TERMS[phase] ?? ""]?.split(" / ")[0] ?? "",
    side,
    notes: [
      say("winterwar.status.points", { finland: pointsOf(finland), soviet: pointsOf(soviet) }),
      ...view.special_rules.map((rule) => say("core.plain", { text: rule })),
    ],
  };
}

export function result(view: WinterWarView): ResultSeen | null {
  if (view.result === null) return null;
  const { winners, degree, reason } = view.result;
  const [finland, soviet] = view.points;
  const loser = SIDES.find((side) => !winners.includes(side)) ?? "";
  const why = reason === "resigned" ? say("web.over.resigned", { side: sideName(loser) }) : say(`winterwar.result.${reason}`);
  const points = say("winterwar.event.points", { finland: pointsOf(finland), soviet: pointsOf(soviet) });
  const ahead = say("winterwar.ahead", { side: sideName(finland > soviet ? "finland" : "soviet"), n: pointsOf(Math.abs(finland - soviet)) });
  return { winners, headline: headline(winners[0], degree), how: [why, points, ...(finland === soviet ? [] : [ahead])] };
}

function headline(winner: string | undefined, degree: string): Text {
  if (winner === undefined) return say("winterwar.event.draw");
  const side = sideName(winner);
  return AT_THE_END.has(degree) ? say(`winterwar.event.won.${degree}`, { side }) : say("winterwar.won", { side });
}

/** what decides when the turns have been played (intro-7) */
const AT_THE_END: ReadonlySet<string> = new Set(["points", "units", "towns"]);

/** The counters of a side that wait beside the map: those to be set up, or whose turn of arrival has come. */
export function waiting(view: WinterWarView, board: WinterWarBoard, side: string): readonly WinterWarUnit[] {
  const due = view.phase === "setup" ? 0 : view.turn;
  return board.units.filter((unit, i) => unit.side === side && view.places[i] === AWAITED && unit.turn <= due && (due === 0 || unit.turn > 0));
}

/** Everything in a hex, in words: the ground, a town with its owner and value, units with their figures. */
export function about(view: WinterWarView, board: WinterWarBoard, place: string): readonly Text[] {
  const at = board.hexes.numbers.indexOf(place);
  if (at < 0) return [];
  const town = board.towns.findIndex(({ hex }) => hex === place);
  const named = board.towns[town];
  const country = board.hexes.country[at] ?? "";
  const ground = say(`winterwar.terrain.${board.hexes.terrain[at]}`);
  const told: Text[] = [country === "" ? ground : say("winterwar.look.ground", { ground, country: say(`winterwar.nation.${country}`) })];
  if (named !== undefined) told.push(say("winterwar.look.town", { n: named.value, owner: sideName(SIDES[view.owners[town] ?? 0] ?? named.owner) }));
  if (board.hexes.arctic[at] === 1) told.push(say("winterwar.look.arctic"));
  return [...told, ...board.units.flatMap((unit, i) => (view.places[i] === at ? [aboutUnit(view, board, unit, i)] : []))];
}

function aboutUnit(view: WinterWarView, board: WinterWarBoard, unit: WinterWarUnit, i: number): Text {
  const { figures } = counterOf(unit, stateOf(view, board, i));
  return say(view.cut_off[i] === 1 ? "winterwar.look.unit-cut-off" : "winterwar.look.unit", { unit: unit.name, figures });
}
