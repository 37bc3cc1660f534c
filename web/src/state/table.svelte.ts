/** One seat at one table, alive: what comes over the wire changes what it sees, and what a person does goes out. Everything the page shows reads this. */

import { isAwaited } from "../bar/signal";
import { aboutTime, timeCalled } from "../clocks/clocks";
import { type Point, readBoard } from "../drawn/board";
import type { Text } from "../texts/text";
import { OrderSheet } from "../sheet/order-sheet.svelte";
import { Teller } from "../turn/teller";
import { Broken, type WireClient } from "../wire/client";
import type { DecisionSeen, Done, Part, Position, Refused, SeatAct, TimeAct, ToClient, Welcome } from "../wire/messages";
import { Advice } from "./advice.svelte";
import { Afterwards } from "./afterwards.svelte";
import { isPlain } from "./answer";
import { askerOf, refusalOf, unlessClosed } from "./asking";
import { Builder } from "./builder.svelte";
import { keepGame, myGame } from "./mine";
import { Film } from "../replay/film.svelte";
import { Overlays } from "./overlays.svelte";
import { prefs } from "./prefs.svelte";
import { type Finger, frontOf } from "../umpire/edits";
import type { Playback } from "./playback";
import { Seated, UMPIRE } from "./seated.svelte";
import { isMine, linesOf, newPlayback, newWire, sameDecisions, thrownIn, toldIn } from "./seating";

/** the server still thinks about other questions of this page: it is asked again after so many ms */
const BUSY = "server.error.busy";
const AGAIN = 300;

export class Table extends Seated {
  readonly token: string;
  readonly advice: Advice;
  readonly overlays: Overlays;
  readonly teller: Teller;
  readonly afterwards: Afterwards;
  readonly film: Film;

  private readonly wire: WireClient;
  private readonly playback: Playback;
  /** the last position that this seat's own act brought about */
  private own: Position | null = null;
  private known = -1;
  private readonly lastSeen: number;

  constructor(token: string) {
    super();
    this.token = token;
    this.lastSeen = myGame(token)?.seen ?? -1;
    this.playback = newPlayback({
      show: (position) => this.arrive(position),
      tell: (event) => {
        this.telling = event;
        if (event === null) this.askProspects();
      },
      told: (position) => (position === this.own ? thrownIn(position) : toldIn(position)),
      together: ({ text, ruling }) => !ruling && (this.board?.cues.together.includes(text.key) ?? false),
      held: () => this.holds,
    });
    this.wire = newWire({
      token,
      seen: () => this.known,
      hear: (message) => this.hear(message),
      status: (status) => (this.status = status),
    });
    this.advice = new Advice(this, this.wire);
    this.overlays = new Overlays(this, this.wire);
    this.afterwards = new Afterwards(this);
    this.film = new Film(this);
    this.teller = new Teller(this, { show: (position) => this.arrive(position), look: (line) => unlessClosed(this.wire.ask({ type: "look", line })) });
  }

  start(): void {
    this.wire.start();
  }

  stop(): void {
    this.teller.readAll();
    this.playback.skip();
    this.wire.stop();
  }

  /** It is not known yet what is to be read first, or that has not been read. */
  get holds(): boolean {
    return (this.board === null && !this.boardFailed) || this.introducing;
  }

  /** What others did meanwhile is told now. */
  begin(): void {
    this.playback.begin();
  }

  // what comes over the wire

