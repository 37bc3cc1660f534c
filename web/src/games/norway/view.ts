/** Norway's view as the client draws it. */

import type { NorwayView } from "../../generated/norway";
import type { Attack, AreaInfo, AreaMark, Scene } from "../../boards/areas/scene";
import type { Piece, Stack } from "../../boards/areas/stacks";
import { say, type Text } from "../../texts/text";
import type { BattleSeen, Card, Hand, ResultSeen, StatusSeen } from "../game";
import { playedCards } from "./played";
import type { NorwayArea, NorwayBoard, NorwayCard } from "./board";
import { aboutWater, isWater, waters } from "./sea";
import { seaBattle } from "./seabattle";
import { type Side, sideName, SIDES } from "./sides";
import { phaseTerm } from "./terms";

export { OUTLINES, type Side, sideName, SIDES } from "./sides";

const NOWHERE = -1;
/** the phase of sea battles, which the basic game has not */
const NAVAL = "2a";

export function scene(view: NorwayView, board: NorwayBoard): Scene {
  const id = (area: number) => board.areas[area]?.id ?? "";
  return {
    areas: board.areas.map(areaInfo),
    waters: waters(view, board),
    wire: wire(view),
    stacks: board.areas.map((area, i) => stackAt(view, area.id, i)).filter((stack) => stack.pieces.length > 0),
    attacks: view.groups.map(
      (group): Attack => ({
        from: group.origin === NOWHERE ? null : id(group.origin),
        to: id(group.target),
        side: view.country,
        count: group.battalions,
        mode: group.mode,
      }),
    ),
    holders: new Map(
      board.areas.flatMap((area, i): [string, string][] => {
        const there = SIDES.filter((side) => (view[side][i] ?? 0) > 0);
        return there[0] === undefined ? [] : [[area.id, there[0] === "germany" ? "germany" : there[0]]];
      }),
    ),
    battle: view.battle === null ? null : id(view.battle.area),
  };
}

/** The telegraph line from Egersund matters in the advanced game alone (5.1-telegraph). */
function wire(view: NorwayView): Text | null {
  if (!view.sea) return null;
  return say(view.sea.telegraph_cut ? "norway.telegraph.cut" : "norway.telegraph");
}

function areaInfo(area: NorwayArea): AreaInfo {
  const marks: readonly [AreaMark, boolean, string][] = [
    ["point-city", area.point_city, "point_city"],
    ["mobilisation", area.mobilisation, "mobilisation_point"],
    ["airfield", area.airfield, "airfield"],
  ];
  const there = marks.filter(([, stands]) => stands);
  return {
    id: area.id,
    name: area.name,
    marks: there.map(([mark]) => mark),
    completed: there.filter(([, , field]) => isOurs(area, field)).map(([mark]) => mark),
    reconstructed: isOurs(area, "name"),
  };
}

/** Whether a fact of the board is our completion. */
function isOurs(area: NorwayArea, field: string): boolean {
  return area.provenance[field] !== "source";
}

function stackAt(view: NorwayView, place: string, area: number): Stack {
  return { place, pieces: SIDES.flatMap((side) => piecesOf(view, side, area)) };
}

/** Battalions of a country at rest; those that have moved in this turn are counted apart. */
function piecesOf(view: NorwayView, side: Side, area: number): readonly Piece[] {
  const all = view[side][area] ?? 0;
  const moved = side === view.country && view.phase === 1 ? Math.min(all, view.moved[area] ?? 0) : 0;
  const pieces: Piece[] = [];
  if (all > moved) pieces.push({ side, count: all - moved, moved: false });
  if (moved > 0) pieces.push({ side, count: moved, moved: true });
  return pieces;
}

export function status(view: NorwayView, board: NorwayBoard): StatusSeen {
  const cities = board.areas.flatMap((area, i) => (area.point_city ? [i] : []));
  const held = cities.filter((area) => (view.germany[area] ?? 0) > 0).length;
  return {
    turn: view.round === 0 ? say("norway.status.nine-april") : say("norway.status.turn", { n: view.round, country: sideName(view.country) }),
    phase: say(`norway.phase.${view.phase}`),
    phaseOriginal: phaseTerm(board, view.phase),
    side: view.country,
    notes: [
      say("norway.status.cities", { n: held, all: cities.length }),
      ...view.special_rules.map((rule) => say("core.plain", { text: rule })),
    ],
  };
}

export function hands(view: NorwayView, roles: readonly string[], board: NorwayBoard): readonly Hand[] {
  return SIDES.map((role, country) => ({
    role,
    cards: roles.includes(role) ? cardsOf(view, role, board) : null,
    size: view.hand_size[country] ?? 0,
    deck: view.deck_size[country] ?? 0,
  }));
}

