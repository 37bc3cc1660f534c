/** What one seat sees and is asked: everything the page reads of a table. `Table` adds what comes over the wire and what a person does. */

import type { Building } from "../boards/drawing.svelte";
import { Time } from "../clocks/time.svelte";
import { type Board, type Card, lookOf, sideName, type Tip } from "../drawn/board";
import { type Hand, handsOf } from "../drawn/hands";
import { loose, nameOf, type Piece, readScene, type Scene } from "../drawn/scene";
import { playerName } from "../texts/players";
import { plainText, type Text, type Word } from "../texts/text";
import type { Status } from "../wire/client";
import type { DecisionSeen, Line, Look, Part, Position, Said, SeenEvent, Welcome } from "../wire/messages";
import type { Finger } from "../umpire/edits";
import { Reading } from "../turn/reading.svelte";
import type { OrderSheet } from "../sheet/order-sheet.svelte";
import { prefs } from "./prefs.svelte";
import type { Refusal } from "./asking";
import type { Builder } from "./builder.svelte";
import type { LogLine } from "./seating";
import { NO_SHEET, type Sheet, sheetOf } from "./sheet";

export class Seated {
  status = $state<Status>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  position = $state.raw<Position | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  /** the line of another's act that is being read now */
  telling = $state.raw<SeenEvent | null>(null);
  /** what happened since this seat last looked */
  away = $state.raw<readonly LogLine[]>([]);
  board = $state.raw<Board | null>(null);
  boardFailed = $state(false);
  builder = $state.raw<Builder | null>(null);
  builders = $state.raw<readonly Builder[]>([]);
  /** the order sheets of decisions that are answered in writing, by the decision */
  protected sheets = $state.raw<ReadonlyMap<string, OrderSheet>>(new Map());
  /** a sealed answer that is being changed */
  changing = $state.raw<Builder | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** what the game warns of that has just been done without its button, and can be taken back */
  cautions = $state.raw<readonly Text[]>([]);
  readonly time = new Time();
  chat = $state.raw<readonly Said[]>([]);
  /** the slider is open: nothing is done from here until it is closed, at its end neither */
  replaying = $state(false);
  /** the earlier moment at the slider; null: it stands at its end */
  past = $state.raw<Look | null>(null);
  /** the turn that is being read, moment by moment */
  readonly reading = new Reading();
  /** what this seat was told of the scenario before it began, and what is taught this turn */
  brief = $state.raw<readonly Line[]>([]);
  lesson = $state.raw<readonly Line[]>([]);
  /** the umpire lets every ruling stand until orders are asked for again */
  accepting = $state(false);
  /** what a button speaks of on which the pointer or the focus is */
  glanced = $state.raw<ReadonlySet<string>>(new Set());
  /** places that a line of the log or an explanation points at */
  pointed = $state.raw<ReadonlySet<string>>(new Set());
  closed = $state.raw<Text | null>(null);
  /** the umpire's: the role in whose place he answers, and why */
  standIn = $state<string | null>(null);
  reason = $state("");
  /** where he points at the table */
  finger = $state.raw<Finger | null>(null);
  sending = $state(false);
  /** this seat is asked, whether what led to it has been read or not */
  awaited = $state(false);
  /** something has been done from here */
  acted = $state(false);
  /** the line of the dice that this seat's last act brought about; -1: none */
  thrown = $state(-1);

  /** The present; what is drawn is that, or an earlier position that is being looked at. */
  readonly present = $derived<Scene | null>(this.board === null || this.position === null ? null : readScene(this.position.scene, this.board));
  private readonly elsewhere = $derived(this.past?.scene ?? this.reading.scene);
  readonly scene = $derived<Scene | null>(this.board === null || this.elsewhere === null ? this.present : readScene(this.elsewhere, this.board));
  /** what can be tapped on the board at present */
  protected readonly sheet = $derived<Sheet>(this.board === null || this.present === null ? NO_SHEET : sheetOf(this.board, this.present));

  /** What a side is called, and a place or a piece. */
  sideName(side: string): Text {
    return sideName(this.board, side);
  }

  /** The colours of a side. */
  lookOf(side: string): string {
    return this.board === null ? side : lookOf(this.board, side);
  }

  nameOf(id: string): Text {
    return this.scene === null ? plainText(id) : nameOf(this.scene, id);
  }

  /** A piece as it is now, on the board or beside it. */
  pieceOf(id: string): Piece | null {
    const { scene } = this;
    if (scene === null) return null;
    const kind = scene.kindOf.get(id);
    return scene.pieces.find((piece) => piece.id === id) ?? (kind === undefined ? null : loose(kind));
  }

  /** A card as an answer of this role names it, or by its id. */
  cardOf(part: Part, role: string): Card | null {
    return this.board?.cards.find((card) => card.side === role && (card.part === part || card.id === part)) ?? null;
  }

  /** The hands that this seat can look into, and how many the others hold. */
  get hands(): readonly Hand[] {
    const { board, scene } = this;
    return board === null || scene === null ? [] : handsOf(board, scene, (side) => this.umpires || this.position?.over === true || this.roles.includes(side));
  }