  private hear(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.welcomed(message);
        break;
      case "position":
        this.news(message);
        break;
      case "said":
        this.chat = [...this.chat, message];
        break;
      case "closed":
        this.closed = message.reason;
        break;
    }
  }

  private welcomed(welcome: Welcome): void {
    const first = this.welcome === null;
    this.welcome = welcome;
    const { game, match, seat, roles } = welcome;
    keepGame(this.token, { game, match, seat, roles, opened: Date.now() });
    if (first) void this.loadBoard();
  }

  private async loadBoard(): Promise<void> {
    const reply = await unlessClosed(this.wire.ask({ type: "board" }));
    if (reply.type === "board") this.board = readBoard(reply.board);
    else this.boardFailed = true;
    this.makeBuilders(this.decisions);
    void this.askBrief();
    this.teller.readWhatWasMissed();
  }

  /** The brief stays as it is; a lesson goes with its turn. */
  private async askBrief(): Promise<void> {
    const reply = await unlessClosed(this.wire.ask({ type: "brief" }));
    if (reply.type !== "brief") return;
    this.brief = reply.brief;
    this.lesson = reply.lesson;
  }

  private news(position: Position): void {
    const first = this.known < 0;
    this.callTime(position, first ? this.lastSeen : this.known);
    this.known = position.line;
    this.time.hear(position);
    this.awaited = isAwaited(position, this.welcome?.seat ?? "");
    if (this.sending) {
      this.own = position;
      this.thrown = position.events.findLast(([, event]) => event.ruling)?.[0] ?? -1;
    }
    if (this.teller.reads(position)) {
      this.playback.skip();
      this.teller.tell(position);
    } else if (first || position.anew || this.needsNoTelling(position) || this.teller.isInterrupted(position)) this.jump(position);
    else this.playback.add(position);
    if (first) this.away = this.lastSeen < 0 ? [] : this.log.filter(({ line }) => line > this.lastSeen);
    keepGame(this.token, { seen: position.line, over: position.over });
  }

  /** One's own act, unless dice fell for it: they are seen to roll. */
  private needsNoTelling(position: Position): boolean {
    return this.sending && thrownIn(position).length === 0;
  }

  private jump(position: Position): void {
    this.teller.readAll();
    this.playback.jump(position);
  }

  /** Who comes for the first time reads what the clocks do; who was there before, that time is up. */
  private callTime({ events, over }: Position, seen: number): void {
    const { welcome, board, time } = this;
    if (welcome === null || (over && seen < 0)) return;
    if (seen < 0) {
      const about = aboutTime(welcome);
      if (about !== null) time.call = { text: about, up: false };
      return;
    }
    const called = timeCalled(events, seen, ({ text }) => board?.cues.loud.includes(text.key) ?? false);
    if (called !== null) time.call = { text: called.text, up: true };
  }

  private arrive(position: Position): void {
    const added = linesOf(position);
    this.log = position.anew ? added : [...this.log, ...added];
    const before = this.decisions;
    const turned = JSON.stringify(position.scene.status.turn) !== JSON.stringify(this.position?.scene.status.turn);
    this.position = position;
    if (turned) this.advice.putAway();
    if (turned && this.brief.length > 0) void this.askBrief();
    if (!position.open.some(({ role }) => role === this.standIn)) this.standIn = null;
    if (position.open.some(({ written }) => written)) this.accepting = false;
    if (!sameDecisions(before, this.decisions)) this.makeBuilders(this.decisions);
    else {
      this.turnToUnanswered();
      this.loadSheets();
    }
    if (!this.playback.running) this.askProspects();
  }

  private makeBuilders(asked: readonly DecisionSeen[]): void {
    if (this.board === null && !this.boardFailed) return;
    this.advice.forget();
    this.refusal = null;
    this.builders = asked.map((decision) => new Builder(decision, askerOf(this.wire), this.sheet));
    this.builder = this.builders[0] ?? null;
    for (const builder of this.builders) if (!builder.decision.written) void builder.begin();
    this.makeSheets(asked.filter(({ written }) => written));
  }

  /** A sheet stays as long as its decision is open. */
  private makeSheets(asked: readonly DecisionSeen[]): void {
    const { match = "", seat = "" } = this.welcome ?? {};
    const around = { wire: this.wire, whose: { match, seat }, sideOf: (id: string) => this.present?.kindOf.get(id)?.side ?? null, point: (ids: readonly string[]) => this.point(ids) };
    for (const sheet of this.sheets.values()) if (!asked.some(({ id }) => id === sheet.decision.id)) sheet.stop();
    this.sheets = new Map(asked.map((decision) => [decision.id, this.sheets.get(decision.id) ?? new OrderSheet(decision, around)]));
    this.loadSheets();
  }

  private loadSheets(): void {
    for (const sheet of this.sheets.values()) void sheet.load(this.position?.line ?? -1);
  }

  /** A sealed answer is in: on to the next decision that has none. */
  private turnToUnanswered(): void {
    if (this.builder === null || !this.sealed(this.builder)) return;
    this.builder = this.builders.find((builder) => !this.sealed(builder)) ?? this.builder;
  }

  // what a person does

  /** Turn to another of several decisions that are open to this seat. */
  turnTo(builder: Builder): void {
    this.builder = builder;
  }

  /** A tap on the board; `all`: with everybody who stands there. */
  async tap(place: string, all = false): Promise<void> {
    const builder = this.builder;
    if (this.writing !== null) {
      // where fingers write, a keyboard that comes up by itself would cover the board
      this.writing.tap(place, matchMedia("(pointer: fine)").matches);
      return;
    }
    if (!this.lit.has(place)) this.overlays.lookAt(this.pieceAt(place));
    if (!this.asked || builder === null) return;
    this.refusal = null;
    const tapped = await builder.tap(place);
    if (tapped === "chosen" && all) await builder.takeAlong(true);
    else if (tapped === "commit" && builder === this.builder) await this.commit();
  }

  /** What has been lifted is put down: that is done at once, unless only its button gives it. */
  async drop(place: string): Promise<void> {
    const { builder } = this;
    await this.tap(place);
    if (builder === null || builder !== this.builder || !this.asked || !(await builder.isLight())) return;
    const { warnings = [] } = builder.proposed ?? {};
    await this.commit();
    this.cautions = [...warnings, ...this.cautions];
  }

  /** The piece that is meant by a tap on a place where nothing may be chosen: the one on top that goes over the ground. */
  private pieceAt(place: string): string | null {
    if (this.sheet.isPiece(place)) return place;
    const there = (this.scene?.stacks.get(place) ?? []).filter(({ id, kind }) => id !== "" && kind.shape === "ground");
    return there.toSorted((a, b) => b.kind.weight - a.kind.weight)[0]?.id ?? null;
  }

  /** What this seat may know of a place or a piece, as it is now. */
  async about(name: string): Promise<readonly Text[]> {
    const reply = await unlessClosed(this.wire.ask({ type: "about", name }));
    return reply.type === "about" ? reply.lines.map(({ text }) => text) : [];
  }

  /** A choice by button. If that makes the answer whole it is sent, unless it costs a card or the game warns of it. */
  async choose(part: Part, send = true): Promise<void> {
    const builder = this.builder;
    if (builder === null) return;
    this.refusal = null;
    await builder.choose(part);
    const { whole, card } = builder;
    if (send && whole !== null && isPlain(whole, card)) await this.commit();
  }

  /** A card of the hand, as parts of the answer: the first press shows what it would do, the second puts it back. */
  async playCard(card: string, way: readonly Part[]): Promise<void> {
    const builder = this.builder;
    if (builder === null) return;
    if (builder.card === card) return builder.reset();
    if (builder.card !== null) await builder.reset();
    for (const part of way) await this.choose(part, false);
  }

  async commit(): Promise<void> {
    const builder = this.builder;
    const whole = await builder?.finish();
    if (builder === null || whole === null || whole === undefined) return;
    const { along, partial: [kind], path } = builder;
    const to = path.at(-1);
    if (!(await this.give(builder.decision, whole.action)) || kind === undefined || to === undefined) return;
    this.cautions = await this.bring(along, kind, to);
  }

  /** The others of a stack do the same, one after the other, as long as nothing stands against it; says what the game warns of. */
  private async bring(pieces: readonly string[], kind: Part, to: string): Promise<readonly Text[]> {
    const [piece, ...others] = pieces;
    const { builder } = this;
    if (piece === undefined || builder === null || !this.asked) return [];
    await builder.chooseKindAt(kind, piece);
    await builder.choose(to);
    const whole = (await builder.isLight()) ? await builder.finish() : null;
    if (whole === null || !(await this.give(builder.decision, whole.action))) return [];
    return [...(whole.warnings ?? []), ...(await this.bring(others, kind, to))];
  }

  private async give({ role, id }: DecisionSeen, action: unknown): Promise<boolean> {
    if (role === this.standIn) return this.override({ edit: "answer", role, action }, this.reason);
    const { tip, builder } = this;
    const done = await this.change(() => this.wire.act(role, id, { action }));
    if (done) this.advice.acted(action);
    if (done && tip !== null) prefs.tip([tip.text.key], true);
    if (done) this.answering = builder?.decision.prompt.key ?? "";
    return done;
  }

  /** Seal an order sheet as it stands; it may be changed until the last one is in. */
  async handIn(sheet: OrderSheet): Promise<void> {
    const action = await sheet.finished();
    if (action === null || !(await this.give(sheet.decision, action))) return;
    sheet.handedIn();
    this.changing = null;
  }

  /** A line of notation as an answer. */
  async order(text: string): Promise<boolean> {
    const decision = this.builder?.decision;
    if (decision === undefined) return false;
    this.advice.putAway();
    return this.change(() => this.wire.act(decision.role, decision.id, { text }));
  }

  undo(): Promise<boolean> {
    this.advice.putAway();
    return this.change(() => this.wire.undo());
  }

  seat(act: SeatAct): Promise<boolean> {
    return this.change(() => this.wire.seat(act));
  }

  offerEnd(agree: boolean): Promise<boolean> {
    return this.change(() => this.wire.offerEnd(agree));
  }

  askTime(act: TimeAct): Promise<boolean> {
    return this.change(() => this.wire.askTime(act));
  }

  takeOver(seat: string, player: string): Promise<boolean> {
    return this.change(() => this.wire.takeOver(seat, player));
  }

  /** The umpire's edit. Everyone reads the reason. */
  override(edit: unknown, reason: string): Promise<boolean> {
    return this.change(() => this.wire.override(edit, reason));
  }

  /** The umpire lets the ruling at his gate stand, or changes it. */
  async rule(action: unknown): Promise<boolean> {
    const decision = this.position?.asked.find(({ role }) => role === UMPIRE);
    if (decision === undefined) return false;
    return this.change(() => this.wire.act(decision.role, decision.id, { action }));
  }

  /** The umpire answers in a role's place, or no longer. */
  answerFor(role: string | null): void {
    this.standIn = role;
    this.makeBuilders(this.decisions);
    this.builder = this.builders.find(({ decision }) => decision.role === role) ?? this.builders[0] ?? null;
  }

  private async change(send: () => Promise<Done | Refused>): Promise<boolean> {
    if (this.sending) return false;
    this.playback.skip();
    this.teller.readAll();
    this.sending = true;
    this.refusal = null;
    this.cautions = [];
    try {
      const reply = await send();
      if (reply.type === "done") this.acted = true;
      if (reply.type === "refused") this.refusal = refusalOf(reply);
      return reply.type === "done";
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.refusal = { reason: { key: "web.error.broken" }, rule: null };
      return false;
    } finally {
      this.sending = false;
    }
  }

  takePen(): void {
    this.wire.takePen();
  }

  say(text: string): void {
    this.wire.say(text);
  }

  /** A button for a place that things are put to. */
  async tapOrPut(place: Part): Promise<void> {
    const form = this.builder?.form;
    if (this.sheet.has(place)) await this.tap(place);
    else if (form?.kind === "stations") await form.put(place);
  }

  /** Do what the hint says; on a sheet it is only written. */
  async takeHint(): Promise<void> {
    const { hint } = this.advice;
    const decision = this.builder?.decision;
    if (hint === null || decision === undefined) return;
    if (this.writing !== null) {
      this.writing.fill(hint.lines ?? []);
      this.advice.forget();
      return;
    }
    await this.give(decision, hint.action);
  }

  /** Do what comes next in the plan. */
  async takePlanned(): Promise<void> {
    const { next } = this.advice;
    const decision = this.builder?.decision;
    if (next !== null && decision !== undefined) await this.give(decision, next.action);
  }

  private askProspects(): void {
    if (this.position !== null && !this.playback.running) this.advice.askProspects(this.position);
  }

  /** What is told now has been read: on to the next. */
  tellOn(): void {
    this.playback.readOn();
  }

  /** To this seat's next decision; who plays nothing goes to the present. */
  skip(): void {
    this.teller.readAll();
    this.playback.skip();
    if (this.played.length > 0 && this.position !== null && !isMine(this.position)) this.playback.hurry(isMine);
  }

  // looking back: what the replay shows (a `Reel`)

  get last(): number {
    return this.position?.line ?? 0;
  }

  get line(): number {
    return this.past?.line ?? this.last;
  }

  get turns(): readonly string[] {
    return this.board?.cues.turns ?? [];
  }

  readonly show = (line: number): Promise<void> => this.lookAt(line);

  async lookAgain(): Promise<void> {
    if (this.replaying) await this.lookAt(this.line);
  }

  /** The slider at a line of the record; null: it is closed, and the game goes on. */
  async lookAt(line: number | null): Promise<void> {
    this.replaying = line !== null;
    const { eyes } = this.afterwards;
    if (line === null || (line >= this.last && eyes === null)) {
      this.past = null;
      return;
    }
    const reply = await unlessClosed(this.wire.ask({ type: "look", line, ...(eyes === null ? {} : { eyes }) }));
    if (!this.replaying) return; // it has been closed meanwhile
    if (reply.type === "refused" && reply.reason.key === BUSY) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (this.replaying) await this.lookAt(line);
      return;
    }
    if (reply.type === "look") this.past = reply;
    else this.refusal = refusalOf(reply);
  }

  /** The umpire points at a place of the table, or at a piece that stands there. */
  pointAt(at: Point, id: string | null): void {
    if (!this.umpires || this.replaying || this.reading.open) return;
    this.finger = (id === null ? null : this.fingerOn(id)) ?? { piece: null, at, front: at, facing: null };
  }

  /** A piece as it stands. */
  fingerOn(piece: string): Finger | null {
    const pose = this.scene?.poses.find((one) => one.piece.id === piece);
    return pose === undefined ? null : { piece, at: pose.at, front: frontOf(pose.at, pose.facing, pose.rings), facing: pose.facing };
  }

  /** The last turn can be read again, moment by moment. */
  get canReadAgain(): boolean {
    return (this.board?.cues.moments ?? false) && !this.reading.open && !this.replaying && this.teller.lastTurn !== null;
  }

  async readAgain(): Promise<void> {
    const turn = this.teller.lastTurn;
    if (turn !== null) await this.teller.readAgain(turn);
  }

  /** For an element that holds buttons: what the one under the pointer or the focus speaks of is shown on the board. */
  readonly glances = (element: HTMLElement): (() => void) => {
    const look = ({ type, target }: Event): void => {
      const part = type.endsWith("out") || !(target instanceof Element) ? undefined : target.closest<HTMLElement>("[data-part]")?.dataset["part"];
      // the focus also goes when a button is taken away, while the page is being drawn
      queueMicrotask(() => (this.glanced = new Set(part !== undefined && this.sheet.has(part) ? [part] : [])));
    };
    const kinds = ["pointerover", "pointerout", "focusin", "focusout"];
    for (const kind of kinds) element.addEventListener(kind, look);
    return () => kinds.forEach((kind) => element.removeEventListener(kind, look));
  };

  point(places: readonly string[]): void {
    this.pointed = new Set(places);
  }
}
