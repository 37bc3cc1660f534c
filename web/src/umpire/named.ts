/** What of a board an umpire's edit may name, for him to choose from. */

import { type Board, type Kind, sideName } from "../drawn/board";
import { say, type Text } from "../texts/text";
import type { Names } from "./edits";

/** A word that may be put into a field, and how a person reads it. */
export interface EditChoice {
  readonly value: string;
  readonly label: Text;
}

/** places with a town of their own */
const TOWN = "town";

/** Whether a piece is of the kind that is wanted, by its shape or its symbol. */
export function isOf({ shape, symbol, lot }: Kind, { what, of }: Names): boolean {
  return what === "piece" && !lot && (of === "" || of.split(" ").some((wanted) => wanted === shape || wanted === symbol));
}

/** `more`: pieces of the position that the board does not describe. */
export function named(board: Board, names: Names, more: ReadonlyMap<string, Kind> = board.kindOf): readonly EditChoice[] {
  const { what, of } = names;
  const owned = (name: Text, side: string) => say("web.edit.owned", { what: name, side: sideName(board, side) });
  switch (what) {
    case "place":
      return board.places.filter(({ kind, rank, closed }) => !closed && (of === TOWN ? rank > 0 : of === "" || kind === of)).map(({ id, name, written }) => ({ value: id, label: of === TOWN ? (written ?? name) : name }));
    case "piece":
      return [...more.values()].filter((kind) => isOf(kind, names)).map(({ id, name, side }) => ({ value: id, label: owned(name, side) }));
    case "card":
      return board.cards.map(({ id, name, side }) => ({ value: id, label: owned(name, side) }));
    case "side":
      return board.sides.map(({ id, name }) => ({ value: id, label: name }));
  }
}
