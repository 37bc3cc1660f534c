/** What has been chosen for an answer so far, and what the board and the panel show of it. */

import type { Leg } from "../drawn/leg";
import type { Text } from "../texts/text";
import type { Choice, Choices, DecisionSeen, Line, Part, Picking } from "../wire/messages";
import type { Reason, Whole } from "./answer";
import { Company } from "./company.svelte";
import { Gathering } from "./gathering.svelte";
import { Kinds } from "./kinds.svelte";
import type { Several } from "./several.svelte";
import { cardOf, isCount, isEnd, type Sheet } from "./sheet";
import { alsoBy, isStarted, legsOf, litBy, pathOf, plannedOf, strikesOf } from "./showing";
import type { Stations } from "./stations.svelte";
import { Trail } from "./trail.svelte";

/** the prompt of core/agenda.py where dice are not thrown by the server */
const TYPE_DICE = "core.prompt.type-dice";
const NOT_PLANNED: readonly Leg[] = [];

/** Another answer that leads where one was refused, and what it costs. */
export interface Insisted {
  readonly partial: readonly Part[];
  readonly price: Text;
}

export abstract class Built {
  readonly decision: DecisionSeen;
  partial = $state.raw<readonly Part[]>([]);
  choices = $state.raw<readonly Choice[]>([]);
  picking = $state.raw<Picking>({});
  amount = $state<number | null>(null);
  whole = $state.raw<Whole | null>(null);
  /** the answer with the number that is set, or with the way as far as it goes */
  counted = $state.raw<Whole | null>(null);
  /** things to be picked, or to be put somewhere */
  form = $state.raw<Several | Stations | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** what leads there all the same, at a price */
  insisted = $state.raw<Insisted | null>(null);
  busy = $state(false);

  protected readonly sheet: Sheet;
  protected readonly kinds: Kinds;
  /** who is to do something together, before it is said where */
  protected readonly gathering = new Gathering();
  /** who goes along */
  protected readonly company = new Company();
  protected readonly trail = new Trail();
  /** after so many parts a new way begins */
  protected anew = $state.raw<ReadonlySet<number>>(new Set());

  constructor(decision: DecisionSeen, sheet: Sheet) {
    this.decision = decision;
    this.sheet = sheet;
    this.kinds = new Kinds(decision, sheet);
    this.choices = decision.choices;
    this.picking = decision.picking ?? {};
  }

  get ahead(): ReadonlyMap<Part, Choices> {
    return this.kinds.ahead;
  }

  /** Why something that the prompt speaks of is not offered. */
  get cannot(): readonly Line[] {
    return this.decision.cannot ?? [];
  }

  /** Whether it can be tapped on the board. */
  onBoard(part: Part): boolean {
    return this.sheet.has(part);
  }

  /** Single pieces are chosen on this board. */
  get onPieces(): boolean {
    return this.sheet.onPieces;
  }

  /** Numbers are asked for now. */
  get counting(): boolean {
    return this.choices.length > 0 && this.choices.every(isCount);
  }

  /** Real dice are typed in now; they may be many, and a slip is taken back before they are sent. */
  get typing(): boolean {
    return this.decision.prompt.key === TYPE_DICE;
  }

  /** The choice that ends a way here: the button to go ahead stands for it. */
  get ending(): Choice | null {
    const end = this.form === null && this.partial.length > 0 ? this.choices.find(isEnd) : undefined;
    return end !== undefined && this.choices.every((choice) => isEnd(choice) || this.sheet.has(choice.part)) ? end : null;
  }

  /** What makes the answer whole if nothing else is chosen: the number that is set, or the end of the way. */
  protected get closing(): Part | null {
    return this.counting ? this.amount : (this.ending?.part ?? null);
  }

  /** Something is chosen that can be sent at once. */
  get previewing(): boolean {
    return this.whole !== null || this.closing !== null;
  }

  /** The answer that would be sent now, as far as it is known. */
  get proposed(): Whole | null {
    return this.whole ?? this.counted;
  }

  /** The card that the answer plays. */
  get card(): string | null {
    return this.trail.card;
  }

  /** No tap and no drag on the board gives it, only its button: there may be no way back, or it plays a card. */
  get firm(): boolean {
    const kind = this.decision.choices.find(({ part, what }) => part === this.partial[0] && what === "kind");
    return kind === undefined || kind.final === true || this.card !== null || this.proposed === null;
  }

  /** Others of its stack who can do the same as the piece that is chosen, and those who do it with it. */
  get fellows(): readonly string[] {
    const [kind, lead] = this.partial;
    if (kind === undefined || lead === undefined || !this.sheet.isPiece(lead)) return [];
    return this.sheet.beside(lead).filter((piece) => this.kinds.begins(kind, piece));
  }

  /** Its own place: a tap there means the next of the stack. */
  get home(): string {
    const [, lead] = this.partial;
    return this.partial.length === 2 && this.fellows.length > 0 ? this.sheet.placeOf(String(lead)) : "";
  }

  get along(): readonly string[] {
    return this.company.pieces;
  }

  get started(): boolean {
    return this.partial.length > 0 || this.gathering.chosen.length > 0 || (this.form !== null && isStarted(this.form));
  }

  get path(): readonly string[] {
    return this.isGathering ? this.gathering.chosen : pathOf(this, this.sheet);
  }

  protected get isGathering(): boolean {
    return this.partial.length === 0 && this.gathering.chosen.length > 0;
  }

  /** The ways that are planned, as arrows: as the whole answer goes, when it is known and nothing begins anew in it. */
  get legs(): readonly Leg[] {
    if (this.form !== null || this.isGathering || this.strikes.length > 0) return NOT_PLANNED;
    const said = this.anew.size === 0 ? (this.proposed?.parts ?? []) : [];
    return legsOf(said.length > this.partial.length ? said : this.partial, this.anew, this.sheet);
  }

  /** The attack that is planned, as arrows. */
  get strikes(): readonly Leg[] {
    return this.isGathering ? NOT_PLANNED : strikesOf(this, this.sheet);
  }

  get planned(): ReadonlyMap<string, number> {
    return plannedOf(this, this.sheet);
  }

  get lit(): ReadonlySet<string> {
    if (this.isGathering) return this.gathering.lit;
    const may = litBy(this, this.kinds.starts, this.sheet);
    const lit = this.along.length === 0 ? may : new Set([...may].filter((place) => this.company.reaches(place)));
    return this.partial.length === 0 && this.gathering.pieces.size > 0 ? new Set([...lit, ...this.gathering.pieces]) : lit;
  }

  /** What may be tapped though it is not lit. */
  get also(): ReadonlySet<string> {
    return this.isGathering ? new Set(this.gathering.chosen) : alsoBy(this, this.kinds.starts, this.sheet);
  }

  get instead(): readonly Choice[] {
    return this.kinds.instead(this.partial);
  }

  /** The card that the kind of answer itself is played with, and that is not there for anything else. */
  get spent(): string | null {
    const kind = this.decision.choices.find((choice) => choice.part === this.partial[0]);
    return kind === undefined ? null : cardOf(kind);
  }
}
