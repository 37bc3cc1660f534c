/** What the client asks of a game: how its view is to be drawn. One folder a game; nothing else knows it. */

import type { Component } from "svelte";
import type { AnswerShape, Leg } from "../state/shape";
import type { Table } from "../state/table.svelte";
import type { Text } from "../texts/text";
import type { DecisionSeen, Overlay, Part, Prospect, Ruling, SeenEvent } from "../wire/messages";

/** What every kind of board is given. */
export interface BoardProps {
  readonly board: unknown;
  readonly view: unknown;
  /** places that may be chosen now */
  readonly lit: ReadonlySet<string>;
  /** places chosen so far, in order */
  readonly path: readonly string[];
  /** the ways that are planned, as arrows */
  readonly legs: readonly Leg[];
  /** how many things are to be put where */
  readonly planned: ReadonlyMap<string, number>;
  /** how many would go along the path */
  readonly amount: number | null;
  /** places that the log or the playback points at */
  readonly pointed: ReadonlySet<string>;
  /** what may be tapped though it is not lit: where another answer could begin */
  readonly also?: ReadonlySet<string>;
  /** what has just been tapped and may not be chosen, and why */
  readonly barred?: { readonly place: string; readonly reason: Text } | null;
  /** the roles of this seat */
  readonly roles: readonly string[];
  /** what the server lays over the board, if the game has such things */
  readonly laid?: readonly Overlay[];
  readonly ontap: (place: string) => void;
  readonly oninspect: (place: string | null) => void;
}

export interface CardEffect {
  readonly when: Text;
  /** a word for the sign of its time: own, opponent, own-reaction */
  readonly timing: string;
  readonly text: Text;
  /** our completion, not stated in the rulebook */
  readonly reconstructed: boolean;
}

export interface Card {
  readonly id: string;
  /** how an answer names it */
  readonly part: Part;
  readonly name: Text;
  /** its name in the rulebook's own language */
  readonly original: string;
  readonly effects: readonly CardEffect[];
  /** what the signs and codes on it mean */
  readonly help: readonly Text[];
  /** worth in the exchange, if the game has such a thing */
  readonly symbols: number | null;
}

export interface Hand {
  readonly role: string;
  /** null: the cards are not known here, only their number */
  readonly cards: readonly Card[] | null;
  readonly size: number;
  readonly deck: number;
}

export interface PlayedCard {
  readonly side: string;
  readonly name: Text;
  /** the card it is played against */
  readonly against: Text | null;
  readonly stopped: boolean;
}

/** A piece that fights under its own name. */
export interface RankedPiece {
  readonly side: string;
  readonly name: Text;
  /** its silhouette, a hundred units wide */
  readonly glyph: string;
  /** what it is, and what its dice need */
  readonly facts: Text;
  /** what has become of it already */
  readonly fate: Text | null;
  /** it has been caught, and did not want to fight */
  readonly caught: boolean;
}

/** The pieces of a side in the order in which they act. */
export interface Rank {
  readonly side: string;
  readonly attacks: boolean;
  readonly pieces: readonly RankedPiece[];
}

/** Where a long sequence has come to. */
export interface Guide {
  readonly heading: Text;
  readonly at: number;
  readonly steps: readonly { readonly title: Text; readonly about: Text }[];
}

/** What tells how far a sequence has come besides the view. */
export interface Signs {
  /** keys of what this seat is asked, and of what others are waited for */
  readonly prompts: readonly string[];
  readonly waiting: readonly string[];
  /** the rule of the last line of the log */
  readonly lastRule: string;
}

/** A way to play that is offered beside the plain one. */
export interface Variant {
  readonly name: Text;
  readonly about: Text;
  readonly options: Readonly<Record<string, string>>;
}

export interface ThingSeen {
  readonly name: Text;
  readonly facts: readonly Text[];
  readonly glyph: string;
}

export interface BattleSeen {
  readonly place: Text;
  readonly placeId: string;
  /** its dice have fallen: nothing is left to chance in it */
  readonly decided?: boolean;
  readonly attacker: string;
  readonly attackers: number;
  readonly defenders: readonly { readonly side: string; readonly count: number }[];
  /** pieces that fight under their own names; then there are no numbers above */
  readonly ranks: readonly Rank[];
  readonly played: readonly PlayedCard[];
  /** all who fight, by name; instead of numbers */
  readonly forces?: readonly { readonly side: string; readonly attacks: boolean; readonly names: readonly Text[] }[];
}

export interface StatusSeen {
  readonly turn: Text;
  readonly phase: Text;
  /** the rulebook's own word for the phase, or "" */
  readonly phaseOriginal: string;
  /** whose turn it is */
  readonly side: string;
  readonly notes: readonly Text[];
}

/** How a game ended. */
export interface ResultSeen {
  /** the roles that won; none: a draw */
  readonly winners: readonly string[];
  /** who won, for everybody */
  readonly headline: Text;
  /** by what, and how close it was */
  readonly how: readonly Text[];
}