  /** The piece among what is chosen for an answer, whose reach is shown. */
  get picked(): string | null {
    return this.path.find((part) => this.sheet.isPiece(part)) ?? null;
  }

  /** What had happened by the moment that is drawn. */
  get told(): readonly LogLine[] {
    const { past, log } = this;
    return past === null ? log : log.filter(({ line }) => line <= past.line);
  }

  /** The roles of this seat; a game may let people choose their sides after they have sat down. */
  get roles(): readonly string[] {
    const seat = this.position?.seats.find((held) => held.name === this.welcome?.seat);
    return seat?.roles ?? this.welcome?.roles ?? [];
  }

  /** What is kept when the brief of this seat has been read. */
  get briefing(): string {
    return `${this.welcome?.match ?? ""} ${this.welcome?.seat ?? ""}`;
  }

  /** Who plays and comes for the first time reads his brief before he decides anything. */
  get unbriefed(): boolean {
    return this.brief.length > 0 && this.played.length > 0 && !this.position?.over && !prefs.introduced.includes(this.briefing);
  }

  /** What the game is about for this seat, as long as it has not been read. */
  get intro(): readonly Text[] {
    const { board, welcome } = this;
    return welcome === null || prefs.introduced.includes(welcome.game) ? [] : (board?.intro[this.played[0] ?? ""] ?? []);
  }

  /** Who comes for the first time, and while others act, reads that before their acts are told. */
  get introducing(): boolean {
    return this.intro.length > 0 && prefs.paceMs > 0 && !this.acted && !this.sending && !this.asked && !this.replaying && !this.position?.over;
  }

  /** The tips of a guided first turn, for the roles of this seat. */
  get tips(): readonly Tip[] {
    return this.played.flatMap((role) => this.board?.tips[role] ?? []);
  }

  /** Those of them that stand with what is asked now. Where a strip leads through a round, it leads alone. */
  get tipsHere(): readonly Tip[] {
    const decision = this.asked ? this.builder?.decision : undefined;
    if (decision === undefined || this.scene?.guide || !this.played.includes(decision.role)) return [];
    return this.board?.tips[decision.role]?.filter(({ asked }) => asked.includes(decision.prompt.key)) ?? [];
  }

  /** The next of these that has not been read. */
  get tip(): Tip | null {
    return this.tipsHere.find(({ text }) => !prefs.tipped.includes(text.key)) ?? null;
  }

  /** the question that is being answered from here, act by act */
  protected answering = $state("");

  /** Somebody is at work on what the tip stands with: the map is left where he has it. */
  get busy(): boolean {
    return this.answering === this.builder?.decision.prompt.key;
  }

  /** On to the one after it. */
  tipRead(): void {
    if (this.tip !== null) prefs.tip([this.tip.text.key], true);
    this.answering = "";
  }

  /** What the file of its record is called. */
  get recordName(): string {
    return `${this.welcome?.game ?? "game"}-${this.welcome?.match ?? ""}.jsonl`;
  }

  get umpires(): boolean {
    return this.welcome?.seat === UMPIRE;
  }

  /** The roles that this seat plays; the umpire plays none. */
  get played(): readonly string[] {
    return this.umpires ? [] : this.roles;
  }

  /** The computer player that gives hints: the strongest there is. */
  get adviser(): string {
    const players = this.welcome?.players ?? [];
    return players.includes("captain") ? "captain" : (players[0] ?? "captain");
  }

  /** How that player is called in a sentence. */
  get adviserName(): Word {
    return playerName(this.adviser);
  }

  /** This seat may act now: it is asked, time does not stand, nothing is being told or read, and it does not look back. */
  get asked(): boolean {
    return this.builders.length > 0 && !this.time.paused && this.telling === null && !this.replaying && !this.reading.open;
  }

  /** The order sheet that this seat writes now. */
  get writing(): OrderSheet | null {
    const { builder } = this;
    if (!this.asked || builder === null || (this.sealed(builder) && this.changing !== builder)) return null;
    return this.sheets.get(builder.decision.id) ?? null;
  }

  /** The answer that is being built or written, while this seat may act. */
  get building(): Building | null {
    return this.writing ?? (this.asked ? this.builder : null);
  }

  get lit(): ReadonlySet<string> {
    return this.building?.lit ?? NOTHING;
  }

  /** What may be tapped though it is not lit. */
  get also(): ReadonlySet<string> {
    return this.building?.also ?? NOTHING;
  }

  get path(): readonly string[] {
    return this.building?.path ?? [];
  }

  /** What can be answered from here: what this seat is asked, and for the umpire what he answers in another's place. */
  protected get decisions(): readonly DecisionSeen[] {
    const { asked = [], open = [] } = this.position ?? {};
    return [...asked, ...open.filter(({ role }) => role === this.standIn)];
  }

  /** Whether the answer to this is in, hidden from the others, and may still be changed. */
  sealed({ decision }: Builder): boolean {
    return this.present?.answered.includes(decision.role) ?? false;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
export const UMPIRE = "umpire";
