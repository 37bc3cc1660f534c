/** What a page and the server say to each other, overheard: nothing is sent from here. */

import type { Page } from "playwright-core";
import type { Act, FromClient, Position, ToClient } from "../../src/wire/messages";

/** Questions that a page does not wait for before it goes on. */
const ASIDE: ReadonlySet<string> = new Set(["prospects", "hint", "look"]);

export class Wire {
  /** every frame received, as it came */
  readonly received: string[] = [];
  /** acts that the page has sent, each id once */
  readonly acts: Act[] = [];
  readonly positions: Position[] = [];
  private readonly unanswered = new Set<string>();
  private readonly listening: (() => void)[] = [];

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => this.sent(JSON.parse(String(payload)) as FromClient));
      socket.on("framereceived", ({ payload }) => this.heard(String(payload)));
    });
  }

  /** Nothing that the page has asked is still open. */
  get settled(): boolean {
    return this.unanswered.size === 0;
  }

  get position(): Position {
    const last = this.positions.at(-1);
    if (last === undefined) throw new Error("no position has come yet");
    return last;
  }

  /** Waits until more than so many frames have come, but not longer than a second; says whether they have. */
  async hears(heard: number): Promise<boolean> {
    if (this.received.length > heard) return true;
    await new Promise<void>((resolve) => {
      this.listening.push(resolve);
      setTimeout(resolve, 1000);
    });
    return this.received.length > heard;
  }

  private sent(message: FromClient): void {
    if (!("id" in message) || ASIDE.has(message.type)) return;
    if (message.type === "act" && !this.acts.some(({ id }) => id === message.id)) this.acts.push(message);
    this.unanswered.add(message.id);
  }

  private heard(frame: string): void {
    this.received.push(frame);
    const message = JSON.parse(frame) as ToClient;
    if (message.type === "position") this.positions.push(message);
    if ("id" in message) this.unanswered.delete(message.id);
    for (const tell of this.listening.splice(0)) tell();
  }
}
