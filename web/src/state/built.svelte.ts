/** What has been chosen for an answer so far, and what the board and the panel show of it. */

import type { Choice, Choices, DecisionSeen, Part } from "../wire/messages";
import type { Reason, Whole } from "./answer";
import type { Filling } from "./filling";
import { Gathering } from "./gathering.svelte";
import { Kinds } from "./kinds.svelte";
import type { Picks } from "./picks.svelte";
import type { AnswerShape, Insisted, Leg } from "./shape";
import { alsoBy, isStarted, litBy, pathOf, plannedOf } from "./showing";
import type { Stations } from "./stations.svelte";
import { Trail } from "./trail.svelte";

/** the prompt of core/agenda.py where dice are not thrown by the server */
const TYPE_DICE = "core.prompt.type-dice";

export abstract class Built {
  readonly decision: DecisionSeen;
  partial = $state.raw<readonly Part[]>([]);
  choices = $state.raw<readonly Choice[]>([]);
  amount = $state<number | null>(null);
  whole = $state.raw<Whole | null>(null);
  /** the answer with the number that is set, or with the way as far as it goes */
  counted = $state.raw<Whole | null>(null);
  filling = $state.raw<Filling | null>(null);
  /** whether the bag of items may be closed as it is, or why not; null while that is asked */
  closable = $state.raw<"yes" | Reason | null>(null);
  /** a list to tick, or things to be put somewhere */
  form = $state.raw<Picks | Stations | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** what leads there all the same, at a price */
  insisted = $state.raw<Insisted | null>(null);
  /** why something that the prompt speaks of is not offered */
  cannot = $state.raw<readonly Reason[]>([]);
  busy = $state(false);

  protected readonly shape: AnswerShape;
  protected readonly kinds: Kinds;
  /** who is to do something together, before it is said where */
  protected readonly gathering = new Gathering();
  protected readonly trail = new Trail();

  constructor(decision: DecisionSeen, shape: AnswerShape) {
    this.decision = decision;
    this.shape = shape;
    this.kinds = new Kinds(decision, shape);
    this.choices = decision.choices;
  }

  get ahead(): ReadonlyMap<Part, Choices> {
    return this.kinds.ahead;
  }

  /** Numbers are asked for now. */
  get counting(): boolean {
    return this.choices.length > 0 && this.choices.every((choice) => this.shape.isCount(choice));
  }

  /** Real dice are typed in now; they may be many, and a slip is taken back before they are sent. */
  get typing(): boolean {
    return this.decision.prompt.key === TYPE_DICE;
  }

  /** What makes the answer whole if nothing else is chosen: the number that is set, or the end of the way. */
  protected get closing(): Part | null {
    if (this.counting) return this.amount;
    const { ends } = this.shape;
    return ends !== undefined && this.form === null && this.choices.some(({ part }) => part === ends) ? ends : null;
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

  get started(): boolean {
    return this.partial.length > 0 || this.gathering.chosen.length > 0 || (this.filling?.items.length ?? 0) > 0 || (this.form !== null && isStarted(this.form, this.shape));
  }

  get path(): readonly string[] {
    return this.isGathering ? this.gathering.chosen : pathOf(this, this.shape);
  }

  protected get isGathering(): boolean {
    return this.partial.length === 0 && this.gathering.chosen.length > 0;
  }

  /** The ways that are planned, as arrows. */
  get legs(): readonly Leg[] {
    return this.filling !== null || this.form !== null || this.isGathering ? [] : this.shape.legsOf(this.path, this.decision, this.proposed?.action);
  }

  get planned(): ReadonlyMap<string, number> {
    return plannedOf(this, this.shape);
  }

  get lit(): ReadonlySet<string> {
    if (this.isGathering) return this.gathering.lit;
    const lit = litBy(this, this.kinds.starts, this.shape);
    return this.partial.length === 0 && this.gathering.pieces.size > 0 ? new Set([...lit, ...this.gathering.pieces]) : lit;
  }

  /** What may be tapped though it is not lit. */
  get also(): ReadonlySet<string> {
    return this.isGathering ? new Set(this.gathering.chosen) : alsoBy(this, this.kinds.starts, this.shape);
  }

  get instead(): readonly Choice[] {
    return this.kinds.instead(this.partial);
  }

  /** The card that the kind of answer itself is played with, and that is not there for anything else. */
  get spent(): string | null {
    const kind = this.decision.choices.find((choice) => choice.part === this.partial[0]);
    return kind === undefined ? null : this.shape.cardOf(kind);
  }
}
