/** The messages between client and room; the source is src/feltherre/server/messages.py, explained in docs/wire.md. */

import type { Board, Overlay, Scene } from "../generated/scene";
import type { Text } from "../texts/text";

export type { Overlay };

export type Part = string | number;

/** One thing that may come next. */
export interface Choice {
  readonly part: Part;
  readonly label: Text;
  /** a kind of answer, something on the board, a card, a number, a line of a list, or the end of what is chosen; left out: none of these */
  readonly what?: "kind" | "place" | "piece" | "card" | "count" | "line" | "end";
  /** the card that it plays or spends */
  readonly card?: string;
  /** of a kind of answer: a tap on the board may mean it; pieces may be chosen before its place; only its button gives it */
  readonly tapped?: boolean;
  readonly gathers?: boolean;
  readonly final?: boolean;
}

/** How the next parts are picked. */
export interface Picking {
  readonly pick?: "one" | "several" | "each" | "share" | "pairs";
  /** exactly so many; 0: until they are closed */
  readonly need?: number;
  /** all are picked at first */
  readonly all?: boolean;
  /** what closes them */
  readonly end?: Part | null;
  /** the piece that is spoken of, its name, and the place that leaves it where it is */
  readonly thing?: string;
  readonly name?: Text | null;
  readonly idle?: Part | null;
  /** a new way begins here */
  readonly anew?: boolean;
  /** what has been picked so far amounts to */
  readonly note?: Text | null;
}

export interface DecisionSeen {
  readonly id: string;
  readonly role: string;
  readonly prompt: Text;
  readonly rule: string;
  readonly reaction: boolean;
  readonly choices: readonly Choice[];
  /** the same for those who are not asked */
  readonly waiting: Text;
  readonly picking?: Picking | null;
  /** why something that the prompt speaks of is not offered */
  readonly cannot?: readonly Line[];
  /** it is answered by lines on a sheet */
  readonly written?: boolean;
}

/** A standing answer that may end a line. */
export interface SheetSwitch {
  readonly name: string;
  readonly words: Text;
  readonly value: string;
  /** each with how it is written at the end of a line; left out: by nothing */
  readonly values: readonly { readonly value: string; readonly words: Text; readonly sign?: string }[];
}

/** One who gets a line on an order sheet; lines are whole: `head`, a colon, and what stands in the cell. */
export interface SheetRow {
  readonly id: string;
  readonly head: string;
  readonly name: Text;
  readonly facts?: readonly Text[];
  /** what stands there now, what stands if none is written, and last turn's */
  readonly line?: string;
  readonly brought?: string;
  readonly last?: string;
  readonly switches?: readonly SheetSwitch[];
  /** why little may be ordered, or nothing */
  readonly limits?: Line | null;
  readonly writable?: boolean;
  /** what a drag on the board writes, by what it ends on */
  readonly drawn?: Readonly<Partial<Record<"bearing" | "place" | "enemy" | "friend", string>>>;
}

/** A line that is put together: `form` has {from}, {to}, and {text} or {line}. */
export interface Letter {
  readonly id: string;
  readonly words: Text;
  readonly form: string;
  readonly writers: readonly { readonly id: string; readonly name: Text }[];
  readonly receivers: readonly { readonly id: string; readonly name: Text }[];
}

export interface SheetOffer {
  readonly line: string;
  readonly words: Text;
  /** it has yet to be ended: what comes last nobody writes for him */
  readonly open?: boolean;
}

/** What has become of a line: told back, or refused with what may have been meant. */
export interface LineRead {
  readonly row?: string;
  readonly line?: string;
  readonly words?: Text | null;
  readonly reason?: Text | null;
  readonly rule?: string | null;
  readonly instead?: readonly string[];
}

export interface Line {
  readonly text: Text;
  readonly rule?: string | null;
  readonly value?: number | null;
}

export interface Thrown {
  readonly purpose: string;
  readonly rule: string;
  readonly values: readonly number[];
  readonly typed?: boolean;
  /** the dice that did something by themselves, by their place in the throw */
  readonly marked?: readonly number[];
}

export interface Ruling {
  readonly procedure: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly explanation: readonly Line[];
  readonly throws: readonly Thrown[];
}

