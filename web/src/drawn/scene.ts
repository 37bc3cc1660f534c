/** One position on a board as the server describes it (core/scene.py): who stands where, with all that is to be seen of him. */

import type { Arrow as SentArrow, Battle as SentBattle, Fighter, Force as SentForce, Guide as SentGuide, Holding as SentHolding, Outcome, Played, Scene as SentScene } from "../generated/scene";
import { plainText, say, type Text } from "../texts/text";
import { basesOf } from "./blocks";
import { type Board, type Kind, type Legend, type Place, type Point, readKind, readPlace } from "./board";

export type { Fighter, Outcome, Played };

/** A piece, or several that are alike and have no names of their own. */
export interface Piece {
  /** "": pieces without names */
  readonly id: string;
  readonly kind: Kind;
  readonly side: string;
  readonly place: string;
  readonly count: number;
  readonly figures: string;
  readonly losses: number;
  /** moved, cut-off, in-flight, caught */
  readonly flags: ReadonlySet<string>;
  /** what the seat is told of it besides */
  readonly told: Text | null;
}

/** Where a body stands on a tabletop: its middle, its front in degrees clockwise from north, its outline base by base. */
export interface Pose {
  readonly piece: Piece;
  readonly at: Point;
  readonly facing: number;
  readonly rings: readonly (readonly number[])[];
}

export interface Arrow {
  /** "": from beyond the board */
  readonly from: string;
  readonly to: string;
  readonly side: string;
  readonly count: number;
  readonly mode: string;
  /** what it begins at, where that is no place */
  readonly where: Text | null;
}

export interface Force extends Omit<Required<SentForce>, "ranks"> {
  readonly ranks: readonly Fighter[];
}

export interface Battle extends Omit<Required<SentBattle>, "forces"> {
  readonly forces: readonly Force[];
}

export type Holding = Required<Omit<SentHolding, "title">> & { readonly title: Text | null };

export interface Guide {
  readonly heading: Text;
  readonly at: number;
  readonly steps: readonly (readonly [Text, Text])[];
}

export interface Status {
  readonly turn: Text;
  readonly phase: Text;
  readonly original: string;
  readonly side: string;
  readonly notes: readonly Text[];
}

export interface Scene {
  readonly status: Status;
  readonly title: Text | null;
  readonly pieces: readonly Piece[];
  /** by place, in the order in which they stand there */
  readonly stacks: ReadonlyMap<string, readonly Piece[]>;
  readonly poses: readonly Pose[];
  /** piece -> the place where it stands */
  readonly where: ReadonlyMap<string, string>;
  /** places and pieces that the board has, and those of this position alone */
  readonly placeOf: ReadonlyMap<string, Place>;
  readonly kindOf: ReadonlyMap<string, Kind>;
  /** places held by another side than at first */
  readonly owners: Readonly<Record<string, string>>;
  /** closed, fought -> places */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, Text>>;
  readonly arrows: readonly Arrow[];
  readonly battle: Battle | null;
  readonly holdings: readonly Holding[];
  readonly answered: readonly string[];
  readonly guide: Guide | null;
  readonly outcome: Outcome | null;
  readonly notes: readonly Text[];
  readonly legend: readonly Legend[];
  readonly more: unknown;
}

