/** What of a board an umpire's edit may name, for him to choose from. */

import { type Board, sideName } from "../drawn/board";
import { say, type Text } from "../texts/text";
import type { Names } from "./edits";

/** A word that may be put into a field, and how a person reads it. */
export interface EditChoice {
  readonly value: string;
  readonly label: Text;
}

/** places with a town of their own */
const TOWN = "town";

export function named(board: Board, { what, of }: Names): readonly EditChoice[] {
  const owned = (name: Text, side: string) => say("web.edit.owned", { what: name, side: sideName(board, side) });
  switch (what) {
    case "place":
      return board.places.filter(({ kind, rank, closed }) => !closed && (of === TOWN ? rank > 0 : of === "" || kind === of)).map(({ id, name, written }) => ({ value: id, label: of === TOWN ? (written ?? name) : name }));
    case "piece":
      return board.kinds.filter(({ lot, shape }) => !lot && (of === "" || shape === of)).map(({ id, name, side }) => ({ value: id, label: owned(name, side) }));
    case "card":
      return board.cards.map(({ id, name, side }) => ({ value: id, label: owned(name, side) }));
    case "side":
      return board.sides.map(({ id, name }) => ({ value: id, label: name }));
  }
}