export interface SeenEvent {
  readonly text: Text;
  readonly rule?: string | null;
  readonly places?: readonly string[];
  readonly ruling?: Ruling | null;
  /** when within its turn, in games whose turns have a clock */
  readonly moment?: Text | null;
  /** how much of the turn had passed then, in hundredths */
  readonly passed?: number | null;
}

export interface SeatInfo {
  readonly name: string;
  readonly roles: readonly string[];
  readonly player: string;
  readonly people: number;
  readonly claimed: boolean;
  readonly names: readonly string[];
  readonly absent: boolean;
  /** its computer player could not answer, and is asked again */
  readonly stuck?: boolean;
  /** until when its people have time to answer, in ms since 1970; 0: they are not asked, or time does not count */
  readonly until?: number;
}

export type SeatAct =
  | { readonly act: "standing"; readonly role: string; readonly mode: string; readonly unless: readonly string[] }
  | { readonly act: "resign" }
  | { readonly act: "ask-takeback"; readonly to: number }
  | { readonly act: "grant-takeback"; readonly to: number }
  | { readonly act: "refuse-takeback" }
  | { readonly act: "hand-over"; readonly to: string }
  | { readonly act: "accept-rules"; readonly rules: string }
  | { readonly act: "contribute"; readonly words: string };

/** A clock at the moment of sending; while it runs the page counts on by itself. `role` "": everyone's. */
export interface ClockSeen {
  readonly name: string;
  readonly role: string;
  readonly left_ms: number;
  readonly running: boolean;
  readonly paused: boolean;
}

/** A pause, going on, or more time, and the seats that want it so far. */
export interface TimeOffer {
  readonly act: "pause" | "resume" | "add";
  readonly name: string;
  readonly role: string;
  readonly minutes: number;
  readonly agreed: readonly string[];
}

/** What may be asked for about the clocks; `decline`: no, or never mind. */
export interface TimeAct {
  readonly act: TimeOffer["act"] | "decline";
  readonly name?: string;
  readonly role?: string;
  readonly minutes?: number;
}

// from the client

export interface Hello {
  readonly type: "hello";
  readonly token: string;
  readonly seen: number;
  readonly name: string;
}

export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly role: string;
  readonly decision: string;
  readonly action?: unknown;
  readonly text?: string;
}

export type Ask =
  | { readonly type: "choices"; readonly id: string; readonly decision: string; readonly partial: readonly Part[] }
  | {
      readonly type: "why-not";
      readonly id: string;
      readonly decision: string;
      readonly partial: readonly Part[];
      readonly part: Part | null;
    }
  | { readonly type: "sheet"; readonly id: string; readonly decision: string }
  | { readonly type: "offers"; readonly id: string; readonly decision: string; readonly row: string }
  | { readonly type: "draft"; readonly id: string; readonly decision: string; readonly lines: readonly string[] }
  | { readonly type: "hint"; readonly id: string; readonly role: string; readonly player: string }
  | { readonly type: "plan"; readonly id: string; readonly role: string; readonly player: string }
  | { readonly type: "prospects"; readonly id: string; readonly decision?: string; readonly action?: unknown }
  | { readonly type: "overlays"; readonly id: string; readonly picked: string }
  | { readonly type: "board"; readonly id: string }
  | { readonly type: "about"; readonly id: string; readonly name: string }
  | { readonly type: "brief"; readonly id: string }
  | { readonly type: "look"; readonly id: string; readonly line: number; readonly eyes?: string | null };

/** Acts that change the game and are answered by `done` or `refused`. */
export type Change =
  | Act
  | { readonly type: "undo"; readonly id: string }
  | { readonly type: "seat"; readonly id: string; readonly act: SeatAct }
  | { readonly type: "take-over"; readonly id: string; readonly seat: string; readonly player: string }
  | { readonly type: "end"; readonly id: string; readonly agree: boolean }
  | ({ readonly type: "time"; readonly id: string } & TimeAct)
  | { readonly type: "override"; readonly id: string; readonly edit: unknown; readonly reason: string };

export type FromClient = Hello | Change | Ask | { readonly type: "pen" } | { readonly type: "say"; readonly text: string };

// to the client