/** A word that an umpire may put into a field, and how a person reads it. */
export interface EditChoice {
  readonly value: string;
  readonly label: Text;
}

/** An adjudication that an answer would bring about: of the kind of one whose chances are known, in a situation of its own. */
export interface Foreseen {
  readonly like: Prospect;
  readonly situation: Readonly<Record<string, unknown>>;
}

export interface ChancesProps {
  readonly prospect: Prospect;
  readonly board: unknown;
  readonly view: unknown;
  /** beside something that says already what it is about */
  readonly brief?: boolean;
}

export interface GameClient {
  readonly id: string;
  readonly Board: Component<BoardProps, { press: (event: KeyboardEvent) => boolean }>;
  /** a picture of the board for the start page */
  readonly Picture: Component<{ readonly board: unknown }>;
  /** how answers are to be read on this board */
  shape(board: unknown): AnswerShape;
  /** the drawing data of the server as the board wants them; throws if they are not what they should be */
  readBoard(data: unknown): unknown;
  status(view: unknown, board: unknown): StatusSeen;
  hands(view: unknown, roles: readonly string[], board: unknown): readonly Hand[];
  battle(view: unknown, board: unknown): BattleSeen | null;
  result(view: unknown): ResultSeen | null;
  /** everything that stands or lies at a place, in words */
  about(view: unknown, board: unknown, place: string): readonly Text[];
  sideName(side: string): Text;
  placeName(board: unknown, place: string): Text;
  /** what a newcomer with these roles wants to know first; no roles: someone who watches */
  intro(roles: readonly string[], options: Readonly<Record<string, string>>): readonly Text[];
  /** options with which somebody begins who only wants to play; a game without this has its usual ones */
  readonly plainOptions?: Readonly<Record<string, string>>;
  /** ways to play besides the plain one */
  readonly variants: readonly Variant[];
  /** whether an option means anything together with the others that are chosen */
  offersOption(name: string, chosen: Readonly<Record<string, string>>): boolean;
  /** a thing on a list of an answer: what it is, and its silhouette */
  thing(board: unknown, id: string, role: string): ThingSeen | null;
  /** how far a long sequence has come; null: there is none now */
  guide(view: unknown, board: unknown, signs: Signs): Guide | null;
  /** the procedure whose chances stand beside this decision; null: they are in the panel alone */
  oddsBeside(decision: DecisionSeen): string | null;
  /** the roles whose sealed answer is in; it may be changed until all are */
  answered(view: unknown): readonly string[];
  /** what an answer would bring about, whose chances are told before it is given; null: nothing, or nothing known */
  foresees?(action: unknown, prospects: readonly Prospect[]): Foreseen | null;
  /** the piece among what is chosen for an answer, whose reach is shown; a game without this has no overlays */
  picked?(path: readonly string[]): string | null;
  /** the piece whose reach is shown when a person taps a place that is not to be chosen */
  pieceAt?(view: unknown, board: unknown, place: string): string | null;
  /** whether the server tells the chances of what this answer would bring about before it is given */
  asksChances?(action: unknown): boolean;
  /** the chances of an adjudication as this game shows them, with its own table; a game without this shows bars */
  readonly Chances?: Component<ChancesProps>;
  /** the table that a ruling was read from */
  readonly Ruled?: Component<{ readonly ruling: Ruling; readonly board: unknown; readonly view: unknown }>;
  /** a thing on a list as it looks on the board; with it lists are rows of pictures */
  readonly Face?: Component<{ readonly board: unknown; readonly view: unknown; readonly id: string }>;
  /** what lies below the board, where that is not a hand of cards */
  readonly Tray?: Component<{ readonly table: Table }>;
  /** an order in one line, as an example */
  readonly orderExample?: Text;
  /** whether others' acts of this kind are told together, as many as there are; a game without this tells each by itself */
  tellsTogether?(event: SeenEvent): boolean;
  /** whether a clock has run out by this event: all are told so, large */
  timeUp?(event: SeenEvent): boolean;
  /** whether the panel shows battle and chances with this decision */
  opensBattle(decision: DecisionSeen): boolean;
  /** what the cards chosen to be given away are worth */
  worth(cards: readonly Card[]): Text | null;
  /** what may stand in a field of the umpire's edits; null: anything that is typed */
  editChoices(board: unknown, edit: string, field: string): readonly EditChoice[] | null;
  /** whether the umpire's edit can be made in a game with these options; a game without this has them all */
  offersEdit?(edit: string, options: Readonly<Record<string, string>>): boolean;
  /** whether a die of this throw did something by itself, and is marked */
  marksDie(ruling: Ruling, purpose: string, value: number, number: number): boolean;
  /** whether the sum of a throw means anything */
  sums(ruling: Ruling): boolean;
}
