/** A thing on a list of an answer: a piece with its picture, or a card with what it does. */

import type { Text } from "../texts/text";
import type { Part } from "../wire/messages";
import type { Card } from "./board";
import type { Piece } from "./scene";

export interface Thing {
  readonly name: Text;
  readonly facts: readonly Text[];
  readonly piece: Piece | null;
}

interface Known {
  pieceOf(id: string): Piece | null;
  cardOf(part: Part, role: string): Card | null;
}

/** What is known of a part of an answer; `id#2` is the second of two that are called alike. */
export function thingOf(known: Known, part: Part, role: string): Thing | null {
  const id = String(part).split("#")[0] ?? "";
  const piece = known.pieceOf(id);
  if (piece !== null && !piece.kind.lot) return { name: piece.kind.name, facts: piece.kind.facts, piece };
  const card = known.cardOf(id, role);
  return card === null ? null : { name: card.name, facts: [...card.effects.map(({ text }) => text), ...card.facts], piece: null };
}
