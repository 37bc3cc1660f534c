/** Where a card lies over a board so that it covers least of what matters. */

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What lies on the board, and how bad it is to cover it. */
export interface Weighed {
  readonly area: Area;
  readonly weight: number;
}

export interface Corner {
  readonly down: "top" | "bottom";
  readonly along: "start" | "middle" | "end";
}

/** The first of those that are equally good is taken. */
export const CORNERS: readonly Corner[] = [
  { down: "top", along: "middle" },
  { down: "top", along: "end" },
  { down: "top", along: "start" },
  { down: "bottom", along: "middle" },
  { down: "bottom", along: "end" },
  { down: "bottom", along: "start" },
];

/** The card in a corner of the room that is left for it. */
export function cardIn({ down, along }: Corner, room: Area, { width, height }: { readonly width: number; readonly height: number }): Area {
  const rest = room.right - room.left - width;
  const left = room.left + (along === "start" ? 0 : along === "end" ? rest : rest / 2);
  const top = down === "top" ? room.top : room.bottom - height;
  return { left, top, right: left + width, bottom: top + height };
}

function covers(card: Area, { left, top, right, bottom }: Area): boolean {
  return card.left < right && left < card.right && card.top < bottom && top < card.bottom;
}

function cost(card: Area, things: readonly Weighed[]): number {
  return things.reduce((sum, { area, weight }) => sum + (covers(card, area) ? weight : 0), 0);
}

/** The corner in which the card covers least. It stays where it is unless another is better. */
export function clearest(room: Area, size: { readonly width: number; readonly height: number }, things: readonly Weighed[], now: Corner): Corner {
  const costs = CORNERS.map((corner) => cost(cardIn(corner, room, size), things));
  const least = Math.min(...costs);
  const at = CORNERS.findIndex(({ down, along }) => down === now.down && along === now.along);
  return (costs[at] === least ? CORNERS[at] : CORNERS[costs.indexOf(least)]) ?? now;
}
