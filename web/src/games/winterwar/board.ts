/** The Winter War's board as the server sends it: units, towns, hexes, and the drawing. */

import { type HexDrawing, type HexDrawingFile, readHexDrawing } from "../../boards/hexes/drawing";
import type { Text } from "../../texts/text";

export type Figure = number | "P" | null;

export interface WinterWarUnit {
  readonly id: string;
  readonly short: string;
  readonly name: Text;
  readonly formation: string;
  readonly side: string;
  readonly nation: string;
  readonly type: string;
  readonly size: string;
  readonly stack: string;
  /** attack, defence, movement */
  readonly front: readonly [Figure, Figure, number];
  readonly back: readonly [number, number, number] | null;
  readonly air: { readonly combat: number; readonly support: number } | null;
  readonly winter: boolean;
  readonly ski: boolean;
  readonly zoc: boolean;
  /** the turn it comes in; 0: it is there from the beginning */
  readonly turn: number;
  readonly zone: string;
  /** where it historically stood, or "" */
  readonly hex: string;
  readonly reconstructed: boolean;
}

export interface WinterWarTown {
  readonly id: string;
  readonly name: Text;
  readonly hex: string;
  readonly owner: string;
  readonly colour: "white" | "black" | "grey";
  readonly value: number;
  readonly sudden_death: string;
  readonly reconstructed: boolean;
}

export interface WinterWarTable {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly reconstructed: boolean;
}

export interface WinterWarBoard {
  /** by the numbers that the view uses */
  readonly units: readonly WinterWarUnit[];
  readonly towns: readonly WinterWarTown[];
  readonly hexes: {
    readonly columns: number;
    readonly rows: number;
    readonly numbers: readonly string[];
    /** how each is called: by its own name, or by one nearby */
    readonly names: readonly Text[];
    readonly terrain: readonly string[];
    readonly country: readonly string[];
    readonly arctic: readonly number[];
  };
  readonly zones: Readonly<Record<string, readonly string[]>>;
  readonly turns: readonly { readonly turn: number; readonly from: string; readonly to: string }[];
  readonly reinforcements: Readonly<Record<string, readonly string[]>>;
  readonly tables: Readonly<Record<"ground" | "air" | "terrain", WinterWarTable>>;
  /** the rulebook's own words, by ours */
  readonly terms: Readonly<Record<string, string>>;
  readonly drawing: HexDrawing | null;
}

/** Drawing data as the board wants them. */
export function readBoard(data: unknown): WinterWarBoard {
  const board = data as WinterWarBoard;
  if (!Array.isArray(board.units) || !Array.isArray(board.towns)) throw new Error("this is no board of the Winter War");
  const drawing = board.drawing === null ? null : readHexDrawing(board.drawing as unknown as HexDrawingFile);
  return { ...board, drawing };
}