export interface Welcome {
  readonly type: "welcome";
  readonly game: string;
  readonly match: string;
  readonly seat: string;
  readonly roles: readonly string[];
  readonly umpire: boolean;
  readonly spectators: boolean;
  /** what spectators are shown, and by how many turns late */
  readonly watched?: "live" | "late" | "end";
  readonly turns_late?: number;
  readonly options: Readonly<Record<string, string>>;
  readonly scenario: string;
  readonly dice: string;
  readonly commitment: string;
  /** Whether this seat has yet to add words of its own to the dice. */
  readonly contribute?: boolean;
  readonly made: string;
  /** the helps that this seat has at this table */
  readonly aids: readonly string[];
  /** each use of advice and odds is noted in the log */
  readonly noted?: boolean;
  readonly players: readonly string[];
  /** the game is played with clocks */
  readonly clocks?: boolean;
  /** days for each answer; 0: as long as it takes */
  readonly pace?: number;
  /** the day on which it is deleted unless something happens in it; "": never */
  readonly deleted_on?: string;
}

export interface Result {
  readonly winners: readonly string[];
  readonly degree: string;
  readonly score: number;
  readonly reason: string;
}

export interface StandingOrder {
  readonly role: string;
  readonly mode: string;
  readonly unless: readonly string[];
}

export type NumberedEvent = readonly [line: number, event: SeenEvent];

/** A takeback that is asked for: the seat, the line to go back to, and the seats that have granted it. */
export type Takeback = readonly [seat: string, to: number, granted: readonly string[]];

export interface Position {
  readonly type: "position";
  readonly line: number;
  readonly scene: Scene;
  readonly events: readonly NumberedEvent[];
  readonly anew: boolean;
  readonly asked: readonly DecisionSeen[];
  readonly waiting: readonly Text[];
  readonly seats: readonly SeatInfo[];
  readonly pen: boolean;
  readonly can_undo: boolean;
  readonly takeback: readonly Takeback[];
  readonly over: boolean;
  readonly result: Result | null;
  /** seats that have offered to end the game as it stands */
  readonly ending: readonly string[];
  /** the umpire alone: what others are asked, and the ruling that waits at his gate */
  readonly open: readonly DecisionSeen[];
  readonly gate: Ruling | null;
  /** the umpire alone: whether he holds his gate */
  readonly gate_held?: boolean;
  readonly gate_changes?: readonly string[];
  /** and whom that ruling is about */
  readonly gate_concerns?: readonly Text[];
  /** and for outputs that are one of several words, which; null: nobody */
  readonly gate_choices?: Readonly<Record<string, readonly (string | null)[]>>;
  readonly standing: Readonly<Record<string, StandingOrder>>;
  readonly to_accept: readonly string[];
  /** none where the game is played without */
  readonly clocks?: readonly ClockSeen[];
  /** a pause or more time that is asked for */
  readonly time_offer?: TimeOffer | null;
  /** time stands, and nobody may act */
  readonly paused?: boolean;
  /** where an undo is barred: the line to which this seat may ask to go back, before its last act; -1: none */
  readonly back?: number;
}

export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly line: number;
}

export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly reason: Text;
  readonly rule?: string | null;
}

export interface Choices {
  readonly type: "choices";
  readonly id: string;
  readonly choices: readonly Choice[];
  /** the whole action, when nothing more is to be chosen, and its line of notation */
  readonly action: unknown;
  readonly text: string;
  /** the same as a sentence, and what the player may not want though the rules allow it */
  readonly words?: Text | null;
  readonly warnings?: readonly Text[];
  readonly picking?: Picking | null;
  /** the whole action part by part, with the places on its way that nobody needs to choose */
  readonly parts?: readonly Part[];
}

export interface WhyNot {
  readonly type: "why-not";
  readonly id: string;
  readonly reason: Text | null;
  readonly rule?: string | null;
  /** another answer that leads there, and its price */
  readonly instead?: readonly [parts: readonly Part[], price: Text] | null;
}

export interface Sheet {
  readonly type: "sheet";
  readonly id: string;
  readonly rows: readonly SheetRow[];
  readonly signs: readonly Text[];
  readonly example: string;
  /** lines that stand there now and belong to no row */
  readonly others?: readonly string[];
  readonly letters?: readonly Letter[];
}

