/** The sea of the advanced game as one seat sees it: piles of cards, ships that lie open, what has been seen. */

import type { NorwayView, SeaView } from "../../generated/norway";
import type { Pile, Water } from "../../boards/areas/scene";
import { say, type Text } from "../../texts/text";
import type { NorwayBoard, NorwayShip } from "./board";
import { GLYPHS } from "./glyphs";
import { RAID_BOX } from "./shape";
import { sideName, SIDES } from "./sides";

/** places after the sea areas, in the order of ship_places */
export const PLACES_BEYOND = { raidBox: 0, home: 1, inHand: 2, sunk: 3, removed: 4 } as const;

export function placeNumber(board: NorwayBoard, beyond: keyof typeof PLACES_BEYOND): number {
  return board.seas.length + PLACES_BEYOND[beyond];
}

/** The id under which a place of ships is chosen; "" if it is no place on the map. */
export function placeId(board: NorwayBoard, place: number): string {
  return board.seas[place]?.id ?? (place === placeNumber(board, "raidBox") ? RAID_BOX : "");
}

function numberOf(board: NorwayBoard, id: string): number {
  return id === RAID_BOX ? placeNumber(board, "raidBox") : board.seas.findIndex((sea) => sea.id === id);
}

export function isWater(board: NorwayBoard, id: string): boolean {
  return id === RAID_BOX || board.seas.some((sea) => sea.id === id);
}

/** The waters of the board with all that lies in them; none in the basic game. */
export function waters(view: NorwayView, board: NorwayBoard): readonly Water[] {
  const sea = view.sea;
  if (!sea) return [];
  const seas = board.seas.map((area, place): Water => ({
    id: area.id,
    name: board.ship_places[place]?.name ?? area.name,
    shade: area.closed_to_allies ? "red" : area.coast.length > 0 ? "blue" : "",
    box: null,
    piles: pilesAt(sea, board, place),
    battle: sea.battle?.area === place || sea.hunts.some((hunt) => hunt.area === place),
  }));
  const place = placeNumber(board, "raidBox");
  const box = board.drawing?.boxes.get("raid-box");
  if (box === undefined) return seas;
  const raid: Water = { id: RAID_BOX, name: board.ship_places[place]?.name ?? say("core.plain", { text: "" }), shade: "", box, piles: pilesAt(sea, board, place), battle: false };
  return [...seas, raid];
}

function pilesAt(sea: SeaView, board: NorwayBoard, place: number): readonly Pile[] {
  return SIDES.flatMap((side, country): readonly Pile[] => {
    const shown = board.ships.flatMap((ship, i) =>
      ship.country === side && sea.place[i] === place && sea.face_up[i] ? [{ name: ship.name, glyph: GLYPHS[ship.class] ?? "", caught: sea.caught.includes(i) }] : [],
    );
    const hidden = sea.piles[country]?.[place] ?? 0;
    return hidden + shown.length > 0 ? [{ side, hidden, shown }] : [];
  });
}

/** A ship in words: what it is and what its dice do. */
export function shipLine(ship: NorwayShip): Text {
  return say("norway.ship-line", { ship: ship.name, facts: shipFacts(ship) });
}

export function shipFacts(ship: NorwayShip): Text {
  if (ship.class === "decoy") return say("norway.ship-facts.decoy");
  const dice = { kind: ship.class_name, chases: faces(ship.chases_on) };
  return ship.sinks_on.length === 0 ? say("norway.ship-facts.only-chases", dice) : say("norway.ship-facts", { ...dice, sinks: faces(ship.sinks_on) });
}

/** Faces of a die that follow each other: 5-6. */
export function faces(values: readonly number[]): string {
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined ? "–" : first === last ? String(first) : `${first}–${last}`;
}

/** Everything in a sea area or the raid box, in words. */
export function aboutWater(view: NorwayView, board: NorwayBoard, id: string): readonly Text[] {
  const sea = view.sea;
  const place = numberOf(board, id);
  if (!sea || place < 0) return [];
  const told: Text[] = [];
  SIDES.forEach((side, country) => {
    const there = board.ships.map((ship, i) => ({ ship, i })).filter(({ ship, i }) => ship.country === side && sea.place[i] === place);
    const hidden = sea.piles[country]?.[place] ?? 0;
    if (hidden > 0) told.push(say("norway.pile", { country: sideName(side), n: hidden }));
    for (const { ship } of there.filter(({ i }) => !sea.face_up[i])) told.push(shipLine(ship));
    for (const { ship, i } of there.filter(({ i }) => sea.face_up[i])) {
      told.push(say(sea.caught.includes(i) ? "norway.caught" : "norway.face-up", { country: sideName(side), ship: shipLine(ship) }));
    }
  });
  if (told.length === 0) told.push(say("norway.no-ships"));
  told.push(...sightingsAt(sea, board, place));
  const coast = board.seas[place]?.closed_to_allies;
  if (coast) told.push(say("norway.closed-sea"));
  const crews = sea.sailors.filter((area) => area === place).length;
  if (crews > 0) told.push(say("norway.sailors-wait", { n: crews }));
  return told;
}

/** What this seat has seen of others' ships that lie back up now: certainly here, or here or elsewhere. */
function sightingsAt(sea: SeaView, board: NorwayBoard, place: number): readonly Text[] {
  const told = new Map<number, Text>();
  for (const { ship, places } of sea.sightings) {
    const seen = board.ships[ship];
    if (seen === undefined || sea.place[ship] !== UNKNOWN || !places.includes(place)) continue;
    const names = places.map((other) => board.ship_places[other]?.name ?? "");
    told.set(ship, places.length === 1 ? say("norway.known-here", { ship: seen.name }) : say("norway.maybe-here", { ship: seen.name, places: names }));
  }
  return [...told.values()];
}

const UNKNOWN = -1;

/** What has been sunk, for the bar of the battle. */
export function shipsAt(view: NorwayView, board: NorwayBoard, beyond: keyof typeof PLACES_BEYOND): readonly NorwayShip[] {
  const place = placeNumber(board, beyond);
  return board.ships.filter((_, i) => view.sea?.place[i] === place);
}
