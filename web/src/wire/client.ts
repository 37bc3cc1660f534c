/**
 * One seat's connection to its room. It comes back by itself after any break, says what it has seen, and sends again
 * what was not yet answered. An act carries its id, so that the room applies it once however often it is sent.
 */

import type { Act, Answers, Ask, Change, Done, FromClient, Refused, Reply, SeatAct, TimeAct, ToClient } from "./messages";

export type Status = "connecting" | "open" | "broken" | "closed";

/** The little of a WebSocket that is used here; a test gives its own. */
export interface Socket {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
}

export interface Wiring {
  readonly token: string;
  readonly name: string;
  readonly open: () => Socket;
  readonly later: (run: () => void, ms: number) => void;
  readonly newId: () => string;
  /** the last line this page has seen, -1: nothing */
  readonly seen: () => number;
  readonly hear: (message: ToClient) => void;
  readonly status: (status: Status) => void;
}

/** The connection has ended for good before the answer came. */
export class Broken extends Error {}

interface Waiting {
  readonly message: Change | Ask;
  readonly settle: (reply: Reply) => void;
  readonly fail: (error: Error) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

/** Close codes after which coming back is no use: unknown link, not a message, too many connections, no such game. */
const FOR_GOOD: ReadonlySet<number> = new Set([4001, 4002, 4003, 4006]);
/** The room must be opened again: come back at once, unless that was just tried. */
const AT_ONCE = 4000;
/** A connection that has held for so long, or brought an act home, is a sound one. */
const SOUND_AFTER = 10_000;

type Unsent<T> = T extends { readonly id: string } ? Omit<T, "id"> : never;

export class WireClient {
  private readonly wiring: Wiring;
  private socket: Socket | null = null;
  private welcomed = false;
  private ended = false;
  private wait = FIRST_WAIT;
  private readonly waiting = new Map<string, Waiting>();

  constructor(wiring: Wiring) {
    this.wiring = wiring;
  }

  start(): void {
    this.connect();
  }

  stop(): void {
    this.end();
    this.socket?.close();
  }

  /** Answer a decision with an action, or with a line of notation. */
  act(role: string, decision: string, answer: { action: unknown } | { text: string }): Promise<Done | Refused> {
    const act: Unsent<Act> = { type: "act", role, decision, ...answer };
    return this.request(act) as Promise<Done | Refused>;
  }

  undo(): Promise<Done | Refused> {
    return this.request({ type: "undo" }) as Promise<Done | Refused>;
  }

  seat(act: SeatAct): Promise<Done | Refused> {
    return this.request({ type: "seat", act }) as Promise<Done | Refused>;
  }

  takeOver(seat: string, player: string): Promise<Done | Refused> {
    return this.request({ type: "take-over", seat, player }) as Promise<Done | Refused>;
  }

  /** Offer to end the game as it stands, agree to it, or take it back. */
  offerEnd(agree: boolean): Promise<Done | Refused> {
    return this.request({ type: "end", agree }) as Promise<Done | Refused>;
  }

  /** Pause, go on, add time to a clock, or agree to it. */
  askTime(act: TimeAct): Promise<Done | Refused> {
    return this.request({ type: "time", ...act }) as Promise<Done | Refused>;
  }

  /** The umpire's edit, with the reason that everyone reads. */
  override(edit: unknown, reason: string): Promise<Done | Refused> {
    return this.request({ type: "override", edit, reason }) as Promise<Done | Refused>;
  }

  /** Ask something that changes nothing. */
  ask<K extends Ask["type"]>(
    question: Unsent<Extract<Ask, { readonly type: K }>> & { readonly type: K },
  ): Promise<Answers[K] | Refused> {
    return this.request(question as unknown as Unsent<Ask>) as Promise<Answers[K] | Refused>;
  }

  takePen(): void {
    this.send({ type: "pen" });
  }

  say(text: string): void {
    this.send({ type: "say", text });
  }

  private request(message: Unsent<Change> | Unsent<Ask>): Promise<Reply> {
    const whole = { ...message, id: this.wiring.newId() } as Change | Ask;
    return new Promise((settle, fail) => {
      this.waiting.set(whole.id, { message: whole, settle, fail });
      if (this.welcomed) this.send(whole);
    });
  }

  private send(message: FromClient): void {
    if (this.socket !== null && (this.welcomed || message.type === "hello")) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    this.wiring.status("connecting");
    const socket = this.wiring.open();
    this.socket = socket;
    socket.onopen = () =>
      this.send({ type: "hello", token: this.wiring.token, seen: this.wiring.seen(), name: this.wiring.name });
    socket.onmessage = (event) => {
      if (this.socket === socket && typeof event.data === "string") this.receive(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.broke(code);
    };
  }

  private receive(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.welcomed = true;
        this.soundIfItHolds();
        this.wiring.hear(message);
        this.wiring.status("open");
        if (message.contribute) this.contribute();
        for (const { message: again } of this.waiting.values()) this.send(again);
        return;
      case "closed":
      case "position":
      case "said":
        this.wiring.hear(message);
        return;
      default:
        this.answered(message);
    }
  }

  /** Words nobody could foresee, for the dice; the server has committed itself to its own by now. */
  private contribute(): void {
    this.send({ type: "seat", id: "contribution", act: { act: "contribute", words: this.wiring.newId() } });
  }

  /** A welcome alone says little: on a full disk every act sent again would break the connection again. */
  private soundIfItHolds(): void {
    const socket = this.socket;
    this.wiring.later(() => {
      if (this.socket === socket) this.wait = FIRST_WAIT;
    }, SOUND_AFTER);
  }

  private answered(reply: Reply): void {
    if (reply.type === "done") this.wait = FIRST_WAIT;
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    waiting?.settle(reply);
  }

  private broke(code: number): void {
    this.socket = null;
    this.welcomed = false;
    if (this.ended) return;
    if (FOR_GOOD.has(code)) {
      this.end();
      return;
    }
    this.wiring.status("broken");
    this.wiring.later(
      () => {
        if (!this.ended) this.connect();
      },
      code === AT_ONCE && this.wait === FIRST_WAIT ? 0 : this.wait,
    );
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private end(): void {
    this.ended = true;
    this.wiring.status("closed");
    for (const { fail } of this.waiting.values()) fail(new Broken("the connection is closed"));
    this.waiting.clear();
  }
}