function cardsOf(view: NorwayView, role: string, board: NorwayBoard): readonly Card[] {
  return board.cards.flatMap((card, i) =>
    card.country === role ? Array.from({ length: view.hand[i] ?? 0 }, () => shownCard(card, view.sea !== null && view.sea !== undefined)) : [],
  );
}

/** A card with what it does in the game that is played: at sea only in the advanced one. */
export function shownCard(card: NorwayCard, advanced: boolean): Card {
  const basic = advanced ? card.functions : card.functions.filter((entry) => entry.phase !== NAVAL);
  const used = basic.length > 1 ? basic.filter((entry) => entry.op !== "exchange-only") : basic;
  return {
    id: card.id,
    part: card.short,
    name: card.name,
    original: card.original,
    symbols: card.symbols,
    help: [say("norway.card-help.symbols"), say("norway.card-help.when"), say("norway.card-help.signs")],
    effects: used.map((entry) => ({
      when: say("norway.card-when", { when: say(`norway.timing.${entry.timing}`), phase: entry.phase }),
      timing: entry.timing,
      text: entry.text,
      reconstructed: entry.provenance !== "source" || entry.value_provenance !== "source",
    })),
  };
}

export function battle(view: NorwayView, board: NorwayBoard): BattleSeen | null {
  if (view.sea?.battle) return seaBattle(view.sea, view.sea.battle, board, view.country);
  const fought = view.battle;
  const area = fought === null ? undefined : board.areas[fought.area];
  if (fought === null || area === undefined) return null;
  const groups = view.groups.filter((group) => group.target === fought.area);
  const enemies = view.country === "germany" ? (["norway", "allies"] as const) : (["germany"] as const);
  return {
    place: area.name,
    placeId: area.id,
    attacker: view.country,
    attackers: groups.reduce((sum, group) => sum + group.battalions, 0),
    defenders: enemies
      .map((side) => ({ side, count: view[side][fought.area] ?? 0 }))
      .filter(({ count }) => count > 0),
    ranks: [],
    played: playedCards(fought.played ?? [], board),
  };
}

export function result(view: NorwayView): ResultSeen | null {
  if (view.result === null) return null;
  const { winners, degree, reason, score } = view.result;
  const [winner, loser] = (winners.includes("germany") ? BOTH : BOTH.toReversed()).map((side) => say(`norway.winner.${side}`)) as [Text, Text];
  const [germany = 0, norway = 0, allies = 0] = SIDES.map((side) => view[side].reduce((sum, n) => sum + n, 0));
  const others = norway + allies;
  const why =
    reason === "resigned"
      ? say("web.over.resigned", { side: loser })
      : say(`norway.victory.${reason}`, { n: POINT_CITIES - score, battalions: say("norway.count.battalions", { n: others }) });
  return {
    winners,
    headline: say(`norway.won.${degree === "clear" ? "clear" : "narrow"}`, { winner }),
    how: [why, say("norway.close", { n: score, germany, others })],
  };
}

const BOTH = ["germany", "norway-allies"];
/** all there are (1.3-2) */
const POINT_CITIES = 6;

/** Everything at a place, in words. */
export function about(view: NorwayView, board: NorwayBoard, place: string): readonly Text[] {
  if (isWater(board, place)) return aboutWater(view, board, place);
  const i = board.areas.findIndex((area) => area.id === place);
  const area = board.areas[i];
  if (area === undefined) return [];
  const told: Text[] = SIDES.filter((side) => (view[side][i] ?? 0) > 0).map((side) =>
    say("norway.stand", { country: sideName(side), n: view[side][i] ?? 0 }),
  );
  if (told.length === 0) told.push(say("norway.nobody"));
  for (const group of view.groups.filter(({ target }) => target === i)) {
    told.push(say("norway.attacked", { country: sideName(view.country), n: group.battalions }));
  }
  const fact = (field: string, text: Text) => told.push(isOurs(area, field) ? say("norway.ours", { what: text }) : text);
  if (area.point_city) fact("point_city", say("norway.mark.point_city"));
  if (area.mobilisation) fact("mobilisation_point", say("norway.mark.mobilisation_point"));
  if (area.airfield) fact("airfield", say("norway.mark.airfield"));
  if (area.coast.length > 0) fact("coast", say("norway.coast", { seas: [...area.coast] }));
  if (isOurs(area, "name")) told.push(say("web.reconstructed-place"));
  return told;
}
