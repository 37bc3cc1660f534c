/** Norway's board as the server sends it: areas, cards, and the drawing. */

import type { Text } from "../../texts/text";
import type { Drawing } from "../../boards/areas/drawing";
import { type DrawingFile, readDrawing } from "../../boards/areas/arcs";

export type Provenance = "source" | "derived" | "reconstructed";

export interface NorwayArea {
  readonly id: string;
  readonly name: Text;
  readonly neighbours: readonly string[];
  readonly water: readonly string[];
  readonly coast: readonly string[];
  readonly point_city: boolean;
  readonly mobilisation: boolean;
  readonly airfield: boolean;
  readonly air_reach: readonly string[];
  readonly from_germany: boolean;
  readonly region: Text;
  readonly provenance: Readonly<Record<string, Provenance>>;
}

export interface CardFunction {
  readonly timing: string;
  readonly phase: string;
  readonly step: string;
  readonly op: string;
  readonly dice: number;
  readonly version: string;
  readonly text: Text;
  readonly provenance: Provenance;
  readonly value_provenance: Provenance;
}

export interface NorwayCard {
  readonly id: string;
  readonly short: string;
  readonly country: string;
  readonly name: Text;
  readonly original: string;
  readonly count: number;
  readonly symbols: number;
  readonly functions: readonly CardFunction[];
}

export interface NorwaySea {
  readonly id: string;
  readonly name: Text;
  readonly closed_to_allies: boolean;
  readonly borders: readonly string[];
  readonly coast: readonly string[];
}

export interface NorwayShip {
  readonly id: string;
  readonly country: string;
  readonly name: Text;
  readonly class: string;
  readonly class_name: Text;
  readonly sinks_on: readonly number[];
  readonly chases_on: readonly number[];
  readonly cards_lost: number;
  readonly moves: number;
  /** the lower fires first */
  readonly rank: number;
  readonly provenance: Readonly<Record<string, Provenance>>;
}

/** A sea area, or what comes after them: the raid box, home, the hand, sunk, out of the game. */
export interface ShipPlace {
  readonly sea: string | null;
  readonly name: Text;
  readonly borders: readonly string[];
}

export interface NorwayBoard {
  readonly seas: readonly NorwaySea[];
  readonly ships: readonly NorwayShip[];
  readonly ship_places: readonly ShipPlace[];
  readonly areas: readonly NorwayArea[];
  readonly cards: readonly NorwayCard[];
  readonly phases: readonly Text[];
  /** the rulebook's own words, by ours */
  readonly terms: Readonly<Record<string, string>>;
  readonly drawing: Drawing | null;
}

/** Drawing data as the board wants them. */
export function readBoard(data: unknown): NorwayBoard {
  const board = data as NorwayBoard;
  if (!Array.isArray(board.areas) || !Array.isArray(board.cards)) throw new Error("this is no board of Norway");
  const drawing = board.drawing === null ? null : readDrawing(board.drawing as unknown as DrawingFile);
  return { ...board, drawing };
}