export interface Offers {
  readonly type: "offers";
  readonly id: string;
  readonly offers: readonly SheetOffer[];
}

export interface Draft {
  readonly type: "draft";
  readonly id: string;
  readonly lines: readonly LineRead[];
  /** the answer that the lines make, when none of them is refused */
  readonly action: unknown;
  readonly ready: boolean;
  readonly warnings?: readonly Text[];
}

export interface Hint {
  readonly type: "hint";
  readonly id: string;
  readonly decision: string;
  readonly action: unknown;
  readonly text: string;
  readonly words?: Text | null;
  /** null: there is nothing to be said for it but itself */
  readonly why?: Text | null;
  /** the choices that lead to it */
  readonly parts?: readonly Part[];
  readonly warnings?: readonly Text[];
  /** of an answer in writing: its lines */
  readonly lines?: readonly string[];
  readonly drawn?: Traced;
  /** why it is not what was said before */
  readonly changed?: Text | null;
}

/** An answer as it is seen on the board, in ids of places. */
export interface Traced {
  readonly ways?: readonly (readonly string[])[];
  /** from where, and whom */
  readonly strikes?: readonly (readonly [string, string])[];
  /** places that are named with no way to them */
  readonly marks?: readonly string[];
  /** how many go */
  readonly n?: number;
}

export interface PlannedOrder {
  readonly action: unknown;
  readonly text: string;
  readonly words: Text;
  readonly why?: Text | null;
  readonly drawn: Traced;
}

/** What the computer would do from here on, and why it goes no further. */
export interface PlanOf {
  readonly type: "plan";
  readonly id: string;
  readonly decision: string;
  readonly orders: readonly PlannedOrder[];
  readonly ends: Text;
  readonly changed?: Text | null;
}

export interface Prospects {
  readonly type: "prospects";
  readonly id: string;
  readonly prospects: readonly Prospect[];
}

export interface Chance {
  readonly value: unknown;
  readonly label: Text | null;
  readonly p: string;
  readonly probability: number;
}

export interface Prospect {
  readonly title: Text;
  /** where it is; "": at no place */
  readonly place: string;
  readonly procedure: string;
  readonly assumption: Text;
  readonly situation: Readonly<Record<string, unknown>>;
  readonly factors: readonly Line[];
  /** what of its outputs is certain before the dice */
  readonly known: Readonly<Record<string, unknown>>;
  readonly throws: readonly { readonly purpose: string; readonly n: number; readonly rule: string }[];
  readonly outputs: readonly { readonly name: string; readonly label: Text; readonly chances: readonly Chance[] }[];
}

export interface Overlays {
  readonly type: "overlays";
  readonly id: string;
  /** the position they belong to */
  readonly line: number;
  readonly overlays: readonly Overlay[];
}

export interface BoardSeen {
  readonly type: "board";
  readonly id: string;
  readonly board: Board;
}

export interface AboutSeen {
  readonly type: "about";
  readonly id: string;
  readonly lines: readonly Line[];
}

export interface BriefSeen {
  readonly type: "brief";
  readonly id: string;
  /** the first line is its title */
  readonly brief: readonly Line[];
  readonly lesson: readonly Line[];
}

export interface Look {
  readonly type: "look";
  readonly id: string;
  readonly line: number;
  readonly scene: Scene;
  readonly log: readonly SeenEvent[];
}

export interface Said {
  readonly type: "said";
  readonly who: string;
  readonly text: string;
  readonly seat: string;
}

export interface Closed {
  readonly type: "closed";
  readonly reason: Text;
}

export type Reply = Done | Refused | Choices | WhyNot | Sheet | Offers | Draft | Hint | PlanOf | Prospects | Overlays | BoardSeen | AboutSeen | BriefSeen | Look;
export type ToClient = Welcome | Position | Reply | Said | Closed;

/** What a question is answered with. */
export interface Answers {
  choices: Choices;
  "why-not": WhyNot;
  sheet: Sheet;
  offers: Offers;
  draft: Draft;
  hint: Hint;
  plan: PlanOf;
  prospects: Prospects;
  overlays: Overlays;
  board: BoardSeen;
  about: AboutSeen;
  brief: BriefSeen;
  look: Look;
}
