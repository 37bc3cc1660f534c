/** What of an answer stands on the board at the moment, and can be tapped there. */

import type { Board } from "../drawn/board";
import type { Scene } from "../drawn/scene";
import type { Choice, Part } from "../wire/messages";

export interface Sheet {
  /** single pieces are chosen here, not only places */
  readonly onPieces: boolean;
  /** a place of the board, or a piece that lies open on it or beside it */
  has(part: Part): part is string;
  isPiece(part: Part): part is string;
  /** where a piece stands; "": nowhere on the board */
  placeOf(piece: string): string;
  /** the other pieces there */
  beside(piece: string): readonly string[];
}

/** Before the board has come everything is a button. */
export const NO_SHEET: Sheet = {
  onPieces: false,
  has: (part): part is string => typeof part === "string" && false,
  isPiece: (part): part is string => typeof part === "string" && false,
  placeOf: () => "",
  beside: () => [],
};

/** holdings whose pieces lie beside the board, ready to be put on it */
export const DUE = "due";

export function sheetOf(board: Board, scene: Scene): Sheet {
  const waiting = new Set(scene.holdings.filter(({ kind }) => kind === DUE).flatMap(({ items }) => items));
  const isPiece = (part: Part): part is string => typeof part === "string" && (scene.where.has(part) || waiting.has(part));
  return {
    onPieces: board.kind !== "areas",
    has: (part): part is string => typeof part === "string" && (scene.placeOf.has(part) || isPiece(part)),
    isPiece,
    placeOf: (piece) => scene.where.get(piece) ?? "",
    beside: (piece) => (scene.stacks.get(scene.where.get(piece) ?? "") ?? []).map(({ id }) => id).filter((id) => id !== "" && id !== piece),
  };
}

/** Those of some choices that can be tapped on the board. */
export function onSheet(choices: readonly Choice[], sheet: Sheet): readonly string[] {
  return choices.map(({ part }) => part).filter((part) => sheet.has(part));
}

export function isCount({ what }: Choice): boolean {
  return what === "count";
}

export function isEnd({ what }: Choice): boolean {
  return what === "end";
}

/** The card that a choice plays or spends. */
export function cardOf({ card }: Choice): string | null {
  return card === undefined || card === "" ? null : card;
}
