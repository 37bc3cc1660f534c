/** What is advised, as lines and rings on a board: the arrows of each order, and where its number stands. */

import type { Point } from "../drawn/board";
import type { Shown } from "../state/advice.svelte";
import type { Traced } from "../wire/messages";
import type { Drawing } from "./drawing.svelte";
import { attackOf, besideOf, freer, type Way, wayOf } from "./ways";

export interface Arrow extends Way {
  readonly strikes: boolean;
  /** where a number stands */
  readonly beside: Point;
}

export interface Seen {
  readonly next: boolean;
  /** its place in the plan, or how many go; "": neither, or there is no room for it */
  readonly label: string;
  readonly arrows: readonly Arrow[];
  /** around places */
  readonly rings: readonly Point[];
}

type Ground = Pick<Drawing, "board" | "hexes" | "scale" | "size" | "points" | "sited" | "peopled">;

/** pixels of the radius of a number, and of an arrow that has room for one beside it */
export const NUMBER = 9;
const ROOM = 34;

/** What comes next lies on top. */
export function advisedOn(drawing: Ground, orders: readonly Shown[]): readonly Seen[] {
  const counters = drawing.hexes ? [] : drawing.sited(drawing.peopled).map(({ at }) => at);
  return orders.map((order) => seen(drawing, order, counters)).toSorted((a, b) => Number(a.next) - Number(b.next));
}

function seen(drawing: Ground, { drawn, number, next }: Shown, counters: readonly Point[]): Seen {
  const ways = (drawn.ways ?? []).map((places) => pointsOf(drawing, places));
  const arrows = [...ways.flatMap((points) => arrowOf(drawing, points, counters)), ...strikesOf(drawing, drawn)];
  const count = drawn.n ?? 0;
  const [first] = arrows;
  const room = next || (first !== undefined && first.length * drawing.scale > ROOM);
  return {
    next,
    label: room ? String(number ?? (count > 0 ? count : "")) : "",
    arrows,
    // of a way that begins beyond the board its end is left
    rings: [...ways.filter((points) => points.length === 1).flat(), ...pointsOf(drawing, drawn.marks ?? [])],
  };
}

function pointsOf(drawing: Ground, places: readonly string[]): readonly Point[] {
  return places.flatMap((place) => drawing.points(place));
}

function arrowOf({ board, hexes, scale, size }: Ground, points: readonly Point[], counters: readonly Point[]): readonly Arrow[] {
  const way = hexes ? wayOf(points, board.unit * 0.12) : wayOf(points, size * 0.6, size * 0.6);
  return way === null ? [] : [{ ...way, strikes: false, beside: freer(besideOf(points, (NUMBER * 1.3) / scale), counters) }];
}

function strikesOf(drawing: Ground, { strikes = [] }: Traced): readonly Arrow[] {
  return strikes.flatMap(([from, to]) => {
    const [[a], [b]] = [drawing.points(from), drawing.points(to)];
    return a === undefined || b === undefined || a === b ? [] : [{ ...attackOf(a, b), strikes: true, beside: besideOf([a, b], (NUMBER * 2) / drawing.scale)[0] }];
  });
}
