/** Hands of cards, as a seat may see them. */

import type { Board, Card } from "./board";
import type { Scene } from "./scene";

/** the kinds of holdings that lie in the tray */
const HAND = "hand";
const DECK = "deck";

export interface Hand {
  readonly side: string;
  /** null: the cards are not known here, only their number */
  readonly cards: readonly Card[] | null;
  readonly size: number;
  readonly deck: number | null;
}

/** `open`: the sides whose hands lie open here. */
export function handsOf({ cards }: Board, { holdings }: Scene, open: (side: string) => boolean): readonly Hand[] {
  return holdings
    .filter(({ kind }) => kind === HAND)
    .map(({ side, count, items, beside }) => ({
      side,
      cards: items.length < count || !open(side) ? null : items.flatMap((id) => cards.find((card) => card.id === id) ?? []),
      size: count,
      deck: beside[DECK] ?? holdings.find((other) => other.side === side && other.kind === DECK)?.count ?? null,
    }));
}
