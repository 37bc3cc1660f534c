/** The cards on the table of a battle, on land or at sea. */

import { say, type Text } from "../../texts/text";
import type { PlayedCard } from "../game";
import type { NorwayBoard } from "./board";
import { SIDES } from "./sides";

interface Played {
  readonly country: number;
  readonly card: number;
  readonly against?: number;
}

const NONE = -1;

export function playedCards(played: readonly Played[], board: NorwayBoard): readonly PlayedCard[] {
  const stopped = new Set(played.map((card) => card.against ?? NONE));
  const name = (card: number): Text => board.cards[card]?.name ?? say("core.plain", { text: "?" });
  return played.map((card, i) => {
    const against = played[card.against ?? NONE];
    return {
      side: SIDES[card.country] ?? "",
      name: name(card.card),
      against: against === undefined ? null : name(against.card),
      stopped: stopped.has(i),
    };
  });
}