export function readScene(sent: SentScene, board: Board): Scene {
  const kindOf = added(board.kindOf, (sent.kinds ?? []).map(readKind));
  const placeOf = added(board.placeOf, (sent.extra ?? []).map(readPlace));
  const flags = flagsBy(sent.flags ?? {});
  const pieceOf = (id: string, place: string): Piece => {
    const kind = kindOf.get(id) ?? unknown(id);
    const face = sent.faces?.[id] ?? 0;
    return { id, kind, side: kind.side, place, count: 1, figures: sent.figures?.[id] ?? kind.faces[face] ?? "", losses: sent.losses?.[id] ?? 0, flags: flags.get(id) ?? NONE, told: sent.told?.[id] ?? null };
  };
  const knownOf = ({ side, shape }: Kind, place: string): Text | null => {
    const there = (sent.known?.[place] ?? []).flatMap((id) => kindOf.get(id) ?? []);
    const pieces = there.filter((one) => one.side === side && one.shape === shape).map(({ name }) => name);
    return pieces.length === 0 ? null : say("core.known", { pieces });
  };
  const lotOf = ([id, count, flag = ""]: readonly [string, number, string?], place: string): Piece => {
    const kind = kindOf.get(id) ?? unknown(id);
    return { id: "", kind, side: kind.side, place, count, figures: "", losses: 0, flags: flag === "" ? NONE : new Set([flag]), told: sent.told?.[`${place} ${id}`] ?? knownOf(kind, place) };
  };
  const stacks = new Map((sent.stacks ?? []).map(([place, pieces]) => [place, pieces.map((piece) => (typeof piece === "string" ? pieceOf(piece, place) : lotOf(piece, place)))]));
  const pieces = [...stacks.values()].flat();
  return {
    status: { original: "", side: "", notes: [], ...sent.status },
    title: sent.title ?? null,
    pieces,
    stacks,
    poses: (sent.poses ?? []).map(([id, x, y, facing, rings = [], blocks = []]) => ({ piece: pieceOf(id, ""), at: [x, y], facing, rings: [...rings, ...blocks.flatMap(basesOf)] })),
    where: new Map(pieces.flatMap(({ id, place }) => (id === "" ? [] : [[id, place]]))),
    placeOf,
    kindOf,
    owners: sent.owners ?? {},
    places: sent.places ?? {},
    words: sent.words ?? {},
    arrows: (sent.arrows ?? []).map(arrowOf),
    battle: sent.battle ? { decided: false, played: [], ...sent.battle, forces: (sent.battle.forces ?? []).map(forceOf) } : null,
    holdings: (sent.holdings ?? []).map((holding) => ({ items: [], names: [], beside: {}, ...holding, title: holding.title ?? null })),
    answered: sent.answered ?? [],
    guide: guideOf(sent.guide ?? null, board),
    outcome: sent.outcome ?? null,
    notes: sent.notes ?? [],
    legend: sent.legend ?? [],
    more: sent.more ?? null,
  };
}

const NONE: ReadonlySet<string> = new Set();

function added<T extends { readonly id: string }>(known: ReadonlyMap<string, T>, more: readonly T[]): ReadonlyMap<string, T> {
  return more.length === 0 ? known : new Map([...known, ...more.map((one): [string, T] => [one.id, one])]);
}

function flagsBy(flags: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [flag, ids] of Object.entries(flags)) for (const id of ids) found.set(id, (found.get(id) ?? new Set()).add(flag));
  return found;
}

/** A piece that nobody describes is shown by its id. */
function unknown(id: string): Kind {
  return readKind({ id, side: "", name: plainText(id), label: id });
}

function arrowOf([from, to, side, count = 0, mode = "", where = null]: SentArrow): Arrow {
  return { from, to, side, count, mode, where };
}

/** The words are the board's, but for an old record's. */
function guideOf(sent: SentGuide | null, { guide }: Board): Guide | null {
  const words = sent?.steps ? sent : guide;
  return sent === null || !words?.heading ? null : { heading: words.heading, at: sent.at, steps: words.steps ?? [] };
}

function forceOf(force: SentForce): Force {
  return { attacks: false, count: 0, names: [], ranks: [], ...force };
}

/** What a place or a piece is called. */
export function nameOf(scene: Scene, id: string): Text {
  return scene.placeOf.get(id)?.name ?? scene.kindOf.get(id)?.name ?? plainText(id);
}

/** A piece that stands nowhere, as it is printed. */
export function loose(kind: Kind): Piece {
  return { id: kind.id, kind, side: kind.side, place: "", count: 1, figures: kind.faces[0] ?? "", losses: 0, flags: NONE, told: null };
}
