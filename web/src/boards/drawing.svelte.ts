/** A board with one position upon it, as all its layers draw it at one scale. */

import { type Board, lookOf, type Point } from "../drawn/board";
import type { Leg } from "../drawn/leg";
import type { Piece, Scene } from "../drawn/scene";
import type { Text } from "../texts/text";
import { counterSize, heaped } from "./piles";
import { type Rect, type Site, sitesOf } from "./sites";

/** What changes while the board is shown. */
interface Now {
  readonly scene: Scene;
  /** pixels to a unit of the sheet */
  readonly scale: number;
  /** the part of the sheet that is seen */
  readonly seen: Rect;
  /** places and pieces that may be tapped, and those that are chosen */
  readonly open?: ReadonlySet<string>;
  readonly chosen?: ReadonlySet<string>;
  /** without counters */
  readonly bare?: boolean;
}

/** An answer that is being built, as far as it is seen on the board. */
export interface Building {
  readonly decision: { readonly role: string; readonly prompt: Text };
  /** places and pieces that may be chosen now, by id */
  readonly lit: ReadonlySet<string>;
  /** what may be tapped though it is not lit */
  readonly also: ReadonlySet<string>;
  /** places and pieces chosen so far, in order */
  readonly path: readonly string[];
  /** pieces that do the same as the one that is chosen */
  readonly along?: readonly string[];
  readonly legs: readonly Leg[];
  /** planned attacks */
  readonly strikes: readonly Leg[];
  /** a number that goes along, and how many things are to be put where */
  readonly amount: number | null;
  readonly planned: ReadonlyMap<string, number>;
  /** why the last tap chose nothing */
  readonly reason: { readonly part: unknown; readonly text: Text } | null;
}

const NONE: ReadonlySet<string> = new Set();

export class Drawing {
  readonly board: Board;
  readonly hexes: boolean;
  readonly sites: readonly Site[];
  readonly siteOf: ReadonlyMap<string, Site>;
  private readonly now: () => Now;

  readonly scene = $derived.by(() => this.now().scene);
  readonly scale = $derived.by(() => this.now().scale);
  readonly seen = $derived.by(() => this.now().seen);
  readonly open = $derived.by(() => this.now().open ?? NONE);
  readonly chosen = $derived.by(() => this.now().chosen ?? NONE);
  readonly bare = $derived.by(() => this.now().bare ?? false);
  /** by place; on hexes, where they lie on each other, the heaviest first */
  readonly stacks: ReadonlyMap<string, readonly Piece[]> = $derived.by(() => (this.hexes ? heaped(this.scene.stacks) : this.scene.stacks));
  /** places where counters are seen */
  readonly peopled: ReadonlySet<string> = $derived.by(() => new Set(this.bare ? [] : this.stacks.keys()));
  /** edge of a counter that does not lie on a hex */
  readonly size: number = $derived.by(() => counterSize(this.units, this.board.unit));

  constructor(board: Board, now: () => Now) {
    this.board = board;
    this.now = now;
    this.hexes = board.kind === "hexes";
    this.sites = sitesOf(board);
    this.siteOf = new Map(this.sites.map((site) => [site.id, site]));
  }

  /** units of the sheet to a pixel */
  get units(): number {
    return 1 / this.scale;
  }

  /** The class with the colours of a side. */
  look(side: string): string {
    return `side-${lookOf(this.board, side)}`;
  }

  /** The place of a piece, or the place itself. */
  placeOf(id: string): string {
    return this.siteOf.has(id) ? id : (this.scene.where.get(id) ?? id);
  }

  /** Where a place or a piece is; none: not on the board. */
  points(id: string): readonly Point[] {
    const at = this.siteOf.get(this.placeOf(id))?.at ?? this.scene.poses.find(({ piece }) => piece.id === id)?.at;
    return at === undefined ? [] : [at];
  }

  /** The places among these. */
  sited(ids: Iterable<string>): readonly Site[] {
    return [...ids].flatMap((id) => this.siteOf.get(id) ?? []);
  }
}
